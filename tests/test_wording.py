"""What is worded reads back: same value, same bounds; never a digit more than is known."""

from __future__ import annotations

import csv
import datetime
from fractions import Fraction
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.mini_project import ROOT

from tieout.facts import word_derived, word_faithfully
from tieout.interval import Interval
from tieout.printed import Kind, Printed, PrintedError, read_printed
from tieout.rounding import printable
from tieout.sources import LANGUAGES
from tieout.units import Unit, load_units
from tieout.wording import group, word_date

UNITS = load_units(ROOT / "sources" / "units.yaml")
NUMBERS = [unit for unit in UNITS if unit.is_number]
with (Path(__file__).parent / "fixtures" / "wording.csv").open(encoding="utf-8") as stream:
    ROWS = list(csv.DictReader(stream))
SETTINGS = settings(max_examples=400, deadline=None)

#: A number as a source prints it, with one to nine digits, before a unit is said.
DIGITS = st.integers(0, 999_999_999).map(str)
PLACES = st.integers(0, 6)
MARKS = st.sampled_from(["", "~", "about ", "約"])
SCALES = st.sampled_from(["", "", "k", " million", " billion", " trillion", " 萬", " 億", " 兆"])
KINDS: st.SearchStrategy[Kind] = st.sampled_from(get_args(Kind))


@st.composite
def printed_texts(draw: st.DrawFn) -> str:
    """Marks, groups, decimals and multipliers in every combination that can be printed."""
    digits, places = draw(DIGITS), draw(PLACES)
    if places:
        digits = digits.zfill(places + 1)
        digits = f"{int(digits[:-places])}.{digits[-places:]}"
    text = group(digits) if draw(st.booleans()) else digits
    sign = draw(st.sampled_from(["", "", "-", "−"]))
    return draw(MARKS) + sign + text + draw(SCALES)


def _in_unit(text: str, unit: Unit) -> str:
    """A unit that scales its numbers must be printed with them."""
    return text + unit.wording["zh-TW"].removeprefix("{n}") if unit.scale != 1 else text


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_row(row: dict[str, str]) -> None:
    """Each language says a number in its own way."""
    kind: Kind = "count" if row["kind"] == "count" else "measure"
    reading = read_printed(row["printed"], kind)
    said = {lang: word_faithfully(reading, UNITS[row["unit"]], kind, lang) for lang in LANGUAGES}
    assert said == {lang: row[lang] for lang in LANGUAGES}


@SETTINGS
@given(printed_texts(), st.sampled_from(NUMBERS), KINDS)
def test_every_printed_number_reads_back(text: str, unit: Unit, kind: Kind) -> None:
    """For all units, languages and numbers of digits there is a faithful wording."""
    try:
        reading = read_printed(_in_unit(text, unit), kind)
    except PrintedError:
        assume(False)
    for lang in LANGUAGES:
        said = word_faithfully(reading, unit, kind, lang)  # raises unless it reads back
        assert read_printed(said, kind, lang).approximate or not reading.approximate


@SETTINGS
@given(printed_texts(), printed_texts(), st.sampled_from(NUMBERS))
def test_every_printed_range_reads_back(first: str, second: str, unit: Unit) -> None:
    """Both ends stay what was printed."""
    try:
        reading = read_printed(f"{first} to {_in_unit(second, unit)}")
    except PrintedError:
        assume(False)
    for lang in LANGUAGES:
        assert read_printed(
            word_faithfully(reading, unit, "measure", lang), "measure", lang
        ).is_range


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    """Computed figures of every size, with bounds from tight to hopeless."""
    power = draw(st.integers(-6, 12))
    middle = Fraction(draw(st.integers(-(10**9), 10**9)), draw(st.integers(1, 10**9)))
    value = middle * Fraction(10) ** power
    below, above = (
        abs(value) * draw(st.integers(0, 10**6)) / Fraction(10) ** draw(st.integers(2, 12))
        for _ in range(2)
    )
    return Interval(value, value - below, value + above)


def _known(reading: Printed) -> Fraction:
    """The unit of the last digit that a wording claims to know."""
    return reading.high - reading.low


@SETTINGS
@given(intervals(), st.sampled_from(NUMBERS), st.booleans())
def test_a_derived_value_claims_no_digit_that_its_bounds_do_not_support(
    interval: Interval, unit: Unit, approximate: bool
) -> None:
    """Read as a measure, what is worded leaves at least as much open as the bounds do."""
    assume(interval.width)
    for lang in LANGUAGES:
        text = word_derived(interval, unit, approximate, "value", lang)
        if not printable(*(part * unit.scale for part in _parts(interval))):
            assert text == ""
            continue
        again = read_printed(text, "measure", lang)
        assert _known(again) >= interval.width
        assert again.value is not None
        assert abs(again.value - interval.value) <= _known(again) / 2


