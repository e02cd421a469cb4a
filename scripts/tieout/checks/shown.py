"""What stands on a page, in a form that can be compared: white space gone, Markdown unwrapped."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal, DecimalException
from fractions import Fraction
from functools import lru_cache
from typing import Any

_MARKDOWN = re.compile(
    r"(?P<code>`[^`\n]*`)|\\(?P<plain>[!-/:-@\[-`{-~])|\\(?=\n)|<!--.*?-->|</?[A-Za-z][^>]*>"
    r"|!\[(?:\\.|[^\]\\])*\]\([^)]*\)|\]\((?:<[^>\n]*>|[^)\s]*)\)|[\[*]",
    re.DOTALL,
)
_BOUNDS = re.compile(r"([−-]?[\d,]+(?:\.\d+)?) – ([−-]?[\d,]+(?:\.\d+)?)")
GAP = "\0"


def squeeze(text: str) -> str:
    """A text without white space: line breaks and spaces are no part of what is said."""
    return "".join(text.split())


def spaced(text: str) -> str:
    """A text with one space for each run of white space: a space in a number makes two of it."""
    return " ".join(text.split())


def compared(text: str) -> str:
    """A text as page and Markdown share it: without spaces, and the signs that one of them adds."""
    return "".join(text.split()).replace(":", "").replace("：", "").replace("≠", "")


def text_of(element: Any) -> str:
    """All text in an element, squeezed."""
    return squeeze("".join(element.itertext()) if len(element) else element.text or "")


def unwrapped(markdown: str) -> str:
    """Markdown's text as it reads: no marks, tags, addresses and pictures, no escapes."""

    def shown(match: re.Match[str]) -> str:
        return match["plain"] or (match["code"] or "").strip("`")

    return _MARKDOWN.sub(shown, markdown)


class Lines:
    """Line numbers of positions in a text."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def at(self, position: int) -> int:
        """The line, from 1, of a position."""
        return bisect_right(self.starts, position)


def consume(text: str, wanted: Iterable[str], allowed: re.Pattern[str]) -> tuple[list[str], str]:
    """Take the wanted pieces out of a text, each once, longest first.

    Gives those that were not found, and what is left after the allowed words are gone as well.
    """
    missing, left = taken_out(text, wanted)
    return missing, allowed.sub(" ", left).strip()


def taken_out(text: str, wanted: Iterable[str]) -> tuple[list[str], str]:
    """The wanted pieces that were not found, and the text with a gap for each that was."""
    missing: list[str] = []
    for piece in sorted(filter(None, map(squeeze, wanted)), key=len, reverse=True):
        before, found, after = text.partition(piece)
        if found:
            text = f"{before}{GAP}{after}"
        else:
            missing.append(piece)
    return missing, text


def any_of(words: Iterable[str], text: str | None = None) -> re.Pattern[str]:
    """A pattern of words without their white space, the longest first, and of what parts them.

    If all that it will be used on is cut from `text`, words that do not stand there are left out:
    to compile a long pattern takes longer than to use it once.
    """
    known = sorted({squeeze(word) for word in words} - {""}, key=len, reverse=True)
    if text is not None:
        known = [word for word in known if word in text]
    return re.compile("|".join([*map(re.escape, known), rf"[{GAP},;:，；：、()（）]+"]))


@lru_cache(maxsize=4096)
def bounds_fault(text: str, low: str, high: str, scale: int) -> str:
    """What is wrong with bounds as shown: both rounded outwards to the finer of their digits."""
    match = _BOUNDS.fullmatch(text.strip())
    if match is None:
        return "are not written as two numbers"
    try:
        shown = [Decimal(end.replace("−", "-").replace(",", "")) for end in match.groups()]
    except DecimalException:
        return "are not written as two numbers"
    exponents = (end.as_tuple().exponent for end in shown)
    step = Fraction(10) ** min(int(exponent) for exponent in exponents)
    floor = Fraction(low) * scale // step * step
    ceiling = -(-Fraction(high) * scale // step) * step
    if (Fraction(shown[0]), Fraction(shown[1])) != (floor, ceiling):
        return f"are not {_plain(floor)} and {_plain(ceiling)}"
    return ""


def _plain(number: Fraction) -> str:
    return f"{Decimal(number.numerator) / Decimal(number.denominator):f}"


def out_of_order(text: str, wordings: Sequence[str]) -> str:
    """The first wording that does not stand in a text behind those before it; empty if all do."""
    place = 0
    for wording in wordings:
        at = text.find(wording, place)
        while at >= 0 and _goes_on(text, at, at + len(wording)):
            at = text.find(wording, at + 1)
        if at < 0:
            return wording
        place = at + len(wording)
    return ""


def _goes_on(text: str, start: int, end: int) -> bool:
    """Whether a letter or digit of ASCII stands right before or behind a part of a text."""
    around = text[start - 1 : start] if start else ""
    return any(sign.isascii() and sign.isalnum() for sign in around + text[end : end + 1])


def first_difference(one: str, other: str) -> int:
    """Where two texts begin to differ."""
    letters = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in letters if a != b), min(len(one), len(other)))


def unlike(element: Any, what: str, shown: str, told: str) -> Iterator[tuple[int, str]]:
    """The line of an element and what it says wrongly, if that is not what it has to say."""
    if compared(shown) != compared(told):
        yield element.sourceline or 1, f"{what} “{shown}”, not “{told}”"


def line_at(places: Sequence[tuple[int, int]], position: int) -> int:
    """The line at a position of a text, by the positions at which its lines begin."""
    return places[bisect_right(places, (position, 10**9)) - 1][1] if places else 1


def localized(
    node: Any, langs: tuple[str, str], path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Mapping[str, str]]]:
    """All texts of a mapping or list that are given per language, with the way to each."""
    if isinstance(node, dict):
        if isinstance(node.get(langs[0]), str) and isinstance(node.get(langs[1]), str):
            yield path, node
            return
        parts: Iterable[tuple[Any, Any]] = node.items()
    else:
        parts = enumerate(node)
    for key, value in parts:
        if value and isinstance(value, (dict, list)):  # most are neither
            yield from localized(value, langs, (*path, str(key)))
