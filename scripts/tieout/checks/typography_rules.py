"""Rules of type for each language, as patterns over a line of text as the reader sees it.

None matches a line break: what is wrong with a line is so whatever stands above and below it.

MASK stands for every character that is not this article's own writing: code, addresses, titles and
what a source printed. A rule that must see what stands beside such a piece asks for the whole text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

MASK = "\ufffc"
HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_OPENING, _CLOSING = "（「『【《〈", "，。；：？！、）」』】》〉"
_LATIN = "A-Za-z0-9À-ɏΑ-ωµ"


@dataclass(frozen=True, slots=True)
class Rule:
    """What must not stand in a text; `whole` rules see masked pieces too."""

    what: str
    source: str
    mend: str
    whole: bool = False

    @property
    def pattern(self) -> re.Pattern[str]:
        """What it looks for, compiled once it is asked for: a page needs those of its language."""
        return _compiled(self.source)


@cache
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source, re.MULTILINE)


EVERYWHERE = (
    Rule(
        "a character that nobody can read",
        "[\ufffd\ue000-\uf8ff\U000f0000-\U0010ffff\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e"
        "\u2060-\u2064\ufeff\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"
        # Between pictographs a joiner makes one of two.
        "|(?<![\ufe0f\u2190-\u2bff\U0001f000-\U0001faff])\u200d"
        "|\u200d(?![\u2190-\u2bff\U0001f000-\U0001faff])",
        "take it out, or write the character that is meant",
        whole=True,
    ),
    Rule(
        "a mark over or through a letter",
        "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]",
        "write the letter that is meant, in one sign, or take the mark out",
    ),
    Rule(
        "a letter of another script in a word",
        # Cyrillic and Armenian letters that look like Latin ones; Greek stands for quantities.
        "[A-Za-z][\u0400-\u058f]|[\u0400-\u058f][A-Za-z]",
        "write the Latin letter that it looks like",
    ),
    Rule("more than one space", r"(?<=\S)[ \t]{2,}(?=\S)", "leave one space"),
    Rule(
        "Markdown or template marks that were not read as such",
        r"[*`]|__|(?<!\w)_(?=\S)[^_\n]*\S_(?!\w)|\]\(|\[\^"
        r"|\{\{|\}\}|\{%|%\}|\{#|#\}|</?[a-z]+[^<>\n]*>",
        "mend the Markdown around it, or put it in code",
    ),
    Rule(
        "a value of the program instead of text",
        # Each begins with a letter, and looks back behind it: so the text is searched fast.
        r"N(?<!\wN)(?:one\b(?! (?:of|but|the|is|are|was|were|has|have|can|could|other)\b)"
        r"|a[NT]\b|ULL\b)|n(?<!\wn)an\b|i(?<!\wi)nf\b|I(?<!\wI)nfinity\b|u(?<!\wu)ndefined\b"
        r"|<built-in|object at 0x|\[object |Traceback",
        "mend what wrote it",
    ),
    Rule(
        "a number as a program writes it",
        r"\d(?:\.\d{12,}|\d{15,}|(?:\.\d+)?[eE][+-]?\d+\b)",
        "mend what wrote it",
    ),
    Rule(
        "a hyphen between the ends of a range",
        r"(?<![\w./:-])\d[\d.,]*-\d[\d.,]*(?![\w-])(?!\.\d)",
        "write an en dash (–), or the word",
    ),
    Rule("hyphens for a dash", r"(?<=[^\s-]) ?--+ ?(?=[^\s>-])", "write a dash"),
    Rule("stops for an ellipsis", r"\.\.\.", "write … (Chinese: ……)"),
)
CHINESE = (
    Rule(
        "half-width punctuation in Chinese",
        rf"(?<=[{HAN}{_CLOSING}]) ?[,;:?!](?!\d)|[,;:?!] ?(?=[{HAN}{_OPENING}])"
        rf"|(?<=[{HAN}])\.(?![\w.])|[()](?=[{HAN}])|(?<=[{HAN}])[()]",
        "write the full-width mark（，。；：？！）",
    ),
    Rule(
        "no space between Chinese and Latin letters or digits",
        rf"(?<=[{HAN}])[{_LATIN}]|[{_LATIN}%](?=[{HAN}])",
        "write one space there",
        whole=True,
    ),
    Rule(
        "a space beside full-width punctuation",
        rf"[{_OPENING}{_CLOSING}] |(?<=\S) [{_OPENING}{_CLOSING}]",
        "take the space out",
        whole=True,
    ),
    Rule("a space between Chinese characters", rf"(?<=[{HAN}]) (?=[{HAN}])", "take it out"),
    Rule("full-width letters, digits or space", "[０-９Ａ-Ｚａ-ｚ\u3000]", "write them half-width"),
    Rule(
        "Western quotes in Chinese",
        rf"(?<=[{HAN}{_CLOSING}])[\"'“”‘’]|[\"'“”‘’](?=[{HAN}{_OPENING}])",
        "write 「」 and 『』",
    ),
    Rule("half an ellipsis", rf"(?<=[{HAN}])…(?!…)|(?<!…)…(?=[{HAN}])", "write ……"),
    Rule("a mark twice", r"([，。；：？、])\1", "leave one"),
)
ENGLISH = (
    Rule(
        "full-width punctuation in English", "[\u3001-\u303f\uff00-\uff60]", "write it half-width"
    ),
    Rule("a space before punctuation", r"(?<=[\w)”’%]) +[,.;:!?](?=\s|$)", "take the space out"),
    Rule(
        "no space after punctuation", r"[a-z][,;:!?](?=[A-Za-z])|[a-z]{2}\.(?=[A-Z][a-z])", "add it"
    ),
    Rule("straight quotes", "[\"']", "write curly ones: “ ” and ’"),
    Rule("a word twice", r"\b(?!that\b|had\b)([A-Za-z]+) \1\b", "leave one"),
)
