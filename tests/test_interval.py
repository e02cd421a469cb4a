"""Intervals refuse ends in the wrong order, since every bound of an article rests on them."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest

from tieout.interval import Interval


def test_exact_number_has_no_width() -> None:
    assert Interval.exact(12) == Interval(Fraction(12), Fraction(12), Fraction(12))
    assert Interval.exact(Fraction(2, 3)).width == 0


def test_width_is_what_is_left_open() -> None:
    assert Interval(Fraction(842), Fraction(1683, 2), Fraction(1685, 2)).width == 1


@pytest.mark.parametrize(("value", "low", "high"), [(1, 2, 3), (3, 1, 2), (2, 3, 1)])
def test_value_outside_its_bounds_is_refused(value: int, low: int, high: int) -> None:
    with pytest.raises(ValueError, match=rf"{value} does not lie between {low} and {high}: give"):
        Interval(Fraction(value), Fraction(low), Fraction(high))


def test_value_may_lie_at_an_end() -> None:
    assert Interval(Fraction(1), Fraction(1), Fraction(2)).width == 1


def test_intervals_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Interval.exact(1).low = Fraction(0)  # type: ignore[misc]
