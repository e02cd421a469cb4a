"""Tables in which something stands beside a fact: bounds, formulas, conditions, verdicts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any

from tieout.checks.entries import EntryJudge
from tieout.checks.shown import any_of, bounds_fault, consume, squeeze, text_of
from tieout.checks.written import Written

Fault = tuple[int, str]
#: A name or sign of a formula, and how the signs are shown.
_TOKEN = re.compile(r"[A-Za-z_]\w*|\*\*|[*/-]", re.ASCII)
_SIGNS = {"**": "^", "*": "×", "/": "÷", "-": "−"}


class TableJudge:
    """Knows what the tables of a page must say beside the facts, in one language."""

    def __init__(
        self, ledger: Mapping[str, Any], lang: str, entries: EntryJudge, written: Written
    ) -> None:
        self.ledger, self.lang, self.written = ledger, lang, written
        self.facts: Mapping[str, Any] = ledger["facts"]
        self.vocabulary: Mapping[str, Any] = ledger["vocabulary"]
        labels = [entry["label"][lang] for entry in ledger["conditions"].values()]
        self.words = [*labels, *entries.words.values()]
        self.keys = {
            squeeze(entry["label"][lang]): list(entry.get("keys") or [key])
            for part in ("conditions", "questions")
            for key, entry in ledger[part].items()
        }

    def faults(self, root: Any) -> Iterator[Fault]:
        """What is wrong beside the facts in the tables of a page."""
        for element in root.xpath("//main//*[@data-why='bounds']"):
            yield from self._bounds(element)
        for element in root.xpath("//*[@data-computed]"):
            yield from self._computed(element)
        for name, claim in self.ledger["claims"].items():
            for table in root.xpath(f"//*[@id='claim-{name}']//tbody"):
                yield from self._claim(name, claim, table)

    def _bounds(self, element: Any) -> Iterator[Fault]:
        """Bounds outside the entries stand in the cell behind that of their fact."""
        line, text = element.sourceline or 1, "".join(element.itertext())
        cell = next(element.iterancestors("td"), None)
        beside = cell.getprevious() if cell is not None else None
        tags = beside.xpath(".//@data-fact") if beside is not None else []
        fact = self.facts.get(tags[0]) if len(tags) == 1 else None
        if fact is None or fact["low"] is None:
            yield line, f"the bounds “{text}” do not stand beside a fact"
            return
        unit = self.written.unit_entries.get(fact["unit"], {})
        fault = bounds_fault(text, fact["low"], fact["high"], int(unit.get("scale", 1)))
        if fault:
            yield line, f"the bounds of '{fact['id']}', “{text}”, {fault}"

    def _computed(self, element: Any) -> Iterator[Fault]:
        """A formula with its inputs in it is that of its fact, sign for sign."""
        name, line = element.get("data-computed"), element.sourceline or 1
        fact = self.facts.get(name)
        if fact is None or not fact["formula"]:
            yield line, f"a formula is shown of '{name}', which the ledger does not compute"
            return
        inputs = fact["inputs"]
        tokens = _TOKEN.findall(fact["formula"])
        if element.xpath(".//@data-fact") != [inputs[each] for each in tokens if each in inputs]:
            yield line, f"the formula of '{name}' does not show its inputs in their places"
        told = _TOKEN.sub(lambda token: self._shown(token[0], inputs), fact["formula"])
        if text_of(element) != squeeze(told):
            yield line, f"the formula of '{name}' reads “{text_of(element)}”, not “{told}”"

    def _shown(self, token: str, inputs: Mapping[str, str]) -> str:
        """A sign as it is shown, or an input in its wording; a function keeps its name."""
        if token in inputs:
            return str(self.facts[inputs[token]]["text"][self.lang])
        return _SIGNS.get(token, token)

    def _claim(self, name: str, claim: Mapping[str, Any], table: Any) -> Iterator[Fault]:
        """A claim beside its candidates: values, distances, verdicts, then conditions."""
        rows = [list(row) for row in table.iter("tr")]
        facts = [_fact(cell) for cell in rows[0][1:]] if rows else []
        known = {candidate["fact"]: candidate for candidate in claim["candidates"]}
        line = table.sourceline or 1
        if len(rows) < 3 or facts[:1] != [claim["figure"]] or not set(facts[1:]) <= set(known):
            yield line, f"the table of the claim '{name}' does not begin with the claim's figures"
            return
        if facts[1:] != [fact for fact in known if fact in facts]:
            yield line, f"the figures beside the claim '{name}' are not ordered by distance"
        if left_out := [fact for fact in known if fact not in facts]:
            yield line, f"'{left_out[0]}' does not stand beside the claim '{name}'"
        shown = [known[fact] for fact in facts[1:]]
        told = [_fact(cell) for cell in rows[1][2:]]
        measured = len(list(takewhile(bool, told)))  # those that are far may end without one
        if told != [each["distance"] for each in shown[:measured]] + [""] * (len(shown) - measured):
            yield line, f"the distances of the claim '{name}' are not those of its figures"
        if any(each["verdict"] != "far" for each in shown[measured:]):
            yield line, f"a figure near the claim '{name}' does not show its distance"
        verdicts = [("claim_verdicts", claim["verdict"])]
        verdicts += [("candidate_verdicts", each["verdict"]) for each in shown]
        for cell, (kind, verdict) in zip(rows[2][1:], verdicts, strict=False):
            told = self.vocabulary[kind][verdict]["label"][self.lang]
            if text_of(cell) != squeeze(told):
                yield cell.sourceline or 1, f"the verdict “{text_of(cell)}” should read “{told}”"
        allowed = any_of(self.words, text_of(table))
        for row in rows[3:]:
            for cell, fact in zip(row[1:], facts, strict=False):
                yield from self._answer(row[0], cell, fact, allowed)

    def _answer(self, head: Any, cell: Any, fact: str, allowed: re.Pattern[str]) -> Iterator[Fault]:
        """What a figure states about one question."""
        keys, line = self.keys.get(text_of(head)), cell.sourceline or 1
        if keys is None:
            yield line, f"“{text_of(head)}” is no question and no condition of the ledger"
            return
        conditions = self.facts[fact]["conditions"]
        stated = {key: conditions[key] for key in keys if key in conditions}
        values = {value[self.lang] for value in stated.values()}
        if len(values) > 1:
            values = {v[self.lang] for v in stated.values() if v["en"] != "not applicable"}
        missing, left = consume(text_of(cell), values or {"–"}, allowed)
        for piece in missing:
            yield line, f"“{piece}” of '{fact}' is missing beside “{text_of(head)}”"
        # Some conditions of a question may share their value, which is then said once or twice.
        if left and left not in values:
            yield line, f"“{left}” beside “{text_of(head)}” is not what '{fact}' states"


def _fact(cell: Any) -> str:
    return next((str(each) for each in cell.xpath(".//@data-fact")), "")
