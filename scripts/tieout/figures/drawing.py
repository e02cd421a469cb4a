"""All figures of an article in one language: configuration and ledger in, SVG files out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from math import ceil
from pathlib import Path
from typing import Any

from tieout.errors import nearest
from tieout.figures.canvas import Canvas
from tieout.figures.config import Entry
from tieout.figures.facts import Facts
from tieout.figures.marks import legend
from tieout.figures.render import FontFace, render
from tieout.figures.style import SMALL
from tieout.figures.svg import About, finish
from tieout.files import write_atomic
from tieout.fonts import find_font

KINDS = (
    "conditions", "curve", "paired", "points", "range", "share", "square", "stacked", "waterfall",
)  # fmt: skip


def draw_figures(
    ledger: Mapping[str, Any], config: Mapping[str, Any], lang: str, out_dir: Path, card: bool
) -> list[Path]:
    """See `tieout.figures.draw_all`."""
    face = FontFace(find_font())
    facts = Facts(ledger, lang)
    drawn = {
        out_dir / f"{name}.{lang}.svg": draw_one(Entry(data, facts, lang, (name,)), face)
        for name, data in config.items()
    }
    if card:
        from tieout.figures.card import card_png

        drawn[out_dir / f"card.{lang}.png"] = card_png(ledger, lang, face)
    for path, content in drawn.items():  # a fault in any figure leaves the former files in place
        write_atomic(path, content)
    return list(drawn)


def draw_one(entry: Entry, face: FontFace) -> bytes:
    """One figure as a finished file."""
    canvas = lay_out(entry, face)
    about = About(canvas.figure, entry.lang, face.name, entry.text("title"), entry.text("alt"))
    return finish(render(canvas, face), canvas, about)


def lay_out(entry: Entry, face: FontFace) -> Canvas:
    """One figure as ink: that of its kind, then remarks and a legend below."""
    canvas = Canvas(str(entry.key[0]), face)
    _kind(entry)(canvas, entry)
    for remark in ("unlike", "note"):
        if entry.has(remark):
            canvas.text((0, canvas.height + 20), entry.text(remark), SMALL)
    legend(canvas, entry.lang)
    canvas.height = ceil(canvas.height)
    return canvas


def _kind(entry: Entry) -> Callable[[Canvas, Entry], None]:
    kind = str(entry.need("kind"))
    if kind not in KINDS:
        mend = nearest(kind, KINDS) or f"use one of {', '.join(KINDS)}"
        raise entry.fail(f"there is no kind '{kind}'", mend, "kind")
    draw: Callable[[Canvas, Entry], None] = import_module(f"tieout.figures.kinds.{kind}").draw
    return draw
