"""What the ledger must say of facts that no source prints: assumed, computed, recomputed, weighed.

Read from article.yaml and from the relations of the sources; the figures below them come from the
sources anew, so that nothing rests on the ledger.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from tieout.checks.evaluating import Box, Evaluator, Formula, box
from tieout.checks.reading import Reading, UnreadError, read
from tieout.checks.source_figures import (
    SPEED,
    Figure,
    Relation,
    Words,
    in_words,
    source_relations,
)
from tieout.checks.written import Tree, Written

RELATIONS = {
    "ratio": "a / b",
    "share": "a / b",
    "percent_change": "(b - a) / a",
    "reduction": "(a - b) / a",
    "difference": "b - a",
}
DISTANCE = "claim / figure - 1"
_STANDINGS = ("lost", "second-hand", "transcribed", "captured", "set")
_UNEQUAL = {"en": "differs, or is not stated on one side", "zh-TW": "不同，或有一方未說明"}
Fields = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Computed:
    """A fact with a formula or an assumption as article.yaml or a source has it."""

    fields: Fields
    file: Path
    line: int


class Anew:
    """An article's facts computed from what was written, by id."""

    def __init__(self, written: Written, figures: Mapping[str, Figure]) -> None:
        self.written, self.figures = written, figures
        self.fields: dict[str, Fields] = {name: figure.fields for name, figure in figures.items()}
        self.readings: dict[str, Reading] = {
            name: figure.reading for name, figure in figures.items() if figure.reading
        }
        self.facts: dict[str, Computed] = {}
        self.relations = list(source_relations(written, figures))
        self._assumed()
        self._derived()
        for relation in self.relations:
            self._recomputed(relation)
        self._distances()

    def evaluator(self) -> Evaluator:
        """An evaluator of all formulas over the figures as printed."""
        formulas = {
            name: Formula(fact.fields["formula"], fact.fields["inputs"])
            for name, fact in self.facts.items()
            if fact.fields["formula"]
        }
        return Evaluator(formulas, {name: self._box(name) for name in self.readings})

    def _box(self, name: str) -> Box:
        reading = self.readings[name]
        value = reading.value
        middle = (reading.low + reading.high) / 2 if value is None else value
        unit = str(self.fields[name]["unit"])
        known = unit in self.written.unit_entries
        factor = self.written.factor(unit) if known else Fraction(1)
        return box(middle, reading.low, reading.high, factor)

    def _keep(self, name: str, tree: Tree, line: int, fields: Fields) -> None:
        unit = str(fields.get("unit"))
        folder = tree.path.parent
        rest: Fields = {
            "id": name,
            "printed": "",
            "unit_name": self.written.unit_entries.get(unit, {}).get("name"),
            "kind": "measure",
            "conditions": {},
            "source": None,
            "locator": {},
            "via": None,
            "formula": None,
            "inputs": {},
            "differs": {},
            "inference": False,
            "note": {},
            "place": f"{folder.parent.name}/{folder.name}/{tree.path.name}:{line}",
        }
        self.facts[name] = Computed({**rest, **fields}, tree.path, line)
        self.fields[name] = self.facts[name].fields

    def _assumed(self) -> None:
        tree = self.written.article
        for name, entry in (tree.data.get("assumptions") or {}).items():
            kind, printed = str(entry.get("kind", "count")), str(entry.get("printed"))
            try:
                self.readings[name] = read(printed, kind)
            except UnreadError:
                continue  # numbers in words are the reader's to check
            fields = {"origin": "assumed", "printed": printed, "kind": kind, "inference": True}
            fields |= {"unit": entry.get("unit"), "label": entry.get("label")}
            fields |= {"standing": "set", "note": entry.get("reason")}
            fields["approximate"] = self.readings[name].about
            self._keep(name, tree, tree.line("assumptions", name, "printed"), fields)

    def _derived(self) -> None:
        """Each formula after those it stands on; a formula that waits for itself never comes."""
        waiting = dict(self.written.article.data.get("derived") or {})
        while waiting:
            ready = [
                name
                for name, entry in waiting.items()
                if not any(fact in waiting for fact in (entry.get("inputs") or {}).values())
            ]
            for name in ready:
                self._derive(name, waiting.pop(name))
            if not ready:
                return

    def _derive(self, name: str, entry: Mapping[str, Any]) -> None:
        inputs = dict(entry.get("inputs") or {})
        parts = [self.fields[fact] for fact in inputs.values() if fact in self.fields]
        fields = {key: entry.get(key) for key in ("unit", "label", "formula")}
        fields |= {"origin": "derived", "inputs": inputs, "differs": entry.get("differs") or {}}
        fields |= {"inference": bool(entry.get("inference")), "note": entry.get("note") or {}}
        fields |= {"standing": weakest(parts), "approximate": any(p["approximate"] for p in parts)}
        fields["conditions"] = _kept(entry, parts, self.written)
        tree = self.written.article
        self._keep(name, tree, tree.line("derived", name), fields)

    def _recomputed(self, relation: Relation) -> None:
        printed = self.fields[relation.printed]
        ends = {"a": relation.a, "b": relation.b}
        parts = [self.fields[fact] for fact in ends.values()]
        label = printed["label"] or {}
        fields = {"origin": "derived", "unit": printed["unit"], "inputs": ends}
        fields |= {"formula": RELATIONS.get(relation.relation, ""), "standing": weakest(parts)}
        fields |= {"conditions": printed["conditions"]}
        fields["approximate"] = any(part["approximate"] for part in parts)
        fields["label"] = {
            "en": f"recomputed: {label.get('en')}",
            "zh-TW": f"重新計算：{label.get('zh-TW')}",
        }
        tree = self.written.sources[relation.printed.split("/")[0]]
        self._keep(f"{relation.printed}/recomputed", tree, relation.line, fields)

    def _distances(self) -> None:
        """How far each claim is from every figure that it may be about."""
        for name, entry in (self.written.article.data.get("claims") or {}).items():
            figure = self.figures.get(str(entry.get("figure")))
            if figure is None or figure.reading is None:
                continue
            for other in self.candidates(figure, entry.get("also") or []):
                self._distance(f"claim/{name}/{other.id}", figure, other)

    def candidates(self, claim: Figure, also: Iterable[str]) -> list[Figure]:
        """Figures of official sources in the claim's kind of unit, and those that are named."""
        official = {n for n, tree in self.written.sources.items() if tree.data.get("official")}
        named = set(also)
        return [
            other
            for other in self.figures.values()
            if other.fields["origin"] == "printed"
            and other.reading is not None
            and other.reading.value is not None
            and other.reading.low > 0
            and (other.fields["source"] in official or other.id in named)
            and _alike(claim.fields["unit"], other.fields["unit"])
        ]

    def _distance(self, name: str, claim: Figure, other: Figure) -> None:
        pair = [claim.fields, other.fields]
        apart = differing([part["conditions"] for part in pair])
        label = other.fields["label"] or {}
        fields = {"origin": "derived", "unit": "%", "formula": DISTANCE, "inference": True}
        fields |= {"inputs": {"claim": claim.id, "figure": other.id}}
        fields |= {"standing": weakest(pair), "differs": dict.fromkeys(apart, _UNEQUAL)}
        fields["approximate"] = any(part["approximate"] for part in pair)
        fields["label"] = {
            "en": f"distance of the claim from: {label.get('en')}",
            "zh-TW": f"宣稱值與此數的差距：{label.get('zh-TW')}",
        }
        tree = self.written.sources[claim.fields["source"]]
        self._keep(name, tree, claim.line, fields)


