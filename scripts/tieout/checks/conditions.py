"""Under which conditions a speed stands, computed afresh from the ledger, and where two differ."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

Value = Mapping[str, str]
SPEED = re.compile(r"tok/s(/.*)?")
NOT_APPLICABLE = "not applicable"
NOT_STATED = "not stated"
#: Stands for a condition in which the inputs of a computed figure differ: equal to nothing.
MIXED = "mixed in its inputs"


class Speeds:
    """The speeds of a ledger: what they are computed from, their conditions, their differences."""

    def __init__(self, ledger: Mapping[str, Any]) -> None:
        self.facts: Mapping[str, Any] = ledger["facts"]
        self._effective: dict[str, dict[str, Value]] = {}
        self._roots: dict[str, str] = {}

    def is_speed(self, name: str) -> bool:
        """Whether a fact is a speed that has a value and states conditions."""
        fact = self.facts.get(name)
        if fact is None or not SPEED.fullmatch(fact["unit"]) or fact["low"] is None:
            return False
        return bool(fact["conditions"]) or fact["origin"] == "derived"

    def chain(self, name: str) -> list[str]:
        """A speed and the speeds it is computed from, nearest first."""
        found: list[str] = []
        stack = [name]
        while stack:
            current = stack.pop()
            if current not in found and SPEED.fullmatch(self.facts[current]["unit"]):
                found.append(current)
                stack.extend(self.facts[current]["inputs"].values())
        return found

    def root(self, name: str) -> str:
        """The speed that this one merely shares out: per GPU and per user have its conditions."""
        if name not in self._roots:
            inputs = list(self.facts[name]["inputs"].values())
            speeds = [each for each in inputs if SPEED.fullmatch(self.facts[each]["unit"])]
            counts = [each for each in inputs if self.facts[each]["kind"] == "count"]
            shared_out = len(speeds) == 1 and counts and len(counts) == len(inputs) - 1
            self._roots[name] = self.root(speeds[0]) if shared_out else name
        return self._roots[name]

    def effective(self, name: str) -> Mapping[str, Value]:
        """The conditions of a fact; of a computed one those that its inputs, taken whole, share.

        An input that says nothing of a condition leaves it to the others; where inputs differ, the
        value is one of its own, unless the article states the condition of the result.
        """
        if name not in self._effective:
            fact = self.facts[name]
            own: dict[str, Value] = dict(fact["conditions"])
            for each in fact["inputs"].values():
                for key, value in self.effective(each).items():
                    if key in fact["conditions"]:
                        continue
                    if key in own and _plain(own[key]) != _plain(value):
                        own[key] = {"en": f"{MIXED} ({name})"}
                    own.setdefault(key, value)
            self._effective[name] = own
        return self._effective[name]

    def differing(self, *names: str) -> list[str]:
        """Conditions in which facts that state any do not agree."""
        rows = [row for row in map(self.effective, names) if row]
        keys = dict.fromkeys(key for row in rows for key in row)
        return [key for key in keys if len({_plain(row.get(key)) for row in rows}) > 1]

    def values(self, key: str, *names: str) -> list[Value]:
        """The different values of a condition, in order of the facts."""
        rows = [self.effective(name).get(key, {"en": NOT_APPLICABLE}) for name in names]
        return list({_plain(value): value for value in rows}.values())


def _plain(value: Value | None) -> str:
    """What stands for a value in comparisons: its English words."""
    return NOT_APPLICABLE if value is None else str(value["en"])
