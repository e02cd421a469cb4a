"""A printed claim against the figures that it was computed from: does the arithmetic hold?"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from tieout.interval import Interval
from tieout.rounding import round_half_up

Relation: TypeAlias = Literal["ratio", "share", "percent_change", "reduction", "difference"]
Verdict: TypeAlias = Literal["consistent", "consistent_by_rounding", "inconsistent"]

#: From a to b where the two have an order in time; a share is of counts, the rest of measures.
_FORMULAS: dict[Relation, str] = {
    "ratio": "a / b",
    "share": "a / b",
    "percent_change": "(b - a) / a",
    "reduction": "(a - b) / a",
    "difference": "b - a",
}


def relation_formula(relation: Relation) -> str:
    """The formula of a relation in the names a and b. Raises ValueError for another relation."""
    try:
        return _FORMULAS[relation]
    except KeyError:
        known = ", ".join(_FORMULAS)
        raise ValueError(f"unknown relation '{relation}': use one of {known}") from None


def judge(
    recomputed: Interval,
    printed_value: Fraction,
    printed_low: Fraction,
    printed_high: Fraction,
    printed_quantum: Fraction,
) -> Verdict:
    """Whether a printed result agrees with the one recomputed from its inputs, in the same unit.

    ``consistent``: rounded half-up to the unit of the printed last digit (`printed_quantum`, 0 for
    an exact number) the recomputed value is the printed one. ``consistent_by_rounding``: what the
    digits of result and inputs leave open has a point in common, the ends included. Otherwise, and
    whenever the two values have opposite signs, ``inconsistent``.
    """
    value = recomputed.value
    rounded = round_half_up(value, printed_quantum) if printed_quantum else value
    if rounded == printed_value:
        return "consistent"
    if value * printed_value < 0:
        return "inconsistent"
    meet = recomputed.low <= printed_high and printed_low <= recomputed.high
    return "consistent_by_rounding" if meet else "inconsistent"
