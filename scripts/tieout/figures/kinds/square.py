"""Two changes in either order: four corners, four factors, two paths from the start to both.

    kind: square
    scale: log                                   # equal factors are equal lengths
    corners:
      start:  {fact: ID, label: …}               # neither change
      first:  {fact: ID, label: …}               # the change drawn upwards
      second: {fact: ID, label: …}               # the change drawn to the right
      both:   {fact: ID, label: …}
    edges:                                       # the factor of each step
      first-before:  {fact: ID, label: …}        # start -> first
      second-after:  {fact: ID, label: …}        # first -> both
      second-before: {fact: ID, label: …}        # start -> second
      first-after:   {fact: ID, label: …}        # second -> both
    paths: {first: {label: …}, second: {label: …}}   # what the two ways are called

Both changes are drawn true to scale: the height of a corner is its fact's value.
"""

from __future__ import annotations

from tieout.figures import marks
from tieout.figures.canvas import Canvas, Point, Shape
from tieout.figures.config import Entry
from tieout.figures.facts import Mark
from tieout.figures.scale import Scale, fit
from tieout.figures.style import SMALL, STRONG, WIDTH

LEFT, RIGHT = 130.0, 270.0
TOP, BOTTOM = 62.0, 300.0
CORNERS = {"start": LEFT, "first": LEFT, "second": RIGHT, "both": RIGHT}
EDGES = {
    "first-before": ("start", "first"),
    "second-after": ("first", "both"),
    "second-before": ("start", "second"),
    "first-after": ("second", "both"),
}


def draw(canvas: Canvas, entry: Entry) -> None:
    """Draw the steps, then the corners over their ends."""
    corners = {name: entry.at("corners").at(name) for name in CORNERS}
    facts = {name: corner.mark() for name, corner in corners.items()}
    scale = fit(entry, facts.values(), BOTTOM, TOP)
    places = {name: (CORNERS[name], scale(mark.value)) for name, mark in facts.items()}
    _names(canvas, entry)
    for name, ends in EDGES.items():
        if not any(facts[end].lost for end in ends):
            _edge(canvas, entry.at("edges").at(name), name, [places[end] for end in ends])
    for name, corner in corners.items():
        _corner(canvas, corner, facts[name], scale, places[name])
    canvas.reach(BOTTOM + 24)


def _names(canvas: Canvas, entry: Entry) -> None:
    """The two ways, each with a sample of its line."""
    for number, way in enumerate(("first", "second")):
        y = 12 + 18 * number
        _stroke(canvas, way, [(0, y - 4), (26, y - 4)])
        canvas.text((34, y), entry.at("paths").at(way).text(), SMALL, room=WIDTH - 34)


def _stroke(canvas: Canvas, way: str, points: list[Point]) -> None:
    colour, dash = ("accent", ()) if way == "first" else ("ink", (5, 3))
    canvas.line(points, colour, 2.2, dash)


def _edge(canvas: Canvas, edge: Entry, name: str, ends: list[Point]) -> None:
    """A step with its arrow head, and its factor beside it."""
    way = "first" if name in ("first-before", "second-after") else "second"
    mark = edge.mark()
    (x0, y0), (x1, y1) = ends
    with canvas.mark(mark.id):
        _stroke(canvas, way, ends)
        _head(canvas, way, ends)
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    if x0 == x1:
        inwards = 10 if x0 == LEFT else -10
        anchor = "start" if x0 == LEFT else "end"
        at = (x0 + inwards, _clear(ends, name))
    else:
        above = name == "second-after"
        rising = y1 < y0
        at = (middle[0] + (-8 if above == rising else 8), middle[1] + (-24 if above else 22))
        anchor = "end" if above == rising else "start"
    style = STRONG.tinted(way == "first").to(anchor)
    marks.number(canvas, mark, at, style)
    canvas.text((at[0], at[1] + 15), edge.text(), SMALL.to(anchor))


def _clear(ends: list[Point], name: str) -> float:
    """Where on an upright step its label stands: away from the slanting lines."""
    share = 0.42 if name == "first-before" else 0.58
    return ends[0][1] + (ends[1][1] - ends[0][1]) * share


def _head(canvas: Canvas, way: str, ends: list[Point]) -> None:
    (x0, y0), (x1, y1) = ends
    long = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    ux, uy = (x1 - x0) / long, (y1 - y0) / long
    x, y = x1 - 8 * ux, y1 - 8 * uy  # just before the corner's sign
    base = (x - 9 * ux, y - 9 * uy)
    points = ((x, y), (base[0] - 4 * uy, base[1] + 4 * ux), (base[0] + 4 * uy, base[1] - 4 * ux))
    colour = "accent" if way == "first" else "ink"
    canvas.draw(Shape(points, closed=True, fill=colour))


def _corner(canvas: Canvas, corner: Entry, mark: Mark, scale: Scale, at: Point) -> None:
    """A corner's sign, its value and its name, outside the square."""
    outside = -14 if at[0] == LEFT else 14
    anchor = "end" if at[0] == LEFT else "start"
    if mark.lost:
        marks.lost(canvas, mark, (at[0] - (100 if anchor == "end" else 0), BOTTOM), corner.lang)
        return
    with canvas.mark(mark.id):
        marks.whisker(canvas, mark, scale, at[0], cap=marks.DOT_CAP, upright=True)
        marks.dot(canvas, mark, at)
    x = at[0] + outside
    marks.number(canvas, mark, (x, at[1]), STRONG.to(anchor))
    room = LEFT - 14 if anchor == "end" else WIDTH - RIGHT - 14
    canvas.text((x, at[1] + 15), corner.text(), SMALL.to(anchor), room=room)
