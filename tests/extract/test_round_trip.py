"""Any grid of texts, written as Markdown or HTML, is read back as it was written."""

from __future__ import annotations

import html
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from tieout.extract import extract_tables
from tieout.extract.characters import fold

Grid = list[list[str]]
TEXTS = st.text(st.characters(exclude_categories=["Cc", "Cs", "Cn"]), max_size=8) | st.sampled_from(
    ["2.50", "007", "NA", "47,3", "a|b", "\\|", "`|`", "[^1]", "¹", "\u00a05\u2009", "<b>", "&lt;"]
)
GRIDS = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(TEXTS, min_size=width, max_size=width), min_size=1, max_size=5)
)
BOUNDED = settings(max_examples=120, deadline=None)
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def read(text: str, kind: str) -> Grid:
    (table,) = extract_tables(text, "markdown" if kind == "markdown" else "html")
    return [list(table.header), *(list(row.cells) for row in table.rows)]


def folded(grid: Grid) -> Grid:
    return [[fold(text) for text in row] for row in grid]


@BOUNDED
@given(GRIDS)
def test_markdown(grid: Grid) -> None:
    """With every mark escaped, a cell is its text: pipes, backslashes and brackets too."""
    rows = [
        "| " + " | ".join(_PUNCTUATION.sub(r"\\\1", text) for text in row) + " |" for row in grid
    ]
    rows.insert(1, "|" + "---|" * len(grid[0]))
    assert read("\n".join(rows), "markdown") == folded(grid)


@BOUNDED
@given(GRIDS, st.booleans(), st.sampled_from(["\n", "", " "]))
def test_html(grid: Grid, closed: bool, between: str) -> None:
    """With or without the end tags that may be left out."""
    end_cell, end_row = ("</td>", "</tr>") if closed else ("", "")
    rows = [
        "<tr>" + "".join(f"{between}<td>{html.escape(text)}{end_cell}" for text in row) + end_row
        for row in grid
    ]
    source = f"<table>{between}{between.join(rows)}</table>"
    header = [f"c{number}" for number in range(1, len(grid[0]) + 1)]
    assert read(source, "html") == [header, *folded(grid)]


@BOUNDED
@given(st.integers(1, 5), st.integers(1, 5), st.randoms(use_true_random=False))
def test_spans_cover_what_they_were_cut_from(height: int, width: int, random: object) -> None:
    """Any division of a grid into rectangles comes back as the grid, each text repeated."""
    grid: list[list[str | None]] = [[None] * width for _ in range(height)]
    rows: list[str] = []
    for top in range(height):
        cells = ""
        for left in range(width):
            if grid[top][left] is not None:
                continue
            free = 1
            while left + free < width and grid[top][left + free] is None:
                free += 1
            columns = random.randint(1, free)  # type: ignore[attr-defined]
            down = random.randint(1, height - top)  # type: ignore[attr-defined]
            text = f"t{top}.{left}"
            cells += f"<td rowspan={down} colspan={columns}>{text}</td>"
            for row in range(top, top + down):
                grid[row][left : left + columns] = [text] * columns
        rows.append(f"<tr>{cells}</tr>")
    header = [f"c{number}" for number in range(1, width + 1)]
    assert read(f"<table>{''.join(rows)}</table>", "html") == [header, *grid]
