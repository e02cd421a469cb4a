"""Units fit or are refused: a speed per user is not a speed, and a byte is eight bits."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.mini_project import ROOT

from tieout import formula as fm
from tieout.units import Unit, UnitError, Units, load_units

UNITS = load_units(ROOT / "sources" / "units.yaml")

FITTING = [
    ("a / b", {"a": "tok/s", "b": "tok/s"}, "×"),
    ("a / b", {"a": "tok/s", "b": "×"}, "tok/s"),
    ("a / b", {"a": "tok/s", "b": "GPUs"}, "tok/s/GPU"),
    ("a / b", {"a": "tokens per step", "b": "tok/s"}, "ms per step"),
    ("a * b / c", {"a": "parameters", "b": "bits per weight", "c": "TB/s"}, "ms"),
    ("(a - b) / b", {"a": "ms", "b": "s"}, "%"),
    ("a - b", {"a": "%", "b": "%"}, "pp"),
    ("max(a, b) + mean(a, b)", {"a": "GB", "b": "bytes"}, "bits"),
    ("sqrt(a * b)", {"a": "tok/s", "b": "tok/s"}, "tok/s"),
    ("a ** 2 / a", {"a": "ms"}, "s"),
    ("a ** -1 * b", {"a": "tok/s", "b": "tokens"}, "s"),
    ("2 ** a", {"a": "×"}, "×"),
    ("-log(a / b)", {"a": "ms", "b": "s"}, "×"),
    ("shapley(a, b, c, d)", dict.fromkeys("abcd", "tok/s"), "×"),
]
CLASHING = [
    ("a + b", {"a": "tok/s/user", "b": "tok/s"}, "tok/s", "cannot be added to"),
    ("a - 1", {"a": "tok/s"}, "tok/s", "plain number cannot be subtracted from"),
    ("a / b", {"a": "tok/s", "b": "×"}, "×", "the formula gives 'token / second', but '×' is"),
    ("a / b", {"a": "tok/s", "b": "GPUs"}, "tok/s", "the formula gives"),
    ("b / a * b", {"a": "tok/s", "b": "requests"}, "tok/s", "'request ** 2 * second / token'"),
    ("sqrt(a)", {"a": "s"}, "s", "gives 'second ** 1/2'"),
    ("1 / a", {"a": "ms"}, "ms", "gives '1 / second'"),
    ("log(a)", {"a": "tok/s"}, "×", "log() needs a plain ratio"),
    ("a ** b", {"a": "×", "b": "ms"}, "×", "an exponent must be a plain number"),
    ("a ** b", {"a": "ms", "b": "×"}, "ms", "only be raised to a written-out number"),
    ("min(a, b)", {"a": "ms", "b": "tok/s"}, "ms", "needs arguments of one unit"),
    ("a", {"a": "date"}, "×", "'date' holds no numbers"),
    ("a", {"a": "id"}, "×", "'id' holds no numbers"),
    ("a", {"a": "tok/s/usr"}, "×", "did you mean tok/s/user"),
]


@pytest.mark.parametrize(("formula", "inputs", "result"), FITTING)
def test_what_fits(formula: str, inputs: dict[str, str], result: str) -> None:
    """Factors (ms and s, GB and bits) do not matter here, dimensions do."""
    UNITS.check(fm.parse(formula), inputs, result)


@pytest.mark.parametrize(("formula", "inputs", "result", "says"), CLASHING)
def test_what_clashes(formula: str, inputs: dict[str, str], result: str, says: str) -> None:
    """Said in the words of the dimensions."""
    with pytest.raises(UnitError) as caught:
        UNITS.check(fm.parse(formula), inputs, result)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("formula", "unit"),
    [
        ("a ** 99999999 / a", "tok/s"),
        ("a ** -99999999", "ms"),
        ("(a / a) ** 1001", "tok/s"),
        ("a ** 99999999.5", "tok/s"),
    ],
)
def test_an_exponent_beyond_all_use_is_refused_before_the_units(formula: str, unit: str) -> None:
    """Powers of units that nobody can read are no message, and cost time without end."""
    with pytest.raises(fm.FormulaError, match=r"an exponent of .*: use one of at most 1000"):
        UNITS.check(fm.parse(formula), {"a": unit}, unit)


def test_a_power_of_zero_is_a_plain_number() -> None:
    UNITS.check(fm.parse("a ** 0 * b"), {"a": "tok/s", "b": "ms"}, "ms")


def test_every_shared_unit_has_a_dimension_and_words() -> None:
    """A unit that cannot be computed with would only be found when somebody uses it."""
    for unit in UNITS:
        if unit.is_number:
            factor, _ = UNITS.base(unit.id)
            assert factor > 0, unit.id
        assert {*unit.wording} == {*unit.name} == {"en", "zh-TW"}, unit.id


def test_factors_are_exact() -> None:
    """Binary floats would make 0.001 of a thousandth."""
    assert UNITS.base("ms")[0] == Fraction(1, 1000)
    assert UNITS.base("GB")[0] == 8 * 10**9
    assert UNITS.base("bytes")[1] == UNITS.base("bits")[1]


def test_a_source_may_add_a_unit_but_not_change_one() -> None:
    """The same name means the same thing everywhere."""
    kernels = Unit("kernels", "kernel", 1, (), {}, {})
    more = Units({"a": kernels}).with_added({"kernels": kernels})
    assert "kernels" in more
    assert more.with_added({"kernels": kernels})["kernels"] == kernels
    with pytest.raises(UnitError, match="defined already"):
        more.with_added({"kernels": Unit("kernels", "", 1, (), {}, {})})
