"""A second evaluator of formulas: on samples instead of intervals.

Each formula is followed down to printed and assumed figures. These are put at their printed values,
at every corner of their bounds and at points inside, all at once: a node of the formula is a
column of decimals. Extremes that lie inside are climbed to. The numbers carry 50 digits.
"""

from __future__ import annotations

import ast
import itertools
import operator
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal, DecimalException, localcontext
from fractions import Fraction

_CONTEXT = Context(prec=50, Emin=-9999, Emax=9999)
_ROUNDING = Context(prec=15, rounding=ROUND_HALF_UP)
_MOST_CORNERS = 12  # of a formula with more figures only a sample of the corners is visited
_INSIDE = 24  # points inside the bounds
_TOKEN = re.compile(r"(?P<number>[0-9]+(?:\.[0-9]+)?)|(?P<name>[A-Za-z_]\w*)(?P<call>\s*\()?", re.A)
_OPERATORS: Mapping[type, Callable[[Decimal, Decimal], Decimal]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
Column = list[Decimal]


class FormulaError(ValueError):
    """A formula that cannot be followed; says why."""


@dataclass(frozen=True, slots=True)
class Box:
    """A figure's value and bounds, in base units."""

    value: Decimal
    low: Decimal
    high: Decimal


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula as written, and the fact of each name in it."""

    text: str
    inputs: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Extremes:
    """What a formula gives at the printed values, at the corners, and anywhere that was tried."""

    value: Decimal
    low: Decimal
    high: Decimal
    inside_low: Decimal
    inside_high: Decimal


def box(value: Fraction, low: Fraction, high: Fraction, factor: Fraction) -> Box:
    """A figure's box in base units."""
    return Box(*(to_decimal(part * factor) for part in (value, low, high)))


def agrees(text: str | None, number: Decimal) -> bool:
    """Whether a decimal text is the number: in full, or rounded half-up to 15 digits."""
    try:
        said = Decimal(text or "")
    except DecimalException:
        return False
    if abs(said - number) <= abs(number) * Decimal("1e-40"):
        return True
    return len(said.as_tuple().digits) <= 15 and said == _ROUNDING.plus(number)


def to_decimal(number: Fraction) -> Decimal:
    """A fraction with 50 digits."""
    return _CONTEXT.divide(Decimal(number.numerator), Decimal(number.denominator))


class Evaluator:
    """Evaluates facts: `formulas` of the computed ones, `boxes` of those they stand on."""

    def __init__(self, formulas: Mapping[str, Formula], boxes: Mapping[str, Box]) -> None:
        self.formulas, self.boxes = formulas, boxes
        self._parsed: dict[str, tuple[ast.expr, dict[str, Decimal]]] = {}

    def extremes(self, fact: str) -> Extremes:
        """The value of a fact and how far it can move. Raises FormulaError."""
        leaves = self.leaves(fact)
        moving = [leaf for leaf in leaves if self.boxes[leaf].low < self.boxes[leaf].high]
        corners = _corners([self.boxes[leaf] for leaf in moving], fact)
        points = [[self.boxes[leaf].value for leaf in moving], *corners]
        points += _inside([self.boxes[leaf] for leaf in moving], fact)
        with localcontext(_CONTEXT):
            column = self._at(fact, leaves, moving, points)
        hull = column[: len(corners) + 1]
        return Extremes(column[0], min(hull), max(hull), min(column), max(column))

    def leaves(self, fact: str) -> list[str]:
        """The figures that a fact stands on, each once. Raises FormulaError."""
        found: dict[str, None] = {}
        stack = [fact]
        while stack:
            name = stack.pop()
            if name not in found:
                found[name] = None
                if name in self.formulas:
                    stack += self.formulas[name].inputs.values()
                elif name not in self.boxes:
                    raise FormulaError(f"'{name}' has no value")
        return [name for name in found if name in self.boxes and name not in self.formulas]

    def climbed(self, fact: str, upwards: bool) -> Decimal:
        """The extreme that a pattern search inside the bounds arrives at. Raises FormulaError."""
        leaves = self.leaves(fact)
        moving = [leaf for leaf in leaves if self.boxes[leaf].low < self.boxes[leaf].high]
        boxes = [self.boxes[leaf] for leaf in moving]
        best = max if upwards else min
        with localcontext(_CONTEXT):
            points = [*_corners(boxes, fact), *_inside(boxes, fact)]
            top, place = best(zip(self._at(fact, leaves, moving, points), points, strict=True))
            step = Decimal("0.25")
            while step > Decimal("1e-9"):
                around = list(_around(place, boxes, step))
                found = best(zip(self._at(fact, leaves, moving, around), around, strict=True))
                if found[0] == best(found[0], top) != top:
                    top, place = found
                else:
                    step /= 2
        return top

    def _at(
        self, fact: str, leaves: Sequence[str], moving: Sequence[str], points: list[Column]
    ) -> Column:
        columns = {leaf: [self.boxes[leaf].value] * len(points) for leaf in leaves}
        columns |= {leaf: [point[index] for point in points] for index, leaf in enumerate(moving)}
        try:
            return self._column(fact, columns, len(points))
        except (DecimalException, ZeroDivisionError) as error:
            raise FormulaError(f"the formula cannot be computed ({type(error).__name__})") from None

    def _column(self, fact: str, columns: dict[str, Column], size: int) -> Column:
        if fact not in columns:
            columns[fact] = []  # met again before it is known, the fact stands on itself
            formula = self.formulas[fact]
            tree, constants = self._parse(fact)
            known = {name: [number] * size for name, number in constants.items()}
            for alias, name in formula.inputs.items():
                known[f"v_{alias}"] = self._column(name, columns, size)
            columns[fact] = _evaluate(tree, known)
        if not columns[fact]:
            raise FormulaError(f"the formula of '{fact}' leads back to itself")
        return columns[fact]

    def _parse(self, fact: str) -> tuple[ast.expr, dict[str, Decimal]]:
        if fact not in self._parsed:
            self._parsed[fact] = _parse(self.formulas[fact].text)
        return self._parsed[fact]


def _parse(text: str) -> tuple[ast.expr, dict[str, Decimal]]:
    """Python reads the formula once its names cannot be keywords and its numbers not floats."""
    constants: dict[str, Decimal] = {}

    def renamed(match: re.Match[str]) -> str:
        if match["number"]:
            constants[f"k_{len(constants)}"] = Decimal(match["number"])
            return f"k_{len(constants) - 1}"
        return match[0] if match["call"] else f"v_{match['name']}"

    try:
        tree = ast.parse(f"({_TOKEN.sub(renamed, text).replace('^', '**')})", mode="eval")
    except SyntaxError:
        raise FormulaError(f"the formula '{text}' cannot be read") from None
    return tree.body, constants


def _evaluate(node: ast.expr, known: Mapping[str, Column]) -> Column:
    if isinstance(node, ast.Name) and node.id in known:
        return known[node.id]
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _evaluate(node.left, known), _evaluate(node.right, known)
        return list(map(_OPERATORS[type(node.op)], left, right))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return [-number for number in _evaluate(node.operand, known)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        columns = [_evaluate(argument, known) for argument in node.args]
        function = _FUNCTIONS.get(node.func.id)
        if function and columns:
            return [function(*numbers) for numbers in zip(*columns, strict=True)]
    raise FormulaError(f"'{ast.unparse(node)}' means nothing here")


def _shapley(neither: Decimal, first: Decimal, second: Decimal, both: Decimal) -> Decimal:
    return ((first / neither) * (both / second)).sqrt()


_FUNCTIONS: Mapping[str, Callable[..., Decimal]] = {
    "min": lambda *numbers: min(numbers),
    "max": lambda *numbers: max(numbers),
    "mean": lambda *numbers: sum(numbers, Decimal(0)) / len(numbers),
    "sqrt": lambda number: number.sqrt(),
    "exp": lambda number: number.exp(),
    "log": lambda number: number.ln(),
    "shapley": _shapley,
}


def _corners(boxes: Sequence[Box], seed: str) -> list[Column]:
    ends = [(each.low, each.high) for each in boxes]
    if len(boxes) <= _MOST_CORNERS:
        return [list(corner) for corner in itertools.product(*ends)]
    chance = random.Random(seed)
    return [[chance.choice(pair) for pair in ends] for _ in range(2**_MOST_CORNERS)]


def _inside(boxes: Sequence[Box], seed: str) -> list[Column]:
    chance = random.Random(seed)
    shares = [[Decimal(chance.randrange(1001)) / 1000 for _ in boxes] for _ in range(_INSIDE)]
    return [
        [each.low + (each.high - each.low) * share for each, share in zip(boxes, row, strict=True)]
        for row in shares
    ]


def _around(place: Column, boxes: Sequence[Box], step: Decimal) -> list[Column]:
    """The point itself, and those a step away along each figure, kept inside the bounds."""
    points = [place]
    for index, each in enumerate(boxes):
        for way in (step, -step):
            moved = place[index] + (each.high - each.low) * way
            points.append(
                [*place[:index], min(max(moved, each.low), each.high), *place[index + 1 :]]
            )
    return points
