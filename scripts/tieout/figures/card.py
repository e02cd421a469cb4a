"""The picture that social networks show beside a link: the title, and a figure of the article.

It repeats what the page shows. The title's numbers are the ledger's wording; the figure is drawn
from the same entry as on the page, with the same signs for what is second-hand or our inference.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tieout.figures.canvas import Canvas
from tieout.figures.config import Entry, Run, Runs, plain
from tieout.figures.drawing import lay_out
from tieout.figures.facts import Facts
from tieout.figures.raster import Placed, Sheet
from tieout.figures.render import FontFace
from tieout.figures.style import WIDTH, Style
from tieout.pages.view import join_cjk

#: Width and height in pixels: the shape that Open Graph and X ask for.
SIZE = (1200, 630)
#: Distance from the edge, and width of the band at the left edge.
MARGIN, BAND = 56, 14
#: Width of the title's column beside a figure.
COLUMN = 500
#: Heights of the title in pixels, the first that leaves room for what stands below.
TITLES = (54, 48, 43, 38, 33, 29, 25)
ROOM = 400
#: Where a title may be parted: after a mark of its own, in Chinese without a space behind it.
_PART = re.compile(r"(?<=[？！：；])|(?<=[?!:;]) ")
KICKER = Style(size=13.0, role="accent", bold=True)
DAY = Style(size=11.0, role="muted")


def card_png(ledger: Mapping[str, Any], lang: str, face: FontFace) -> bytes:
    """The finished PNG in one language. Raises FigureError for a fault in a text or the figure."""
    article, facts = ledger["article"], Facts(ledger, lang)
    entry = Entry({}, facts, lang, ("card",))
    title = entry.runs(join_cjk(article["title"][lang]))
    sheet = Sheet(SIZE, face, lang)
    sheet.fill((0, 0), (BAND, SIZE[1]), "accent")
    about = {"Title": plain(title)}
    left, placed = BAND + MARGIN, []
    wide = SIZE[0] - left - MARGIN
    if name := article.get("card"):
        figure = Entry(ledger["figures"][name], facts, lang, (name,))
        placed.append(_right(lay_out(figure, face)))
        about["Description"] = plain(figure.text("alt"))
        wide = COLUMN
    head, foot = _beside(ledger, title, entry, face, wide)
    scale = wide / WIDTH
    bottom = SIZE[1] - MARGIN - foot.height * scale
    placed += [Placed(head, (left, MARGIN), scale), Placed(foot, (left, bottom), scale)]
    sheet.draw(placed)
    return sheet.png(about)


def _right(canvas: Canvas) -> Placed:
    """The figure in the right half, as large as it can be."""
    room = SIZE[0] - BAND - 3 * MARGIN - COLUMN, SIZE[1] - 2 * MARGIN + 24
    scale = min(room[0] / WIDTH, room[1] / canvas.height)
    x = SIZE[0] - MARGIN - WIDTH * scale
    return Placed(canvas, (x, (SIZE[1] - canvas.height * scale) / 2), scale)


def _beside(
    ledger: Mapping[str, Any], title: Runs, entry: Entry, face: FontFace, wide: float
) -> tuple[Canvas, Canvas]:
    """The site's name with the title, a line anew after a mark; and the day of the version."""
    pixels, parts = WIDTH / wide, _parts(title)
    site = join_cjk(ledger["site"]["title"][entry.lang])
    for size in TITLES:
        head = Canvas("card", face)
        head.text((0, KICKER.size), site, KICKER)
        style = Style(size=size * pixels, bold=True)
        last = KICKER.size * 2 + style.size * 1.2 - style.leading
        for part in parts:
            last = head.text((0, last + style.leading), part, style)
        if last / pixels <= ROOM:
            break
    foot = Canvas("card", face)
    foot.text((0, DAY.size), entry.runs("{{ f('version-day') }}"), DAY)
    return head, foot


def _parts(title: Runs) -> list[Runs]:
    """The title cut after a mark that ends a part of it; a fact is never cut."""
    parts: list[list[Run]] = [[]]
    for run in title:
        pieces = [run.text] if run.fact or run.why else _PART.split(run.text)
        for number, piece in enumerate(pieces):
            if number:
                parts.append([])
            if piece:
                parts[-1].append(replace(run, text=piece))
    return [tuple(part) for part in parts if plain(tuple(part)).strip()]
