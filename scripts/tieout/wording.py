"""A fact's number as text in a language: the only place that writes digits.

What is written can be read back: the same value, the same bounds. Where a language's own words of
magnitude (萬, 億, 兆, million, billion) would claim more digits than were printed, the number says
about (約) instead, and where that would claim fewer, it takes a finer word (百萬, 千萬).
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tieout.rounding import decimal_text, round_half_up

ABOUT = {"en": "about ", "zh-TW": "約 "}
MINUS = "\N{MINUS SIGN}"
_Words = tuple[tuple[int, str], ...]
#: Words of magnitude, by power of ten from large to small.
MAGNITUDES: dict[str, _Words] = {
    "en": ((12, " trillion"), (9, " billion"), (6, " million"), (3, "k")),
    "zh-TW": ((12, " 兆"), (8, " 億"), (4, " 萬")),
}
#: Words that are not a language's first choice, for numbers whose digits the others cannot keep.
FINER: dict[str, _Words] = {
    "en": (),
    "zh-TW": (
        *((11, " 千億"), (10, " 百億"), (9, " 十億"), (7, " 千萬"), (6, " 百萬"), (5, " 十萬")),
        (3, "k"),
    ),
}
#: 32k and 8k are how lengths are named; 萬 begins to read well above.
_BY_THOUSANDS: _Words = ((3, "k"),)
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
)


@dataclass(frozen=True, slots=True)
class Number:
    """What wording needs of a number, already in the scale that is shown (per cent times 100)."""

    value: Fraction
    quantum: Fraction  # unit of the last known digit, a power of ten; 0 when every digit is exact
    approximate: bool = False
    counted: bool = False  # read as exact when written as a whole number
    signed: bool = False  # a change: above zero it has a plus sign


def word_date(day: datetime.date, lang: str) -> str:
    """A calendar day: 16 October 2026, 2026 年 10 月 16 日."""
    if lang == "zh-TW":
        return f"{day.year} 年 {day.month} 月 {day.day} 日"
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def word_number(number: Number, pattern: str, lang: str) -> str:
    """A value with its sign of approximation, in the unit's pattern (``{n} tok/s``)."""
    digits, about = _digits(number, lang)
    if number.signed and number.value > 0:
        digits = f"+{digits}"
    return (ABOUT[lang] if about else "") + pattern.replace("{n}", digits)


def word_range(
    low: Fraction, high: Fraction, step: Fraction, pattern: str, lang: str, *, signed: bool = False
) -> str:
    """Two ends in the unit's pattern: 1.5–2×, 1.5 到 2 倍.

    The ends are decimals that terminate. Below one, `step` is the unit of the last digit of both;
    0 shows each end as short as it is. A `signed` end above zero has a plus sign.
    """
    power, word = _shared_word(low, high, lang)
    ends = [_end(end / Fraction(10) ** power, step) for end in (low, high)]
    if low == -high:
        return pattern.replace("{n}", f"±{ends[1]}{word}")
    if signed:
        ends = [f"+{end}" if at > 0 else end for at, end in zip((low, high), ends, strict=True)]
    joint = " 到 " if lang == "zh-TW" else " to " if low < 0 or signed else "–"
    return pattern.replace("{n}", joint.join(ends) + word)


def _end(value: Fraction, step: Fraction) -> str:
    return group(decimal_text(value, step if 0 < step < 1 else _last_digit(value)))


def group(text: str) -> str:
    """Thousands groups in a plain decimal; U+2212 before a negative one."""
    sign = MINUS if text.startswith("-") else ""
    whole, point, rest = text.removeprefix("-").partition(".")
    return f"{sign}{int(whole):,}{point}{rest}"


def pattern_for(wording: Mapping[str, str], lang: str) -> str:
    """The unit's pattern in a language; the bare number where it has none."""
    return wording.get(lang, "{n}")


def _digits(number: Number, lang: str) -> tuple[str, bool]:
    """The digits, and whether they need a word of approximation."""
    value, quantum = number.value, number.quantum
    inexact_count = number.counted and quantum == 1 and not number.approximate
    if quantum <= 1 and not inexact_count:
        return group(decimal_text(value, quantum or _last_digit(value))), number.approximate
    value = round_half_up(value, quantum)
    if number.approximate and value:
        return _about(value, lang), True
    usual = MAGNITUDES[lang]
    if lang == "zh-TW" and quantum <= 1000 and (abs(value) < 100_000 or quantum < 1000):
        usual = _BY_THOUSANDS
    if text := _worded(value, quantum, usual):
        return text, False
    if value and _last_place(value) == quantum:
        return _about(value, lang), True
    if text := _by_any_word(value, quantum, lang):
        return text, number.approximate
    return _about(value, lang), True


def _by_any_word(value: Fraction, quantum: Fraction, lang: str) -> str:
    """By a word that is not the first choice, or larger than the value: 0.50 million."""
    every = sorted((*MAGNITUDES[lang], *FINER[lang]), reverse=True)
    if text := _worded(value, quantum, every):
        return text
    for power, word in reversed(every):
        scale = Fraction(10) ** power
        if quantum <= scale:
            return group(decimal_text(value / scale, quantum / scale)) + word
    return ""


def _worded(value: Fraction, quantum: Fraction, words: Iterable[tuple[int, str]]) -> str:
    """The value by the largest word that is not above it and keeps its last digit; else empty."""
    for power, word in words:
        scale = Fraction(10) ** power
        if quantum <= scale <= abs(value):
            return group(decimal_text(value / scale, quantum / scale)) + word
    return ""


def _about(value: Fraction, lang: str) -> str:
    """A whole number after a word of approximation: its last digit that is not zero counts."""
    for power, word in MAGNITUDES[lang]:
        scale = Fraction(10) ** power
        # About 1,200 reads better than about 1.2k, and 約 12,300 better than 約 1.23 萬.
        reads_well = power > 3 and (lang == "en" or _last_place(value) >= 1000)
        if abs(value) >= scale and reads_well:
            return group(decimal_text(value / scale, _last_digit(value / scale))) + word
    return group(decimal_text(value, Fraction(1)))


def _last_digit(value: Fraction) -> Fraction:
    """The unit of the last decimal place of a decimal that terminates; of a whole number, one."""
    place = Fraction(1)
    while value % place:
        place /= 10
    return place


def _last_place(value: Fraction) -> Fraction:
    """The unit of the last digit of a whole number that is not zero; of zero, one."""
    place = Fraction(1)
    while value and value % (place * 10) == 0:
        place *= 10
    return place


def _shared_word(low: Fraction, high: Fraction, lang: str) -> tuple[int, str]:
    """A word of magnitude that serves both ends of a range, if both read well with it."""
    ends = [abs(end) for end in (low, high) if end]
    named = lang == "zh-TW" and min(ends, default=Fraction(0)) < 100_000
    for power, word in _BY_THOUSANDS if named else MAGNITUDES[lang]:
        scale = Fraction(10) ** power
        if all(end >= scale and end % (scale / 100) == 0 for end in ends):
            return power, word
    return 0, ""
