"""Which characters count as CJK: Han, kana, bopomofo, CJK and full-width punctuation and forms.

Hangul is not among them: Korean separates words by spaces, so its line breaks must stay. Neither
are the curly quotes and the single dash and ellipsis, which Latin text shares. Doubled dash and
ellipsis are, since only Chinese writes them so: each pair is one mark, two cells wide.
"""

from __future__ import annotations

import re

_CJK = re.compile(
    "["
    "\u2e80-\u2fff"  # radicals, ideographic description
    "\u3001-\u312f"  # CJK symbols and punctuation (not the ideographic space), kana, bopomofo
    "\u3190-\u31ff"  # kanbun, bopomofo extended, strokes, small katakana
    "\u3220-\u325f\u3280-\u33ff"  # enclosed and squared (not the enclosed Hangul)
    "\u3400-\u9fff"  # Han
    "\uf900-\ufaff"  # Han, compatibility
    "\ufe10-\ufe1f\ufe30-\ufe6f"  # vertical and small punctuation
    "\uff01-\uff9f\uffe0-\uffef"  # full-width forms, half-width katakana (not half-width Hangul)
    "\U0001aff0-\U0001b16f"  # kana, supplements
    "\U00020000-\U0003fffd"  # Han outside the basic plane
    "]"
)
# U+FE0F is left out: it turns the character before it into an emoji.
_SELECTOR = re.compile("[\ufe00-\ufe0e\U000e0100-\U000e01ef]")
_DOUBLED = ("\u2014\u2014", "\u2026\u2026")


def starts_cjk(text: str) -> bool:
    """Tell whether the first character of `text` is CJK; false for an empty text."""
    if text[1:2] == "\ufe0f":
        return False
    return _CJK.match(text) is not None or text.startswith(_DOUBLED)


def ends_cjk(text: str) -> bool:
    """Tell whether the last character of `text`, variation selector aside, is CJK."""
    if _SELECTOR.match(text[-1:]):
        text = text[:-1]
    return _CJK.match(text[-1:]) is not None or text.endswith(_DOUBLED)
