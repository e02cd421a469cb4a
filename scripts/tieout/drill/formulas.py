"""The inputs of a formula: two change places, or another figure of the same unit comes in."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from tieout.drill.inputs import rewritten
from tieout.drill.mutant import Kind, Mutant
from tieout.drill.project import Project
from tieout.drill.spans import Scalar


def swapped(project: Project, rng: Random) -> Iterator[Mutant]:
    """Both ways in turn. Names of assumed and printed figures are taken as they come."""
    file = project.description
    inputs: dict[str, list[Scalar]] = {}
    for value in project.scalars(file):
        if value.key[0] == "derived" and value.key[2] == "inputs" and not value.shared:
            inputs.setdefault(str(value.key[1]), []).append(value)
    pairs = [(name, pair) for name, each in inputs.items() for pair in combinations(each, 2)]
    single = [(name, (value,)) for name, each in inputs.items() for value in each]
    rng.shuffle(pairs)
    rng.shuffle(single)
    for index in range(max(len(pairs), len(single))):
        if index < len(pairs):
            name, (one, two) = pairs[index]
            edits = (rewritten(file, one, two.value), rewritten(file, two, one.value))
            what = f"{one.key[-1]} and {two.key[-1]} of {name} changed places"
            yield Mutant(edits, what, facts=(name,))
        if index < len(single):
            name, (value,) = single[index]
            others = _alike(project, name, value.value)
            if others:
                new = rng.choice(others)
                what = f"{value.key[-1]} of {name}: {new} in place of {value.value}"
                yield Mutant((rewritten(file, value, new),), what, facts=(name,))


def _alike(project: Project, name: str, given: str) -> list[str]:
    """Figures of the same unit with another value, none of them computed from `name`."""
    facts, told = project.facts, project.facts[given]
    below = {name}
    for other, fact in facts.items():  # the ledger lists a figure after those it is computed from
        if below & set(fact["inputs"].values()):
            below.add(other)
    return [
        other
        for other, fact in facts.items()
        if fact["unit"] == told["unit"]
        and fact["value"] not in (None, told["value"])
        and other not in below
        and not other.startswith("claim/")
        and not other.endswith("/recomputed")
    ]


_FIRST = ("comparable", "parity", "ledger_equals_source", "digits_supported", "printed_claims")
KINDS = (Kind("a formula’s input swapped", "caught", 6, swapped, _FIRST, True),)