@SETTINGS
@given(intervals(), st.sampled_from(NUMBERS))
def test_a_derived_range_holds_its_bounds(interval: Interval, unit: Unit) -> None:
    """Ends are rounded outwards, and by no more than the leading digit of the width."""
    assume(interval.width)
    for lang in LANGUAGES:
        again = read_printed(word_derived(interval, unit, False, "range", lang), "measure", lang)
        assert again.is_range
        assert again.low <= interval.low <= interval.high <= again.high
        assert again.high - again.low < 3 * interval.width


@SETTINGS
@given(intervals(), st.sampled_from(NUMBERS))
def test_either_always_says_something(interval: Interval, unit: Unit) -> None:
    """A distance with no supported digit is shown as a range."""
    for lang in LANGUAGES:
        assert word_derived(interval, unit, False, "either", lang)


def _parts(interval: Interval) -> tuple[Fraction, Fraction, Fraction]:
    return interval.value, interval.low, interval.high


EXACT = [
    (Fraction(5000), "5,000 tok/s"),
    (Fraction(10**9 + 1), "1,000,000,001 tok/s"),
    (Fraction("0.4375"), "0.4375 tok/s"),
    (Fraction("123.456789"), "123.5 tok/s"),
    (Fraction(1, 3), "0.3333 tok/s"),
    (Fraction(-2, 3), "−0.6667 tok/s"),
    (Fraction(0), "0 tok/s"),
]


@pytest.mark.parametrize(("value", "text"), EXACT)
def test_an_exact_result_is_short(value: Fraction, text: str) -> None:
    """Whole and short numbers in full, others with four digits, though more would be true."""
    for show in ("value", "range", "either"):
        assert word_derived(Interval.exact(value), UNITS["tok/s"], False, show, "en") == text


UNFAITHFUL: list[tuple[str, Kind, str, str]] = [
    ("12,805", "count", "12.8k", "12750 to 12850"),
    ("2.8-trillion", "count", "約 3 兆", "2500000000000 to"),
    ("44%", "measure", "45%", "0.445 to 0.455"),
    ("842", "measure", "842 ms", "reads in 'ms'"),
    ("842", "measure", "a lot", "found"),
]


@pytest.mark.parametrize(("printed", "kind", "own", "why"), UNFAITHFUL)
def test_an_editors_words_are_read_back(printed: str, kind: Kind, own: str, why: str) -> None:
    """A wording of one's own is the same number with the same bounds, or is refused."""
    reading = read_printed(printed, kind)
    unit = UNITS["%" if "%" in printed else "lines"]
    with pytest.raises(PrintedError, match=why):
        word_faithfully(reading, unit, kind, "zh-TW", own)


def test_days_are_said_in_each_language() -> None:
    """Without leading zeros."""
    day = datetime.date(2026, 3, 5)
    assert word_date(day, "en") == "5 March 2026"
    assert word_date(day, "zh-TW") == "2026 年 3 月 5 日"


@pytest.mark.parametrize(
    ("low", "value", "high", "en", "zh"),
    [
        ("0.045", "0.049", "0.054", "+5%", "+5%"),
        ("-0.145", "-0.14", "-0.135", "−14%", "−14%"),
        ("2.78", "2.81", "2.85", "about +280%", "約 +280%"),
        ("0.05", "0.06", "0.08", "+5 to +8%", "+5 到 +8%"),
        ("0", "0.003", "0.005", "0.0 to +0.5%", "0.0 到 +0.5%"),
        ("-0.4", "-0.1", "0.2", "−40 to +20%", "−40 到 +20%"),
        ("-0.04", "-0.03", "-0.02", "−4 to −2%", "−4 到 −2%"),
        ("-0.003", "0", "0.003", "±0.3%", "±0.3%"),
        ("0.25", "0.25", "0.25", "+25%", "+25%"),
        ("0", "0", "0", "0%", "0%"),
    ],
)
def test_a_distance_shows_its_sign_in_every_language(
    low: str, value: str, high: str, en: str, zh: str
) -> None:
    """5% alone does not say which of the two is higher."""
    interval = Interval(Fraction(value), Fraction(low), Fraction(high))
    for lang, expected in (("en", en), ("zh-TW", zh)):
        said = word_derived(interval, UNITS["%"], False, "either", lang, signed=True)
        assert said == expected
        read_printed(said, "measure", lang)
