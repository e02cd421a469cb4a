"""The bounds of any formula hold every value, are tight, and do not depend on its spelling."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.formula_oracle import bounds_at_corners, box

from tieout.formula import BinOp, Call, Const, Expr, FormulaError, Name, evaluate, parse
from tieout.interval import Interval

RULES = settings(max_examples=150, deadline=None)
CLOSE = Fraction(1, 10**25)
#: Where in its interval each of four figures stands, from 0 at the lower to 1 at the upper end.
POINTS = st.lists(st.tuples(*[st.fractions(0, 1, max_denominator=8)] * 4), max_size=6)
#: Each figure pulls one way, as long as it is positive and lies well apart from the others.
MONOTONE = """a/b  a-b  a*b/(a+b)  a/(a+b+c)  (a+b)/(a+b+c)  (a-b)/a  (a-b)/b  1-b/a  (a/c)/(b/d)
(log(b/a)+log(d/c))/2/log(d/a)  log(b/a)/log(c/a)  shapley(a,b,c,d)  shapley(a,b,c,d)*a/d
1/(1/a+1/b+1/c)  (a*c+b*d)/c  mean(a,b,c)/d  mean(a,b)/a  max(a,b)/a  min(a,b)/b  max(a,b,c)-a
sqrt(a/b)*b  sqrt(a*b)/a  (a/b)**3*b  (a/b)**0.5  (a/b)**-2/a  exp(a/b)/a  exp(-a/b)*b
(a-b)/a-(c-d)/c  (a*b+c*d)/(a*b+c*d+a)  ((a+b)/(c+d))/(a/c)  a/b*c/d*a/c  (a/b)*b  a/(a/b)  a-a
log(a*b)-log(a)-log(b)  shapley(a,b,c,d)*shapley(a,c,b,d)  (a+b)*(c+d)/a  max(a,b)*min(a,b)/a"""


def boxes(widest: int = 20) -> st.SearchStrategy[dict[str, Interval]]:
    """Positive printed figures a to d, known to between 1/1000 and `widest` per cent."""
    figure = st.builds(
        lambda n, percent: box(Fraction(n, 10), Fraction(n, 1000) * percent),
        st.integers(10, 9_999),
        st.fractions(Fraction(1, 10), widest, max_denominator=10),
    )
    return st.fixed_dictionaries(dict.fromkeys("abcd", figure))


def formulas() -> st.SearchStrategy[Expr]:
    leaves = st.sampled_from("abcd").map(Name) | st.integers(1, 4).map(lambda n: Const(Fraction(n)))
    return st.recursive(leaves, _branches, max_leaves=7)


def _branches(below: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    pair = st.tuples(below, below)
    calls = st.builds(Call, st.sampled_from(["min", "max", "mean"]), pair)
    roots = st.builds(lambda x: Call("sqrt", (x,)), below)
    return st.builds(BinOp, st.sampled_from("+-*/"), below, below) | calls | roots


@pytest.mark.parametrize("formula", MONOTONE.split())
@settings(max_examples=15, deadline=None)
@given(inputs=boxes(2))
def test_monotone_formula_has_the_bounds_of_its_corners(
    formula: str, inputs: dict[str, Interval]
) -> None:
    try:
        found = evaluate(parse(formula), inputs)
    except FormulaError:
        assume(False)
    expected = bounds_at_corners(formula.replace("^", "**"), inputs)
    scale = max(abs(expected.low), abs(expected.high), Fraction(1))
    assert abs(found.value - expected.value) <= CLOSE * scale
    assert found.low <= expected.low + CLOSE * scale
    assert found.high >= expected.high - CLOSE * scale
    if _apart(inputs):  # where figures overlap, a maximum or a ratio to itself may turn between
        assert found.low >= expected.low - CLOSE * scale
        assert found.high <= expected.high + CLOSE * scale


def _apart(inputs: Mapping[str, Interval]) -> bool:
    ordered = sorted(inputs.values(), key=lambda one: one.low)
    return all(a.high * 2 < b.low for a, b in pairwise(ordered))


@RULES
@given(formulas(), boxes(), POINTS)
def test_bounds_hold_the_value_at_every_point(
    expr: Expr, inputs: dict[str, Interval], points: list[tuple[Fraction, ...]]
) -> None:
    try:
        found = evaluate(expr, inputs)
    except FormulaError:
        assume(False)
    margin = CLOSE * max(abs(found.low), abs(found.high))
    for point in points:
        at = {
            name: Interval.exact(one.low + share * one.width)
            for (name, one), share in zip(inputs.items(), point, strict=True)
        }
        assert found.low - margin <= evaluate(expr, at).value <= found.high + margin


@RULES
@given(formulas(), boxes())
def test_order_of_commutative_operands_does_not_matter(
    expr: Expr, inputs: dict[str, Interval]
) -> None:
    try:
        found, turned = evaluate(expr, inputs), evaluate(_turned(expr), inputs)
    except FormulaError:
        assume(False)
    # An extreme between the corners is closed in to twelve digits, from wherever the search starts.
    margin = Fraction(2, 10**12) * max(abs(found.low), abs(found.high))
    assert abs(found.low - turned.low) <= margin
    assert abs(found.high - turned.high) <= margin
    assert abs(found.value - turned.value) <= CLOSE * max(abs(found.value), Fraction(1))


def _turned(expr: Expr) -> Expr:
    if isinstance(expr, Call):
        return Call(expr.name, tuple(_turned(arg) for arg in reversed(expr.args)))
    if not isinstance(expr, BinOp):
        return expr
    left, right = _turned(expr.left), _turned(expr.right)
    return BinOp(expr.op, right, left) if expr.op in "+*" else BinOp(expr.op, left, right)


@RULES
@given(formulas(), boxes())
def test_anything_minus_itself_is_zero_and_over_itself_one(
    expr: Expr, inputs: dict[str, Interval]
) -> None:
    try:
        evaluate(expr, inputs)
        assert evaluate(BinOp("-", expr, _turned(expr)), inputs) == Interval.exact(0)
        assert evaluate(BinOp("/", expr, _turned(expr)), inputs) == Interval.exact(1)
    except FormulaError:
        assume(False)
