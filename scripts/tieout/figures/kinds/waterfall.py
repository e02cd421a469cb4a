"""A total taken apart: each row shows the same total as steps that follow one another.

    kind: waterfall
    scale: log              # log for factors that multiply, linear for parts that add up
    start: 1                # where the first step begins: 1 for factors, 0 for parts
    total: {fact: ID, label: …}
    rows:
      - label: …            # what this way of taking it apart rests on
        parts: [{fact: ID, label: …}, {fact: ID, label: …, accent: true}]

The steps of a row are laid end to end, so within their bounds they must make the total.
"""

from __future__ import annotations

from dataclasses import replace

from tieout.figures import marks
from tieout.figures.canvas import Canvas
from tieout.figures.config import Entry, Run, closed_up, plain
from tieout.figures.facts import Mark
from tieout.figures.scale import Scale, check_whole, fit, place_of
from tieout.figures.style import PLAIN, SMALL, STRONG, WIDTH

THICK, STEP, GAP = 13.0, 18.0, 8.0


def draw(canvas: Canvas, entry: Entry) -> None:
    """The total as a line down the picture, then the rows."""
    rows = entry.items("rows")
    start = place_of(entry, "start")
    total = entry.at("total").mark()
    scale = fit(entry, [total, *_facts(rows)], 4, WIDTH - 48, start)
    y = _total(canvas, entry, scale, total)
    for row in rows:
        y = canvas.text((0, y + 18), row.text(), PLAIN) + 8
        parts = row.items("parts")
        check_whole(row, [part.mark() for part in parts], total, scale.log)
        below = y + STEP * len(parts)
        for x in (scale(start), scale(total.value)):
            canvas.line([(x, y - 4), (x, below)], "muted", 1.0, (2, 2))
        _row(canvas, row, scale, start, y)
        y = below + 4
    canvas.reach(y)


def _facts(rows: list[Entry]) -> list[Mark]:
    return [part.mark() for row in rows for part in row.items("parts")]


def _total(canvas: Canvas, entry: Entry, scale: Scale, total: Mark) -> float:
    if total.lost:
        raise entry.fail(f"the total '{total.id}' is lost", "take the figure out", "total")
    x = scale(total.value)
    with canvas.mark(total.id):
        marks.whisker(canvas, total, scale, 30, cap=marks.DOT_CAP)
        marks.dot(canvas, total, (x, 30))
    marks.number(canvas, total, (WIDTH, 14), STRONG.to("end"))
    left = WIDTH - canvas.measure(STRONG)(total.text) - 8
    canvas.text((left, 14), entry.at("total").text(), PLAIN.to("end"), room=left)
    return 38


def _row(canvas: Canvas, row: Entry, scale: Scale, start: float, y: float) -> None:
    """The steps of a row; after a lost one nobody knows where the next begins."""
    before, taken = start, 0.0
    for part in row.items("parts"):
        mark = part.mark()
        if mark.lost:
            marks.lost(canvas, mark, (scale(before), y - 3), row.lang)
            return
        taken = _step(canvas, part, scale, (before, taken), y)
        before = _join(scale, before, mark.value)
        y += STEP


def _join(scale: Scale, before: float, value: float) -> float:
    return before * value if scale.log else before + value


def _step(canvas: Canvas, part: Entry, scale: Scale, ends: tuple[float, float], y: float) -> float:
    """A bar from the end of the step before, its bounds at its own end, its words beside it.

    `ends` says where the step before ended, and up to which x its words go. Returns the same x.
    """
    before, taken = ends
    mark, accent = part.mark(), bool(part.data.get("accent"))
    x0, x1 = scale(before), scale(_join(scale, before, mark.value))
    low, high = _join(scale, before, mark.low), _join(scale, before, mark.high)
    with canvas.mark(mark.id):
        marks.bar(canvas, mark, (min(x0, x1), y), (abs(x1 - x0), THICK), accent)
        marks.whisker(canvas, replace(mark, low=low, high=high), scale, y + THICK / 2)
    words = closed_up((*part.text(), Run(" "), Run(mark.text, fact=mark.id)))
    style, right = SMALL.tinted(accent), max(x0, scale(high)) + 7
    wide = canvas.measure(style)(plain(words))
    if right + wide <= WIDTH:
        canvas.text((right, y + THICK - 2.5), words, style)
        return right + wide
    if taken + GAP <= x1 - 7 - wide:  # above its end, beside the words of the step before
        canvas.text((x1 - 7, y + THICK - 2.5 - STEP), words, style.to("end"))
    else:
        canvas.text((min(x0, x1) - 7, y + THICK - 2.5), words, style.to("end"))
    return 0.0
