"""Single operations of a formula, on numbers and on exact intervals, and their domains.

Every operation is monotone in each operand on its domain (an even power on either side of zero), so
its extremes over independent operands lie at the ends of their intervals: these bounds are tight.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from tieout.bounds import elementary
from tieout.expression import BinOp, Call, Expr, FormulaError, to_text
from tieout.rounding import significant

Range: TypeAlias = tuple[Fraction, Fraction]

#: Exponents and numbers beyond these cannot come from printed figures; they only cost time.
MAX_EXPONENT = 1_000
MAX_EXP = 1_000
MAX_BITS = 12_000

_BINARY: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "max": lambda a, b: b if a < b else a,
    "min": lambda a, b: a if a < b else b,
}
#: All of them increase with their operand.
_UNARY: dict[str, Callable[[Fraction], Fraction]] = {
    "exp": elementary.exp,
    "log": elementary.log,
    "sqrt": elementary.sqrt,
}


def apply(kind: str, args: Sequence[Fraction], power: int, expr: Expr) -> Fraction:
    """One operation on numbers inside its domain. Raises FormulaError if the result is too long."""
    if kind == "power":
        bits = args[0].numerator.bit_length() + args[0].denominator.bit_length()
        result = args[0] ** power if bits * power <= MAX_BITS else None
    else:
        result = _UNARY[kind](args[0]) if kind in _UNARY else _BINARY[kind](args[0], args[1])
    if result is None or result.numerator.bit_length() + result.denominator.bit_length() > MAX_BITS:
        mend = "use smaller exponents, or split the formula into several facts"
        raise FormulaError(f"{quoted(expr)} leads to numbers too long to handle: {mend}")
    return result


def natural(kind: str, ranges: Sequence[Range], power: int, expr: Expr) -> Range:
    """Least and greatest result of one operation over independent operands inside its domain."""

    def at(*args: Fraction) -> Fraction:
        return apply(kind, args, power, expr)

    (low, high), other = ranges[0], ranges[-1]
    if kind in _UNARY:
        return at(low), at(high)
    if kind == "power":
        ends = at(low), at(high)
        through_zero = power % 2 == 0 and low < 0 < high
        return Fraction(0) if through_zero else min(ends), max(ends)
    if kind in ("+", "max", "min"):
        return at(low, other[0]), at(high, other[1])
    if kind == "-":
        return at(low, other[1]), at(high, other[0])
    if low.numerator >= 0 and other[0].numerator >= 0:
        first, last = other if kind == "*" else (other[1], other[0])
        return at(low, first), at(high, last)
    corners = [at(a, b) for a, b in product(ranges[0], other)]
    return min(corners), max(corners)


def require_domain(kind: str, ranges: Sequence[Range], expr: Expr) -> None:
    """Raise FormulaError unless an operation is defined everywhere over its operands' intervals.

    `expr` is the part of the formula that the operation stems from, for the message.
    """
    low, high = ranges[-1]
    if kind == "/" and low <= 0 <= high:
        found = f"{_span(low, high)}, which holds zero" if low < high else "is zero"
        mend = "divide by a figure whose bounds stay clear of zero"
        raise FormulaError(f"the divisor {_subject(expr)} {found}: {mend}")
    if kind == "log" and low <= 0:
        raise FormulaError(
            f"{_subject(expr)} {_span(low, high)}, and its logarithm needs more than zero: "
            "use a figure whose bounds stay above zero"
        )
    if kind == "sqrt" and low < 0:
        raise FormulaError(
            f"{_subject(expr)} {_span(low, high)}, and a root needs zero or more: "
            "use a figure whose bounds do not go below zero"
        )
    if kind == "exp" and max(-low, high) > MAX_EXP:
        raise FormulaError(
            f"{_subject(expr)} {_span(low, high)}, too far for an exponential: "
            f"keep it within {MAX_EXP} either side of zero"
        )


def require_exponent(exponent: Fraction, expr: Expr) -> None:
    """Raise FormulaError if an exact exponent is larger than any that printed figures can need."""
    if abs(exponent) > MAX_EXPONENT:
        found = f"an exponent of {significant(exponent, 6)} in {quoted(expr)}"
        raise FormulaError(f"{found}: use one of at most {MAX_EXPONENT}")


def quoted(expr: Expr) -> str:
    """A part of a formula as a message names it, shortened."""
    text = to_text(expr)
    return f"'{text}'" if len(text) <= 60 else f"'{text[:57]}...'"


def _subject(expr: Expr) -> str:
    """The operand that a domain is about."""
    if isinstance(expr, BinOp):
        return quoted(expr.left if expr.op == "**" else expr.right)
    return quoted(expr.args[0] if isinstance(expr, Call) else expr)


def _span(low: Fraction, high: Fraction) -> str:
    if low == high:
        return f"is {significant(low, 6)}"
    return f"runs from {significant(low, 6)} to {significant(high, 6)}"
