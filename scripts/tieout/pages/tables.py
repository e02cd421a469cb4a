"""Tables of the page in HTML and Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from html import escape

from tieout.pages.content import Block
from tieout.pages.inline import Exempt, Inline, Text, to_html
from tieout.pages.inline_markdown import guard_lines, to_markdown
from tieout.pages.view import View
from tieout.rounding import written
from tieout.wording import group

#: Stands after a cell whose condition differs from its claim's; HTML leaves it to the styles.
DIFFERS = "≠"


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: caption, column heads, rows of cells, an optional note below.

    Rows are as wide as `heads`, and their first cell names them. `marked` holds (row, column) of
    cells that differ from what they stand beside. `choose` is the number of leading columns that
    name a row together, so that a reader may choose by them (templates/_layout/40-panels.js).
    """

    caption: Inline
    heads: Sequence[Inline]
    rows: Sequence[Sequence[Inline]]
    note: Inline = ()
    anchor: str = ""
    marked: frozenset[tuple[int, int]] = field(default_factory=frozenset)
    choose: int = 0


def table_block(grid: Grid, view: View) -> Block:
    """A table in both forms."""
    return Block(table_html(grid, view), table_markdown(grid, view))


def scroll_box(hint: str, anchor: str = "", choose: int = 0) -> tuple[str, str]:
    """The box that lets a wide table scroll by itself, by wheel, finger and keyboard."""
    given = f' id="{escape(anchor)}"' if anchor else ""
    given += f' data-choose="{choose}"' if choose else ""
    return (
        f'<div class=table{given} role=group tabindex=0 aria-label="{escape(hint)}">',
        "</div>",
    )


def table_html(grid: Grid, view: View) -> str:
    """The table in its box, the note below. HTML lets end tags of rows and cells be left out."""
    head = "".join(f"<th>{to_html(cell, view)}" for cell in grid.heads)
    body = "".join(_row_html(grid, index, view) for index in range(len(grid.rows)))
    # On a line of its own: what stands on a line of the table is taken for a part of it.
    note = f'\n<p class="note">{to_html(grid.note, view)}</p>' if grid.note else ""
    opening, closing = scroll_box(view.word("scroll_hint"), grid.anchor, grid.choose)
    return (
        f"{opening}<table><caption><span>{to_html(grid.caption, view)}</span></caption>"
        f"<thead><tr>{head}<tbody>\n{body}</table>{closing}{note}\n"
    )


def _row_html(grid: Grid, index: int, view: View) -> str:
    named = max(1, grid.choose)
    contents = [to_html(cell, view) for cell in grid.rows[index]]
    cells = [f"<th scope=row>{content}" for content in contents[:named]]
    for column, content in enumerate(contents[named:], start=named):
        mark = " class=differs" if (index, column) in grid.marked else ""
        cells.append(f"<td{mark}>{content}")
    # A line a row, for findings; behind the last cell, whose end tag is left out, it would be text.
    return f"<tr>\n{''.join(cells)}"


def table_markdown(grid: Grid, view: View) -> str:
    """A table as GitHub reads it, under its caption, blank lines between."""
    lines = [f"<strong>{to_markdown(grid.caption, view).strip()}</strong>", ""]
    lines.append(_row_markdown(grid.heads, view))
    lines.append("|" + " --- |" * len(grid.heads))
    for index, row in enumerate(grid.rows):
        marked = [(index, column) in grid.marked for column in range(len(row))]
        lines.append(_row_markdown(row, view, marked))
    if grid.note:
        lines += ["", guard_lines(to_markdown(grid.note, view))]
    return "\n".join(lines)


def _row_markdown(cells: Sequence[Inline], view: View, marked: Sequence[bool] = ()) -> str:
    texts = [to_markdown(cell, view).strip() for cell in cells]
    for index, mark in enumerate(marked):
        if mark:
            texts[index] += f" {DIFFERS}"
    return f"| {' | '.join(texts)} |"


def bounds(name: str, view: View) -> Inline:
    """The bounds of a fact as text; empty for days, names and lost cells."""
    fact = view.fact(name)
    if fact["low"] is None:
        return ()
    if fact["low"] == fact["high"]:
        return (Text(view.word("exact")),)
    low, high = _bounds(fact["low"], fact["high"], 100 if fact["unit"] in ("%", "pp") else 1)
    return (Exempt(f"{low} – {high}", "bounds"),)


@lru_cache(maxsize=4096)  # the same fact stands in tables and in both forms of its entry
def _bounds(low: str, high: str, scale: int) -> tuple[str, str]:
    return shown_bounds(Fraction(low) * scale, Fraction(high) * scale)


def shown_bounds(low: Fraction, high: Fraction) -> tuple[str, str]:
    """Both bounds as decimals, rounded outwards, with enough digits to tell them apart.

    Raises ValueError unless the first is below the second.
    """
    width = high - low
    if width <= 0:
        raise ValueError(f"{low} is not below {high}: check both bounds")
    places = 0
    while 20 * width.denominator > width.numerator * 10**places:
        places += 1
    floor = low.numerator * 10**places // low.denominator
    ceiling = -(-high.numerator * 10**places // high.denominator)
    return _trimmed(floor, places), _trimmed(ceiling, places)


def _trimmed(count: int, places: int) -> str:
    """So many units of the last of some decimal places, without zeros at the end."""
    text = group(written(count, places))
    return text.rstrip("0").rstrip(".") if "." in text else text
