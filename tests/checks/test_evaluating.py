"""The second evaluator and the rule of printable digits, against the case files and by property."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.checks.conftest import case_rows

from tieout.checks.evaluating import (
    Box,
    Evaluator,
    Extremes,
    Formula,
    FormulaError,
    agrees,
    box,
    to_decimal,
)
from tieout.checks.precision import half_up, printable, supported_step
from tieout.checks.reading import read

ROWS = [row for row in case_rows("derive.csv", "derive-more.csv") if row["expect_value"] != "error"]
NEAR = Decimal("1e-9")


def evaluated(text: str, boxes: dict[str, Box]) -> Extremes:
    """A formula over boxes that have the names of its inputs."""
    return Evaluator({"it": Formula(text, {name: name for name in boxes})}, boxes).extremes("it")


def ends(low: str, high: str) -> Box:
    """A box with its value in the middle."""
    return Box((Decimal(low) + Decimal(high)) / 2, Decimal(low), Decimal(high))


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_derived_figure_of_the_case_files(row: dict[str, str]) -> None:
    """Value and bounds come out as by the first evaluator, from the second reader's figures."""
    kinds = json.loads(row["kind"])
    boxes = {}
    for name, text in json.loads(row["inputs"]).items():
        reading = read(text, kinds[name])
        middle = (reading.low + reading.high) / 2 if reading.value is None else reading.value
        boxes[name] = box(middle, reading.low, reading.high, Fraction(1))
    found = evaluated(row["formula"], boxes)
    for said, number in zip(
        ("expect_value", "expect_low", "expect_high"),
        (found.value, found.low, found.high),
        strict=True,
    ):
        meant = to_decimal(Fraction(row[said]))
        assert abs(number - meant) <= abs(meant) * NEAR, said
    assert found.low <= found.inside_low <= found.inside_high <= found.high


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_printable_digits_of_the_case_files(row: dict[str, str]) -> None:
    """As many digits as the bounds support, and no more."""
    numbers = (Fraction(row[key]) for key in ("expect_value", "expect_low", "expect_high"))
    assert printable(*numbers) == row["printable"]


def test_a_figure_that_enters_twice_moves_as_one() -> None:
    """Else the bounds of a share would be wider than they are."""
    found = evaluated("a / (a + b)", {"a": ends("1", "3"), "b": ends("2", "2")})
    assert (found.low, found.high) == (to_decimal(Fraction(1, 3)), Decimal("0.6"))


def test_an_extreme_between_the_corners_is_climbed_to() -> None:
    """The corners of x(1-x) on 0.2 to 0.9 miss its maximum, 0.25."""
    boxes = {"x": ends("0.2", "0.9")}
    evaluator = Evaluator({"it": Formula("x * (1 - x)", {"x": "x"})}, boxes)
    assert evaluator.extremes("it").high < Decimal("0.25")
    assert abs(evaluator.climbed("it", upwards=True) - Decimal("0.25")) < NEAR
    assert abs(evaluator.climbed("it", upwards=False) - Decimal("0.09")) < NEAR


def test_nested_formulas_are_followed_to_their_leaves() -> None:
    """Dividing by a quotient and multiplying again gives a figure without bounds of its own."""
    formulas = {
        "stock": Formula("speed / gain", {"speed": "speed", "gain": "gain"}),
        "again": Formula("speed / stock", {"speed": "speed", "stock": "stock"}),
    }
    evaluator = Evaluator(formulas, {"speed": ends("841.5", "842.5"), "gain": ends("1.5", "1.7")})
    assert sorted(evaluator.leaves("again")) == ["gain", "speed"]
    found = evaluator.extremes("again")
    assert abs(found.low - Decimal("1.5")) < NEAR
    assert abs(found.high - Decimal("1.7")) < NEAR


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a ^ 2 - -b ** 2", "25"),
        ("min(a, b) + max(a, b) + mean(a, b)", "10.5"),
        ("sqrt(a * a) * exp(log(b))", "12"),
        ("shapley(a, b, a, b)", "1.3333333333"),
        ("0.1 + 0.2 - 0.3 + a", "3"),
    ],
)
def test_every_function_and_sign(text: str, value: str) -> None:
    """The grammar of article.yaml, numbers exact."""
    found = evaluated(text, {"a": ends("3", "3"), "b": ends("4", "4")})
    assert abs(found.value - Decimal(value)) < Decimal("1e-9")


@pytest.mark.parametrize(
    "text", ["a +", "a.b", "a if a else a", "__import__(a)", "a / (a - a)", "c"]
)
def test_what_cannot_be_followed_is_refused(text: str) -> None:
    """A broken formula is a finding, and nothing in it is run."""
    with pytest.raises(FormulaError):
        evaluated(text, {"a": ends("3", "3")})


def test_a_circle_is_refused() -> None:
    """A formula that stands on itself has no value."""
    circle = {"a": Formula("b", {"b": "b"}), "b": Formula("a", {"a": "a"})}
    with pytest.raises(FormulaError):
        Evaluator(circle, {}).extremes("a")


@settings(max_examples=60, deadline=None)
@given(st.fractions(-1000, 1000), st.fractions(0, 100, max_denominator=10_000))
def test_supported_digits_stay_within_the_bounds(value: Fraction, half: Fraction) -> None:
    """Half a unit of the last digit is at least as wide as half the bounds."""
    step = supported_step(value - half, value + half)
    if step is None:
        assert half == 0
        return
    assert step >= 2 * half * (1 - Fraction(1, 10**12))
    assert step / 10 < 2 * half
    assert abs(half_up(value, step) - value) <= step / 2


@pytest.mark.parametrize(
    ("text", "number", "same"),
    [
        ("0.333333333333333", Fraction(1, 3), True),
        ("0.333333333333334", Fraction(1, 3), False),
        ("0.3333", Fraction(1, 3), False),
        ("122.5", Fraction(245, 2), True),
        ("122.50", Fraction(245, 2), True),
        ("", Fraction(1), False),
        ("one", Fraction(1), False),
    ],
)
def test_a_number_in_the_ledger_is_exact_or_has_fifteen_digits(
    text: str, number: Fraction, same: bool
) -> None:
    """The last digit counts, so that no digit of the ledger can be changed unseen."""
    assert agrees(text, to_decimal(number)) is same
