"""One number as read from print, before unit, marks and range are settled."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


class PrintedError(ValueError):
    """A printed text that is not one number; the message says what to write instead."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number found in a text.

    `value` and `place` (unit of the last printed digit; 0 for exact fraction words) carry the
    multipliers but not the scale of a unit such as `%`. `end` is the position after the number.
    `whole` tells whether the number is exact when it counts things. `multiplier` is 1 without a
    multiplier, m where the number is a coefficient times m, and 0 where multipliers stand inside
    (3 億 5,000 萬). `unit` is a unit that the number word itself carries (twice, 兩成).
    """

    value: Fraction
    place: Fraction
    end: int
    whole: bool = True
    multiplier: int = 1
    unit: str = ""
    words: bool = False

    @property
    def last_nonzero_place(self) -> Fraction:
        """Unit of the last digit that is not zero, for a value with finitely many decimals.

        The printed place where all digits are zero.
        """
        if not self.value:
            return self.place
        place = Fraction(1)
        while (self.value / place).denominator > 1:
            place /= 10
        while (self.value / (place * 10)).denominator == 1:
            place *= 10
        return place
