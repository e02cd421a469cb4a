"""Speeds set side by side were measured alike, or the reader is told in what they differ.

A comparison is a formula over figures with conditions, or speeds in one paragraph, in one row or
column of a table, or in one figure; no word is needed to make it one. Its speeds agree in every
condition, or article.yaml declares the difference with a reason (`differs:` of a derived figure,
or an entry of `comparisons:`) and the difference can be seen where the speeds stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

from tieout.checks.conditions import NOT_APPLICABLE, Speeds, Value
from tieout.checks.declared import Declared, Told, squeezed
from tieout.checks.finding import Finding, Record, new_record
from tieout.checks.finished import LEDGER, PAGE, Finished
from tieout.checks.page_text import elements_by_id
from tieout.checks.places import article_line, template_line
from tieout.checks.roles import exchanged
from tieout.checks.side_by_side import Pair, Scope, scopes

BLIND_SPOTS = (
    "speeds in different paragraphs, list items or sections",
    "a condition that neither speed states: not stated counts as agreeing with not stated",
    "figures that are no speed (shares, speed-ups, times, acceptance lengths) outside formulas",
    "speeds computed from the same speed: in what they differ stands in their own entries",
    "whether a sentence that names a condition says the right thing about it",
    "inputs of a formula that were exchanged, where their names do not tell them apart",
)
#: What is counted.
COUNTED = ("formulas", "comparisons")


def check(finished: Finished) -> Record:
    """Look at every formula of the ledger and every place of the pages where speeds meet."""
    record = new_record("comparable", BLIND_SPOTS, COUNTED)
    judge = _Judge(finished, record)
    if finished.shares(LEDGER):
        judge.formulas()
    if finished.shares(PAGE):
        for lang in finished.pages:
            judge.page(lang)
    return record


def _meeting(root: Any, speeds: Speeds) -> int:
    """The line of a paragraph, row or picture in which two speeds meet; 0 if there is none.

    A plain look at the tags, so that it is told when the places of a page are no longer recognized.
    Speeds that no place shows together, as those of a table of which one is cited, compare nothing.
    """
    for element in root.xpath("//main//p | //main//tr | //main//figure"):
        named = list(dict.fromkeys(filter(speeds.is_speed, element.xpath(".//@data-fact"))))
        apart = [set(speeds.chain(name)) for name in named]
        if any(not one & other for one, other in combinations(apart, 2)):
            return int(element.sourceline or 1)
    return 0


class _Judge:
    def __init__(self, finished: Finished, record: Record) -> None:
        self.finished, self.record = finished, record
        self.facts: Mapping[str, Any] = finished.ledger["facts"]
        self.speeds = Speeds(finished.ledger)
        self.declared = Declared(finished.ledger, self.speeds)
        self.undeclared: set[str] = (
            set()
        )  # tables and figures: one declaration serves all languages

    def _find(self, place: tuple[str, int], what: str, mend: str) -> None:
        self.record.findings.append(Finding(*place, what, mend))

    # -- formulas --------------------------------------------------------------------------------

    def formulas(self) -> None:
        """Every computed figure over speeds declares what its inputs differ in."""
        for name, fact in self.facts.items():
            self._roles(name, fact)
            inputs = self._compared(name)
            if not inputs:
                continue
            self.record.counts["formulas"] += 1
            known = self.declared.of_formula(name)
            missing = [key for key in self._real(name, inputs) if key not in known]
            if missing:
                where = fact["place"].split(" ")[0].rsplit(":", 1)
                what = f"{name} computes with figures that differ in {self._names(missing)}"
                mend = f"declare it under 'differs:' of {name} with a reason in every language"
                self._find((where[0], int(where[1])), what, mend)

    def _compared(self, name: str) -> list[str]:
        """The inputs of a formula that compares speeds; none of one that does not."""
        inputs = list(dict.fromkeys(self.facts[name]["inputs"].values()))
        compares = len(inputs) > 1 and any(map(self.speeds.is_speed, self._leaves(name)))
        return inputs if compares else []

    def _roles(self, name: str, fact: Mapping[str, Any]) -> None:
        """The inputs of a formula are what they are named for."""
        for one, other in exchanged(fact, self.facts):
            where = fact["place"].split(" ")[0].rsplit(":", 1)
            what = f"{name}: the inputs '{one}' and '{other}' fit each other's names"
            mend = "exchange them, or name each for what it is"
            self._find((where[0], int(where[1])), what, mend)

    def _real(self, name: str, inputs: list[str]) -> list[str]:
        """Conditions that differ among the inputs, or among all that those are computed from.

        The second catches a condition that an entry in between claims for its result.
        """
        stated = [each for each in inputs if self.facts[each]["conditions"]]
        found = dict.fromkeys(_direct(self.facts, stated))
        leaves = [each for each in self._leaves(name) if self.speeds.is_speed(each)]
        nested = {key for each in self._nested(name) for key in self.declared.of_formula(each)}
        found |= dict.fromkeys(key for key in _direct(self.facts, leaves) if key not in nested)
        return list(found)

    def _nested(self, name: str) -> list[str]:
        found = [name]
        for each in found:
            found += [inner for inner in self.facts[each]["inputs"].values() if inner not in found]
        return found

    def _leaves(self, name: str) -> list[str]:
        return [each for each in self._nested(name) if not self.facts[each]["inputs"]]

    def _entry(self, name: str, lang: str) -> None:
        """The reasons of a computed figure stand in its entry or the head above, if it is shown."""
        path, root = self.finished.pages[lang]
        entry = next(iter(elements_by_id(root).get(f"fact-{name}", ())), None)
        if entry is None:
            return
        heads = next(entry.iterancestors("section")).xpath("./*[@class='shared']")
        text = squeezed("".join(part for each in (*heads, entry) for part in each.itertext()))
        for key, reason in self.facts[name]["differs"].items():
            if squeezed(reason[lang]) not in text:
                what = f"the entry of {name} does not give the reason why {key} may differ"
                self._find((str(path), entry.sourceline or 1), what, "build the page again")

    # -- pages -----------------------------------------------------------------------------------

    def page(self, lang: str) -> None:
        """Every place of one page where speeds stand side by side, and the entries of formulas."""
        path, root = self.finished.pages[lang]
        before = self.record.counts["comparisons"]
        for name, fact in self.facts.items():
            if fact["differs"] and self._compared(name):
                self._entry(name, lang)
        for scope in scopes(root, self.speeds):
            undeclared: dict[Pair, list[str]] = {}
            unseen: dict[Pair, list[str]] = {}
            told = Told(scope, lang, self.finished.ledger)
            for pair in scope.pairs:
                if set(self.speeds.chain(pair[0])) & set(self.speeds.chain(pair[1])):
                    continue
                self.record.counts["comparisons"] += 1
                keys = self.speeds.differing(*map(self.speeds.root, pair))
                reasons = self.declared.of_pair(pair, scope)
                undeclared[pair] = [key for key in keys if key not in reasons]
                values = {key: self._values(key, pair) for key in keys if key in reasons}
                unseen[pair] = told.untold(values, reasons)
            self._report(scope, lang, undeclared, unseen)
        line = 0 if self.record.counts["comparisons"] > before else _meeting(root, self.speeds)
        if line:
            what = "speeds stand side by side here, but nothing that compares any was found"
            self._find((str(path), line), what, "build the pages again")

    def _values(self, key: str, pair: Pair) -> list[Value]:
        return self.speeds.values(key, *map(self.speeds.root, pair))

    def _report(
        self,
        scope: Scope,
        lang: str,
        undeclared: dict[Pair, list[str]],
        unseen: dict[Pair, list[str]],
    ) -> None:
        """At most one finding of each kind a place: the worst pair, and how many more there are."""
        for found, what, mend in (
            (undeclared, "stand side by side and differ in", _declare(scope)),
            (
                unseen,
                "stand side by side, and nothing here shows that they differ in",
                _show(scope),
            ),
        ):
            bad = sorted((pair for pair in found if found[pair]), key=lambda p: -len(found[p]))
            again = found is undeclared and scope.name in self.undeclared
            if not bad or again:
                continue
            self.undeclared |= {scope.name} - {""} if found is undeclared else set()
            one, other = bad[0]
            keys = self._names(found[bad[0]], bad[0])
            more = f" (and {len(bad) - 1} more pairs in this {scope.kind})" if bad[1:] else ""
            texts = " and ".join(f"{self.facts[n]['text'][lang]} ({n})" for n in (one, other))
            self._find(self._place(scope, lang, bad[0]), f"{texts} {what} {keys}{more}", mend)

    def _place(self, scope: Scope, lang: str, pair: Pair) -> tuple[str, int]:
        if scope.kind == "prose" and not scope.name:
            return template_line(self.finished, lang, scope.anchor, pair, scope.line)
        if scope.name:
            return article_line(self.finished, f"{scope.kind}s", scope.name)
        return str(self.finished.pages[lang][0]), scope.line

    def _names(self, keys: Iterable[str], pair: Pair | None = None) -> str:
        """Conditions by their names, with the values of a pair."""
        labels = self.finished.ledger["conditions"]
        shown: list[str] = []
        for key in keys:
            label = labels[key]["label"]["en"] if key in labels else key
            values = [str(value["en"]) for value in self._values(key, pair)] if pair else []
            shown.append(f"{label} ({' / '.join(values)})" if values else label)
        return ", ".join(shown)


def _direct(facts: Mapping[str, Any], names: list[str]) -> list[str]:
    """Conditions in which the given facts, as the ledger states them, do not agree.

    A setting or a count speaks only of the conditions it holds.
    """
    counted = {name for name in names if facts[name]["kind"] == "count"}
    rows = {name: facts[name]["conditions"] for name in names if facts[name]["conditions"]}
    keys = dict.fromkeys(key for row in rows.values() for key in row)
    absent = {"en": NOT_APPLICABLE}
    found: list[str] = []
    for key in keys:
        spoken = [row for name, row in rows.items() if name not in counted or key in row]
        if len({row.get(key, absent)["en"] for row in spoken}) > 1:
            found.append(key)
    return found


def _declare(scope: Scope) -> str:
    what = (
        f"{scope.kind}: {scope.name}" if scope.name and scope.kind != "claim" else "facts: [id, id]"
    )
    return (
        f"compare what was measured alike, or add {{{what}, differs: {{condition: {{en: why, "
        "zh-TW: …}}} under 'comparisons:' in article.yaml and say the difference beside them"
    )


def _show(scope: Scope) -> str:
    where = {"prose": "paragraph", "table": "table or its caption"}.get(
        scope.kind, "figure or its caption"
    )
    return f"write the values of these conditions, or the declared reason, into this {where}"
