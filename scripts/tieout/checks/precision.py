"""How many digits a computed figure may show, worked out from its bounds alone."""

from __future__ import annotations

from fractions import Fraction

_MOST_PLACES = 60


def leading_unit(number: Fraction) -> Fraction:
    """The power of ten of the first digit: 100 for 842. The number is not zero."""
    unit, size = Fraction(1), abs(number)
    while unit > size:
        unit /= 10
    while unit * 10 <= size:
        unit *= 10
    return unit


def supported_step(low: Fraction, high: Fraction) -> Fraction | None:
    """The smallest power of ten that is not narrower than the bounds; None if they are one.

    The bounds may have been rounded to 15 digits, so a width a hair above a power of ten is that
    power.
    """
    width = high - low
    if not width:
        return None
    unit = leading_unit(width)
    hair = max(abs(low), abs(high), width) / 10**14
    return unit if width - unit <= hair else unit * 10


def half_up(number: Fraction, step: Fraction) -> Fraction:
    """A number rounded to a multiple of `step`; a tie goes away from zero."""
    whole, rest = divmod(abs(number), step)
    rounded = (whole + (rest * 2 >= step)) * step
    return rounded if number >= 0 else -rounded


def has_digit(value: Fraction, step: Fraction) -> bool:
    """Whether any digit of a value is supported."""
    return bool(value) and step <= leading_unit(value)


def printable(value: Fraction, low: Fraction, high: Fraction) -> str:
    """The digits that may be shown, in plain decimals; empty where none is supported."""
    step = supported_step(low, high)
    if step is None:
        return plain(value, places(value))
    return plain(half_up(value, step), places(step)) if has_digit(value, step) else ""


def places(number: Fraction) -> int:
    """Decimal places of a number that ends; 60 for one that does not."""
    count = 0
    while number.denominator != 1 and count < _MOST_PLACES:
        number *= 10
        count += 1
    return count


def plain(number: Fraction, count: int) -> str:
    """A number as a plain decimal with so many places."""
    digits = str(int(half_up(abs(number) * 10**count, Fraction(1)))).zfill(count + 1)
    sign = "-" if number < 0 else ""
    return f"{sign}{digits[:-count]}.{digits[-count:]}" if count else sign + digits
