"""What an article declares of speeds under unlike conditions, and what a place tells of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tieout.checks.condition_words import COUNTED, FOLLOWS, UNITS, WORDS
from tieout.checks.conditions import MIXED, NOT_APPLICABLE, NOT_STATED, Speeds, Value
from tieout.checks.side_by_side import Pair, Scope

Reasons = dict[str, list[Value]]


class Declared:
    """Declared differences: of each computed figure, of pairs of speeds, of tables and figures."""

    def __init__(self, ledger: Mapping[str, Any], speeds: Speeds) -> None:
        self.facts, self.speeds = ledger["facts"], speeds
        self.groups: list[tuple[set[str], Mapping[str, Value]]] = []
        self.holders: dict[tuple[str, str], Mapping[str, Value]] = {}
        for entry in ledger.get("comparisons", ()):
            if "facts" in entry:
                self.groups.append((set(entry["facts"]), entry["differs"]))
            for kind in ("table", "figure"):
                if kind in entry:
                    self.holders[kind, entry[kind]] = entry["differs"]
        self.weighed: list[tuple[set[str], Mapping[str, Value]]] = []
        for name, fact in self.facts.items():
            # A claim is weighed against everything; that excuses its own table and nothing else.
            groups = self.weighed if name.startswith("claim/") else self.groups
            if len(fact["inputs"]) > 1 and fact["differs"]:
                groups.append((set(fact["inputs"].values()), fact["differs"]))
        self.printed = self._printed(ledger)
        self._places: dict[str, set[int]] = {}

    def _printed(self, ledger: Mapping[str, Any]) -> dict[str, dict[str, Value]]:
        """By recomputed figure, the one condition that a source's own comparison measures.

        If its two figures differ in more than that, the article has to say so itself.
        """
        found: dict[str, dict[str, Value]] = {}
        for verdict in ledger["verdicts"]:
            pair = (verdict["a"], verdict["b"])
            keys = self.speeds.differing(*pair)
            first = [key for key in keys if not set(FOLLOWS.get(key, ())) & set(keys)]
            states = self.facts[verdict["printed"]]["conditions"]
            if len(first) == 1 and first[0] in states:
                measured = dict.fromkeys(keys, states[first[0]])
                found[verdict["recomputed"]] = measured
                self.groups.append((set(pair), measured))
        return found

    def of_formula(self, name: str) -> set[str]:
        """Conditions declared to differ among the inputs of a computed figure."""
        fact = self.facts[name]
        declared = {*fact["differs"], *self.printed.get(name, ())}
        if name.endswith("/recomputed"):
            inputs = set(fact["inputs"].values())
            declared |= {key for members, keys in self.groups if inputs <= members for key in keys}
        return declared

    def of_pair(self, pair: Pair, scope: Scope) -> Reasons:
        """Reasons by condition for two speeds in one place."""
        reasons: Reasons = {}
        common = self._within(pair[0]) & self._within(pair[1])
        groups = self.groups + (self.weighed if scope.kind == "claim" else [])
        sets = [groups[number][1] for number in sorted(common) if number < len(groups)]
        sets.append(self.holders.get((scope.kind, scope.name), {}))
        for differs in sets:
            for key, reason in differs.items():
                reasons.setdefault(key, []).append(reason)
        return reasons

    def _within(self, name: str) -> set[int]:
        """Numbers of the groups, those that are weighed behind the others, that hold a speed."""
        if name not in self._places:
            groups = [members for members, _ in self.groups + self.weighed]
            ways = [set(way) for way in self._names(name)]
            self._places[name] = {
                number for number, members in enumerate(groups) if any(w <= members for w in ways)
            }
        return self._places[name]

    def _names(self, name: str) -> list[list[str]]:
        """What stands for a speed: itself, the one it shares out, or all it is computed from."""
        inputs = list(self.facts[name]["inputs"].values())
        return [[name], [self.speeds.root(name)], *([inputs] if inputs else [])]


class Told:
    """What a place tells its reader of conditions: in words, in numbers, or by the reason."""

    def __init__(self, scope: Scope, lang: str, ledger: Mapping[str, Any]) -> None:
        self.lang, self.labels = lang, ledger["conditions"]
        text = "".join(block.text for block in scope.blocks)
        self.lower, self.squeezed = text.lower(), squeezed(text)
        facts = ledger["facts"]
        pieces = [piece for block in scope.blocks for piece in block.pieces]
        self.numbers = {(facts[p.fact]["unit"], p.text.strip()) for p in pieces if p.fact in facts}
        self.stated = {p.text.strip() for p in pieces if p.why or scope.kind != "prose"}

    def untold(self, values: Mapping[str, list[Value]], reasons: Reasons) -> list[str]:
        """Of the conditions that differ, with their values, those that a reader does not see."""
        told = {key for key in values if self._difference(key, values[key], reasons.get(key, []))}
        return [
            key for key in values if key not in told and not told.intersection(FOLLOWS.get(key, ()))
        ]

    def _difference(self, key: str, values: list[Value], reasons: Iterable[Value]) -> bool:
        if any(squeezed(reason[self.lang]).rstrip(".。") in self.squeezed for reason in reasons):
            return True
        silent = (NOT_STATED, NOT_APPLICABLE)
        stated = [v for v in values if v["en"] not in silent and not v["en"].startswith(MIXED)]
        numbers = [value[self.lang] for value in stated if value["en"][:1].isdigit()]
        if key in COUNTED and numbers:
            return all(self._number(key, number) for number in numbers)
        return self._named(key, stated) or any(self._number(key, number) for number in numbers)

    def _number(self, key: str, number: str) -> bool:
        units = UNITS.get(key, ())
        return number in self.stated or any((unit, number) in self.numbers for unit in units)

    def _named(self, key: str, values: list[Value]) -> bool:
        label = self.labels.get(key, {}).get("label", {}).get(self.lang, key)
        words = (*WORDS.get(key, {}).get(self.lang, (label,)), *(v[self.lang] for v in values))
        return any(word.lower() in self.lower for word in words)


def squeezed(text: str) -> str:
    """Text without white space: line breaks and joined Chinese lines shall not matter."""
    return "".join(text.split())
