"""The greatest value of a tangle over its box: at corners where figures pull one way, else search.

Branch and bound (R. E. Moore, Interval Analysis, 1966): of each box the derivatives' signs put what
they can to an end; the rest is enclosed by its natural and its mean value form; the box that could
hold the greatest value is halved until that is known to TOLERANCE.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import product

from tieout.bounds import enclosure as en
from tieout.bounds.arithmetic import Range, quoted
from tieout.bounds.enclosure import Span
from tieout.bounds.tangle import Tangle
from tieout.expression import FormulaError

#: Relative to the extreme itself; near zero, absolute, relative to the largest value seen.
TOLERANCE = Fraction(1, 10**12)
NEAR_ZERO = Fraction(1, 10**18)
#: An excess over the greatest value seen, relative to it, that comes from rounding an enclosure.
ROUNDING = Fraction(1, 10**40)
MAX_BOXES = 2_000

Box = dict[int, Range]


def search(tangle: Tangle) -> Range:
    """Least and greatest value of a tangle: exact where they lie at corners, else just outside.

    Raises FormulaError if MAX_BOXES boxes do not suffice.
    """
    constant = tangle.constant()
    if constant is not None:
        return constant, constant
    return -_Search(tangle, -1).greatest(), _Search(tangle, 1).greatest()


class _Search:
    """The greatest value of turn * result."""

    def __init__(self, tangle: Tangle, turn: int) -> None:
        self.tangle, self.turn = tangle, turn
        self.start, _ = self._fixed(tangle.box)
        self.best = turn * tangle.at(_middle(self.start))
        self.largest = abs(self.best)
        self.open: list[tuple[Fraction, int, Box, int]] = []  # minus the bound, number, box, halve
        self.count = 0

    def greatest(self) -> Fraction:
        """The greatest value, or a bound just above it."""
        if not _free(self.start):
            return self.best
        self._admit(self.start)
        self._try_equal()
        while self.open:
            bound, _, box, node = heapq.heappop(self.open)
            if self._reached(-bound):
                break
            low, high = box[node]
            middle = (low + high) / 2
            self._admit({**box, node: (low, middle)})
            self._admit({**box, node: (middle, high)})
        else:
            return self.best
        return -bound if -bound - self.best > ROUNDING * self.largest else self.best

    def _reached(self, bound: Fraction) -> bool:
        gap = bound - self.best
        return gap <= TOLERANCE * abs(self.best) or gap <= NEAR_ZERO * self.largest

    def _admit(self, box: Box) -> None:
        """Fix what pulls one way; keep the box if a greater value than the best may lie in it."""
        self.count += 1
        if self.count > MAX_BOXES:
            raise self._unproved()
        box, spans = self._fixed(box)
        value, free = self._seen(_middle(box)), _free(box)
        if not free:
            return
        if len(free) > 1 and self.tangle.is_level(free, spans):
            for node, end in product(free, (0, 1)):
                self._admit({**box, node: (box[node][end], box[node][end])})
            return
        bound, widest = self._bound(box, spans, free, value)
        if bound > self.best:
            heapq.heappush(self.open, (-bound, self.count, box, widest))

    def _fixed(self, box: Box) -> tuple[Box, list[Span]]:
        spans = self.tangle.atoms.whole if box is self.tangle.box else self.tangle.spans(box)
        while True:
            ends: Box = {}
            for node, (low, high) in box.items():
                sign = self.tangle.slopes[node].sign(spans) if low < high else None
                if sign is not None:
                    end = high if sign * self.turn > 0 else low
                    ends[node] = end, end
            box = {**box, **ends}
            if not ends or all(low == high for low, high in box.values()):
                return box, spans
            spans = self.tangle.spans(box)

    def _try_equal(self) -> None:
        """The spread of figures that may be one and the same number is least where they are."""
        for low, high in self.tangle.box.values():
            middle = (low + high) / 2
            box = self.tangle.box.items()
            self._seen({node: min(max(middle, bottom), top) for node, (bottom, top) in box})

    def _seen(self, point: dict[int, Fraction]) -> Fraction:
        value = self.turn * self.tangle.at(point)
        self.largest = max(self.largest, abs(value))
        self.best = max(self.best, value)
        return value

    def _bound(
        self, box: Box, spans: Sequence[Span], free: Sequence[int], middle: Fraction
    ) -> tuple[Fraction, int]:
        """What the box cannot exceed, and the variable that leaves most of it open."""
        direct = en.evaluate(self.tangle.form, spans)
        bounds = [self._ceiling] if direct is None else [self._ceiling, self._end(direct)]
        reach: dict[int, Fraction] = {}
        for node in free:
            slope = en.evaluate(self.tangle.slopes[node].derivative, spans)
            if slope is not None:
                steepest = max(slope[0].copy_abs(), slope[1].copy_abs())
                reach[node] = Fraction(steepest) * (box[node][1] - box[node][0]) / 2
        if len(reach) == len(free):
            bounds.append(middle + sum(reach.values()))
            widest = max(free, key=lambda node: reach[node])
        else:  # a root is steep without bounds at zero
            widest = max(free, key=lambda node: self._share(node, box))
        return min(bounds), widest

    def _share(self, node: int, box: Box) -> Fraction:
        """How much of its whole interval a variable still has."""
        low, high = self.tangle.box[node]
        return (box[node][1] - box[node][0]) / (high - low)

    @cached_property
    def _ceiling(self) -> Fraction:
        """A bound from those of the operands, which is the sharper one where squares meet zero."""
        graph, index = self.tangle.graph, self.tangle.index
        for operand in graph.nodes[index].args:
            with suppress(FormulaError):  # without bounds of its own it is enclosed more widely
                graph.extremes(operand)
        low, high = graph.enclosure(index)
        return high if self.turn > 0 else -low

    def _end(self, span: Span) -> Fraction:
        end: Decimal = span[1] if self.turn > 0 else span[0].copy_negate()
        return Fraction(end)

    def _unproved(self) -> FormulaError:
        expr = self.tangle.graph.nodes[self.tangle.index].expr
        return FormulaError(
            f"the bounds of {quoted(expr)} cannot be proved within {MAX_BOXES} steps: "
            "rewrite it so that each figure stands in it once, or split it into several facts"
        )


def _free(box: Box) -> list[int]:
    """The variables that may still move."""
    return [node for node, (low, high) in box.items() if low < high]


def _middle(box: Box) -> dict[int, Fraction]:
    return {node: (low + high) / 2 for node, (low, high) in box.items()}
