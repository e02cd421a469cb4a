"""How much of a limit is reached: an outline for the limit, filled as far as the share goes.

kind: share
rows:
  - label: …
    fact: ID                            # the share; a whole is 1 (per cent are divided by 100)
    measured: {fact: ID, label: …}      # what was reached
    limit: {fact: ID, label: …}         # what could be reached
    accent: true
"""

from __future__ import annotations

from tieout.figures import marks
from tieout.figures.canvas import Canvas
from tieout.figures.config import Entry, Run, Runs, closed_up
from tieout.figures.scale import Scale
from tieout.figures.style import PLAIN, SMALL, STRONG, WIDTH

THICK = 22.0


def draw(canvas: Canvas, entry: Entry) -> None:
    """Draw the rows from top to bottom."""
    y = 0.0
    scale = Scale(0.0, 1.0, 1.0, WIDTH - 1)
    for row in entry.items("rows"):
        y = canvas.text((0, y + 16), row.text(), PLAIN) + 8
        y = _share(canvas, row, scale, y) + 14
    canvas.reach(y - 10)


def _share(canvas: Canvas, row: Entry, scale: Scale, y: float) -> float:
    mark, accent = row.mark(), bool(row.data.get("accent"))
    if mark.value > 1:
        what = f"'{mark.id}' is more than the whole"
        raise row.fail(what, "give the share of the limit, a whole being 1 or 100%", "fact")
    limit = row.at("limit").mark()
    with canvas.mark(limit.id):
        canvas.box((scale(0), y), (scale(1) - scale(0), THICK), stroke="muted", dash=(4, 3))
    if mark.lost:
        marks.lost(canvas, mark, (4, y + 1), row.lang)
    else:
        with canvas.mark(mark.id):
            marks.bar(canvas, mark, (scale(0), y), (scale(mark.value) - 1, THICK), accent)
            marks.whisker(canvas, mark, scale, y + THICK / 2)
        at = (scale(mark.high) + 10, y + 16)
        marks.number(canvas, mark, at, STRONG.tinted(accent))
    half = WIDTH / 2 - 6
    ends = (0.0, _said(row.at("measured")), "start"), (WIDTH, _said(row.at("limit")), "end")
    return max(
        canvas.text((x, y + THICK + 16), words, SMALL.to(anchor), room=half)
        for x, words, anchor in ends
    )


def _said(entry: Entry) -> Runs:
    mark = entry.mark()
    return closed_up((*entry.text(), Run(" "), Run(mark.text, fact=mark.id)))
