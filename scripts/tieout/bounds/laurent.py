"""Laurent polynomials with exact coefficients: sums of products of whole powers, negative ones too.

The atoms of a product are numbered; what they stand for is known to atoms.py. In this form what
cancels vanishes of itself: (a / b) * b is a, and the derivative of a / (a + b) has one sign.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

from tieout.expression import FormulaError

Coefficient: TypeAlias = int | Fraction
#: Pairs of atom and exponent, by ascending atom, exponents not zero; () is the number one.
Monomial: TypeAlias = tuple[tuple[int, int], ...]
#: No coefficient is zero; {} is zero. Never changed once built.
Poly: TypeAlias = dict[Monomial, Coefficient]

ZERO: Poly = {}
ONE: Poly = {(): 1}
MAX_TERMS = 600


def constant(value: Fraction) -> Poly:
    """A number as a polynomial; whole coefficients are kept as int, which is faster."""
    return {(): plain(value)} if value else {}


def atom(number: int, exponent: int = 1) -> Poly:
    """A power of one atom."""
    return {((number, exponent),): 1}


def add(p: Poly, q: Poly, factor: Coefficient = 1) -> Poly:
    """p + factor * q."""
    result = dict(p)
    for monomial, coefficient in q.items():
        total = result.get(monomial, 0) + factor * coefficient
        if total:
            result[monomial] = total
        else:
            del result[monomial]
    return result


def total(parts: Iterable[Poly]) -> Poly:
    """The sum of many."""
    result = ZERO
    for part in parts:
        result = add(result, part)
    return result


def multiply(p: Poly, q: Poly) -> Poly:
    """p * q. Raises FormulaError when the product grows past MAX_TERMS terms."""
    if len(q) == 1:
        ((monomial, factor),) = q.items()
        return shift(p, monomial, factor)
    if len(p) * len(q) > MAX_TERMS * 10:
        raise _too_many()
    result: Poly = {}
    for one, a in p.items():
        for other, b in q.items():
            monomial = join(one, other)
            result[monomial] = result.get(monomial, 0) + a * b
    result = {monomial: c for monomial, c in result.items() if c}
    if len(result) > MAX_TERMS:
        raise _too_many()
    return result


def shift(p: Poly, monomial: Monomial, factor: Coefficient = 1) -> Poly:
    """p * factor * monomial; the factor is not zero."""
    if factor == 1:
        return {join(own, monomial): c for own, c in p.items()} if monomial else p
    return {join(own, monomial): plain(c * factor) for own, c in p.items()}


def power(p: Poly, exponent: int) -> Poly:
    """p to the power of a whole exponent >= 0, or of any for a polynomial of one term."""
    if len(p) == 1:
        ((monomial, coefficient),) = p.items()
        scaled = plain(Fraction(coefficient) ** exponent)
        return {tuple((a, e * exponent) for a, e in monomial if exponent): scaled}
    result = ONE
    for _ in range(exponent):
        result = multiply(result, p)
    return result


def partial(p: Poly, number: int) -> Poly:
    """Derivative with respect to one atom, the others held."""
    result: Poly = {}
    for monomial, coefficient in p.items():
        exponent = dict(monomial).get(number, 0)
        if exponent:
            result[join(monomial, ((number, -1),))] = coefficient * exponent
    return result


def collect(p: Poly, number: int) -> dict[int, Poly]:
    """The polynomial by exponents of one atom: {e: q} with p = sum of q * atom**e."""
    result: dict[int, Poly] = {}
    for monomial, coefficient in p.items():
        exponent = dict(monomial).get(number, 0)
        rest = tuple(pair for pair in monomial if pair[0] != number)
        result.setdefault(exponent, {})[rest] = coefficient
    return result


def factored(p: Poly) -> tuple[Coefficient, Monomial, Poly]:
    """p (not zero) as coefficient * monomial * rest: the rest has no common factor and no negative
    exponent, and its first term has the coefficient 1, so equal rests are equal objects."""
    least: dict[int, int] = {}
    counts: dict[int, int] = {}
    for monomial in p:
        for number, exponent in monomial:
            least[number] = min(exponent, least.get(number, exponent))
            counts[number] = counts.get(number, 0) + 1
    for number, count in counts.items():
        if count < len(p):
            least[number] = min(0, least[number])
    common = tuple(sorted((a, e) for a, e in least.items() if e))
    lead = p[min(p)]
    turned = tuple((a, -e) for a, e in common)
    scale = lead if abs(lead) == 1 else 1 / Fraction(lead)
    return lead, common, shift(p, turned, scale)


def join(one: Monomial, other: Monomial) -> Monomial:
    """The product of two monomials."""
    if not one or not other:
        return one or other
    powers = dict(one)
    for number, exponent in other:
        powers[number] = powers.get(number, 0) + exponent
    return tuple(sorted((a, e) for a, e in powers.items() if e))


def plain(value: Coefficient) -> Coefficient:
    """A coefficient as int where it is whole."""
    return value.numerator if value.denominator == 1 else value


def _too_many() -> FormulaError:
    return FormulaError(
        f"the formula multiplies out to more than {MAX_TERMS} terms, too many to prove its bounds: "
        "rewrite it so that fewer figures stand in it twice"
    )
