"""Derivatives of a result with respect to its figures, and the signs they have over a box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from tieout.bounds import enclosure as en
from tieout.bounds import laurent as la
from tieout.bounds.atoms import Atoms
from tieout.bounds.enclosure import Span
from tieout.bounds.laurent import ONE, ZERO, Coefficient, Monomial, Poly

#: Cases double with each maximum; beyond so many the rest stay undecided together.
MAX_SHARES = 6


@dataclass(frozen=True, slots=True)
class Case:
    """A derivative while the `shares` are as said; turn, common and rest multiply to its sign."""

    shares: tuple[tuple[int, int], ...]
    turn: int
    common: Monomial
    rest: Poly

    def sign(self, spans: Sequence[Span]) -> int | None:
        """1 nowhere below zero, -1 nowhere above, 0 zero throughout or not met, None unproved."""
        if not self.rest or any(not low <= v <= high for v, (low, high) in self._met(spans)):
            return 0
        outer = _sign_of_term(self.common, self.turn, spans)
        inner = _sign_of_sum(self.rest, spans)
        return None if outer is None or inner is None else outer * inner

    def _met(self, spans: Sequence[Span]) -> list[tuple[int, Span]]:
        return [(value, spans[number]) for number, value in self.shares]


@dataclass(frozen=True, slots=True)
class Slope:
    """A derivative, and the cases that decide its sign, one for each side of every maximum."""

    derivative: Poly
    cases: tuple[Case, ...]

    @classmethod
    def of(cls, derivative: Poly, atoms: Atoms) -> Slope:
        """A derivative with its divisors cleared, so that what cancels is gone."""
        cleared, turn = _cleared(derivative, atoms)
        shares = sorted({n for m in cleared for n, _ in m if atoms.table[n].kind == "share"})
        return cls(derivative, tuple(_cases(cleared, turn, shares[:MAX_SHARES])))

    @property
    def vanishes(self) -> bool:
        """Whether the derivative is zero everywhere."""
        return not any(case.rest for case in self.cases)

    def sign(self, spans: Sequence[Span]) -> int | None:
        """1 nowhere falling, -1 nowhere rising, 0 constant, None if none of these is proved."""
        signs = {case.sign(spans) for case in self.cases} - {0}
        return (signs.pop() if signs else 0) if len(signs) < 2 else None


def _cases(p: Poly, turn: int, shares: Sequence[int]) -> Iterator[Case]:
    for values in product((0, 1), repeat=len(shares)):
        q = p
        for number, value in zip(shares, values, strict=True):
            parts = la.collect(q, number)
            q = la.total(parts.values()) if value else parts.get(0, ZERO)
        settled = tuple(zip(shares, values, strict=True))
        if not q:
            yield Case(settled, turn, (), q)
            continue
        lead, common, rest = la.factored(q)
        yield Case(settled, turn if lead > 0 else -turn, common, rest)


def vanishes(p: Poly, atoms: Atoms) -> bool:
    """Whether a polynomial is zero everywhere, once its divisors are cleared."""
    return not _cleared(p, atoms)[0]


def _cleared(p: Poly, atoms: Atoms) -> tuple[Poly, int]:
    """A polynomial without divisors and maxima whose sign, times the second value, is that of p.

    Later atoms are made of earlier ones, so they are taken from the last to the first. Whatever is
    multiplied with has one sign all over the box, since something was divided by it.
    """
    turn = 1
    for number in range(len(atoms.table) - 1, -1, -1):
        parts = la.collect(p, number)
        if parts.keys() <= {0}:
            continue
        upside_down = atoms.table[number].kind == "reciprocal"
        factor = max(0, *((e if upside_down else -e) for e in parts))
        p = ZERO
        for exponent, part in parts.items():
            left = factor - exponent if upside_down else factor + exponent
            p = la.add(p, la.multiply(part, _power(atoms, number, left)))
        if factor % 2 and atoms.whole[number][1] <= 0:
            turn = -turn
    return _settled(p, atoms), turn


def _power(atoms: Atoms, number: int, exponent: int) -> Poly:
    """A power of an atom (for a reciprocal, of what it divides by) in terms of earlier atoms."""
    atom = atoms.table[number]
    if atom.kind == "reciprocal":
        return la.power(atom.args[0], exponent)
    if atom.kind == "sqrt":
        root = ((number, 1),) if exponent % 2 else ()
        return la.shift(la.power(atom.args[0], exponent // 2), root)
    if atom.kind == "max":
        first, second = (la.power(arg, exponent) for arg in atom.args)
        share = atoms.share(*atom.args)
        return la.add(second, la.multiply(share, la.add(first, second, -1)))
    return la.atom(number, exponent) if exponent else ONE


def _settled(p: Poly, atoms: Atoms) -> Poly:
    """Powers of a share replaced by the share: but for a tie it is 0 or 1."""
    result: Poly = {}
    for monomial, coefficient in p.items():
        plain = tuple((a, 1 if atoms.table[a].kind == "share" else e) for a, e in monomial)
        result = la.add(result, {plain: coefficient})
    return result


def _sign_of_sum(p: Poly, spans: Sequence[Span]) -> int | None:
    """The sign of a polynomial without negative exponents; None if it is not proved."""
    signs = {_sign_of_term(monomial, factor, spans) for monomial, factor in p.items()}
    if len(signs) == 1 and None not in signs:
        return signs.pop()
    enclosed = en.evaluate(p, spans)
    return None if enclosed is None else en.sign(enclosed)


def _sign_of_term(monomial: Monomial, factor: Coefficient, spans: Sequence[Span]) -> int | None:
    sign = 1 if factor > 0 else -1
    for number, exponent in monomial:
        if exponent % 2:
            one = en.sign(spans[number])
            if one is None:
                return None
            sign *= one
    return sign
