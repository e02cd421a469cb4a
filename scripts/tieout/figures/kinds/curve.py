"""Points on a line through nothing: what a figure would be if it grew in proportion.

kind: curve
axes: {x: {label: …}, y: {label: …}}
points:                                   # the first one fixes the line
  - {x: ID, y: ID, label: …, accent: true}
rugs:                                     # places on the x axis only
  - label: …
    ticks: [{x: ID, name: ID, accent: true}, …]   # the outer ones and the accented show names
"""

from __future__ import annotations

from tieout.figures import marks
from tieout.figures.canvas import Canvas
from tieout.figures.config import Entry, Run
from tieout.figures.scale import Scale, fit
from tieout.figures.style import SMALL, STRONG, WIDTH

LEFT, TOP, BOTTOM = 8.0, 44.0, 270.0


def draw(canvas: Canvas, entry: Entry) -> None:
    """The axes and the line, the points, then the rugs below the axis."""
    points = entry.items("points")
    rugs = entry.items("rugs") if entry.has("rugs") else []
    ticks = [tick.mark("x") for rug in rugs for tick in rug.items("ticks")]
    xs = fit(entry, [*(point.mark("x") for point in points), *ticks], LEFT, WIDTH - 36, 0.0)
    ys = fit(entry, [point.mark("y") for point in points], BOTTOM, TOP, 0.0)
    _frame(canvas, entry, xs, ys, points[0])
    for point in points:
        _point(canvas, point, xs, ys)
    y = BOTTOM
    for rug in rugs:
        y = _rug(canvas, rug, xs, y)
    canvas.text((WIDTH, y + 22), entry.at("axes").at("x").text(), SMALL.to("end"))


def _frame(canvas: Canvas, entry: Entry, xs: Scale, ys: Scale, first: Entry) -> None:
    canvas.line([(LEFT, TOP - 12), (LEFT, BOTTOM), (WIDTH, BOTTOM)], "rule", 1.2)
    canvas.text((0, 14), entry.at("axes").at("y").text(), SMALL)
    x, y = first.mark("x"), first.mark("y")
    if x.lost or y.lost:
        raise first.fail("its first point is lost", "put a point with both values first", "x")
    canvas.line([(xs(0.0), ys(0.0)), (xs(x.value), ys(y.value))], "mid", 1.4, (6, 3))


def _point(canvas: Canvas, point: Entry, xs: Scale, ys: Scale) -> None:
    """A point, its bounds in both directions, and its words towards the free side of the line."""
    x, y, accent = point.mark("x"), point.mark("y"), bool(point.data.get("accent"))
    if y.lost or x.lost:
        marks.lost(canvas, y if y.lost else x, (xs(x.value), BOTTOM - 30), point.lang)
        return
    at = (xs(x.value), ys(y.value))
    canvas.line([at, (at[0], BOTTOM)], "rule", 1.0, (2, 3))
    with canvas.mark(x.id):
        marks.whisker(canvas, x, xs, at[1], cap=marks.DOT_CAP)
    with canvas.mark(y.id):
        marks.whisker(canvas, y, ys, at[0], cap=marks.DOT_CAP, upright=True)
        marks.dot(canvas, y, at, accent)
    style = STRONG.tinted(accent).to("end")
    marks.number(canvas, y, (at[0] - 12, at[1] - 2), style)
    canvas.text((at[0] - 12, at[1] - 17), point.text(), SMALL.to("end"), room=at[0] - 12)


def _rug(canvas: Canvas, rug: Entry, xs: Scale, y: float) -> float:
    """Ticks below the axis with the names of the outer ones, and what they are."""
    ticks = [tick for tick in rug.items("ticks") if not tick.mark("x").lost]
    top, bottom = y + 8, y + 20
    for tick in ticks:
        mark, accent = tick.mark("x"), bool(tick.data.get("accent"))
        x = xs(mark.value)
        with canvas.mark(mark.id):
            canvas.line([(x, top), (x, bottom)], "accent" if accent else "ink", 1.6)
    for tick in _named(ticks, xs):
        name, accent = tick.mark("name"), bool(tick.data.get("accent"))
        at = (xs(tick.mark("x").value), bottom + 13)
        canvas.text(at, (Run(name.text, fact=name.id),), SMALL.tinted(accent).to("middle"))
    left = max(xs(tick.mark("x").value) for tick in ticks) + 12
    last = canvas.text((left, bottom - 1), rug.text(), SMALL, room=WIDTH - left)
    return max(bottom + 14, last)


def _named(ticks: list[Entry], xs: Scale) -> list[Entry]:
    """The accented ticks, then the outer ones as far as there is room between the names."""
    wanted = [tick for tick in ticks if tick.data.get("accent")] + [ticks[0], ticks[-1]]
    named: list[Entry] = []
    for tick in wanted:
        x = xs(tick.mark("x").value)
        if all(abs(x - xs(other.mark("x").value)) > 14 for other in named):
            named.append(tick)
    return named
