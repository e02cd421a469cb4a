"""Rounding half-up (away from zero at a tie) on exact fractions, and plain decimal text.

How many digits a computed figure may show follows from its interval: the unit of its last digit is
the smallest power of ten that is not narrower than the interval.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

#: A decimal longer than this is a rounded logarithm, root or quotient rather than a figure that
#: somebody could print; the elementary functions deliver 50 digits.
LONGEST_EXACT = 40


def round_half_up(x: Fraction, quantum: Fraction) -> Fraction:
    """The multiple of `quantum` nearest to `x`; at a tie the one farther from zero.

    Raises ValueError unless the quantum is positive.
    """
    return quantum * _steps(x, quantum)


def _steps(x: Fraction, quantum: Fraction) -> int:
    """How many times `quantum` the number is, rounded half-up."""
    if quantum.numerator <= 0:
        raise ValueError(f"cannot round to a unit of {quantum}: give a positive unit")
    above, below = abs(x.numerator) * quantum.denominator, x.denominator * quantum.numerator
    whole = (2 * above + below) // (2 * below)
    return whole if x.numerator >= 0 else -whole


def supported_quantum(value: Fraction, low: Fraction, high: Fraction) -> Fraction | None:
    """Unit of the last digit that an interval supports: the smallest power of ten >= high - low.

    None if the interval has no width, because then every digit is supported. The unit may lie above
    the leading digit of `value`; then no digit is supported, and `printable` gives nothing.
    Raises ValueError unless low <= value <= high.
    """
    if not low <= value <= high:
        raise ValueError(f"{value} does not lie between {low} and {high}: check the three numbers")
    width = high - low
    if not width:
        return None
    unit = _leading_unit(width)
    return unit if unit == width else unit * 10


def printable(value: Fraction, low: Fraction, high: Fraction) -> str:
    """The value with as many digits as its interval supports, in plain decimal notation.

    Empty when no digit is supported; zero has no leading digit, so only an exact zero can be shown.
    An exact value is given in full, or with 15 significant digits where it does not end.
    """
    quantum = supported_quantum(value, low, high)
    if quantum is None:
        return exact_decimal(value) or significant(value)
    if not value or quantum > _leading_unit(value):
        return ""
    return decimal_text(value, quantum)


def decimal_text(x: Fraction, quantum: Fraction) -> str:
    """`x` rounded half-up to `quantum`, with every decimal place that the quantum has.

    Trailing zeros stay (1.80 for a quantum of 0.01), there is never an exponent, and a negative
    number that rounds to zero has no sign. Raises ValueError for a quantum that has no decimal.
    """
    places = _places(quantum)
    if places is None:
        raise ValueError(f"a unit of {quantum} has no decimal notation: give a power of ten")
    return written(
        _steps(x, quantum) * quantum.numerator * 10**places // quantum.denominator, places
    )


def exact_decimal(x: Fraction, longest: int = LONGEST_EXACT) -> str | None:
    """`x` in full, in plain decimal notation; None if it has more than `longest` digits."""
    places = _places(x)
    if places is None:
        return None
    whole = x.numerator * 10**places // x.denominator
    return written(whole, places) if abs(whole) < 10**longest else None


def written(whole: int, places: int) -> str:
    """A whole number, in digits, with its last `places` digits behind the point."""
    digits = str(abs(whole)).zfill(places + 1)
    sign = "-" if whole < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else sign + digits


def significant(x: Fraction, digits: int = 15) -> str:
    """`x` rounded half-up to so many significant digits, without an exponent or padding zeros."""
    if not x:
        return "0"
    text = decimal_text(x, _leading_unit(x) / 10 ** (digits - 1))
    return text.rstrip("0").rstrip(".") if "." in text else text


def _leading_unit(x: Fraction) -> Fraction:
    """The power of ten of the leading digit: 100 for 842, 1/100 for 0.024; `x` is not zero."""
    above, below = abs(x.numerator), x.denominator
    # log10(2) is near 0.30103, so the estimate from the bit lengths is at most a place or two off.
    exponent = (above.bit_length() - below.bit_length()) * 30103 // 100000
    if exponent < 0:
        above *= 10**-exponent
    else:
        below *= 10**exponent
    while below > above:
        above, exponent = above * 10, exponent - 1
    while below * 10 <= above:
        below, exponent = below * 10, exponent + 1
    return _power_of_ten(exponent)


@lru_cache(maxsize=256)
def _power_of_ten(exponent: int) -> Fraction:
    return Fraction(10) ** exponent


def _places(x: Fraction) -> int | None:
    """How many decimal places the exact decimal of `x` has; None if it does not end."""
    rest, twos, fives = x.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    return max(twos, fives) if rest == 1 else None
