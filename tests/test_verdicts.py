"""A printed claim is judged by what its own digits and those of its inputs leave open."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formula_oracle import bounds_at_corners

from tieout.cases import CaseResult, verdicts
from tieout.formula import evaluate, parse
from tieout.interval import Interval
from tieout.verdicts import Relation, judge, relation_formula

CASES = Path(__file__).parent / "cases"
RULES = settings(max_examples=150, deadline=None)
POSITIVE = st.integers(10, 9_999).map(lambda n: Fraction(n, 10))


def measured(value: Fraction, quantum: Fraction = Fraction(1, 10)) -> Interval:
    return Interval(value, value - quantum / 2, value + quantum / 2)


@pytest.mark.parametrize("name", ["verdicts.csv", "verdicts-more.csv"])
def test_case_file(name: str) -> None:
    results = verdicts.run(CASES / name)
    assert len(results) > 25
    assert [result for result in results if not result.passed] == []


def test_a_wrong_row_is_reported(tmp_path: Path) -> None:
    """The runner compares bounds as well as the verdict."""
    path = tmp_path / "verdicts.csv"
    head = "id,a,b,relation,printed,expect,recomputed,low,high,why\n"
    path.write_text(head + "x,3,8,share,38%,inconsistent,0.375,0.3,0.375,\n", encoding="utf-8")
    detail = "low: expected 0.3, got 0.375; verdict: expected inconsistent, got consistent"
    assert verdicts.run(path) == [CaseResult("x", False, detail)]


@pytest.mark.parametrize("relation", get_args(Relation))
@RULES
@given(POSITIVE, POSITIVE)
def test_relations_are_tight(relation: Relation, a: Fraction, b: Fraction) -> None:
    """Every relation's bounds are those of its corners, although a stands twice in two of them."""
    inputs = {"a": measured(a), "b": measured(b)}
    formula = relation_formula(relation)
    assert evaluate(parse(formula), inputs) == bounds_at_corners(formula, inputs)


def test_unknown_relation_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown relation 'sum': use one of ratio, share"):
        relation_formula("sum")  # type: ignore[arg-type]


@RULES
@given(POSITIVE, st.integers(-2, 1).map(lambda k: Fraction(10) ** k))
def test_every_correct_rounding_is_consistent(value: Fraction, quantum: Fraction) -> None:
    printed = quantum * ((2 * value / quantum + 1) // 2)
    claim = measured(printed, quantum)
    found = judge(measured(value), claim.value, claim.low, claim.high, quantum)
    assert found == "consistent"


def test_intervals_that_touch_meet() -> None:
    claim = (Fraction(4), Fraction(7, 2), Fraction(9, 2), Fraction(1))
    touching = Interval(Fraction("3.4"), Fraction("3.3"), Fraction("3.5"))
    apart = Interval(Fraction("3.4"), Fraction("3.3"), Fraction("3.4999"))
    assert judge(touching, *claim) == "consistent_by_rounding"
    assert judge(apart, *claim) == "inconsistent"


def test_wrong_sign_is_inconsistent_even_where_bounds_meet() -> None:
    claim = (Fraction("-0.1"), Fraction("-0.15"), Fraction("-0.05"), Fraction("0.1"))
    wide = Interval(Fraction("0.2"), Fraction("-0.35"), Fraction("0.75"))
    assert judge(wide, *claim) == "inconsistent"
    zero = Interval(Fraction(0), Fraction("-0.35"), Fraction("0.75"))
    assert judge(zero, *claim) == "consistent_by_rounding"


def test_exact_claim_has_no_unit_to_round_to() -> None:
    """Printed words such as twice are exact: only the same number is consistent."""
    twice = (Fraction(2), Fraction(2), Fraction(2), Fraction(0))
    assert judge(Interval.exact(2), *twice) == "consistent"
    assert judge(measured(Fraction("2.0")), *twice) == "consistent"
    assert judge(measured(Fraction("2.04")), *twice) == "consistent_by_rounding"
    assert judge(measured(Fraction("2.1")), *twice) == "inconsistent"
