"""The ledger says what the sources print and what the formulas give, no more and no less.

Sources and article.yaml are read again by a second reader, every formula is evaluated by a second
evaluator, and each field of each fact is compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from tieout.checks.computed_facts import Anew, Computed
from tieout.checks.evaluating import Evaluator, FormulaError, agrees, to_decimal
from tieout.checks.finding import Finding, Record, new_record, quoted
from tieout.checks.finished import Finished
from tieout.checks.parted import held_in, printed_under
from tieout.checks.reading import UnreadError, read_day
from tieout.checks.source_figures import (
    Figure,
    correction_faults,
    in_languages,
    source_figures,
)
from tieout.checks.stand_ins import stand_in_faults
from tieout.checks.weighing import claim_findings
from tieout.checks.written import Sheet, Tree, Written, well_formed, written_for

BLIND_SPOTS = (
    "whether a source prints what its folder here says that it prints",
    "printed numbers in words, which the second reader does not know",
    "extremes inside the bounds of a formula with too many inexact figures to try them all",
)
#: What is counted, and what is let pass.
COUNTED = ("printed", "computed", "assumed", "other entries")
EXEMPTED = ("a number printed in words",)
REBUILD = "build the ledger again, or undo the change"
VERSION_DAY = "version-day"
#: How near a search comes to an extreme between the corners, as a share of the bounds' width.
_NEAR = Decimal("1e-9")
_ARTICLE = ("version", "date", "languages", "title", "description")
_SOURCE = (
    *("title", "label", "publisher", "author", "kind", "official", "published", "read"),
    *("retrieved", "url", "original", "file", "also", "api", "standing", "via", "missing", "note"),
)


def check(finished: Finished) -> Record:
    """Compare the whole ledger of an article with what editors wrote."""
    record = new_record("ledger_equals_source", BLIND_SPOTS, COUNTED, EXEMPTED)
    written = written_for(finished, record)
    if written is not None:
        with well_formed(finished, record):
            _Comparer(finished, written, record).run()
    return record


class _Comparer:
    def __init__(self, finished: Finished, written: Written, record: Record) -> None:
        self.ledger, self.article = finished.ledger, finished.article
        self.written, self.record = written, record
        self.facts: dict[str, Any] = finished.ledger["facts"]
        self.figures = source_figures(written)
        self.anew = Anew(written, self.figures)

    def run(self) -> None:
        """Everything in the ledger, part by part."""
        self._frame()
        self._version_day()
        for fault in correction_faults(self.written):
            self._add(*fault)
        for fault in stand_in_faults(self.written, self.figures):
            self._add(*fault)
        for figure in self.figures.values():
            self._printed(figure)
        evaluator = self.anew.evaluator()
        for name, fact in self.anew.facts.items():
            self._computed(name, fact, evaluator)
        known = {VERSION_DAY, *self.figures, *self.anew.facts}
        for name in self.facts:
            if name not in known:
                what = f"the ledger has a fact '{name}' that no source prints and no formula gives"
                self._add(self.written.article.path, 1, what, REBUILD)
        for path, line, what in claim_findings(self.anew, self.ledger):
            self._add(path, line, what, REBUILD)

    def _add(self, path: Path, line: int, what: str, mend: str) -> None:
        self.record.findings.append(Finding(str(path), line, quoted(what), mend))

    def _same(self, tree: Tree, key: tuple[str, ...], said: Any, meant: Any) -> None:
        """Compare one part of the ledger's frame; `key` is its place in the file."""
        self.record.counts["other entries"] += 1
        if said != meant:
            what = f"the ledger differs from this file in '{'.'.join(key)}'"
            self._add(tree.path, tree.line(*key), what, REBUILD)

    def _frame(self) -> None:
        """What stands in the ledger beside the facts."""
        article, said = self.written.article, self.ledger["article"]
        self._same(article, ("id",), said.get("id"), self.article)
        for key in _ARTICLE:
            self._same(article, (key,), said.get(key), article.data.get(key))
        self._same(article, ("glossary",), said["glossary"], article.data.get("glossary") or [])
        for key in ("tables", "figures", "comparisons"):
            meant = article.data.get(key)
            self._same(article, (key,), self.ledger.get(key) or None, meant or None)
        words, vocabulary = self.written.conditions, self.written.vocabulary
        self._same(words, ("keys",), self.ledger["conditions"], words.data.get("keys"))
        self._same(words, ("questions",), self.ledger["questions"], words.data.get("questions"))
        self._same(vocabulary, (), self.ledger["vocabulary"], vocabulary.data)
        self._same(self.written.units, ("units",), self.ledger["factors"], self._factors())
        named = list(self.written.sources)
        self._same(article, ("sources",), list(self.ledger["sources"]), named)
        for name, tree in self.written.sources.items():
            entry = self.ledger["sources"].get(name) or {}
            for key in _SOURCE:
                self._same(tree, (key,), entry.get(key), tree.data.get(key))
            self._columns(name, tree)
            tables = self._tables(name, tree)
            self._same(tree, ("tables",), entry.get("tables"), tables)

    def _factors(self) -> dict[str, str]:
        """What one of a unit is in base units, for each unit of a fact where that is not 1."""
        used = dict.fromkeys(str(fact["unit"]) for fact in self.facts.values())
        known = self.written.unit_entries
        found = {unit: self.written.factor(unit) for unit in used if unit in known}
        return {unit: str(factor) for unit, factor in found.items() if factor != 1}

    def _columns(self, source: str, tree: Tree) -> None:
        """A table's file and its description name the same columns."""
        for name, table in (tree.data.get("tables") or {}).items():
            sheet, columns = self.written.sheets[source, name], table["columns"]
            described = list(dict.fromkeys(held_in(spec, c) for c, spec in columns.items()))
            if sorted(sheet.columns) != sorted(["id", *described]):
                what = f"the columns are {', '.join(sheet.columns)}, source.yaml has {described}"
                self._add(sheet.path, 1, what, "name the same columns in both")

    def _tables(self, source: str, tree: Tree) -> dict[str, Any]:
        return {
            name: {
                "label": table.get("label"),
                "locator": in_languages(table.get("locator")),
                "columns": {c: spec.get("label") for c, spec in table["columns"].items()},
                "row_labels": {
                    row: spec["label"]
                    for row, spec in (table.get("rows") or {}).items()
                    if "label" in spec
                },
                "cells": _cells(self.written.sheets[source, name], table["columns"]),
            }
            for name, table in (tree.data.get("tables") or {}).items()
        }

    def _version_day(self) -> None:
        day, tree = str(self.written.article.data.get("date")), self.written.article
        fact = self.facts.get(VERSION_DAY) or {}
        for key in ("printed", "value"):
            self._same(tree, ("date",), fact.get(key), day)
        self._same(tree, ("date",), fact.get("standing"), "set")
        try:
            read_day(day)
        except UnreadError as error:
            self._add(tree.path, tree.line("date"), str(error), "write the day as 2026-10-16")

    def _printed(self, figure: Figure) -> None:
        """One figure of a source against its fact."""
        if figure.fault:
            if not any(character.isdecimal() for character in figure.printed):
                self.record.exemptions[EXEMPTED[0]] += 1
                return
            mend = "print the number alone, with its unit"
            self._add(figure.file, figure.line, f"{figure.id}: {figure.fault}", mend)
            return
        fact = self.facts.get(figure.id)
        if fact is None:
            what = f"the figure {figure.id} ('{figure.printed}') is not in the ledger"
            self._add(figure.file, figure.line, what, REBUILD)
            return
        self.record.counts["printed"] += 1
        self._fields(figure.id, fact, figure.fields, (figure.file, figure.line))
        reading = figure.reading
        meant: Mapping[str, Fraction | str | None] = {
            "value": reading.value if reading else figure.printed or None,
            "low": reading.low if reading else None,
            "high": reading.high if reading else None,
        }
        for key, number in meant.items():
            said = fact[key]
            exact = isinstance(number, Fraction)
            same = agrees(said, to_decimal(number)) if exact else said == number  # type: ignore[arg-type]
            if not same:
                what = (
                    f"{figure.id}: the ledger's {key} is {said}, but '{figure.printed}' stands here"
                )
                self._add(figure.file, figure.line, what, REBUILD)

    def _fields(
        self, name: str, fact: Mapping[str, Any], meant: Mapping[str, Any], at: tuple[Path, int]
    ) -> None:
        for key, value in meant.items():
            said = fact.get(key)
            same = str(said).endswith(value) if key == "place" else said == value
            if not same:
                what = f"{name}: the ledger's {key} is {_short(said)}, not {_short(value)}"
                self._add(*at, what, REBUILD)

    def _computed(self, name: str, computed: Computed, evaluator: Evaluator) -> None:
        """A fact with a formula, or an assumption, against its fact in the ledger."""
        at = (computed.file, computed.line)
        fact = self.facts.get(name)
        if fact is None:
            self._add(*at, f"'{name}' is not in the ledger", REBUILD)
            return
        self._fields(name, fact, computed.fields, at)
        if computed.fields["formula"] is None:
            self.record.counts["assumed"] += 1
            reading = self.anew.readings[name]
            ends = {"value": reading.value or Fraction(0), "low": reading.low, "high": reading.high}
            for key, number in ends.items():
                if not agrees(fact[key], to_decimal(number)):
                    what = f"{name}: the ledger's {key} is {fact[key]}, not {number}"
                    self._add(*at, what, REBUILD)
            return
        self.record.counts["computed"] += 1
        try:
            factor = self.written.factor(str(computed.fields["unit"]))
            for what in computed_faults(name, fact, factor, evaluator):
                self._add(*at, f"{name}: {what}", REBUILD)
        except FormulaError as error:
            mend = "correct the formula or its inputs"
            self._add(*at, f"{name}: {error}", mend)


