"""Row groups -> one table: which rows are the header, and whether every row fits it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tieout.extract.errors import ExtractError
from tieout.extract.spans import Cell, FullRow, SourceRow, expand
from tieout.extract.tables import Row, Table


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of a `thead`, `tbody` or `tfoot`, as written."""

    tag: str
    rows: list[SourceRow]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table stands, and what its format wants to be said of a row that does not fit."""

    line: int
    caption: str
    headings: tuple[str, ...]
    hint: str


def build_table(
    groups: Sequence[Group], place: Place, room: int, broken: ExtractError | None = None
) -> Table | None:
    """The table of all groups, in the order in which they stand; None if there is no row.

    It has `room` cells at most.

    Raises ExtractError for the first row that does not fit, else `broken`: a fault that the reader
    met behind these rows.
    """
    rows: list[tuple[str, FullRow]] = []
    try:
        for group in groups:
            headed = any(tag == "thead" for tag, _ in rows)
            for row in expand(group.rows, room):
                # A table has one head; further ones are displayed where they stand.
                rows.append(("tbody" if headed and group.tag == "thead" else group.tag, row))
                room -= len(row.cells)
    except ExtractError as error:
        broken = error
    header, body = _split(rows)
    if header:
        _check_widths([row for _, row in rows], header[0], "the header", place.hint)
    elif body:
        _check_widths([row for _, row in rows], body[0], "the first row", place.hint)
    if broken is not None:
        raise broken
    if not any(row.cells for _, row in rows):
        return None
    texts = tuple(Row(tuple(cell.text for cell in row.cells), row.line) for row in body)
    return Table(_header_texts(header, body), texts, place.line, place.caption, place.headings)


def _split(rows: list[tuple[str, FullRow]]) -> tuple[list[FullRow], list[FullRow]]:
    """The header's rows and the others; a `tfoot` is shown last wherever it stands."""
    shown = sorted(rows, key=lambda entry: entry[0] == "tfoot")
    head = [row for tag, row in shown if tag == "thead"]
    if head:
        return head, [row for tag, row in shown if tag != "thead"]
    plain = [row for _, row in shown]
    count = 0
    while count < len(plain) and plain[count].cells and all(c.heads for c in plain[count].cells):
        count += 1
    return plain[:count], plain[count:]


def _check_widths(rows: list[FullRow], measure: FullRow, name: str, hint: str) -> None:
    """Raise ExtractError for the first row, as written, that has not the width of `measure`."""
    width = len(measure.cells)
    row = next((row for row in rows if len(row.cells) != width), None)
    if row is not None:
        count = len(row.cells)
        found = f"a row of {count} cell{'s' * (count != 1)}"
        raise ExtractError(row.line, found, f"{width} as in {name} ({hint})")


def _header_texts(header: list[FullRow], body: list[FullRow]) -> tuple[str, ...]:
    """One text a column: the parts from top to bottom, a cell that spans rows only once."""
    if not header:
        return tuple(f"c{number}" for number in range(1, len(body[0].cells) + 1))
    columns = zip(*(row.cells for row in header), strict=True)
    return tuple(" / ".join(_parts(column)) for column in columns)


def _parts(column: tuple[Cell, ...]) -> list[str]:
    """The texts of the cells of a column; two cells that say the same are two."""
    return [cell.text for cell in {id(cell): cell for cell in column}.values() if cell.text]
