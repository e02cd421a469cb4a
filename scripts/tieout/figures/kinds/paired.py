"""Before and after: small panels of bars, each panel on its own scale from nothing.

kind: paired
panels:
  - label: …
    bars: [{fact: ID, label: …}, {fact: ID, label: …, accent: true}]
"""

from __future__ import annotations

from tieout.figures import marks
from tieout.figures.canvas import Canvas
from tieout.figures.config import Entry, plain
from tieout.figures.scale import Scale, fit
from tieout.figures.style import PLAIN, STRONG, WIDTH

THICK = 18.0


def draw(canvas: Canvas, entry: Entry) -> None:
    """Draw the panels from top to bottom, with one column of labels for all."""
    panels = entry.items("panels")
    bars = [bar for panel in panels for bar in panel.items("bars")]
    left = max(canvas.measure(PLAIN)(plain(bar.text())) for bar in bars) + 12
    y = 0.0
    for panel in panels:
        y = canvas.text((0, y + 16), panel.text(), STRONG) + 8
        y = _panel(canvas, panel, min(left, WIDTH * 0.4), y) + 10
    canvas.reach(y - 6)


def _panel(canvas: Canvas, panel: Entry, left: float, y: float) -> float:
    bars = panel.items("bars")
    facts = [bar.mark() for bar in bars]
    room = max(canvas.measure(STRONG)(fact.text) for fact in facts)
    scale = fit(panel, facts, left, WIDTH - room - 16, 0.0)
    for bar in bars:
        _bar(canvas, bar, scale, y)
        y += THICK + 8
    return y


def _bar(canvas: Canvas, bar: Entry, scale: Scale, y: float) -> None:
    mark, accent = bar.mark(), bool(bar.data.get("accent"))
    canvas.text((0, y + 13.5), bar.text(), PLAIN.tinted(accent), room=scale.start - 8)
    if mark.lost:
        marks.lost(canvas, mark, (scale.start, y), bar.lang)
        return
    with canvas.mark(mark.id):
        size = (scale(mark.value) - scale.start, THICK)
        marks.bar(canvas, mark, (scale.start, y), size, accent)
        marks.whisker(canvas, mark, scale, y + THICK / 2)
    marks.number(canvas, mark, (scale(mark.high) + 8, y + 13.5), STRONG.tinted(accent))
