"""Stacked bars in groups, before and after: what a whole consists of, and which part shrank.

    kind: stacked
    parts: [{label: …}, {label: …, accent: true}]      # what the segments are, in order
    groups:
      - label: …
        bars:
          - {label: …, total: ID, parts: [{fact: ID}, {fact: ID}]}

The values of a bar's segments stand below it, in order, since a small segment holds no text.
"""

from __future__ import annotations

from tieout.figures import marks
from tieout.figures.canvas import Canvas, Point
from tieout.figures.config import Entry, Run, plain
from tieout.figures.facts import Mark
from tieout.figures.scale import Scale, check_whole, fit
from tieout.figures.style import PLAIN, SMALL, STRONG, WIDTH

THICK = 16.0
CHIP = 10.0
#: Fills of the segments, first to last: apart in lightness, and one of them hatched.
FILLS = (("soft", ""), ("mid", ""), ("paper", "muted"), ("ink", ""))


def draw(canvas: Canvas, entry: Entry) -> None:
    """A key of the parts, then the groups on one scale."""
    groups = entry.items("groups")
    bars = [bar for group in groups for bar in group.items("bars")]
    names = entry.items("parts")
    left = max(canvas.measure(PLAIN)(plain(bar.text())) for bar in bars) + 12
    totals = [bar.mark("total") for bar in bars]
    room = max(canvas.measure(STRONG)(total.text) for total in totals)
    facts = [part.mark() for bar in bars for part in bar.items("parts")]
    scale = fit(entry, [*totals, *facts], left, WIDTH - room - 14, 0.0)
    y = _key(canvas, names)
    for group in groups:
        y = canvas.text((0, y + 22), group.text(), STRONG) + 8
        for bar in group.items("bars"):
            _bar(canvas, bar, names, scale, y)
            y += THICK + 24
        y -= 8
    canvas.reach(y)


def _key(canvas: Canvas, names: list[Entry]) -> float:
    """What the segments are, in as many lines as it takes. Returns the y of its foot."""
    x, y = 0.0, 13.0
    for number, name in enumerate(names):
        need = CHIP + 6 + canvas.measure(SMALL)(plain(name.text()))
        if x and x + need > WIDTH:
            x, y = 0.0, y + 18
        _segment(canvas, names, number, (x, y - 10), (CHIP, CHIP))
        canvas.text((x + CHIP + 6, y), name.text(), SMALL)
        x += need + 16
    return y + 1


def _segment(canvas: Canvas, names: list[Entry], number: int, corner: Point, size: Point) -> None:
    if names[number].data.get("accent"):
        canvas.box(corner, size, fill="accent", stroke="accent")
    else:
        fill, hatch = FILLS[number % len(FILLS)]
        canvas.box(corner, size, fill=fill, stroke="muted", hatch=hatch)


def _bar(canvas: Canvas, bar: Entry, names: list[Entry], scale: Scale, y: float) -> None:
    """One bar: its name, the segments that are known from the left, the total at its end."""
    parts, total = bar.items("parts"), bar.mark("total")
    if len(parts) != len(names):
        what = f"a bar has {len(parts)} parts, the key {len(names)}"
        raise bar.fail(what, "give each bar one fact a part, in the order of the key", "parts")
    facts = [part.mark() for part in parts]
    check_whole(bar, facts, total, log=False)
    canvas.text((0, y + 12.5), bar.text(), PLAIN)
    x = label = scale(0.0)
    for number, mark in enumerate(facts):
        if mark.lost:  # nobody knows where the next segment begins
            x = marks.lost(canvas, mark, (x + 3, y - 2), bar.lang)
            break
        wide = scale(mark.value) - scale(0.0)
        with canvas.mark(mark.id):
            _segment(canvas, names, number, (x, y), (wide, THICK))
        label = _value(canvas, names, number, mark, (label, y + THICK))
        x += wide
    if total.lost:
        marks.lost(canvas, total, (x + 6, y - 2), bar.lang)
        return
    with canvas.mark(total.id):
        marks.whisker(canvas, total, scale, y + THICK / 2)
    marks.number(canvas, total, (max(x, scale(total.high)) + 8, y + 12.5))


def _value(canvas: Canvas, names: list[Entry], number: int, mark: Mark, at: Point) -> float:
    """A segment's value below its bar, after the key's chip. Returns where the next begins."""
    x, y = at
    _segment(canvas, names, number, (x, y + 5), (CHIP, CHIP))
    canvas.text((x + CHIP + 5, y + 14), (Run(mark.text, fact=mark.id),), SMALL)
    return x + CHIP + 21 + canvas.measure(SMALL)(mark.text)