def _cells(sheet: Sheet, columns: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """The texts of a table by row and described column, as its file has them."""
    rows = (dict(zip(sheet.columns, cells, strict=True)) for _, cells in sheet.rows)
    return {
        row["id"]: {name: printed_under(row, name, spec)[0] for name, spec in columns.items()}
        for row in rows
    }


def computed_faults(
    name: str, fact: Mapping[str, Any], unit: Fraction, evaluator: Evaluator
) -> Iterable[str]:
    """What is wrong with value and bounds of a computed fact; `unit` is one of it in base units.

    Raises FormulaError.
    """
    factor = to_decimal(unit)
    found = evaluator.extremes(name)
    value = found.value / factor
    if not agrees(fact["value"], value):
        yield f"the ledger's value is {fact['value']}, but the formula gives {value:.15g}"
    ends = (("low", found.low, found.inside_low), ("high", found.high, found.inside_high))
    for key, corner, inside in ends:
        said = fact[key]
        if inside == corner and agrees(said, corner / factor):
            continue
        best = evaluator.climbed(name, upwards=key == "high") / factor
        near = abs(found.high - found.low) / factor * _NEAR
        if not agrees(said, best) and not abs(Decimal(said or "NaN") - best) <= near:
            yield f"the ledger's {key} is {said}, but the formula reaches {best:.15g}"


def _short(value: Any) -> str:
    text = str(value)
    return f"'{text}'" if len(text) <= 90 else f"'{text[:87]}…'"
