"""One figure of a source: its printed text read, its unit and its conditions checked."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from tieout.conditions import Localized, Vocabulary
from tieout.errors import Problem
from tieout.printed import MissingMarkError, Printed, PrintedError, read_date, read_printed
from tieout.sources import LANGUAGES, SPEED, Figure, Place, in_languages
from tieout.unit_names import SCALES
from tieout.units import DATE, IDENTIFIER, Unit, UnitError, Units
from tieout.yamlio import Document, Key


class FigureReader:
    """Reads the figures of one source; what is wrong with them is added to `problems`."""

    def __init__(self, source: str, document: Document, words: Vocabulary, units: Units) -> None:
        self.source, self.document = source, document
        self.words, self.units = words, units
        self.problems: list[Problem] = []

    def read(self, fact: str, entry: Mapping[str, Any], place: Place, key: Key) -> Figure | None:
        """The figure `fact` of an entry that stands at `key` of source.yaml; None if unreadable."""
        before = len(self.problems)
        try:
            unit = self.units[entry["unit"]]
        except UnitError as error:
            mend = "use a known unit, or define it under 'units:'"
            self._wrong((*key, "unit"), str(error), mend)
            return None
        printed, kind = str(entry["printed"]), entry.get("kind", "measure")
        reading, day = self._reading(fact, printed, kind, unit, place)
        conditions = self._conditions(fact, entry, unit, key)
        if len(self.problems) > before:
            return None
        standing = entry.get("standing", self.document.data["standing"])
        return Figure(
            id=fact,
            source=self.source,
            printed=printed,
            unit=unit,
            kind=kind,
            label=dict(entry["label"]),
            conditions=conditions,
            locator=in_languages(entry.get("locator", "")),
            place=place,
            standing=standing if printed else "lost",
            reading=reading,
            day=day,
            wording=dict(entry.get("wording", {})),
            note=dict(entry.get("note", {})),
            replaced=str(entry.get("replaced", "")),
        )

    def _wrong(self, key: Key, what: str, mend: str) -> None:
        self.problems.append(self.document.problem(key, what, mend))

    def _reading(
        self, fact: str, printed: str, kind: str, unit: Unit, place: Place
    ) -> tuple[Printed | None, datetime.date | None]:
        if not printed or unit.id == IDENTIFIER:
            return None, None
        try:
            if unit.id == DATE:
                return None, read_date(printed)
            reading = read_printed(printed, "count" if kind == "count" else "measure")
        except MissingMarkError as error:
            self._cell(place, fact, str(error), "leave the cell empty when it was not captured")
            return None, None
        except PrintedError as error:
            day = "write the day as 2026-10-16"
            mend = day if unit.id == DATE else "write the number as the source prints it"
            self._cell(place, fact, str(error), mend)
            return None, None
        for what, mend in unit_problems(reading, kind, unit):
            self._cell(place, fact, what, mend)
        return reading, None

    def _cell(self, place: Place, fact: str, what: str, mend: str) -> None:
        where = f"{fact}: " if place.column is None else f"column {place.column} ({fact}): "
        self.problems.append(Problem(place.file, place.line, where + what, mend))

    def _conditions(
        self, fact: str, entry: Mapping[str, Any], unit: Unit, key: Key
    ) -> dict[str, Localized]:
        """The source's conditions and the figure's own; a speed must have every one of them."""
        speed = bool(SPEED.fullmatch(unit.id))
        given: Mapping[str, Any] = entry.get("conditions", {})
        if speed or "conditions" in entry:
            given = {**self.document.data.get("conditions", {}), **given}
        absent = [name for name in self.words.keys if name not in given] if speed else []
        if absent:
            what = f"{fact}: a speed, but {', '.join(absent)} absent from its conditions"
            self._wrong(key, what, "state each, or write 'not stated' or 'not applicable'")
        return {
            name: self.words.localized(given[name], LANGUAGES)
            for name in self.words.keys
            if name in given
        }


def unit_problems(reading: Printed, kind: str, unit: Unit) -> list[tuple[str, str]]:
    """What and mend where a printed number and the unit said of it do not fit."""
    found = reading.unit
    if found and found != unit.id and found not in unit.printed:
        what = f"'{reading.text}' is printed in '{found}', the unit said is '{unit.id}'"
        return [(what, f"correct one, or add '{found}' to the spellings of the unit")]
    # A bare 45 in a column of percentages would be read as 4,500 %; a share of counts (3/4) is not.
    share = not reading.quantum and not (kind == "count" and _whole(reading))
    if unit.scale != 1 and found not in SCALES and not (share and reading.value is not None):
        what = f"'{reading.text}' does not say that it is in '{unit.id}'"
        return [(what, f"write '{reading.text}{unit.id}', as a reader of the source sees it")]
    return []


def _whole(reading: Printed) -> bool:
    return reading.value is not None and reading.value.denominator == 1
