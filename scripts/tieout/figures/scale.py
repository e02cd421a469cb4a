"""From a figure's value to a place on the paper."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tieout.figures.config import Entry
from tieout.figures.facts import Mark

MEND = "derive one in the unit of the other, or say at 'unlike:' why they may be compared"


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear or logarithmic scale: `low` lies at pixel `start`, `high` at pixel `end`."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def __call__(self, value: float) -> float:
        """The pixel of a value."""
        low, high = self._shape(self.low), self._shape(self.high)
        return self.start + (self.end - self.start) * (self._shape(value) - low) / (high - low)

    def _shape(self, value: float) -> float:
        return math.log(value) if self.log else value


def fit(
    entry: Entry, marks: Iterable[Mark], start: float, end: float, origin: float | None = None
) -> Scale:
    """A scale on which all marks and their bounds lie, and `origin` if there is one.

    `scale: log` in the entry asks for a logarithmic one; a text at `unlike` declares why figures in
    different units may share a scale, and is printed below the picture. Raises FigureError when
    every mark is lost, when units differ, and when a logarithmic scale meets zero or less.
    """
    kept = [mark for mark in marks if not mark.lost]
    if not kept:
        mend = "give it at least one fact with a value, or take the figure out"
        raise entry.fail("every fact in it is lost, nothing can be drawn", mend)
    first = kept[0]
    for mark in kept:
        if mark.unit != first.unit and not entry.has("unlike"):
            what = f"'{first.id}' is in {first.unit or 'no unit'}, '{mark.id}' in {mark.unit}"
            raise entry.fail(f"{what}, on one scale", MEND)
    values = [mark.low for mark in kept] + [mark.high for mark in kept]
    values += [] if origin is None else [origin]
    low, high = min(values), max(values)
    log = entry.data.get("scale") == "log"
    if log and low <= 0:
        raise entry.fail("a logarithmic scale cannot show zero or less", "take 'scale: log' out")
    if low == high:
        low, high = low - abs(low or 1) / 2, high + abs(high or 1) / 2
    return Scale(low, high, start, end, log)


def check_whole(entry: Entry, parts: Sequence[Mark], total: Mark, log: bool) -> None:
    """Raise FigureError unless the parts, within their bounds, make the total.

    On a logarithmic scale parts are factors and multiply, on a linear one they add up.
    """
    if total.lost or any(part.lost for part in parts):
        return
    join = math.prod if log else sum
    low, high = join(part.low for part in parts), join(part.high for part in parts)
    if high < total.low or low > total.high:
        what = f"the parts make {low:.4g} to {high:.4g}, not the total '{total.id}'"
        raise entry.fail(what, "list the parts of that total, or the total of those parts", "parts")


def baseline(entry: Entry) -> float | None:
    """The place of the reference line (`baseline: {at: …, label: …}`), or None without one."""
    return place_of(entry.at("baseline"), "at") if entry.has("baseline") else None


def place_of(entry: Entry, key: str) -> float:
    """A place on a scale that the configuration names; it is drawn, never written."""
    given = str(entry.need(key))
    try:
        return float(Fraction(given))
    except (ValueError, ZeroDivisionError):
        raise entry.fail(f"'{key}' is '{given}'", "write a plain number", key) from None
