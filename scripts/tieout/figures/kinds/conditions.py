"""Figures on one scale with their conditions below, in columns: what may be compared with what.

    kind: conditions
    columns: [{condition: gpus}, {condition: batch, label: …, share: 2}, …]
    rows:
      - {fact: ID, label: …, accent: true}
      - {fact: ID, label: …}

A column's `label` is a shorter head, its `share` a wider one (of all shares, 1 by default). Each
condition is worded as the ledger words it; one that its source does not state is set apart.
"""

from __future__ import annotations

from itertools import accumulate

from tieout.figures import marks
from tieout.figures.canvas import Canvas, Group
from tieout.figures.config import Entry, Run
from tieout.figures.scale import Scale, fit, place_of
from tieout.figures.style import PLAIN, SMALL, STRONG, WIDTH, Style

LEFT, GAP = 1.0, 8.0
STATED = Style(size=12.0)


def draw(canvas: Canvas, entry: Entry) -> None:
    """The heads of the columns once, then the rows."""
    rows = entry.items("rows")
    columns = entry.items("columns")
    facts = [row.mark() for row in rows]
    room = max(canvas.measure(STRONG)(fact.text) for fact in facts)
    scale = fit(entry, facts, LEFT, WIDTH - room - 20, 0.0)
    edges = _edges(columns)
    y = _heads(canvas, columns, edges)
    for row in rows:
        canvas.line([(0, y), (WIDTH, y)], "rule")
        y = _speed(canvas, row, scale, y)
        y = _cells(canvas, row, columns, edges, y)
    canvas.reach(y)


def _edges(columns: list[Entry]) -> list[float]:
    """Where each column begins, and where the last one ends."""
    shares = [place_of(column, "share") if column.has("share") else 1.0 for column in columns]
    return [WIDTH * part / sum(shares) for part in accumulate(shares, initial=0.0)]


def _heads(canvas: Canvas, columns: list[Entry], edges: list[float]) -> float:
    last = 0.0
    for number, column in enumerate(columns):
        key = str(column.need("condition"))
        name = column.facts.condition_label(key)
        if name is None:
            mend = "use a key of sources/conditions.yaml"
            raise column.fail(f"there is no condition '{key}'", mend, "condition")
        head = column.text() if column.has("label") else (Run(name),)
        at, room = (edges[number], 12.0), edges[number + 1] - edges[number] - GAP
        last = max(last, canvas.text(at, head, SMALL, room=room))
    return last + 8


def _speed(canvas: Canvas, row: Entry, scale: Scale, y: float) -> float:
    """The row's name, and its value as a bar from nothing."""
    mark, accent = row.mark(), bool(row.data.get("accent"))
    y = canvas.text((0, y + 18), row.text(), PLAIN.tinted(accent))
    if mark.lost:
        marks.lost(canvas, mark, (LEFT, y + 6), row.lang)
        return y + 28
    with canvas.mark(mark.id):
        marks.bar(canvas, mark, (LEFT, y + 8), (scale(mark.value) - LEFT, 12), accent)
        marks.whisker(canvas, mark, scale, y + 14)
    marks.number(canvas, mark, (scale(mark.high) + 8, y + 18.5), STRONG.tinted(accent))
    return y + 22


def _cells(canvas: Canvas, row: Entry, columns: list[Entry], edges: list[float], y: float) -> float:
    """The conditions of the row's fact, under their heads."""
    fact, last = str(row.data["fact"]), y
    for number, column in enumerate(columns):
        key = str(column.data["condition"])
        words, stated = row.facts.condition(fact, key)
        if not words:
            continue
        room = edges[number + 1] - edges[number] - GAP
        tag = Group(fact=fact, condition=key)
        style = STATED if stated else SMALL
        last = max(last, canvas.text((edges[number], y + 16), words, style, room=room, tag=tag))
    return last + 12
