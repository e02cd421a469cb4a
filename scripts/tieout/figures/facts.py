"""The ledger as pictures see it: where a fact lies on a scale, its wording, and how it is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

NOT_STATED = "not stated"


@dataclass(frozen=True, slots=True)
class Mark:
    """One fact in one language. Positions are floats: they place ink and never become text.

    A name or a day has wording and no place; so has a figure that is lost, without the wording.
    """

    id: str
    text: str
    unit: str
    value: float
    low: float
    high: float
    lost: bool
    derived: bool
    inference: bool
    second_hand: bool

    @property
    def bounded(self) -> bool:
        """Whether its digits leave anything open."""
        return not self.lost and self.low < self.high


@dataclass(frozen=True, slots=True)
class Facts:
    """Look-up of the facts in a loaded ledger.json."""

    ledger: Mapping[str, Any]
    lang: str

    def ids(self) -> Iterable[str]:
        """All fact ids."""
        return self._all().keys()

    def get(self, name: str) -> Mark | None:
        """The fact of that id, or None."""
        fact = self._all().get(name)
        if fact is None:
            return None
        low, high, value = (fact.get(part) for part in ("low", "high", "value"))
        lost = low is None or high is None
        ends = (0.0, 0.0) if lost else (_number(low), _number(high))
        return Mark(
            id=name,
            text=str(fact["text"][self.lang]),
            unit=str(fact.get("unit") or ""),
            # A printed range has two ends and no value.
            value=sum(ends) / 2 if lost or value is None else _number(value),
            low=ends[0],
            high=ends[1],
            lost=lost,
            derived=fact.get("origin") == "derived",
            inference=bool(fact.get("inference")),
            second_hand=fact.get("standing") == "second-hand",
        )

    def condition(self, name: str, key: str) -> tuple[str, bool]:
        """A fact's condition in words ("" when it has none), and whether it is stated."""
        value = self._all()[name].get("conditions", {}).get(key)
        if value is None:
            return "", False
        return str(value[self.lang]), value.get("en") != NOT_STATED

    def condition_label(self, key: str) -> str | None:
        """The name of a condition in words, or None when there is no such condition."""
        found = self.ledger.get("conditions", {}).get(key)
        return None if found is None else str(found["label"][self.lang])

    def _all(self) -> Mapping[str, Any]:
        facts: Mapping[str, Any] = self.ledger["facts"]
        return facts


def _number(text: str) -> float:
    return float(Fraction(text))
