"""The characters of a printed text: widths and spaces, footnote marks, texts that are no number."""

from __future__ import annotations

import re
import unicodedata

from tieout.amount import PrintedError

_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
# Full-width forms lie at one distance from ASCII; their digits and punctuation equal it.
_WIDTHS = {code + 0xFEE0: code for code in range(0x21, 0x7F)}
_WIDTHS.update(dict.fromkeys((0x3000, 0x09, 0x0A, 0x0D), 0x20))
_SPACES = " \u00a0\u2009\u202f"

_BRACKETED = r"\[(?:\^[^\[\]]{1,20}|[0-9]{1,3}|[A-Za-z])\]"
_FOOTNOTES = rf"(?:\s*+(?:[{_SUPERSCRIPTS}*†‡]|{_BRACKETED}))+"
_FOOTNOTES_FIRST = re.compile(_FOOTNOTES)
_FOOTNOTES_LAST = re.compile(rf"{_FOOTNOTES}$")
_ONE_FOOTNOTE = re.compile(rf"[{_SUPERSCRIPTS}]+|[*†‡]+|{_BRACKETED}")
_PLAIN_DIGITS = str.maketrans(_SUPERSCRIPTS, "0123456789")

_REFUSALS = (
    (r"$", "found no number before a parenthesis or an equals sign; print the number first"),
    (r"[-+−]?0x[0-9a-f]+(?![a-z])", "found a hexadecimal number; print it in decimal digits"),
    (
        r".*\b[0-9]{4}([-/.])[0-9]{1,2}\1[0-9]{1,2}\b",
        "found a date and not a number; give it where a date is expected, as YYYY-MM-DD",
    ),
    (r".*[0-9]:[0-9]", "found a time of day or a ratio with a colon; print one number"),
    (r".*[0-9][eE][-+−]?[0-9]", "found exponent notation; print the number in full"),
    (
        # 10⁵ is a number with a footnote only by accident.
        r"(?:[^0-9.,]*|.*[×x*·]\s*)10[\^⁰¹²³⁴-⁹⁻]",
        "found a power of ten; print the number in full, or a footnote mark as [1]",
    ),
    (
        r".*[0-9]\s*/\s*[0-9]",
        "found / between digits that is no share of counts (a/b, whole, a not above b); "
        "print the share without spaces and nouns, or a decimal number",
    ),
    (
        r"[<>≤≥≦≧]|(?:over|under|above|below|up to|at (?:least|most)|(?:more|less|fewer) than)\b"
        r"|超過|至少|至多|最多|最少|不到|不足|逾",
        "found a one-sided bound, neither a value nor a range; print the figure or both ends",
    ),
    (
        r"[數幾]|好幾|上[百千萬億]|過半|多數|(?:several|many|few|some|a few|a couple|[a-z]+s of)\b",
        "found a vague quantity; print the figure, or mark it with ~",
    ),
)
_REFUSED = tuple((re.compile(pattern, re.I), reason) for pattern, reason in _REFUSALS)


def normalize_text(text: str) -> str:
    """The text with full-width forms as ASCII and outer spaces removed.

    Raises PrintedError for spaces and controls that no rule covers: they would pass unseen.
    """
    plain = text.translate(_WIDTHS)
    for sign in plain:
        if sign not in _SPACES and unicodedata.category(sign)[0] in "CZ":
            name = f"U+{ord(sign):04X}"
            raise PrintedError(f"found the invisible character {name}; take it out, or use a space")
    return plain.strip(_SPACES)


def take_footnotes(text: str, leading: bool = False) -> tuple[str, str]:
    """The text without the footnote marks at its end (or start), and the marks without brackets.

    Superscript digits become plain; several marks are joined with commas.
    """
    match = (_FOOTNOTES_FIRST.match if leading else _FOOTNOTES_LAST.search)(text)
    if match is None:
        return text, ""
    left = text[match.end() :] if leading else text[: match.start()]
    marks = [mark.strip("[]^").translate(_PLAIN_DIGITS) for mark in _ONE_FOOTNOTE.findall(match[0])]
    return left, ",".join(marks)


def refusal(text: str) -> str | None:
    """Why a text cannot be one number, judged by its looks; None if nothing speaks against it."""
    return next((reason for pattern, reason in _REFUSED if pattern.match(text)), None)
