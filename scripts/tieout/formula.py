"""The arithmetic of derived facts: formulas over printed figures, evaluated on their bounds.

    expression := term (("+" | "-") term)*
    term       := signed (("*" | "/") signed)*
    signed     := "-" signed | power
    power      := atom (("**" | "^") signed)?
    atom       := number | name | function "(" expression ("," expression)* ")" | "(" expression ")"

Functions: min, max, mean, sqrt, exp, log (natural), and shapley(neither, first, second, both), the
factor that the first of two causes contributes when the order of the two is averaged away:
exp((log(first / neither) + log(both / second)) / 2), the Shapley value on logarithms (L. S.
Shapley, "A Value for n-Person Games", 1953).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

from tieout.bounds.graph import Graph
from tieout.expression import (
    MAX_DEPTH,
    MAX_LENGTH,
    BinOp,
    Call,
    Const,
    Expr,
    FormulaError,
    Name,
    Neg,
    Operator,
    check_depth,
    names,
    substitute,
    to_text,
)
from tieout.functions import FUNCTIONS
from tieout.interval import Interval

__all__ = [
    "FUNCTIONS",
    "BinOp",
    "Call",
    "Const",
    "Expr",
    "FormulaError",
    "Name",
    "Neg",
    "evaluate",
    "names",
    "parse",
    "substitute",
    "to_text",
]

_TOKEN = re.compile(
    r"(?P<number>\d+(?:\.\d+)?)|(?P<name>[A-Za-z_]\w*)|(?P<mark>\*\*|[-+*/^(),])", re.ASCII
)
_SPACE = re.compile(r"[ \t\r\n]*")
_SIGNS = {"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "√": "sqrt(…)"}
_SUMS: dict[str, Operator] = {"+": "+", "-": "-"}
_PRODUCTS: dict[str, Operator] = {"*": "*", "/": "/"}


def evaluate(expr: Expr, inputs: Mapping[str, Interval]) -> Interval:
    """The formula at the printed values, with its extremes over the intervals of the inputs.

    Every input moves through its closed interval, a name that stands twice as one. Results without
    exp, log and roots are exact, others good to 30 digits at least; an extreme that lies between
    the ends of the inputs' intervals is closed in from outside, to 12 digits at least.
    Raises FormulaError for a name without an interval, a divisor whose interval holds zero (its
    ends included), a logarithm or root outside its domain, numbers too long to handle, and a
    formula whose bounds cannot be proved within the work allowed.
    """
    graph = Graph(inputs)
    root = graph.add(expr)
    low, high = graph.extremes(root)
    if low == high:  # proved to be one number, which rounded logarithms may miss by a hair
        return Interval.exact(low)
    value = graph.value(root, {})
    return Interval(value, min(low, value), max(high, value))


def parse(text: str) -> Expr:
    """Read a formula. Raises FormulaError, with the position of the fault and the mend."""
    if len(text) > MAX_LENGTH:
        mend = f"at most {MAX_LENGTH} can be read, so split it into several facts"
        raise FormulaError(f"the formula has {len(text)} characters: {mend}", 1)
    parser = _Parser(_tokens(text))
    expr = parser.expression(0)
    parser.finish()
    check_depth(expr, 1)
    return expr


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str  # number, name, mark, end
    text: str
    position: int


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    place = _skip(text, 0)
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise FormulaError(_unknown(text[place]), place + 1)
        tokens.append(_Token(str(match.lastgroup), match[0], place + 1))
        place = _skip(text, match.end())
    if not tokens:
        raise FormulaError("the formula is empty: write one, such as a / b", 1)
    return [*tokens, _Token("end", "", len(text) + 1)]


def _skip(text: str, place: int) -> int:
    space = _SPACE.match(text, place)
    return space.end() if space else place


def _unknown(character: str) -> str:
    plain = _SIGNS.get(character) or unicodedata.normalize("NFKC", character)
    mend = "use names, numbers, + - * / ** and parentheses"
    if character == ".":
        mend = "write a digit on both sides of a decimal point"
    elif character == "%":
        mend = "name a printed percentage as an input, or write it as a decimal (0.05)"
    elif plain != character and plain.isascii():
        mend = f"write {plain}"
    return f"unknown character '{character}': {mend}"


class _Parser:
    """Recursive descent over the tokens; `depth` counts open parentheses, signs and exponents."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.place = 0

    def expression(self, depth: int) -> Expr:
        left = self._term(depth)
        while operator := _SUMS.get(self._next.text):
            self._take()
            left = BinOp(operator, left, self._term(depth))
        return left

    def finish(self) -> None:
        token = self._next
        if token.text == ")":
            self._fail(token, "a parenthesis is closed that was never opened: remove it")
        if token.kind != "end":
            self._fail(token, f"'{token.text}' follows a complete part: write an operator between")

    @property
    def _next(self) -> _Token:
        return self.tokens[self.place]

    def _take(self) -> _Token:
        token = self.tokens[self.place]
        self.place += 1
        return token

    def _fail(self, token: _Token, message: str) -> NoReturn:
        raise FormulaError(message, token.position)

    def _term(self, depth: int) -> Expr:
        left = self._signed(depth)
        while operator := _PRODUCTS.get(self._next.text):
            self._take()
            left = BinOp(operator, left, self._signed(depth))
        return left

    def _signed(self, depth: int) -> Expr:
        if depth > MAX_DEPTH:
            mend = f"at most {MAX_DEPTH} levels can be read, so split it into several facts"
            self._fail(self._next, f"the formula is nested too deep here: {mend}")
        if self._next.text == "-":
            self._take()
            return Neg(self._signed(depth + 1))
        base = self._atom(depth)
        if self._next.text in ("**", "^"):
            self._take()
            return BinOp("**", base, self._signed(depth + 1))
        return base

    def _atom(self, depth: int) -> Expr:
        token = self._next
        if token.kind == "end":
            self._fail(token, "the formula ends where a number or a name must follow: complete it")
        self._take()
        if token.kind == "number":
            return Const(Fraction(token.text))
        if token.kind == "name":
            return self._call(token, depth) if self._next.text == "(" else Name(token.text)
        if token.text != "(":
            found = f"'{token.text}' stands where a number or a name must"
            self._fail(token, f"{found}: correct the order")
        inner = self.expression(depth + 1)
        self._close(token)
        return inner

    def _call(self, name: _Token, depth: int) -> Expr:
        opening = self._take()
        args: list[Expr] = []
        if self._next.text != ")":
            args.append(self.expression(depth + 1))
            while self._next.text == ",":
                self._take()
                args.append(self.expression(depth + 1))
        self._close(opening)
        try:
            return Call(name.text, tuple(args))
        except FormulaError as error:
            raise FormulaError(str(error), name.position) from None

    def _close(self, opening: _Token) -> None:
        if self._next.kind == "end":
            self._fail(opening, "this parenthesis is never closed: add ')'")
        if self._next.text != ")":
            found = f"'{self._next.text}' stands where an operator or ')' must"
            self._fail(self._next, f"{found}: correct it")
        self._take()
