"""A claim against the official figures: which match, how far, under which other conditions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tieout import formula as fm
from tieout.comparability import weakest
from tieout.conditions import Localized, Vocabulary, differing, unstated
from tieout.errors import Problem, TieoutError, nearest
from tieout.facts import Fact, decimal, word_derived
from tieout.interval import Interval
from tieout.sources import LANGUAGES, SPEED, Source
from tieout.units import Unit, Units
from tieout.yamlio import Document, Key

#: Of one candidate: its value meets the claim's and nothing speaks against it; meets it under
#: conditions that differ or are not stated; lies within the tolerance; lies outside.
CANDIDATE_VERDICTS = ("match", "match_other_conditions", "near", "far")
#: Of the claim: matched by an official figure; matched by one under other conditions; matched only
#: outside the official documents; not found.
CLAIM_VERDICTS = ("found", "found_other_conditions", "found_elsewhere", "not_found")
#: The distance of a claim from a figure.
FORMULA = "claim / figure - 1"
UNEQUAL: Localized = {
    "en": "differs, or is not stated on one side",
    "zh-TW": "不同，或有一方未說明",
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """One figure set against the claim; `distance` is the id of a derived fact, `FORMULA`."""

    fact: str
    distance: str
    verdict: str
    differs: tuple[str, ...]
    unstated: tuple[str, ...]
    official: bool

    def to_json(self) -> dict[str, Any]:
        """The candidate as ledger.json holds it."""
        return {
            "fact": self.fact,
            "distance": self.distance,
            "verdict": self.verdict,
            "differs": list(self.differs),
            "unstated": list(self.unstated),
            "official": self.official,
        }


@dataclass(frozen=True, slots=True)
class Claim:
    """A claimed figure, its candidates from the nearest to the farthest, and the verdict."""

    name: str
    fact: str
    near: str
    verdict: str
    candidates: tuple[Candidate, ...]

    def to_json(self, facts: Mapping[str, Fact], words: Vocabulary) -> dict[str, Any]:
        """The claim as ledger.json holds it, with the readers' questions answered per figure."""
        figures = [self.fact, *(candidate.fact for candidate in self.candidates)]
        return {
            "figure": self.fact,
            "near": self.near,
            "verdict": self.verdict,
            "candidates": [candidate.to_json() for candidate in self.candidates],
            "questions": {fact: answers(facts[fact], words) for fact in figures},
        }


def answers(fact: Fact, words: Vocabulary) -> dict[str, Any]:
    """Each question answered for one figure: the values of its keys, and whether all are stated."""
    missing = set(unstated(fact.conditions))
    return {
        question.id: {
            "stated": all(k in fact.conditions and k not in missing for k in question.keys),
            "values": {k: fact.conditions[k] for k in question.keys if k in fact.conditions},
        }
        for question in words.questions
    }


def comparable_units(one: str, other: str) -> bool:
    """Whether two figures measure the same kind of thing: the same unit, or both speeds.

    Per GPU is another quantity; per user and per system differ in a condition that is then named.
    """
    if one == other:
        return True
    speeds = SPEED.fullmatch(one) and SPEED.fullmatch(other)
    return bool(speeds) and "/GPU" not in one + other


def candidates(
    fact: Fact, facts: Mapping[str, Fact], official: set[str], also: set[str]
) -> list[tuple[Fact, bool]]:
    """Printed figures that a claim may be about, and whether each is official.

    These are the official ones of its kind, and those that the article names.
    """
    return [
        (other, other.source in official)
        for other in facts.values()
        if other.origin == "printed"
        and other.interval is not None
        and other.interval.low > 0  # a relative distance needs something to be relative to
        and not other.is_range
        and (other.source in official or other.id in also)
        and comparable_units(fact.unit.id, other.unit.id)
    ]


def weigh_claims(
    document: Document, sources: Mapping[str, Source], facts: dict[str, Fact], units: Units
) -> tuple[Claim, ...]:
    """Weigh every claim of an article, and add the distances to `facts`.

    Raises TieoutError for a claim about a figure that is unknown or has no value.
    """
    official = {name for name, source in sources.items() if source.meta.get("official")}
    found: list[Claim] = []
    problems: list[Problem] = []
    for name, entry in document.data.get("claims", {}).items():
        key = ("claims", name)
        also = entry.get("also", [])
        places = [(*key, "figure"), *((*key, "also", index) for index in range(len(also)))]
        wrong = _unusable(document, dict(zip(places, (entry["figure"], *also), strict=True)), facts)
        if wrong:
            problems += wrong
            continue
        tolerance = Fraction(entry["near"].removesuffix("%")) / 100
        fact = facts[entry["figure"]]
        pool = candidates(fact, facts, official, set(also))
        claim, distances = weigh(name, fact, pool, tolerance, units["%"])
        facts.update(distances)
        found.append(claim)
    if problems:
        raise TieoutError(problems)
    return tuple(found)