def weakest(parts: Iterable[Fields]) -> str:
    """The weakest standing among facts."""
    known = [str(part["standing"]) for part in parts]
    return min(known, key=lambda s: _STANDINGS.index(s) if s in _STANDINGS else 0, default="set")


def differing(rows: Iterable[Mapping[str, Words]]) -> list[str]:
    """Conditions in which figures that have any do not agree; an absent one does not apply."""
    stated = [row for row in rows if row]
    keys = dict.fromkeys(key for row in stated for key in row)
    absent = {"en": "not applicable"}
    return [key for key in keys if len({row.get(key, absent).get("en") for row in stated}) > 1]


def _kept(entry: Mapping[str, Any], parts: list[Fields], written: Written) -> dict[str, Words]:
    """The conditions on which all inputs agree, and those that the article states.

    A setting or a count has a say only on the conditions it holds.
    """
    stated = [part for part in parts if part["conditions"]]
    kept: dict[str, Words] = {}
    for key in dict.fromkeys(key for part in stated for key in part["conditions"]):
        spoken = [p["conditions"] for p in stated if p["kind"] != "count" or key in p["conditions"]]
        values = [row.get(key, {"en": "not applicable"}) for row in spoken]
        if len({value.get("en") for value in values}) == 1:
            kept[key] = values[0]
    kept |= in_words(entry.get("conditions") or {}, written)
    return {key: kept[key] for key in written.conditions.data.get("keys") or {} if key in kept}


def _alike(one: str, other: str) -> bool:
    speeds = SPEED.fullmatch(one) and SPEED.fullmatch(other) and "/GPU" not in one + other
    return one == other or bool(speeds)
