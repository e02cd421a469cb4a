"""The signs of a picture: dots, bars, the lines of their bounds, lost cells, the legend.

How a figure is known shows in its sign: filled when it was read in its source, hollow when it is
quoted second-hand, a diamond when it is calculated here, hatched when that is our own inference.
"""

from __future__ import annotations

from tieout.figures.canvas import Canvas, Point, Shape
from tieout.figures.config import Run
from tieout.figures.facts import Mark
from tieout.figures.scale import Scale
from tieout.figures.style import LOST, SIGNS, SMALL, STRONG, WIDTH, Style

#: Half the length of the caps that end a line of bounds: on a bar, and behind a dot, which they
#: must outreach so that a tiny interval shows too.
CAP, DOT_CAP = 4.0, 7.0


def whisker(
    canvas: Canvas,
    mark: Mark,
    scale: Scale,
    across: float,
    *,
    cap: float = CAP,
    upright: bool = False,
) -> None:
    """The interval that the printed digits leave open, along the scale at `across`."""
    if not mark.bounded:
        return
    canvas.signs.add("bounds")
    low, high = scale(mark.low), scale(mark.high)
    strokes = [((low, across), (high, across))]
    strokes += [((end, across - cap), (end, across + cap)) for end in (low, high)]
    for stroke in strokes:
        canvas.line([(b, a) for a, b in stroke] if upright else stroke, "ink", 1.1)


def dot(canvas: Canvas, mark: Mark, at: Point, accent: bool = False, radius: float = 4.5) -> None:
    """The place of a fact's value."""
    colour = "accent" if accent else "ink"
    fill = "paper" if mark.second_hand or mark.inference else colour
    hatch = colour if mark.inference else ""
    canvas.signs.update(_signs(mark))
    if mark.derived:
        (x, y), r = at, radius + 1
        points = ((x, y - r), (x + r, y), (x, y + r), (x - r, y))
        canvas.draw(Shape(points, closed=True, fill=fill, stroke=colour, width=1.6, hatch=hatch))
    else:
        canvas.draw(Shape((at,), radius=radius, fill=fill, stroke=colour, width=1.6, hatch=hatch))


def bar(canvas: Canvas, mark: Mark, corner: Point, size: Point, accent: bool = False) -> None:
    """A bar as long as a fact's value: outlined when second-hand, hatched when inferred."""
    colour = "accent" if accent else "mid"
    hollow = "tint" if accent else "soft"
    canvas.signs.update(_signs(mark) - {"derived"})
    if mark.inference:
        canvas.box(corner, size, fill="paper", stroke=colour, hatch=colour)
    elif mark.second_hand:
        canvas.box(corner, size, fill=hollow, stroke=colour)
    else:
        canvas.box(corner, size, fill=colour, stroke=colour)


def lost(canvas: Canvas, mark: Mark, corner: Point, lang: str) -> float:
    """The empty cell of a figure that did not survive, said in words. Returns its right edge.

    Near the right edge of the paper the cell moves left, onto it.
    """
    wide = canvas.measure(SMALL)(LOST[lang]) + 16
    corner = (min(corner[0], WIDTH - wide - 1), corner[1])
    with canvas.mark(mark.id):
        canvas.box(corner, (wide, 20), fill="paper", stroke="muted", dash=(3, 2), hatch="rule")
        canvas.box((corner[0] + 5, corner[1] + 3), (wide - 10, 14), fill="paper")
    middle = (corner[0] + wide / 2, corner[1] + 14)
    canvas.text(middle, LOST[lang], SMALL.to("middle"))
    return corner[0] + wide


def number(canvas: Canvas, mark: Mark, at: Point, style: Style = STRONG) -> None:
    """A fact's wording beside its mark; nothing where its bounds support no digit."""
    if mark.text:
        canvas.text(at, (Run(mark.text, fact=mark.id),), style)


def _signs(mark: Mark) -> set[str]:
    known = "inference" if mark.inference else "second-hand" if mark.second_hand else "read"
    return {known, "derived"} if mark.derived else {known}


def legend(canvas: Canvas, lang: str) -> None:
    """Explain the signs in use, in lines at the foot."""
    used = [sign for sign in SIGNS if sign in canvas.signs]
    x, y = 0.0, canvas.height + 24
    for sign in used:
        words = SIGNS[sign][lang]
        need = 18 + canvas.measure(SMALL)(words)
        if x and x + need > WIDTH:
            x, y = 0.0, y + 18
        _sample(canvas, sign, (x + 6, y - 4))
        canvas.text((x + 18, y), words, SMALL, room=WIDTH - x - 18)
        x += need + 16
    canvas.reach(y + 6)


def _sample(canvas: Canvas, sign: str, at: Point) -> None:
    x, y = at
    if sign == "bounds":
        canvas.line([(x - 5, y), (x + 5, y)], "ink", 1.1)
        for end in (x - 5, x + 5):
            canvas.line([(end, y - CAP), (end, y + CAP)], "ink", 1.1)
    elif sign == "inference":
        canvas.box((x - 6, y - 5), (12, 10), fill="paper", stroke="muted", hatch="muted")
    elif sign == "derived":
        points = ((x, y - 5), (x + 5, y), (x, y + 5), (x - 5, y))
        canvas.draw(Shape(points, closed=True, stroke="muted", width=1.4))
    else:
        fill = "muted" if sign == "read" else "paper"
        canvas.draw(Shape((at,), radius=4, fill=fill, stroke="muted", width=1.4))
