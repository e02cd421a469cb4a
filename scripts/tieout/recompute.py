"""Printed speed-ups, shares and changes beside what their own figures give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tieout import formula as fm
from tieout.comparability import weakest
from tieout.derive import Deriver
from tieout.errors import Problem, TieoutError
from tieout.facts import Fact, word_derived
from tieout.sources import LANGUAGES, Relation, Source
from tieout.units import UnitError
from tieout.verdicts import judge, relation_formula


@dataclass(frozen=True, slots=True)
class Verdict:
    """A printed speed-up or share judged against its own figures; all but the last are fact ids."""

    printed: str
    relation: str
    a: str
    b: str
    recomputed: str
    verdict: str

    def to_json(self) -> dict[str, str]:
        """The verdict as ledger.json holds it."""
        return {name: getattr(self, name) for name in self.__slots__}


def judge_relations(
    sources: Mapping[str, Source], facts: dict[str, Fact], deriver: Deriver
) -> tuple[Verdict, ...]:
    """Judge every printed relation, and add what was recomputed to `facts`.

    Raises TieoutError for relations whose figures cannot be computed with, or do not fit.
    """
    found: list[Verdict] = []
    problems: list[Problem] = []
    for source in sources.values():
        for relation in source.relations:
            try:
                fact = _recomputed(relation, facts, deriver)
            except (fm.FormulaError, UnitError) as error:
                file, line = relation.place.file, relation.place.line
                what = f"{relation.printed}: {error}"
                problems.append(Problem(file, line, what, "correct the relation's figures"))
                continue
            facts[fact.id] = fact
            printed, again = facts[relation.printed].interval, fact.interval
            reading = source.figures[relation.printed].reading
            if printed is None or again is None or reading is None:
                continue
            verdict = judge(again, printed.value, printed.low, printed.high, reading.quantum)
            ids = (relation.printed, relation.relation, relation.a, relation.b)
            found.append(Verdict(*ids, fact.id, verdict))
    if problems:
        raise TieoutError(problems)
    return tuple(found)


def _recomputed(relation: Relation, facts: Mapping[str, Fact], deriver: Deriver) -> Fact:
    """What a printed relation should be, from its own two figures."""
    kind: Any = relation.relation
    text = relation_formula(kind)
    expr = fm.parse(text)
    ends = {"a": facts[relation.a], "b": facts[relation.b]}
    printed = facts[relation.printed]
    unit = printed.unit
    deriver.units.check(expr, {name: fact.unit.id for name, fact in ends.items()}, unit.id)
    leaves = fm.substitute(expr, {name: fm.Name(fact.id) for name, fact in ends.items()})
    interval = deriver.evaluate(leaves, unit.id)
    approximate = any(fact.approximate for fact in ends.values())
    return Fact(
        id=f"{relation.printed}/recomputed",
        origin="derived",
        unit=unit,
        kind="measure",
        label={
            "en": f"recomputed: {printed.label['en']}",
            "zh-TW": f"重新計算：{printed.label['zh-TW']}",
        },
        standing=weakest(ends.values()),
        place=relation.place,
        interval=interval,
        approximate=approximate,
        conditions=printed.conditions,
        formula=text,
        inputs={name: fact.id for name, fact in ends.items()},
        text={lang: word_derived(interval, unit, approximate, "value", lang) for lang in LANGUAGES},
    )
