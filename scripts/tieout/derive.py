"""Derived facts: the formulas of article.yaml, evaluated on bounds over their printed leaves.

Nested formulas are expanded before they are evaluated, so that a figure which enters by two ways
moves as one variable and the bounds stay tight.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tieout import formula as fm
from tieout.comparability import (
    condition_problems,
    declared_differences,
    kept_conditions,
    weakest,
)
from tieout.conditions import Vocabulary
from tieout.errors import Problem, TieoutError, nearest, shown
from tieout.facts import Fact, word_derived, word_faithfully
from tieout.figure_reader import unit_problems
from tieout.interval import Interval
from tieout.printed import PrintedError, read_printed
from tieout.sources import LANGUAGES, Place
from tieout.units import UnitError, Units
from tieout.yamlio import Document, Key


class Deriver:
    """Adds assumed and derived facts of an article to the printed ones, in order of dependence."""

    def __init__(
        self, document: Document, printed: Mapping[str, Fact], units: Units, words: Vocabulary
    ) -> None:
        self.document, self.units, self.words = document, units, words
        self.facts = dict(printed)
        self.leaves: dict[str, fm.Expr] = {}  # each fact as a formula over printed and assumed ones
        self.problems: list[Problem] = []
        self.entries: dict[str, Any] = document.data.get("derived", {})

    def run(self) -> dict[str, Fact]:
        """All facts by id. Raises TieoutError with every problem of the article's formulas."""
        for name, entry in self.document.data.get("assumptions", {}).items():
            self._assume(name, entry)
        done: dict[str, str] = {}
        for name in self.entries:
            self._visit(name, done)
        if self.problems:
            raise TieoutError(self.problems)
        return self.facts

    def _wrong(self, key: Key, what: str, mend: str) -> None:
        self.problems.append(self.document.problem(key, what, mend))

    def _place(self, *key: str) -> Place:
        return Place(shown(self.document.path), self.document.line(*key))

    def _assume(self, name: str, entry: Mapping[str, Any]) -> None:
        key, kind = ("assumptions", name), entry.get("kind", "count")
        try:
            unit = self.units[entry["unit"]]
            reading = read_printed(entry["printed"], kind)
            text = {lang: word_faithfully(reading, unit, kind, lang) for lang in LANGUAGES}
        except (UnitError, PrintedError) as error:
            self._wrong(key, str(error), "write a number in digits, and a known unit")
            return
        fitting = unit_problems(reading, kind, unit)
        if reading.value is None or not unit.is_number:
            fitting.append(("an assumption is one number", "write one value and its unit"))
        for what, mend in fitting:
            self._wrong((*key, "printed"), what, mend)
        if fitting or reading.value is None:
            return
        self.facts[name] = Fact(
            id=name,
            origin="assumed",
            unit=unit,
            kind=kind,
            label=dict(entry["label"]),
            standing="set",
            place=self._place(*key, "printed"),
            printed=entry["printed"],
            interval=Interval(reading.value, reading.low, reading.high),
            approximate=reading.approximate,
            inference=True,
            note=dict(entry["reason"]),
            text=text,
        )

    def _visit(self, name: str, done: dict[str, str]) -> None:
        """Depth first over the inputs; the stack is our own, so long chains cannot overflow."""
        stack: list[tuple[str, Iterator[str]]] = [(name, self._derived_inputs(name))]
        while stack:
            current, pending = stack[-1]
            done.setdefault(current, "open")
            if done[current] == "done":
                stack.pop()
                continue
            following = next(pending, None)
            if following is None:
                self._derive(current, self.entries[current])
                done[current] = "done"
                stack.pop()
            elif done.get(following) == "open":
                chain = [entry for entry, _ in stack]
                cycle = " -> ".join([*chain[chain.index(following) :], following])
                mend = "let one of them stand on printed figures only"
                self._wrong(("derived", following), f"a cycle of formulas: {cycle}", mend)
                done[following] = "done"
            elif following not in done:
                stack.append((following, self._derived_inputs(following)))

    def _derived_inputs(self, name: str) -> Iterator[str]:
        inputs = self.entries[name].get("inputs") or {}
        return iter([fact for fact in inputs.values() if fact in self.entries])

    def _derive(self, name: str, entry: Mapping[str, Any]) -> None:
        key: Key = ("derived", name)
        try:
            expr = fm.parse(entry["formula"])
            inputs = self._inputs(key, fm.names(expr), entry.get("inputs") or {})
            if inputs is None:
                return
            units = {alias: self.facts[fact].unit.id for alias, fact in inputs.items()}
            self.units.check(expr, units, entry["unit"])
            whole = fm.substitute(expr, {a: self._leaf(fact) for a, fact in inputs.items()})
            interval = self.evaluate(whole, entry["unit"])
        except UnitError as error:
            self._wrong((*key, "formula"), f"{name}: {error}", "correct the formula or the unit")
            return
        except fm.FormulaError as error:
            self._wrong((*key, "formula"), f"{name}: {error}", "correct the formula or its inputs")
            return
        self.leaves[name] = whole
        self._keep(name, entry, inputs, interval)

    def _inputs(
        self, key: Key, names: tuple[str, ...], given: Mapping[str, str]
    ) -> dict[str, str] | None:
        before = len(self.problems)
        for alias in names:
            if alias not in given:
                mend = nearest(alias, given) or f"add '{alias}: fact-id' under inputs"
                self._wrong((*key, "formula"), f"unknown name '{alias}' in the formula", mend)
        for alias, fact in given.items():
            where = (*key, "inputs", alias)
            if alias not in names:
                self._wrong(where, f"the formula does not use '{alias}'", "remove the input")
            elif fact not in self.facts:
                if fact not in self.entries:
                    self._wrong(where, f"unknown fact '{fact}'", self._hint(fact))
                else:
                    return None  # its own problem has been said already
            elif self.facts[fact].interval is None:
                what = f"'{fact}' has no value"
                lost = self.facts[fact].standing == "lost"
                why = "its cell was not captured" if lost else "not a number"
                self._wrong(where, f"{what} ({why})", "use a figure that has one")
        return dict(given) if len(self.problems) == before else None

    def _hint(self, fact: str) -> str:
        source, near = fact.split("/", 1)[0], nearest(fact, [*self.facts, *self.entries])
        if "/" in fact and source not in self.document.data["sources"]:
            return f"add '{source}' to the article's sources, or correct the id; {near}".rstrip(
                "; "
            )
        return near or "see the ids in build/<article>/ledger.json"

    def _leaf(self, fact: str) -> fm.Expr:
        return self.leaves.get(fact, fm.Name(fact))

    def evaluate(self, whole: fm.Expr, unit: str) -> Interval:
        """Bounds, in `unit`, of a formula over printed and assumed facts. Raises FormulaError."""
        boxes: dict[str, Interval] = {}
        for name in fm.names(whole):
            fact = self.facts[name]
            if fact.interval is None:
                raise fm.FormulaError(f"'{name}' has no value")
            boxes[name] = scaled(fact.interval, self.units.base(fact.unit.id)[0])
        return scaled(fm.evaluate(whole, boxes), 1 / self.units.base(unit)[0])

    def _keep(
        self, name: str, entry: Mapping[str, Any], inputs: dict[str, str], interval: Interval
    ) -> None:
        unit, parts = self.units[entry["unit"]], [self.facts[fact] for fact in inputs.values()]
        self.problems += condition_problems(name, parts, self.words, self.document)
        approximate = any(part.approximate for part in parts)
        self.facts[name] = Fact(
            id=name,
            origin="derived",
            unit=unit,
            kind="measure",
            label=dict(entry["label"]),
            standing=weakest(parts),
            place=self._place("derived", name),
            interval=interval,
            approximate=approximate,
            conditions=kept_conditions(entry, parts, self.words),
            formula=entry["formula"],
            inputs=inputs,
            differs=declared_differences(entry),
            inference=bool(entry.get("inference", False)),
            note=dict(entry.get("note") or {}),
            text={
                lang: word_derived(interval, unit, approximate, entry.get("show", "value"), lang)
                for lang in LANGUAGES
            },
        )


def scaled(interval: Interval, factor: Fraction) -> Interval:
    """An interval in another unit; the factor is positive."""
    return Interval(interval.value * factor, interval.low * factor, interval.high * factor)
