"""An operation whose operands share figures, as a function of them: exact values and derivatives.

The part of the graph below the operation is written as a sum of monomials. The derivative with
respect to a figure, cleared of divisors, is a sum of monomials as well, and its sign over a box
says whether the figure pulls the result up or down all over it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from tieout.bounds import enclosure as en
from tieout.bounds import laurent as la
from tieout.bounds.arithmetic import Range, apply
from tieout.bounds.atoms import Atoms
from tieout.bounds.enclosure import Span
from tieout.bounds.laurent import Poly
from tieout.bounds.slopes import Slope, vanishes

if TYPE_CHECKING:
    from tieout.bounds.graph import Graph

#: Logarithms that cancel leave a simple number or none; what it is can be proved, not computed.
MAX_DENOMINATOR = 1_000_000


class Tangle:
    """The result of one node as a function of its independent parts, the `variables`."""

    def __init__(self, graph: Graph, index: int) -> None:
        self.graph, self.index = graph, index
        self.variables, self.inner = _parts(graph, index)
        for node in self.inner[:-1]:  # the node itself has been checked by its graph
            graph.require(node)
        self.box: dict[int, Range] = {node: graph.extremes(node) for node in self.variables}
        self.constants = _constants(graph, self.inner)
        self.atoms = Atoms()
        self.form = self._write()
        self.slopes = {
            node: Slope.of(self.atoms.derivative(self.form, atom), self.atoms)
            for atom, node in enumerate(self.variables)
        }
        self._levels: dict[tuple[int, ...], tuple[bool, bool]] = {}

    def at(self, point: Mapping[int, Fraction]) -> Fraction:
        """The result, exact, where each variable has the given value."""
        values = {**self.constants, **point}
        for index in self.inner:
            node = self.graph.nodes[index]
            args = [values[arg] for arg in node.args]
            values[index] = apply(node.kind, args, node.power, node.expr)
        return values[self.index]

    def constant(self) -> Fraction | None:
        """The result, if it is the same all over the box, without the rounding of logarithms."""
        if not all(slope.vanishes for slope in self.slopes.values()):
            return None
        found = self.at({node: low for node, (low, _) in self.box.items()})
        simple = found.limit_denominator(MAX_DENOMINATOR)
        rest = la.add(self.form, la.constant(simple), -1)
        return simple if vanishes(rest, self.atoms) else found

    def spans(self, box: Mapping[int, Range]) -> list[Span]:
        """Enclosures of all atoms while the variables move through `box`."""
        return self.atoms.spans(
            {atom: en.span(*box[node]) for atom, node in enumerate(self.variables)}
        )

    def is_level(self, free: Sequence[int], spans: Sequence[Span]) -> bool:
        """Whether the result stays the same along a line through every point of a box.

        So it is where it depends on the ratios of the variables that are free alone, or on their
        differences alone. Then each of its values is found on the faces of the box.
        """
        key = tuple(free)
        if key not in self._levels:
            numbers = [self.variables.index(node) for node in free]
            slopes = [self.slopes[node].derivative for node in free]
            moved = la.total(la.shift(p, ((n, 1),)) for p, n in zip(slopes, numbers, strict=True))
            scaled, shifted = (vanishes(p, self.atoms) for p in (moved, la.total(slopes)))
            self._levels[key] = scaled, shifted
        scaled, shifted = self._levels[key]
        clear_of_zero = all(en.reciprocal(spans[self.variables.index(n)]) for n in free)
        return shifted or (scaled and clear_of_zero)

    def _write(self) -> Poly:
        """The node as a polynomial; its variables are the first atoms."""
        forms = {node: self.atoms.variable(en.span(*self.box[node])) for node in self.variables}
        forms |= {node: la.constant(value) for node, value in self.constants.items()}
        for index in self.inner:
            operands = [forms[arg] for arg in self.graph.nodes[index].args]
            forms[index] = self._operation(index, operands[0], operands[-1])
        return forms[self.index]

    def _operation(self, index: int, p: Poly, q: Poly) -> Poly:
        """One operation on the forms of its operands."""
        node = self.graph.nodes[index]
        if node.kind in ("+", "-"):
            return la.add(p, q, 1 if node.kind == "+" else -1)
        if node.kind == "*":
            return la.multiply(p, q)
        if node.kind == "power":
            return la.power(p, node.power)
        last = en.around(*self.graph.extremes(node.args[-1]))
        if node.kind == "/":
            return la.multiply(p, self.atoms.inverse(q, last))
        if node.kind == "log":
            return self.atoms.log(p, last)
        if node.kind in ("max", "min"):
            return self._choice(index, p, q)
        return self.atoms.exp(p, last) if node.kind == "exp" else self.atoms.root(p, last)

    def _choice(self, index: int, p: Poly, q: Poly) -> Poly:
        """max(p, q), or min(p, q) = -max(-p, -q)."""
        node = self.graph.nodes[index]
        own = index == self.index  # its own extremes are what is sought
        low, high = self.graph.enclosure(index) if own else self.graph.extremes(index)
        turn, ends = (1, (low, high)) if node.kind == "max" else (-1, (-high, -low))
        greater = self.atoms.greater(la.add({}, p, turn), la.add({}, q, turn), en.around(*ends))
        return la.add({}, greater, turn)


def _parts(graph: Graph, index: int) -> tuple[list[int], list[int]]:
    """The largest parts below a node that share no figure with the rest, and the nodes between.

    A part stands apart if all places of its figures below the node lie within copies of the part.
    """
    root = graph.nodes[index]
    copies = {index: 1}
    apart, between = [], []
    pending = [index]
    while pending:
        current = max(pending)  # whatever uses it has a greater number and has been seen
        pending.remove(current)
        node, count = graph.nodes[current], copies[current]
        if current != index and all(count * n == root.uses[v] for v, n in node.uses.items()):
            apart.append(current)
            continue
        between.append(current)
        for arg in node.args:
            if graph.nodes[arg].constant is None:
                if arg not in copies:
                    pending.append(arg)
                copies[arg] = copies.get(arg, 0) + count
    return sorted(apart), sorted(between)


def _constants(graph: Graph, inner: Sequence[int]) -> dict[int, Fraction]:
    """The constants among the operands of some nodes."""
    found = {}
    for index in inner:
        for arg in graph.nodes[index].args:
            constant = graph.nodes[arg].constant
            if constant is not None:
                found[arg] = constant
    return found
