"""Which characters count as CJK: Han, kana, bopomofo, CJK and full-width punctuation and forms.

Hangul is not among them: Korean separates words by spaces, so its line breaks must stay. Neither
are the curly quotes and the single dash and ellipsis, which Latin text shares. Doubled dash and
ellipsis are, since only Chinese writes them so: each pair is one mark, two cells wide.
"""

from __future__ import annotations

import re
from bisect import bisect_right

#: Where each range begins, and where it is over.
_RANGES = (
    *(0x2E80, 0x3000),  # radicals, ideographic description
    *(0x3001, 0x3130),  # CJK symbols and punctuation (not the ideographic space), kana, bopomofo
    *(0x3190, 0x3200),  # kanbun, bopomofo extended, strokes, small katakana
    *(0x3220, 0x3260, 0x3280, 0x3400),  # enclosed and squared (not the enclosed Hangul)
    *(0x3400, 0xA000),  # Han
    *(0xF900, 0xFB00),  # Han, compatibility
    *(0xFE10, 0xFE20, 0xFE30, 0xFE70),  # vertical and small punctuation
    *(0xFF01, 0xFFA0, 0xFFE0, 0xFFF0),  # full-width forms, half-width katakana (no Hangul)
    *(0x1AFF0, 0x1B170),  # kana, supplements
    *(0x20000, 0x3FFFE),  # Han outside the basic plane
)
# U+FE0F is left out: it turns the character before it into an emoji.
_SELECTOR = re.compile("[\ufe00-\ufe0e\U000e0100-\U000e01ef]")
#: Punctuation that holds its own space: none stands beside it, Latin or not.
_SPACED = tuple("，。；：？！、（）「」『』【】《》〈〉")
_DOUBLED = ("\u2014\u2014", "\u2026\u2026")


def starts_cjk(text: str) -> bool:
    """Tell whether the first character of `text` is CJK; false for an empty text."""
    if text[1:2] == "\ufe0f":
        return False
    return _is_cjk(text[:1]) or text.startswith(_DOUBLED)


def ends_cjk(text: str) -> bool:
    """Tell whether the last character of `text`, variation selector aside, is CJK."""
    if _SELECTOR.match(text[-1:]):
        text = text[:-1]
    return _is_cjk(text[-1:]) or text.endswith(_DOUBLED)


def starts_spaced(text: str) -> bool:
    """Tell whether the first character of `text` is full-width punctuation."""
    return text.startswith(_SPACED)


def ends_spaced(text: str) -> bool:
    """Tell whether the last character of `text` is full-width punctuation."""
    return text.endswith(_SPACED)


def _is_cjk(character: str) -> bool:
    """Whether a character is in a range: behind an odd number of their ends. An empty one is not.

    A pattern would do, but to compile one of so many characters takes longer than all its matches.
    """
    return bool(character) and bisect_right(_RANGES, ord(character)) % 2 == 1
