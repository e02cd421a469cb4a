"""The groups of the evidence section, and what all facts of a group have in common.

The facts of a source stand by its tables, its single figures after them. A computed fact stands
with those that are computed from the same tables, so that most of their conditions agree; those
that are nearly alone in this stand together at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tieout.pages.view import View

#: Source and table; the table is empty for single figures.
Origin = tuple[str, str]
Localized = Mapping[str, str]
#: Fewer computed facts than this have no group of their own: its head would outweigh them.
FEW = 3


@dataclass(frozen=True, slots=True)
class Shared:
    """What every fact of a group says alike; empty where they differ or say nothing.

    `standing` is that of all that was captured; `remarks` tells whether all differ in the same
    conditions for the same reasons and have the same note.
    """

    source: str
    standing: str
    via: str
    locator: Localized
    file: str
    inference: bool
    remarks: bool
    conditions: Mapping[str, Localized]


@dataclass(frozen=True, slots=True)
class Group:
    """Facts under one head. `kind` is source, derived or assumed; `id` is part of an anchor."""

    id: str
    kind: str
    origins: tuple[Origin, ...]
    facts: tuple[str, ...]
    shared: Shared


def groups_of(names: Sequence[str], view: View) -> list[Group]:
    """The groups of some facts: sources in the article's order, computed facts, set values."""
    printed: dict[Origin, list[str]] = {origin: [] for origin in _origins(view)}
    computed: dict[tuple[Origin, ...], list[str]] = {}
    ours: list[str] = []
    roots = _Roots(view)
    for name in names:
        fact = view.facts[name]
        if fact["source"]:
            printed[origin_of(name, fact)].append(name)
        elif fact["inputs"]:
            computed.setdefault(roots.of(name), []).append(name)
        else:
            ours.append(name)
    few = [origins for origins, facts in computed.items() if len(facts) < FEW]
    rest = [name for origins in few for name in computed.pop(origins)]
    found = [
        _group("/".join(filter(None, origin)), "source", (origin,), facts, view)
        for origin, facts in printed.items()
        if facts
    ]
    # A point is in no name of a source, so that these ids are nobody else's.
    found += [
        _group(f"computed.{facts[0]}", "derived", origins, facts, view)
        for origins, facts in computed.items()
    ]
    if rest:
        found.append(_group("computed.others", "derived", (), rest, view))
    if ours:
        found.append(_group("set.values", "assumed", (), ours, view))
    return found


def origin_of(name: str, fact: Mapping[str, Any]) -> Origin:
    """Source and table of a printed fact, by its id: source/table/row/column or source/name."""
    parts = name.split("/")
    return (str(fact["source"]), parts[1] if len(parts) > 2 else "")


def _origins(view: View) -> Iterator[Origin]:
    for source, entry in view.ledger["sources"].items():
        yield from ((source, table) for table in entry["tables"])
        yield (source, "")


class _Roots:
    """The tables and single figures that computed facts rest on, in the article's order."""

    def __init__(self, view: View) -> None:
        self.facts = view.facts
        self.order = {origin: place for place, origin in enumerate(_origins(view))}
        self.known: dict[str, frozenset[Origin]] = {}

    def of(self, name: str) -> tuple[Origin, ...]:
        """The origins of everything printed below a fact."""
        return tuple(sorted(self._below(name), key=self.order.__getitem__))

    def _below(self, name: str) -> frozenset[Origin]:
        if name not in self.known:
            fact = self.facts[name]
            if fact["source"]:
                self.known[name] = frozenset([origin_of(name, fact)])
            else:
                below = (self._below(each) for each in fact["inputs"].values())
                self.known[name] = frozenset().union(*below)
        return self.known[name]


def _group(
    name: str, kind: str, origins: tuple[Origin, ...], facts: Sequence[str], view: View
) -> Group:
    return Group(name, kind, origins, tuple(facts), _shared([view.facts[n] for n in facts]))


def _shared(facts: Sequence[Mapping[str, Any]]) -> Shared:
    first = facts[0]
    alike = {
        key: first[key]
        for key in ("source", "via", "locator", "inference", "differs", "note")
        if all(fact[key] == first[key] for fact in facts)
    }
    standings = {fact["standing"] for fact in facts if not is_lost(fact)} or {"lost"}
    files = {place_parts(fact["place"])[0] for fact in facts}
    return Shared(
        source=alike.get("source") or "",
        standing=standings.pop() if len(standings) == 1 else "",
        via=alike.get("via") or "",
        locator=alike.get("locator") or {},
        file=files.pop() if len(files) == 1 else "",
        inference=bool(alike.get("inference")),
        remarks=len(facts) > 1 and {"differs", "note"} <= alike.keys(),
        conditions={
            key: value
            for key, value in first["conditions"].items()
            if all(fact["conditions"].get(key) == value for fact in facts)
        },
    )


def is_lost(fact: Mapping[str, Any]) -> bool:
    """Whether a cell was not captured: it says so itself, whatever its group was checked to be."""
    return bool(fact["standing"] == "lost" and not fact["inputs"])


def place_parts(place: str) -> tuple[str, str]:
    """The file of a place, and what follows it: ':2 (speed)'."""
    file, colon, line = place.partition(":")
    return file, colon + line
