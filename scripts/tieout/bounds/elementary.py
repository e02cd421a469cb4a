"""Exponential, logarithm and square root of fractions, good to 50 significant digits."""

from __future__ import annotations

import math
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache

DIGITS = 50
_GUARD = 5


@lru_cache(maxsize=4096)
def log(x: Fraction) -> Fraction:
    """Natural logarithm of a positive fraction; log(1) is exactly 0."""
    # Next to 1 the logarithm is as small as x - 1, so that many more digits of x matter.
    distance = abs(x - 1)
    if not distance:
        return Fraction(0)
    closeness = max(0, distance.denominator.bit_length() - distance.numerator.bit_length())
    context = Context(prec=DIGITS + _GUARD + closeness // 3)
    return Fraction(_rounded(context.ln(_decimal(x, context))))


@lru_cache(maxsize=4096)
def exp(x: Fraction) -> Fraction:
    """e to the power of a fraction; exp(0) is exactly 1."""
    if not x:
        return Fraction(1)
    # An error in x is a relative error of the result, so digits before the point come on top.
    size = x.numerator.bit_length() - x.denominator.bit_length()
    context = Context(prec=DIGITS + _GUARD + max(0, size // 3))
    return Fraction(_rounded(context.exp(_decimal(x, context))))


@lru_cache(maxsize=4096)
def sqrt(x: Fraction) -> Fraction:
    """Square root of a fraction that is not negative; exact where the root is rational."""
    numerator, denominator = math.isqrt(x.numerator), math.isqrt(x.denominator)
    if numerator**2 == x.numerator and denominator**2 == x.denominator:
        return Fraction(numerator, denominator)
    product = x.numerator * x.denominator
    scale = 10 ** max(0, DIGITS + _GUARD - product.bit_length() // 7)
    return Fraction(math.isqrt(product * scale**2), x.denominator * scale)


def _decimal(x: Fraction, context: Context) -> Decimal:
    return context.divide(Decimal(x.numerator), Decimal(x.denominator))


def _rounded(x: Decimal) -> Decimal:
    return Context(prec=DIGITS).plus(x)
