"""Row and column spans: the cells of a row group -> rows in which every column has its cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from tieout.extract.errors import ExtractError

#: The HTML standard's limits, section 4.9.11 "Attributes common to td and th elements".
_MOST_COLUMNS = 1000
_MOST_ROWS = 65534
#: Of one page, spans expanded; one that is all cells has a fifth of it in a megabyte.
MAX_CELLS = 1_000_000
_INTEGER = re.compile(r"[ \t\n\f\r]*\+?([0-9]+)")


class Cell(NamedTuple):
    """A cell as it stands in the source. `rows` 0 reaches to the end of the row group.

    A tuple, because a page has tens of thousands of them.
    """

    text: str
    heads: bool = False
    columns: int = 1
    rows: int = 1


@dataclass(frozen=True, slots=True)
class SourceRow:
    """The cells written in one row, and the line of that row."""

    cells: tuple[Cell, ...]
    line: int


@dataclass(frozen=True, slots=True)
class FullRow:
    """A row's cells by column: a cell that spans stands in each column and row that it covers."""

    cells: tuple[Cell, ...]
    line: int


def read_cell(element: Any, text: str) -> Cell:
    """A cell with the spans of its `td` or `th`."""
    heads, columns, rows = element.tag == "th", element.get("colspan"), element.get("rowspan")
    if not (columns or rows):
        return Cell(text, heads)
    return Cell(
        text,
        heads,
        min(_integer(columns) or 1, _MOST_COLUMNS) if columns else 1,
        min(_integer(rows), _MOST_ROWS) if rows else 1,
    )


def _integer(value: str) -> int:
    """As HTML reads a whole number: what follows the digits does not count; 1 if there are none."""
    match = _INTEGER.match(value)
    return int(match[1][:9]) if match else 1


def expand(group: list[SourceRow], room: int) -> Iterator[FullRow]:
    """The rows of one row group (a cell never reaches beyond it), in order.

    Raises ExtractError at the row in which two cells would cover one column, or where more than
    `room` cells would arise.
    """
    above: dict[int, tuple[Cell, int]] = {}  # by column: the cell from above, rows it still covers
    for row in group:
        room -= len(above) + sum(cell.columns for cell in row.cells)
        if room < 0:
            found = f"tables of more than {MAX_CELLS} cells (spans expanded)"
            raise ExtractError(row.line, found, "smaller tables, or shorter spans")
        if not above and all(cell.columns == 1 and cell.rows == 1 for cell in row.cells):
            yield FullRow(row.cells, row.line)
            continue
        covered = _place(row, {column: cell for column, (cell, _) in above.items()})
        yield FullRow(tuple(covered[column] for column in sorted(covered)), row.line)
        above = {
            column: (cell, rows - 1)
            for column, cell in covered.items()
            for rows in [above[column][1] if column in above else cell.rows or len(group)]
            if rows > 1
        }


def _place(row: SourceRow, covered: dict[int, Cell]) -> dict[int, Cell]:
    """Each cell at the first column that is free, as in "forming a table" of the HTML standard."""
    column = 0
    for cell in row.cells:
        while column in covered:
            column += 1
        for _ in range(cell.columns):
            if column in covered:
                found = f"two cells that both cover column {column + 1}"
                raise ExtractError(row.line, found, "spans that leave each column to one cell")
            covered[column] = cell
            column += 1
    return covered
