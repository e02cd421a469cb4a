"""Find the numbers that a reader sees in running prose: digit strings, English and Chinese words.

The checks use this to find numbers that a page prints without saying where they come from. It reads
the finished text alone and knows nothing of how the page was made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from tieout.checks.numbers_digits import Region, digit_spans, has_digits, mask, mask_exempt

Language = Literal["en", "zh-TW"]


@dataclass(frozen=True, slots=True)
class Span:
    """A number in a text: `text` is what stands from `start` up to `end`, in code points."""

    start: int
    end: int
    text: str


def find_numbers(text: str, lang: Language, glossary: Sequence[str] = ()) -> list[Span]:
    """All numbers of a text, in order and without overlap.

    Digits are found in either language, number words in the language of the text. A range, a date
    in digits, a number with its multiplier and a fraction are one span; signs, units and counters
    stand outside it. `glossary` holds names that are no numbers (GB300, 三星).
    """
    begins, spans = _words_of(lang)
    if not begins(text) and not has_digits(text):  # most texts
        return []
    masked = mask_exempt(text, glossary)
    digits = digit_spans(masked)
    return _spans(text, [*digits, *spans(mask(masked, digits))])


@cache
def _words_of(lang: Language) -> tuple[Callable[[str], bool], Callable[[str], list[Region]]]:
    """Whether a number word may begin in a text, and where they stand, in one language."""
    if lang == "en":
        from tieout.checks.numbers_en import english_begins, english_spans

        return english_begins, english_spans
    from tieout.checks.numbers_zh import chinese_begins, chinese_spans

    return chinese_begins, chinese_spans


def find_digits(text: str, glossary: Sequence[str] = ()) -> list[Span]:
    """The digit strings of a text alone, ASCII and full-width, with their multipliers, in order."""
    return _spans(text, digit_spans(mask_exempt(text, glossary)))


def _spans(text: str, regions: Iterable[Region]) -> list[Span]:
    return [Span(start, end, text[start:end]) for start, end in sorted(regions)]
