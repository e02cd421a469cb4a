"""The fact: a figure with its bounds, conditions, origin and wording."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tieout.conditions import Localized
from tieout.errors import fail
from tieout.interval import Interval
from tieout.printed import Printed, PrintedError, read_printed
from tieout.rounding import (
    exact_decimal,
    printable,
    round_half_up,
    significant,
    supported_quantum,
)
from tieout.shown_text import take_footnotes
from tieout.sources import LANGUAGES, Figure, Place
from tieout.units import DATE, IDENTIFIER, Unit
from tieout.wording import (
    ABOUT,
    Number,
    pattern_for,
    word_date,
    word_number,
    word_range,
)

#: From the weakest to the strongest; a derived fact is as strong as its weakest input. What the
#: article sets itself has nothing to be checked against, so it weakens no result.
STANDINGS = ("lost", "second-hand", "transcribed", "captured", "set")

#: Digits shown of an exact share that does not end: 44.53%, though more would be true.
EXACT_DIGITS, EXACT_LENGTH = 4, 8


@dataclass(frozen=True, slots=True)
class Fact:
    """One entry of the ledger. `interval` is in the fact's unit; None for days, names, lost cells.

    `text` is the wording per language: the only text a page may show for this fact.
    """

    id: str
    origin: str  # printed, claimed, derived, assumed
    unit: Unit
    kind: str
    label: Localized
    standing: str
    place: Place
    printed: str = ""
    interval: Interval | None = None
    day: datetime.date | None = None
    approximate: bool = False
    is_range: bool = False
    conditions: dict[str, Localized] = field(default_factory=dict)
    source: str | None = None
    locator: Localized = field(default_factory=dict)
    via: str | None = None
    formula: str | None = None
    inputs: dict[str, str] = field(default_factory=dict)
    differs: dict[str, Localized] = field(default_factory=dict)
    inference: bool = False
    note: Localized = field(default_factory=dict)
    replaced: str = ""
    text: Localized = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The fact as ledger.json holds it; numbers as decimal text, never as binary floats."""
        numbers = self.interval
        value = decimal(numbers.value) if numbers and not self.is_range else None
        if self.day is not None:
            value = self.day.isoformat()
        elif self.unit.id == IDENTIFIER:
            value = self.printed
        return {
            "id": self.id,
            "origin": self.origin,
            "printed": self.printed,
            "value": value,
            "low": decimal(numbers.low) if numbers else None,
            "high": decimal(numbers.high) if numbers else None,
            "unit": self.unit.id,
            "unit_name": self.unit.name,
            "kind": self.kind,
            "approximate": self.approximate,
            "label": self.label,
            "text": self.text,
            "conditions": self.conditions,
            "source": self.source,
            "locator": self.locator,
            "place": str(self.place),
            "standing": self.standing,
            "via": self.via,
            "formula": self.formula,
            "inputs": self.inputs,
            "differs": self.differs,
            "inference": self.inference,
            "note": self.note,
            **({"replaced": self.replaced} if self.replaced else {}),
        }


def decimal(value: Fraction) -> str:
    """A number as decimal text: exact where it ends, else with 15 significant digits."""
    return exact_decimal(value) or significant(value)


def from_figure(figure: Figure, via: str | None, claimed: bool) -> Fact:
    """A printed figure as a fact. Raises TieoutError when its wording does not read back."""
    reading = figure.reading
    interval = None
    if reading is not None:
        middle = reading.value if reading.value is not None else (reading.low + reading.high) / 2
        interval = Interval(middle, reading.low, reading.high)
    return Fact(
        id=figure.id,
        origin="claimed" if claimed else "printed",
        unit=figure.unit,
        kind=figure.kind,
        label=figure.label,
        standing=figure.standing,
        place=figure.place,
        printed=figure.printed,
        interval=interval,
        day=figure.day,
        approximate=bool(reading and reading.approximate),
        is_range=bool(reading and reading.is_range),
        conditions=figure.conditions,
        source=figure.source,
        locator=figure.locator,
        via=via,
        note=figure.note,
        replaced=figure.replaced,
        text={lang: _word_figure(figure, lang) for lang in LANGUAGES},
    )


