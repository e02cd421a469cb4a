"""Rounding half-up, plain decimal text, and how many digits an interval supports."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formula_oracle import digits

from tieout.rounding import (
    decimal_text,
    exact_decimal,
    printable,
    round_half_up,
    significant,
    supported_quantum,
)

RULES = settings(max_examples=200, deadline=None)
NUMBERS = st.fractions(-10_000, 10_000, max_denominator=10_000)
PARTS = st.fractions(0, 3, max_denominator=1_000)
QUANTA = st.integers(-6, 6).map(lambda k: Fraction(10) ** k)


@pytest.mark.parametrize(
    ("x", "quantum", "expected"),
    [
        ("1.125", "0.01", "1.13"),
        ("-1.125", "0.01", "-1.13"),
        ("1.1249", "0.01", "1.12"),
        ("0.5", "1", "1"),
        ("-0.5", "1", "-1"),
        ("2.5", "1", "3"),
        ("44", "10", "40"),
        ("45", "10", "50"),
        ("9.96", "0.1", "10"),
        ("0.05", "0.04", "0.04"),
        ("0", "0.1", "0"),
    ],
)
def test_ties_go_away_from_zero(x: str, quantum: str, expected: str) -> None:
    assert round_half_up(Fraction(x), Fraction(quantum)) == Fraction(expected)


@pytest.mark.parametrize("quantum", [Fraction(0), Fraction(-1, 10)])
def test_unit_that_is_not_positive_is_refused(quantum: Fraction) -> None:
    with pytest.raises(ValueError, match="give a positive unit"):
        round_half_up(Fraction(1), quantum)


@RULES
@given(NUMBERS, QUANTA)
def test_rounding_moves_by_half_a_unit_at_most(x: Fraction, quantum: Fraction) -> None:
    rounded = round_half_up(x, quantum)
    assert abs(rounded - x) <= quantum / 2
    assert (rounded / quantum).denominator == 1
    assert round_half_up(-x, quantum) == -rounded
    assert abs(rounded - x) < quantum / 2 or abs(rounded) > abs(x)


@pytest.mark.parametrize(
    ("value", "low", "high", "expected"),
    [
        ("1.725", "1.7226", "1.7282", "1.73"),
        ("1.8024", "1.8018", "1.8030", "1.80"),  # a trailing zero inside the unit is a digit
        ("530.46", "529.44", "531.48", "530"),  # zeros fill up to the unit
        ("9.96", "9.91", "10.01", "10.0"),  # rounding carries, the unit stays
        ("0.996", "0.9915", "1.0005", "1.00"),
        ("-0.996", "-1.0005", "-0.9915", "-1.00"),
        ("96", "91", "101", "100"),  # the width is exactly a power of ten
        ("96", "90.9", "101", ""),  # and here a little more
        ("-4", "-5", "-3", ""),
        ("0.4", "-0.1", "0.9", ""),  # as wide as 1, while the leading digit is a tenth
        ("1.2", "0.7", "1.7", "1"),
        ("5", "-1", "9", ""),  # an interval across zero is wider than the value's first digit
        ("1", "0", "1", "1"),
        ("0", "-0.05", "0.05", ""),
        ("0", "0", "0.05", ""),
        ("0", "0", "0", "0"),
        ("0.4375", "0.4375", "0.4375", "0.4375"),
        ("23424000000", "23424000000", "23424000000", "23424000000"),
        ("-5300", "-5300", "-5300", "-5300"),
        ("2/3", "2/3", "2/3", "0.666666666666667"),
        ("-200000/3", "-200000/3", "-200000/3", "-66666.6666666667"),
        ("0.00712589", "0.00712166", "0.00713012", "0.00713"),
        ("0.02", "0.015", "0.025", "0.02"),
    ],
)
def test_printable_digits(value: str, low: str, high: str, expected: str) -> None:
    assert printable(Fraction(value), Fraction(low), Fraction(high)) == expected


@RULES
@given(NUMBERS, PARTS, PARTS)
def test_printable_agrees_with_counting_decimals(
    x: Fraction, below: Fraction, above: Fraction
) -> None:
    assert printable(x, x - below, x + above) == digits(x, x - below, x + above)


@RULES
@given(NUMBERS, PARTS, PARTS)
def test_printable_claims_no_more_than_the_interval_supports(
    x: Fraction, below: Fraction, above: Fraction
) -> None:
    """A unit of the last digit is as wide as the interval; one digit more would be too many."""
    text, width = printable(x, x - below, x + above), below + above
    quantum = supported_quantum(x, x - below, x + above)
    if quantum is None:
        assert width == 0
        return
    assert quantum / 10 < width <= quantum
    if text:
        assert len(text.partition(".")[2]) == len(decimal_text(quantum, quantum).partition(".")[2])
        assert abs(Fraction(text) - x) <= quantum / 2
        assert abs(x) >= quantum


def test_supported_quantum_wants_the_value_inside() -> None:
    with pytest.raises(ValueError, match="check the three numbers"):
        supported_quantum(Fraction(3), Fraction(1), Fraction(2))


@pytest.mark.parametrize(
    ("x", "quantum", "expected"),
    [
        ("1.8", "0.01", "1.80"),
        ("-0.004", "0.01", "0.00"),
        ("-0.005", "0.01", "-0.01"),
        ("1e-7", "1e-7", "0.0000001"),
        ("123456789", "1000", "123457000"),
        ("1e20", "1", "100000000000000000000"),
        ("0", "0.001", "0.000"),
        ("0.06", "0.02", "0.06"),
    ],
)
def test_decimal_text_is_plain(x: str, quantum: str, expected: str) -> None:
    assert decimal_text(Fraction(x), Fraction(quantum)) == expected


def test_unit_without_a_decimal_is_refused() -> None:
    with pytest.raises(ValueError, match="give a power of ten"):
        decimal_text(Fraction(1), Fraction(1, 3))


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        ("7/16", "0.4375"),
        ("-5300", "-5300"),
        ("1/3", None),
        ("0", "0"),
        ("1e-39", "0." + "0" * 38 + "1"),
        ("1" * 40, "1" * 40),
        ("0." + "1" * 40, "0." + "1" * 40),
        ("0." + "1" * 41, None),  # no figure has so many digits: it is a rounded logarithm
    ],
)
def test_exact_decimal_is_complete_or_none(x: str, expected: str | None) -> None:
    assert exact_decimal(Fraction(x)) == expected


@RULES
@given(st.decimals(-(10**9), 10**9, places=8))
def test_exact_decimal_reads_back(number: object) -> None:
    x = Fraction(str(number))
    text = exact_decimal(x)
    assert text is not None
    assert Fraction(text) == x
    assert "e" not in text.lower()


@pytest.mark.parametrize(
    ("x", "count", "expected"),
    [
        ("2/3", 15, "0.666666666666667"),
        ("2/3", 3, "0.667"),
        ("1.8030404650123", 15, "1.8030404650123"),  # no zeros to pad
        ("1.8030404650123", 3, "1.8"),
        ("999.96", 4, "1000"),
        ("0.00099996", 4, "0.001"),
        ("-12345", 2, "-12000"),
        ("1e18", 15, "1000000000000000000"),
        ("0", 15, "0"),
    ],
)
def test_significant_digits(x: str, count: int, expected: str) -> None:
    assert significant(Fraction(x), count) == expected
