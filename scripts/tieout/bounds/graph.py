"""A formula as a graph of single operations, equal parts shared, with tight bounds for each.

A figure known exactly is a constant. Where the operands of an operation have no figure in common,
interval arithmetic is tight; where they have, the operation is handed over as a tangle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tieout.bounds.arithmetic import Range, apply, natural, require_domain, require_exponent
from tieout.bounds.search import search
from tieout.bounds.tangle import Tangle
from tieout.expression import BinOp, Call, Const, Expr, FormulaError, Name, Neg
from tieout.interval import Interval

_COMMUTATIVE = ("+", "*", "max", "min")


@dataclass(frozen=True, slots=True)
class Node:
    """One operation, constant or variable. `uses` says how often each variable stands below it."""

    kind: str  # constant, variable, power, or an operation of arithmetic.py
    args: tuple[int, ...]
    power: int
    constant: Fraction | None
    uses: Mapping[int, int]
    expr: Expr


class Graph:
    """Operations in an order in which operands stand before what uses them."""

    def __init__(self, inputs: Mapping[str, Interval]) -> None:
        self.inputs = inputs
        self.nodes: list[Node] = []
        self._index: dict[tuple[object, ...], int] = {}
        self._added: dict[int, tuple[Expr, int]] = {}
        self._extremes: dict[int, Range] = {}

    def add(self, expr: Expr) -> int:
        """The node of a formula; equal formulas have one node. Raises FormulaError."""
        if id(expr) not in self._added:
            self._added[id(expr)] = expr, self._add(expr)  # kept, so that the id stays its own
        return self._added[id(expr)][1]

    def extremes(self, index: int) -> Range:
        """Least and greatest value of a node over the inputs' intervals. Raises FormulaError."""
        if index not in self._extremes:
            self._extremes[index] = self._bound(index)
        return self._extremes[index]

    def enclosure(self, index: int) -> Range:
        """Bounds of a node that need not be tight, from those known of its parts; never a search.

        The operands of a divisor, logarithm and so on must have been required before.
        """
        if index in self._extremes:
            return self._extremes[index]
        node = self.nodes[index]
        if not node.args:
            return self.extremes(index)
        ranges = [self.enclosure(arg) for arg in node.args]
        return natural(node.kind, ranges, node.power, node.expr)

    def value(self, index: int, known: dict[int, Fraction]) -> Fraction:
        """A node at the printed values, or at the values already `known` (added to) of parts."""
        if index not in known:
            node = self.nodes[index]
            if node.constant is not None:
                return node.constant
            if isinstance(node.expr, Name) and node.kind == "variable":
                known[index] = self.inputs[node.expr.id].value
            else:
                args = [self.value(arg, known) for arg in node.args]
                known[index] = apply(node.kind, args, node.power, node.expr)
        return known[index]

    def require(self, index: int) -> None:
        """Raise FormulaError unless an operation is defined all over the box."""
        node = self.nodes[index]
        if node.kind in ("/", "log", "sqrt", "exp"):
            require_domain(node.kind, [self.extremes(node.args[-1])], node.expr)

    def _bound(self, index: int) -> Range:
        node = self.nodes[index]
        if node.constant is not None:
            return node.constant, node.constant
        if isinstance(node.expr, Name) and node.kind == "variable":
            box = self.inputs[node.expr.id]
            return box.low, box.high
        self.require(index)
        first, last = (self.nodes[arg].uses.keys() for arg in (node.args[0], node.args[-1]))
        if len(node.args) == 1 or first.isdisjoint(last):
            ranges = [self.extremes(arg) for arg in node.args]
            return natural(node.kind, ranges, node.power, node.expr)
        return search(Tangle(self, index))

    def _add(self, expr: Expr) -> int:
        if isinstance(expr, Const):
            return self._constant(expr.value, expr)
        if isinstance(expr, Name):
            return self._name(expr)
        if isinstance(expr, Neg):
            return self._operation("-", (self._number(0), self.add(expr.operand)), expr)
        if isinstance(expr, BinOp):
            left, right = self.add(expr.left), self.add(expr.right)
            if expr.op == "**":
                return self._power(left, right, expr)
            return self._operation(expr.op, (left, right), expr)
        if expr.name == "shapley":
            return self.add(_shapley(*expr.args))
        return self._call(expr, [self.add(arg) for arg in expr.args])

    def _name(self, expr: Name) -> int:
        box = self.inputs.get(expr.id)
        if box is None:
            known = ", ".join(self.inputs) or "none"
            raise FormulaError(f"'{expr.id}' has no value: give it one (inputs are {known})")
        if box.low == box.high:
            return self._constant(box.value, expr)
        node = Node("variable", (), 0, None, {len(self.nodes): 1}, expr)
        return self._keep(("variable", expr.id), node)

    def _call(self, expr: Call, args: list[int]) -> int:
        if expr.name in ("min", "max"):
            return self._fold(expr.name, args, expr)
        if expr.name == "mean":
            count = self._number(len(args))
            return self._operation("/", (self._fold("+", args, expr), count), expr)
        return self._operation(expr.name, (args[0],), expr)

    def _fold(self, kind: str, args: Sequence[int], expr: Expr) -> int:
        """Many operands in pairs, which keeps the graph shallow, and in one order."""
        level = sorted(args)
        while len(level) > 1:
            pairs = zip(level[::2], level[1::2], strict=False)
            folded = [self._operation(kind, pair, expr) for pair in pairs]
            level = [*folded, *level[len(level) // 2 * 2 :]]
        return level[0]

    def _power(self, base: int, exponent: int, expr: BinOp) -> int:
        number = self.nodes[exponent].constant
        if number is not None:
            require_exponent(number, expr)
            if number < 0:
                upright = BinOp("**", expr.left, Const(-number)) if number != -1 else expr.left
                return self.add(BinOp("/", Const(Fraction(1)), upright))
            if number.denominator == 1:
                return self._whole_power(base, number.numerator, expr)
            if number.denominator == 2:
                root = self._operation("sqrt", (base,), expr)
                return self._whole_power(root, number.numerator, expr)
        logarithm = self._operation("log", (base,), expr)
        return self._operation("exp", (self._operation("*", (exponent, logarithm), expr),), expr)

    def _whole_power(self, base: int, exponent: int, expr: Expr) -> int:
        if exponent < 2:
            return base if exponent else self._number(1)
        return self._operation("power", (base,), expr, exponent)

    def _operation(self, kind: str, args: tuple[int, ...], expr: Expr, power: int = 0) -> int:
        if kind == "*" and args[0] == args[1]:
            # Interval arithmetic knows that a square is never negative, of a product it does not.
            return self._whole_power(args[0], 2, expr)
        if kind in _COMMUTATIVE:
            args = tuple(sorted(args))
        constants = [self.nodes[arg].constant for arg in args]
        numbers = [number for number in constants if number is not None]
        if len(numbers) == len(args):
            require_domain(kind, [(numbers[-1], numbers[-1])], expr)
            return self._constant(apply(kind, numbers, power, expr), expr)
        uses: dict[int, int] = {}
        for arg in args:
            for variable, count in self.nodes[arg].uses.items():
                uses[variable] = uses.get(variable, 0) + count
        return self._keep((kind, args, power), Node(kind, args, power, None, uses, expr))

    def _constant(self, value: Fraction, expr: Expr) -> int:
        return self._keep(("constant", value), Node("constant", (), 0, value, {}, expr))

    def _number(self, value: int) -> int:
        return self._constant(Fraction(value), Const(Fraction(value)))

    def _keep(self, key: tuple[object, ...], node: Node) -> int:
        if key not in self._index:
            self._index[key] = len(self.nodes)
            self.nodes.append(node)
        return self._index[key]


def _shapley(neither: Expr, first: Expr, second: Expr, both: Expr) -> Expr:
    """The factor of the first cause: geometric mean of its effect alone and after the second."""
    alone = Call("log", (BinOp("/", first, neither),))
    after = Call("log", (BinOp("/", both, second),))
    return Call("exp", (BinOp("/", BinOp("+", alone, after), Const(Fraction(2))),))