def _word_figure(figure: Figure, lang: str) -> str:
    if figure.lost:
        return ""
    if figure.unit.id == DATE and figure.day is not None:
        return word_date(figure.day, lang)
    if figure.reading is None:
        return figure.printed
    try:
        return word_faithfully(
            figure.reading, figure.unit, figure.kind, lang, figure.wording.get(lang)
        )
    except PrintedError as error:
        mend = f"write 'wording: {{{lang}: …}}' with the same number and the same digits"
        raise fail(figure.place.file, figure.place.line, f"{figure.id}: {error}", mend) from None


def word_faithfully(
    reading: Printed, unit: Unit, kind: str, lang: str, own: str | None = None
) -> str:
    """A printed number in a language's own form, or in an editor's `own` words.

    Raises PrintedError unless it reads back as the same number with the same bounds.
    """
    text = own or word_reading(reading, unit, kind, lang)
    try:
        again = read_printed(text, "count" if kind == "count" else "measure", lang)
    except PrintedError as error:
        why = str(error)
    else:
        if (again.value, again.low, again.high) != (reading.value, reading.low, reading.high):
            why = f"it reads as {decimal(again.low)} to {decimal(again.high)}"
        elif again.unit not in ("", unit.id, reading.unit, *unit.printed):
            why = f"it reads in '{again.unit}', not in '{unit.id}'"
        else:
            return text
    raise PrintedError(f"the {lang} wording '{text}' is not '{reading.text}' ({why})")


def word_reading(reading: Printed, unit: Unit, kind: str, lang: str) -> str:
    """A printed number in a language's own form, with the unit's sign where it has one.

    Shares of counts, fraction words and tolerances have no other form and stay as printed.
    """
    pattern, scale = pattern_for(unit.wording, lang), unit.scale
    printed = take_footnotes(re.split(r"[(=]", reading.text)[0].strip())[0]
    if reading.is_range:
        if exact_decimal(reading.low) is None or exact_decimal(reading.high) is None:
            return printed
        text = word_range(reading.low * scale, reading.high * scale, Fraction(0), pattern, lang)
        return (ABOUT[lang] if reading.approximate else "") + text
    value, quantum = reading.value, reading.quantum
    if value is None or (not quantum and not (kind == "count" and value.denominator == 1)):
        return printed
    if quantum and reading.high - reading.low != quantum:
        return printed if reading.unit else pattern.replace("{n}", printed)
    counted = kind == "count" and scale == 1
    number = Number(value * scale, quantum * scale, reading.approximate, counted)
    return word_number(number, pattern, lang)


def word_derived(
    interval: Interval, unit: Unit, approximate: bool, show: str, lang: str, *, signed: bool = False
) -> str:
    """A computed figure with the digits that its bounds support; empty when there are none.

    `show` is ``value``, ``range`` (both ends, rounded outwards, so that it holds the bounds), or
    ``either``: the value if any digit of it is supported, the range if none is. `signed` sets a
    plus sign before what lies above zero.
    """
    pattern, scale = pattern_for(unit.wording, lang), unit.scale
    value, low, high = (part * scale for part in (interval.value, interval.low, interval.high))
    quantum = supported_quantum(value, low, high)
    if quantum is None:
        exact = Number(_shortened(value), Fraction(0), approximate, signed=signed)
        return word_number(exact, pattern, lang)
    if show == "value" or (show == "either" and printable(value, low, high)):
        if not printable(value, low, high):
            return ""
        # A zero that only fills a place is no digit: 530, known to ten, is about 530.
        about = approximate or 1 < quantum < 1000
        rounded = Number(round_half_up(value, quantum), quantum, about, signed=signed)
        return word_number(rounded, pattern, lang)
    step = quantum if quantum == high - low else quantum / 10  # the width's leading digit
    return word_range(
        low // step * step, -(-high // step) * step, step, pattern, lang, signed=signed
    )


def _shortened(value: Fraction) -> Fraction:
    """An exact number as it is shown: all digits of a whole or short one, four of another."""
    text = exact_decimal(value)
    if value.denominator == 1 or (text is not None and len(text) <= EXACT_LENGTH):
        return value
    return Fraction(significant(value, EXACT_DIGITS))
