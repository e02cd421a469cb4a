"""Values by category: one line of points a series, each with its bounds and its value beside it.

kind: points
scale: log
axis: {label: …}                            # what the categories are
categories: [{name: ID}, …]                 # each a fact, whose wording is shown
baseline: {at: 1, label: …}                 # a line across; `at` is a place, not text
series:                                     # a single series needs no label
  - {label: …, accent: true, points: [{fact: ID}, …]}     # one for each category, in order
"""

from __future__ import annotations

from tieout.figures import marks
from tieout.figures.canvas import Canvas, Point
from tieout.figures.config import Entry, Run
from tieout.figures.facts import Mark
from tieout.figures.scale import Scale, baseline, fit
from tieout.figures.style import PLAIN, SMALL, STRONG, WIDTH

TOP, TALL = 32.0, 180.0
DASHES: tuple[tuple[float, ...], ...] = ((), (6, 3), (2, 3), (8, 3, 2, 3))
#: A value stands above its point; below it where the next point up is nearer than this.
NEAR = 34.0


def draw(canvas: Canvas, entry: Entry) -> None:
    """The key, the reference line, the categories, the series, and last the values."""
    names = [category.mark("name") for category in entry.items("categories")]
    series = [(one, _facts(one, len(names))) for one in entry.items("series")]
    origin = baseline(entry)
    top = _key(canvas, [one for one, _ in series]) + TOP
    scale = fit(entry, [mark for _, facts in series for mark in facts], top + TALL, top, origin)
    places = [WIDTH * (n + 0.5) / len(names) for n in range(len(names))]
    floor = top + TALL + 14 if origin is None else scale(origin)
    canvas.line([(0, floor), (WIDTH, floor)], "rule", 1.2)
    if origin is not None:
        canvas.text((WIDTH, floor - 5), entry.at("baseline").text(), SMALL.to("end"))
    for name, x in zip(names, places, strict=True):
        at = (x, top + TALL + 30)
        canvas.text(at, (Run(name.text, fact=name.id),), PLAIN.to("middle"))
    canvas.text((0, top + TALL + 50), entry.at("axis").text(), SMALL)
    for number, (one, facts) in enumerate(series):
        kept = [(x, mark) for x, mark in zip(places, facts, strict=True) if not mark.lost]
        _series(canvas, one, kept, scale, DASHES[number % len(DASHES)])
    for column, x in enumerate(places):
        _values(canvas, [(one, facts[column]) for one, facts in series], scale, x)


def _facts(one: Entry, count: int) -> list[Mark]:
    facts = [point.mark() for point in one.items("points")]
    if len(facts) != count:
        what = f"the series has {len(facts)} points for {count} categories"
        raise one.fail(what, "give it one for each, in order; a lost one stays in", "points")
    return facts


def _accent(one: Entry) -> bool:
    return bool(one.data.get("accent"))


def _key(canvas: Canvas, series: list[Entry]) -> float:
    """What the series are, each with a sample of its line. Returns the y of its foot."""
    named = [(number, one) for number, one in enumerate(series) if one.has("label")]
    for row, (number, one) in enumerate(named):
        y = 12 + 18.0 * row
        colour = "accent" if _accent(one) else "mid"
        canvas.line([(0, y - 4), (26, y - 4)], colour, 1.8, DASHES[number % len(DASHES)])
        canvas.text((34, y), one.text(), SMALL.tinted(_accent(one)), room=WIDTH - 34)
    return 18.0 * len(named)


def _series(
    canvas: Canvas,
    one: Entry,
    points: list[tuple[float, Mark]],
    scale: Scale,
    dash: tuple[float, ...],
) -> None:
    line: list[Point] = [(x, scale(mark.value)) for x, mark in points]
    if len(line) > 1:
        canvas.line(line, "accent" if _accent(one) else "mid", 1.8, dash)
    for x, mark in points:
        with canvas.mark(mark.id):
            marks.whisker(canvas, mark, scale, x, cap=marks.DOT_CAP, upright=True)
            marks.dot(canvas, mark, (x, scale(mark.value)), _accent(one))


def _values(canvas: Canvas, column: list[tuple[Entry, Mark]], scale: Scale, x: float) -> None:
    """The values of one category, from the uppermost down; the lost ones at the foot."""
    upper = -NEAR
    kept = [(one, mark) for one, mark in column if not mark.lost]
    for one, mark in sorted(kept, key=lambda pair: scale(pair[1].value)):
        y = scale(mark.value)
        beside = scale(mark.high) - 13 if y - upper >= NEAR else scale(mark.low) + 22
        style = STRONG.tinted(_accent(one)).to("middle")
        marks.number(canvas, mark, (x, beside), style)
        upper = y
    foot = scale.start - 6.0
    for one, mark in column:
        if mark.lost:
            marks.lost(canvas, mark, (max(0.0, x - 38), foot), one.lang)
            foot -= 24
