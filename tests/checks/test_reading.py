"""The second reader against the case files of printed numbers, and against nonsense."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.checks.conftest import case_rows

from tieout.checks.reading import UnreadError, read, read_day

ROWS = [
    row
    for row in case_rows("printed-numbers.csv", "printed-numbers-more.csv")
    if row["expect"] != "error" and any(letter.isdecimal() for letter in row["text"])
]


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_every_number_in_digits_is_read(row: dict[str, str]) -> None:
    """Written apart from the first reader, it must come to the same value, bounds, unit, mark."""
    reading = read(row["text"], row["kind"])
    value = Fraction(row["value"]) if row["value"] else None
    assert (reading.value, reading.low, reading.high) == (
        value,
        Fraction(row["low"]),
        Fraction(row["high"]),
    )
    assert (reading.unit, reading.about) == (row["unit"], row["approx"] == "true")


@pytest.mark.parametrize("text", ["", "—", "N/A", "GB300", "00042", "1,2345", "2–1.5×", "two"])
def test_what_is_no_number_is_refused(text: str) -> None:
    """A cell that cannot be read must not pass as some number."""
    with pytest.raises(UnreadError):
        read(text)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="0123456789.,~±–-+ k萬億%×()[]約到", max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text may end in another error, and bounds always hold the value."""
    try:
        reading = read(text)
    except UnreadError:
        return
    assert reading.low <= (reading.low if reading.value is None else reading.value) <= reading.high


@pytest.mark.parametrize("text", ["2026-10-16", "16 October 2026", "2026 年 10 月 16 日"])
def test_a_day_is_read_in_every_form(text: str) -> None:
    """The wording of a day is read back in both languages."""
    assert read_day(text) == date(2026, 10, 16)


@pytest.mark.parametrize("text", ["2026-13-01", "31 June 2026", "October 2026", "2026/10/16"])
def test_what_is_no_day_is_refused(text: str) -> None:
    """A day that the calendar does not have is a slip."""
    with pytest.raises(UnreadError):
        read_day(text)
