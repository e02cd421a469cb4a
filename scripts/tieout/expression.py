"""The tree of a formula: immutable nodes, the names in it, substitution, and its shortest text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from tieout.functions import FUNCTIONS
from tieout.rounding import exact_decimal

#: Bounds that keep every walk over a tree short; a formula that a person can check is far smaller.
MAX_LENGTH = 2_000
MAX_DEPTH = 100
MAX_NODES = 5_000

Operator: TypeAlias = Literal["+", "-", "*", "/", "**"]


class FormulaError(ValueError):
    """A formula that cannot be read or evaluated; the message says what was found and the mend.

    `position` is the place in the text, counted from 1, where the fault is one of spelling.
    """

    def __init__(self, message: str, position: int | None = None) -> None:
        self.position = position
        super().__init__(message if position is None else f"position {position}: {message}")


@dataclass(frozen=True, slots=True)
class Const:
    """A number written in the formula; exact."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Name:
    """A figure that the formula is about; its id is an alias or the id of a fact."""

    id: str


@dataclass(frozen=True, slots=True)
class Neg:
    """The operand with the other sign."""

    operand: Expr


@dataclass(frozen=True, slots=True)
class BinOp:
    """Two operands; ``^`` is kept as ``**``."""

    op: Operator
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Call:
    """A function of FUNCTIONS. Raises FormulaError if it is unknown or takes other arguments."""

    name: str
    args: tuple[Expr, ...]

    def __post_init__(self) -> None:
        if self.name not in FUNCTIONS:
            known = ", ".join(FUNCTIONS)
            raise FormulaError(f"unknown function '{self.name}': use one of {known}")
        least, most = FUNCTIONS[self.name]
        if len(self.args) < least or (most is not None and len(self.args) > most):
            wanted = f"{least}" if most == least else f"{least} or more"
            plural = "argument" if wanted == "1" else "arguments"
            found = f"{self.name}() with {len(self.args)}"
            raise FormulaError(f"{found}: give it {wanted} {plural}, separated by commas")


Expr: TypeAlias = Const | Name | Neg | BinOp | Call


def names(expr: Expr) -> tuple[str, ...]:
    """The ids of the names in a formula, each once, in the order in which they are first met."""
    found: dict[str, None] = {}
    for node in _walk(expr):
        if isinstance(node, Name):
            found[node.id] = None
    return tuple(found)


def substitute(expr: Expr, mapping: Mapping[str, Expr]) -> Expr:
    """The formula with names replaced by formulas, all at once; names not mapped stay.

    So a derived figure inside a formula opens into the printed figures it stands on, and one that
    enters by two ways stays one variable. Raises FormulaError if the result is too deep or long.
    """
    result = _replaced(expr, mapping)
    depth, nodes = _size(result, {})
    if depth > MAX_DEPTH or nodes > MAX_NODES:
        raise FormulaError(
            f"the formula over its printed figures is {depth} levels deep and has {nodes} parts: "
            f"at most {MAX_DEPTH} and {MAX_NODES} can be checked, so build it from simpler facts"
        )
    return result


def check_depth(expr: Expr, position: int | None = None) -> None:
    """Raise FormulaError if a tree is nested deeper than MAX_DEPTH."""
    depth, _ = _size(expr, {})
    if depth > MAX_DEPTH:
        mend = f"at most {MAX_DEPTH} can be read, so split it into several facts"
        raise FormulaError(f"the formula is nested {depth} levels deep: {mend}", position)


def to_text(expr: Expr) -> str:
    """The formula as text with no parenthesis that the order of operations makes needless."""
    return _text(expr)[0]


def operands(expr: Expr) -> tuple[Expr, ...]:
    """The parts directly below a node, from left to right."""
    if isinstance(expr, BinOp):
        return expr.left, expr.right
    if isinstance(expr, Neg):
        return (expr.operand,)
    return expr.args if isinstance(expr, Call) else ()


def _walk(expr: Expr) -> Iterator[Expr]:
    """All nodes from left to right; the stack is our own."""
    stack = [expr]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(operands(node)))


def _replaced(expr: Expr, mapping: Mapping[str, Expr]) -> Expr:
    if isinstance(expr, Name):
        return mapping.get(expr.id, expr)
    if isinstance(expr, Neg):
        return Neg(_replaced(expr.operand, mapping))
    if isinstance(expr, BinOp):
        return BinOp(expr.op, _replaced(expr.left, mapping), _replaced(expr.right, mapping))
    if isinstance(expr, Call):
        return Call(expr.name, tuple(_replaced(arg, mapping) for arg in expr.args))
    return expr


def _size(expr: Expr, known: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """Depth and number of nodes. Parts that are one object are measured once, counted each time."""
    stack = [expr]
    while stack:
        node = stack[-1]
        below = operands(node)
        pending = [part for part in below if id(part) not in known]
        if pending:
            stack.extend(pending)
            continue
        sizes = [known[id(part)] for part in below]
        known[id(node)] = (
            1 + max((depth for depth, _ in sizes), default=0),
            1 + sum(count for _, count in sizes),
        )
        stack.pop()
    return known[id(expr)]


#: How tightly each kind of node binds; a part that binds less than its place asks for parentheses.
_SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(1, 6)
_BINDING = {"+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT, "**": _POWER}


def _text(expr: Expr) -> tuple[str, int]:
    if isinstance(expr, Name):
        return expr.id, _ATOM
    if isinstance(expr, Const):
        return _number(expr.value)
    if isinstance(expr, Call):
        return f"{expr.name}({', '.join(to_text(arg) for arg in expr.args)})", _ATOM
    if isinstance(expr, Neg):
        return "-" + _part(expr.operand, _SIGN), _SIGN
    binding = _BINDING[expr.op]
    if expr.op == "**":
        return f"{_part(expr.left, _ATOM)}**{_part(expr.right, _SIGN)}", binding
    return f"{_part(expr.left, binding)} {expr.op} {_part(expr.right, binding + 1)}", binding


def _part(expr: Expr, needed: int) -> str:
    text, binding = _text(expr)
    return text if binding >= needed else f"({text})"


def _number(value: Fraction) -> tuple[str, int]:
    """A constant; one that is negative or has no finite decimal reads back as its own formula."""
    sign, size = ("-", _SIGN) if value < 0 else ("", _ATOM), abs(value)
    text = exact_decimal(size, MAX_LENGTH)
    if text is None:
        return f"{sign[0]}{size.numerator} / {size.denominator}", _PRODUCT
    return sign[0] + text, sign[1]
