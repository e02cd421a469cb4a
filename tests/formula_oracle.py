"""A second, slow way to the bounds of a formula and to its digits, for checking the first.

Python's own parser reads the formula, every corner of the box is tried, and digits come from the
decimal module. It is right wherever the formula is monotone in each input.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from fractions import Fraction
from itertools import product

from tieout.interval import Interval

_PRECISE = Context(prec=60)
_BINARY: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def box(value: int | str | Fraction, half: int | str | Fraction) -> Interval:
    """A value, and so much either side of it."""
    middle, margin = Fraction(value), Fraction(half)
    return Interval(middle, middle - margin, middle + margin)


def bounds_at_corners(formula: str, inputs: Mapping[str, Interval]) -> Interval:
    """Value, and the least and greatest value over all corners."""
    tree = ast.parse(formula, mode="eval").body
    ends = [sorted({box.low, box.high}) for box in inputs.values()]
    corners = [value_at(tree, dict(zip(inputs, point, strict=True))) for point in product(*ends)]
    value = value_at(tree, {name: box.value for name, box in inputs.items()})
    # Logarithms are rounded, so that a constant in disguise may miss its corners by a hair.
    return Interval(value, min([value, *corners]), max([value, *corners]))


def value_at(tree: ast.expr, point: Mapping[str, Fraction]) -> Fraction:
    """The formula at one point."""
    if isinstance(tree, ast.Constant):
        return Fraction(str(tree.value))
    if isinstance(tree, ast.Name):
        return point[tree.id]
    if isinstance(tree, ast.UnaryOp):
        return -value_at(tree.operand, point)
    if isinstance(tree, ast.Call):
        return _call(ast.unparse(tree.func), [value_at(arg, point) for arg in tree.args])
    assert isinstance(tree, ast.BinOp)
    left, right = value_at(tree.left, point), value_at(tree.right, point)
    if isinstance(tree.op, ast.Pow):
        return left ** int(right) if right.denominator == 1 else _power(left, right)
    return _BINARY[type(tree.op)](left, right)


def digits(value: Fraction, low: Fraction, high: Fraction) -> str:
    """What is printable, by counting digits of decimals instead of comparing fractions."""
    with localcontext(_PRECISE):
        number, width = _decimal(value), _decimal(high - low)
        if width < Decimal("1e-40"):  # logarithms that cancel leave a trace of their rounding
            whole = number == value and len(number.as_tuple().digits) <= 40
            return _plain(number if whole else Context(prec=15).plus(number).normalize())
        place = width.adjusted() + (width != Decimal(1).scaleb(width.adjusted()))
        if not number or place > number.adjusted():
            return ""
        rounded = number.scaleb(-place).quantize(Decimal(1), rounding=ROUND_HALF_UP)
        return _plain(rounded.scaleb(place)) if place < 0 else str(int(rounded) * 10**place)


def _call(name: str, args: list[Fraction]) -> Fraction:
    if name in ("min", "max"):
        return min(args) if name == "min" else max(args)
    if name == "mean":
        return sum(args, Fraction(0)) / len(args)
    if name == "shapley":
        neither, first, second, both = args
        return _power(first / neither * both / second, Fraction(1, 2))
    number = _decimal(args[0])
    function = {"log": _PRECISE.ln, "exp": _PRECISE.exp, "sqrt": _PRECISE.sqrt}[name]
    return Fraction(function(number))


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    logarithm = _PRECISE.multiply(_PRECISE.ln(_decimal(base)), _decimal(exponent))
    return Fraction(_PRECISE.exp(logarithm))


def _decimal(number: Fraction) -> Decimal:
    return _PRECISE.divide(Decimal(number.numerator), Decimal(number.denominator))


def _plain(number: Decimal) -> str:
    return f"{number:f}"
