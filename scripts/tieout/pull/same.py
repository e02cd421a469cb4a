"""Whether a document still prints what is kept, by value and digits, and what to keep otherwise."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from fractions import Fraction

from tieout.figure_reader import unit_problems
from tieout.printed import (
    Kind,
    MissingMarkError,
    Printed,
    PrintedError,
    read_date,
    read_printed,
)
from tieout.rounding import exact_decimal
from tieout.units import DATE, IDENTIFIER, Unit

#: What is longer is no figure, whatever a cell holds.
LONGEST = 300
#: Days as English pages and APIs print them, besides 2026-10-16.
_DAY_FORMS = ("%B %d, %Y", "%d %B %Y", "%b %d, %Y", "%d %b %Y")
_TIME_STAMP = re.compile(r"(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}")
#: What follows a number in the same cell: a remark in brackets, the result of a division.
_REMARK = re.compile(r"\s*[(（=＝].*$", re.DOTALL)
_NOTES = re.compile(r"(?:\s*(?:\[\^[^\[\]]{1,20}\]|[¹²³⁰⁴-⁹]+|[*†‡]))+$")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Sameness:
    """`same`, or the text to keep instead; or why the text found is no such figure (`problem`).

    `empty` is true when the document has the cell, but no number in it.
    """

    same: bool
    text: str = ""
    problem: str = ""
    empty: bool = False


def compare(kept: str, found: str, unit: Unit, kind: str, divide: str | None = None) -> Sameness:
    """Compare the text kept (empty: not captured) with the text found in the document.

    Numbers are the same when value, bounds and marks are: 12,805 is 12805, 2.50 is not 2.5.
    `divide` says how many times the figure the document's number is (a file that states bytes where
    the figure counts terabytes).
    """
    if len(found) > LONGEST:
        return Sameness(same=False, problem=f"a text of {len(found)} characters stands there")
    if unit.id == IDENTIFIER:
        return _names(kept, found)
    if unit.id == DATE:
        return _days(kept, found)
    text = tidy(found)
    how: Kind = "count" if kind == "count" else "measure"
    try:
        if divide is not None:
            text = _divided(text, kept, Fraction(divide))
        reading = read_printed(text, how)
    except MissingMarkError:
        return Sameness(same=not kept, empty=True)
    except PrintedError as error:
        return Sameness(same=False, problem=str(error))
    faults = unit_problems(reading, kind, unit)
    if faults:
        return Sameness(same=False, problem=faults[0][0])
    same = bool(kept) and _meaning(reading) == _meaning(read_printed(kept, how))
    return Sameness(same, text)


def tidy(text: str) -> str:
    """A cell's number as it is to be kept: without remarks in brackets and footnote marks."""
    return _NOTES.sub("", _REMARK.sub("", text.strip()) or text.strip()).strip()


def _names(kept: str, found: str) -> Sameness:
    text = found.strip()
    if not text:
        return Sameness(same=not kept, empty=True)
    return Sameness(kept.casefold() == text.casefold(), text)


def _days(kept: str, found: str) -> Sameness:
    text = found.strip()
    if not text:
        return Sameness(same=not kept, empty=True)
    day = day_of(text)
    if day is None:
        return Sameness(same=False, problem=f"'{text[:60]}' is no day")
    return Sameness(kept == day.isoformat(), day.isoformat())


def day_of(text: str) -> datetime.date | None:
    """The calendar day that a page or an API prints; a time stamp counts where it is printed."""
    stamp = _TIME_STAMP.match(text)
    try:
        return read_date(stamp[1] if stamp else text)
    except PrintedError:
        pass
    for form in _DAY_FORMS:
        try:
            return datetime.datetime.strptime(text, form).date()
        except ValueError:
            continue
    return None


def _divided(text: str, kept: str, by: Fraction) -> str:
    """The document's number over `by`, in the words of the kept text."""
    value = read_printed(text, "count").value
    number = exact_decimal(value / by) if value is not None else None
    if number is None:
        raise PrintedError(f"'{text}' over {by} is no decimal number")
    before = _NUMBER.search(kept)
    if before is None:
        return number
    return kept[: before.start()] + number + kept[before.end() :]


def _meaning(reading: Printed) -> tuple[object, ...]:
    return reading.value, reading.low, reading.high, reading.approximate
