"""Ranges and single values on one scale, a row each: how far apart groups of results lie.

kind: range
scale: log                                     # or linear, the default
baseline: {at: 1, label: {en: …, zh-TW: …}}    # a line in all rows; `at` is a place, not text
rows:
  - {label: …, detail: …, low: ID, high: ID}   # two ends
  - {label: …, fact: ID, accent: true}         # one value, in the accent colour
  - {heading: …, label: …, fact: ID}           # opens a group of rows
"""

from __future__ import annotations

from tieout.figures import marks
from tieout.figures.canvas import Canvas
from tieout.figures.config import Entry, plain
from tieout.figures.facts import Mark
from tieout.figures.scale import Scale, baseline, fit
from tieout.figures.style import PLAIN, SMALL, STRONG, WIDTH

EDGE = 5.0
GAP = 10.0  # between a mark and its number


def draw(canvas: Canvas, entry: Entry) -> None:
    """Draw the rows from top to bottom."""
    rows = entry.items("rows")
    origin = baseline(entry)
    scale = _scale(canvas, entry, rows, origin)
    y = 0.0
    if origin is not None:
        side = "start" if scale(origin) < WIDTH / 2 else "end"
        canvas.line([(scale(origin), 0), (scale(origin), 16)], "muted", 1.2)
        shift = 6 if side == "start" else -6
        canvas.text((scale(origin) + shift, 12), entry.at("baseline").text(), SMALL.to(side))
        y = 14
    for row in rows:
        y = _words(canvas, row, y) + 17
        if origin is not None:
            canvas.line([(scale(origin), y - 9), (scale(origin), y + 9)], "muted", 1.2)
        _ink(canvas, row, scale, y)
        y += 11
    canvas.reach(y)


def _ends(row: Entry) -> list[Mark]:
    return [row.mark()] if row.has("fact") else [row.mark("low"), row.mark("high")]


def _scale(canvas: Canvas, entry: Entry, rows: list[Entry], origin: float | None) -> Scale:
    """A scale as wide as the paper allows, once each number has room outside its mark."""
    ends = [_ends(row) for row in rows]
    facts = [mark for pair in ends for mark in pair]
    measure = canvas.measure(STRONG)
    right = max(measure(pair[-1].text) for pair in ends) + GAP + 2
    scale = fit(entry, facts, EDGE, WIDTH - right, origin)
    left = [(pair[0], measure(pair[0].text) + GAP) for pair in ends if len(pair) == 2]
    if all(mark.lost or scale(mark.low) >= room for mark, room in left):
        return scale
    return fit(entry, facts, max(room for _, room in left), WIDTH - right, origin)


def _words(canvas: Canvas, row: Entry, y: float) -> float:
    """The row's name, under a heading where a group begins; its detail beside or below it."""
    if row.has("heading"):
        y = canvas.text((0, y + 25), row.text("heading"), STRONG) + 6
        canvas.line([(0, y), (WIDTH, y)], "rule")
    y = canvas.text((0, y + 20), row.text(), PLAIN.tinted(bool(row.data.get("accent"))))
    if not row.has("detail"):
        return y
    detail = row.text("detail")
    used = canvas.measure()(plain(row.text())) + GAP
    if used + canvas.measure(SMALL)(plain(detail)) <= WIDTH:
        canvas.text((WIDTH, y), detail, SMALL.to("end"))
        return y
    return canvas.text((0, y + 16), detail, SMALL)


def _ink(canvas: Canvas, row: Entry, scale: Scale, y: float) -> None:
    """The marks of a row, the smaller number left of them and the larger right."""
    ends, accent = _ends(row), bool(row.data.get("accent"))
    kept = sorted((mark for mark in ends if not mark.lost), key=lambda mark: mark.value)
    if len(kept) == 2:
        middle = [(scale(mark.value), y) for mark in kept]
        canvas.line(middle, "accent" if accent else "mid", 5)
    for mark in kept:
        with canvas.mark(mark.id):
            marks.whisker(canvas, mark, scale, y, cap=marks.DOT_CAP)
            marks.dot(canvas, mark, (scale(mark.value), y), accent)
    style, x = STRONG.tinted(accent), EDGE
    if len(kept) == 2:
        left = min(scale(mark.low) for mark in kept)
        marks.number(canvas, kept[0], (left - GAP, y + 4.5), style.to("end"))
    if kept:
        x = max(scale(mark.high) for mark in kept) + GAP
        marks.number(canvas, kept[-1], (x, y + 4.5), style)
        x += canvas.measure(style)(kept[-1].text) + GAP
    for mark in ends:
        if mark.lost:
            x = marks.lost(canvas, mark, (x, y - 10), row.lang) + GAP