def _unusable(
    document: Document, figures: Mapping[Key, str], facts: Mapping[str, Fact]
) -> list[Problem]:
    """Figures of a claim, by their places, that cannot be weighed."""
    found: list[Problem] = []
    for key, name in figures.items():
        if name not in facts:
            mend = nearest(name, facts) or "name a printed figure of a source listed above"
            found.append(document.problem(key, f"unknown fact '{name}'", mend))
        elif facts[name].interval is None:
            why = "was not captured" if facts[name].standing == "lost" else "is no number"
            mend = "claim a figure that has a value"
            found.append(document.problem(key, f"'{name}' {why}", mend))
    return found


def weigh(
    name: str, fact: Fact, pool: list[tuple[Fact, bool]], near: Fraction, percent: Unit
) -> tuple[Claim, dict[str, Fact]]:
    """A claim weighed against its candidates, and the distances as derived facts."""
    found: list[tuple[Fraction, Candidate]] = []
    distances: dict[str, Fact] = {}
    for other, is_official in pool:
        distance = _distance(name, fact, other, percent)
        if distance.interval is None or fact.interval is None or other.interval is None:
            continue
        distances[distance.id] = distance
        unknown = tuple(dict.fromkeys(unstated(fact.conditions) + unstated(other.conditions)))
        apart = tuple(k for k in differing([fact.conditions, other.conditions]) if k not in unknown)
        clear = not (apart or unknown)
        verdict = _verdict(fact.interval, other.interval, distance.interval, near, clear)
        candidate = Candidate(other.id, distance.id, verdict, apart, unknown, is_official)
        found.append((abs(distance.interval.value), candidate))
    found.sort(key=lambda entry: (entry[0], entry[1].fact))
    ranked = tuple(candidate for _, candidate in found)
    return Claim(name, fact.id, decimal(near), _overall(ranked), ranked), distances


def _verdict(
    claim: Interval, figure: Interval, distance: Interval, near: Fraction, clear: bool
) -> str:
    """`clear` says that all conditions are stated on both sides and agree.

    A coarse figure (2×) meets many values, so a match must be near as well.
    """
    if abs(distance.value) > near:
        return "far"
    if claim.low <= figure.high and figure.low <= claim.high:
        return "match" if clear else "match_other_conditions"
    return "near"


def _overall(ranked: tuple[Candidate, ...]) -> str:
    official = {candidate.verdict for candidate in ranked if candidate.official}
    if "match" in official:
        return "found"
    if "match_other_conditions" in official:
        return "found_other_conditions"
    others = {candidate.verdict for candidate in ranked if not candidate.official}
    return "found_elsewhere" if others & {"match", "match_other_conditions"} else "not_found"


def _distance(name: str, fact: Fact, other: Fact, percent: Unit) -> Fact:
    """claim / figure - 1 in per cent; what the two are per is among the differing conditions."""
    if fact.interval is None or other.interval is None:
        raise ValueError(f"'{fact.id}' and '{other.id}' must both have a value to be compared")
    expr = fm.parse(FORMULA)
    interval = fm.evaluate(expr, {"claim": fact.interval, "figure": other.interval})
    approximate = fact.approximate or other.approximate
    apart = differing([fact.conditions, other.conditions])
    return Fact(
        id=f"claim/{name}/{other.id}",
        origin="derived",
        unit=percent,
        kind="measure",
        label={
            "en": f"distance of the claim from: {other.label['en']}",
            "zh-TW": f"宣稱值與此數的差距：{other.label['zh-TW']}",
        },
        standing=weakest([fact, other]),
        place=fact.place,
        interval=interval,
        approximate=approximate,
        formula=FORMULA,
        inputs={"claim": fact.id, "figure": other.id},
        differs={key: dict(UNEQUAL) for key in apart},
        inference=True,
        text={
            lang: word_derived(interval, percent, approximate, "either", lang, signed=True)
            for lang in LANGUAGES
        },
    )
