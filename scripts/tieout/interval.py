"""A number with what its printed digits leave open: a closed interval around it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Interval:
    """`value` as printed or computed, and the closed interval `low` to `high` that holds it.

    All three are in one unit. Raises ValueError unless low <= value <= high.
    """

    value: Fraction
    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        if not self.low <= self.value <= self.high:
            raise ValueError(
                f"{self.value} does not lie between {self.low} and {self.high}: "
                "give low, value and high in ascending order"
            )

    @classmethod
    def exact(cls, value: Fraction | int) -> Interval:
        """The interval of a number without tolerance, such as a count printed in full."""
        number = Fraction(value)
        return cls(number, number, number)

    @property
    def width(self) -> Fraction:
        """How much is left open: high - low; 0 for an exact number."""
        return self.high - self.low
