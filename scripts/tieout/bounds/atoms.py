"""What the atoms of a polynomial stand for: figures, and functions of earlier atoms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tieout.bounds import elementary
from tieout.bounds import enclosure as en
from tieout.bounds import laurent as la
from tieout.bounds.enclosure import NOUGHT, UNIT, Span
from tieout.bounds.laurent import ONE, ZERO, Poly
from tieout.expression import FormulaError


@dataclass(frozen=True, slots=True)
class Atom:
    """A figure, or ``kind`` of its arguments: variable, reciprocal, log, exp, sqrt, max, share.

    A share is 1 where its argument is above zero and 0 where it is below; so max(a, b) is
    s * a + (1 - s) * b with s the share of a - b. `inner` encloses, over the whole box, the
    argument of a reciprocal, log, exp and sqrt, and otherwise the atom itself.
    """

    kind: str
    args: tuple[Poly, ...]
    inner: Span


class Atoms:
    """A table of atoms; equal ones are one. `whole` encloses each of them over the whole box."""

    def __init__(self) -> None:
        self.table: list[Atom] = []
        self.whole: list[Span] = []
        self._index: dict[tuple[object, ...], int] = {}
        self._derivatives: dict[tuple[int, int], Poly] = {}

    def variable(self, box: Span) -> Poly:
        """A new figure with its interval."""
        return self._new(Atom("variable", (), box), ("variable", len(self.table)))

    def inverse(self, p: Poly, within: Span) -> Poly:
        """1 / p, where `within` encloses p and stays clear of zero."""
        lead, monomial, rest = la.factored(p)
        turned = tuple((number, -exponent) for number, exponent in monomial)
        outer: Poly = {turned: la.plain(1 / Fraction(lead))}
        if rest == ONE:
            return outer
        inner = self._enclosed(rest, en.times(within, self._certain(outer)))
        return la.multiply(outer, self._function("reciprocal", rest, inner))

    def log(self, p: Poly, within: Span) -> Poly:
        """log(p), where `within` encloses p and is positive; the log of a product is opened."""
        lead, monomial, rest = la.factored(p)
        positive = lead > 0 and all(self.whole[number][0] > 0 for number, _ in monomial)
        if not positive:
            return self._function("log", p, self._enclosed(p, within))
        result = la.constant(elementary.log(Fraction(lead)))
        for number, exponent in monomial:
            result = la.add(result, self._log_of_atom(number), exponent)
        if rest == ONE:
            return result
        factor = self._certain({monomial: lead})
        inner = self._enclosed(rest, en.times(within, _sure(en.reciprocal(factor))))
        return la.add(result, self._function("log", rest, inner))

    def exp(self, p: Poly, within: Span) -> Poly:
        """exp(p), where `within` encloses p; halves and wholes of logarithms in it are opened."""
        outer, rest = ONE, ZERO
        for monomial, coefficient in p.items():
            number, exponent = monomial[0] if len(monomial) == 1 else (-1, 0)
            twice = coefficient * 2
            if exponent == 1 and self.table[number].kind == "log" and twice == int(twice):
                argument, inner = self.table[number].args[0], self.table[number].inner
                outer = la.multiply(outer, self._half_power(argument, int(twice), inner))
            else:
                rest = la.add(rest, {monomial: coefficient})
        if not rest:
            return outer
        inner = self._enclosed(rest, within) if outer == ONE else self._certain(rest)
        return la.multiply(outer, self._function("exp", rest, inner))

    def root(self, p: Poly, within: Span) -> Poly:
        """sqrt(p), where `within` encloses p and is not negative; that of a product is opened."""
        if len(p) == 1:
            ((monomial, coefficient),) = p.items()
            if coefficient > 0 and all(self.whole[number][0] > 0 for number, _ in monomial):
                result = la.constant(elementary.sqrt(Fraction(coefficient)))
                for number, exponent in monomial:
                    factor = self._half_power(la.atom(number), exponent, self.whole[number])
                    result = la.multiply(result, factor)
                return result
        return self._function("sqrt", p, self._enclosed(p, within))

    def greater(self, p: Poly, q: Poly, within: Span) -> Poly:
        """max(p, q), which `within` encloses; p or q itself where that is greater everywhere."""
        difference = en.evaluate(la.add(p, q, -1), self.whole)
        order = None if difference is None else en.sign(difference)
        if order is not None:
            return p if order > 0 else q
        return self._new(Atom("max", (p, q), within), ("max", _key(p), _key(q)))

    def share(self, p: Poly, q: Poly) -> Poly:
        """1 where p > q, 0 where p < q. At a tie it may be either, which no derivative notices."""
        lead, monomial, rest = la.factored(la.add(p, q, -1))
        signs = [en.sign(self.whole[number]) for number, exponent in monomial if exponent % 2]
        if None in signs:
            rest, signs = la.shift(rest, monomial), []
        share = self._new(Atom("share", (rest,), (NOUGHT, UNIT)), ("share", _key(rest)))
        upright = (lead > 0) == (signs.count(-1) % 2 == 0)
        return share if upright else la.add(ONE, share, -1)

    def derivative(self, p: Poly, variable: int) -> Poly:
        """Total derivative of a polynomial with respect to a figure."""
        result = ZERO
        for number in sorted({number for monomial in p for number, _ in monomial}):
            inner = self._derivative(number, variable)
            if inner:
                result = la.add(result, la.multiply(la.partial(p, number), inner))
        return result

    def spans(self, boxes: Mapping[int, Span]) -> list[Span]:
        """Enclosures of all atoms while the figures move through a part of the whole box."""
        found: list[Span] = []
        for number, atom in enumerate(self.table):
            now = boxes[number] if atom.kind == "variable" else self._image(atom, found)
            found.append(en.meet(now, self.whole[number]))
        return found

    def _image(self, atom: Atom, spans: Sequence[Span]) -> Span:
        """Enclosure of an atom from those of earlier ones."""
        if atom.kind == "variable":
            return atom.inner
        one, other = (en.evaluate(arg, spans) for arg in (atom.args[0], atom.args[-1]))
        if atom.kind == "max":
            if one is None or other is None:
                return atom.inner
            return en.meet((max(one[0], other[0]), max(one[1], other[1])), atom.inner)
        if atom.kind == "share":
            if one is None:
                return atom.inner
            return (UNIT if one[0] > 0 else NOUGHT), (NOUGHT if one[1] < 0 else UNIT)
        inner = atom.inner if one is None else en.meet(one, atom.inner)
        if atom.kind == "reciprocal":
            return _sure(en.reciprocal(inner))
        return en.function(atom.kind, inner)

    def _log_of_atom(self, number: int) -> Poly:
        atom = self.table[number]
        if atom.kind == "exp":
            return atom.args[0]
        if atom.kind == "reciprocal":
            return la.add(ZERO, self.log(atom.args[0], atom.inner), -1)
        if atom.kind == "sqrt":
            return la.add(ZERO, self.log(atom.args[0], atom.inner), Fraction(1, 2))
        return self._function("log", la.atom(number), self.whole[number])

    def _derivative(self, number: int, variable: int) -> Poly:
        if (number, variable) not in self._derivatives:
            self._derivatives[number, variable] = self._differentiate(number, variable)
        return self._derivatives[number, variable]

    def _differentiate(self, number: int, variable: int) -> Poly:
        atom = self.table[number]
        if atom.kind == "variable":
            return ONE if number == variable else ZERO
        inner = self.derivative(atom.args[0], variable)
        if atom.kind == "max":
            other = self.derivative(atom.args[1], variable)
            return la.add(other, la.multiply(self.share(*atom.args), la.add(inner, other, -1)))
        if not inner:
            return ZERO
        if atom.kind == "log":
            return la.multiply(inner, self.inverse(atom.args[0], atom.inner))
        if atom.kind == "exp":
            return la.shift(inner, ((number, 1),))
        if atom.kind == "sqrt":
            return la.shift(inner, ((number, -1),), Fraction(1, 2))
        return la.shift(inner, ((number, 2),), -1)  # a reciprocal

    def _half_power(self, p: Poly, halves: int, within: Span) -> Poly:
        """p to the power of halves / 2, where `within` encloses p and is positive."""
        if halves % 2:
            root = self._function("sqrt", p, self._enclosed(p, within))
            return la.power(root, halves)
        base = p if halves > 0 else self.inverse(p, within)
        return la.power(base, abs(halves) // 2)

    def _certain(self, p: Poly) -> Span:
        return _sure(en.evaluate(p, self.whole))

    def _enclosed(self, p: Poly, within: Span) -> Span:
        direct = en.evaluate(p, self.whole)
        return within if direct is None else en.meet(direct, within)

    def _function(self, kind: str, p: Poly, inner: Span) -> Poly:
        return self._new(Atom(kind, (p,), inner), (kind, _key(p)))

    def _new(self, atom: Atom, key: tuple[object, ...]) -> Poly:
        if key not in self._index:
            self._index[key] = len(self.table)
            self.whole.append(self._image(atom, self.whole))
            self.table.append(atom)
        return la.atom(self._index[key])


def _sure(found: Span | None) -> Span:
    if found is None:
        raise FormulaError(
            "the bounds of the formula cannot be proved, since a part of it may come near zero: "
            "rewrite it so that each figure stands in it once"
        )
    return found


def _key(p: Poly) -> frozenset[object]:
    return frozenset(p.items())
