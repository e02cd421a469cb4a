"""Interval arithmetic on decimals rounded outwards: certain to enclose, and faster than fractions.

Only proofs rest on it (which sign a derivative has, what cannot be exceeded); a bound at a corner
is computed on exact fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import TypeAlias

from tieout.bounds.laurent import Monomial, Poly

Span: TypeAlias = tuple[Decimal, Decimal]

DOWN = Context(prec=50, rounding=ROUND_FLOOR)
UP = Context(prec=50, rounding=ROUND_CEILING)
NOUGHT, UNIT = Decimal(0), Decimal(1)


def span(low: Fraction | int, high: Fraction | int) -> Span:
    """The narrowest enclosure of an exact interval."""
    return (
        DOWN.divide(Decimal(low.numerator), Decimal(low.denominator)),
        UP.divide(Decimal(high.numerator), Decimal(high.denominator)),
    )


def around(low: Fraction, high: Fraction) -> Span:
    """Enclosure of an interval whose ends may be rounded themselves, in their 50th digit."""
    margin = Fraction(1, 10**40)
    return span(low - abs(low) * margin, high + abs(high) * margin)


def plus(a: Span, b: Span) -> Span:
    """Enclosure of a sum."""
    return DOWN.add(a[0], b[0]), UP.add(a[1], b[1])


def times(a: Span, b: Span) -> Span:
    """Enclosure of a product."""
    if a[0] >= 0 and b[0] >= 0:
        return DOWN.multiply(a[0], b[0]), UP.multiply(a[1], b[1])
    pairs = [(x, y) for x in a for y in b]
    return min(DOWN.multiply(x, y) for x, y in pairs), max(UP.multiply(x, y) for x, y in pairs)


def reciprocal(a: Span) -> Span | None:
    """Enclosure of 1 / a; None if `a` holds zero."""
    if a[0] <= 0 <= a[1]:
        return None
    return DOWN.divide(UNIT, a[1]), UP.divide(UNIT, a[0])


def whole_power(a: Span, exponent: int) -> Span | None:
    """Enclosure of a power with a whole exponent; None if that is negative and `a` holds zero."""
    if exponent < 0:
        inverse = reciprocal(a)
        return None if inverse is None else whole_power(inverse, -exponent)
    if exponent == 1:
        return a
    if a[0] >= 0:
        return _end(a[0], exponent, DOWN), _end(a[1], exponent, UP)
    if exponent % 2:  # keeps the order, so each end is a power of an end
        low = _end(a[0].copy_negate(), exponent, UP).copy_negate()
        upward = a[1] > 0
        high = _end(a[1].copy_abs(), exponent, UP if upward else DOWN)
        return low, high if upward else high.copy_negate()
    size = max(a[0].copy_negate(), a[1])
    nearest = NOUGHT if a[1] > 0 else a[1].copy_negate()
    return _end(nearest, exponent, DOWN), _end(size, exponent, UP)


def function(kind: str, a: Span) -> Span:
    """Enclosure of exp, log (above zero) or sqrt (from zero on); decimals round to nearest."""
    if kind == "log":
        low, high = (NOUGHT if end == 1 else DOWN.ln(end) for end in a)
        return DOWN.next_minus(low) if low else low, UP.next_plus(high) if high else high
    if kind == "exp":
        return max(NOUGHT, DOWN.next_minus(DOWN.exp(a[0]))), UP.next_plus(UP.exp(a[1]))
    return (
        max(NOUGHT, DOWN.next_minus(DOWN.sqrt(a[0]))),
        UP.next_plus(UP.sqrt(a[1])),
    )


def meet(a: Span, b: Span) -> Span:
    """What two enclosures of one number have in common."""
    return max(a[0], b[0]), min(a[1], b[1])


def evaluate(p: Poly, spans: Sequence[Span]) -> Span | None:
    """Enclosure of a polynomial; None where a negative power of an atom has no bounds."""
    total = (NOUGHT, NOUGHT)
    for monomial, coefficient in p.items():
        product = monomial_span(monomial, spans)
        if product is None:
            return None
        if coefficient != 1:
            product = times(span(coefficient, coefficient), product)
        total = plus(total, product)
    return total


def monomial_span(monomial: Monomial, spans: Sequence[Span]) -> Span | None:
    """Enclosure of a product of powers of atoms; None where it has no bounds."""
    product = (UNIT, UNIT)
    for number, exponent in monomial:
        factor = whole_power(spans[number], exponent)
        if factor is None:
            return None
        product = times(product, factor)
    return product


def sign(a: Span) -> int | None:
    """1 if nowhere below zero, -1 if nowhere above it, None if both occur."""
    if a[0] >= 0:
        return 1
    return -1 if a[1] <= 0 else None


def _end(size: Decimal, exponent: int, rounding: Context) -> Decimal:
    end = UNIT
    for _ in range(exponent):
        end = rounding.multiply(end, size)
    return end
