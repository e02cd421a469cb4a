"""One table as printed: a CSV file whose cells are text, each with its line."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from pathlib import Path

from tieout.errors import Problem, TieoutError, fail, shown
from tieout.files import read_text

ROW_ID = re.compile(r"[a-z0-9][a-z0-9-]*")
MAX_ROWS = 20_000
MAX_COLUMNS = 200


@dataclass(frozen=True, slots=True)
class Row:
    """A row's cells by column (`id` left out), and its line in the file."""

    id: str
    line: int
    cells: dict[str, str]


@dataclass(frozen=True, slots=True)
class Table:
    """A CSV file: column names in order (`id` left out), and its rows."""

    path: Path
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def read_table(path: Path) -> Table:
    """Read a table whose first column is `id`.

    Raises TieoutError naming the line of a ragged row, a repeated or missing id, a bad quote,
    a repeated column, or a table without rows. Cells are kept as printed, outer spaces removed.
    """
    records = _records(path)
    header = [name.strip() for name in records[0][1]]
    if header[0] != "id":
        raise fail(path, 1, f"the first column is '{header[0]}'", "make it 'id', one id a row")
    if len(header) > MAX_COLUMNS:
        raise fail(
            path, 1, f"more than {MAX_COLUMNS} columns", "split the table, or mend its lines"
        )
    repeated = sorted({name for name in header if header.count(name) > 1})
    if repeated:
        raise fail(path, 1, f"column '{repeated[0]}' stands twice", "rename or remove one")
    if len(records) < 2:
        raise fail(path, 1, "the table has no rows", "add at least one row")
    rows, problems = _rows(path, header, records[1:])
    if problems:
        raise TieoutError(problems)
    return Table(path, tuple(header[1:]), tuple(rows))


def _records(path: Path) -> list[tuple[int, list[str]]]:
    text = read_text(path)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    records: list[tuple[int, list[str]]] = []
    start = 1
    try:
        for cells in reader:
            if cells:
                records.append((start, cells))
            if len(records) > MAX_ROWS:
                raise fail(path, start, f"more than {MAX_ROWS} rows", "split the table")
            start = reader.line_num + 1
    except csv.Error as error:
        raise fail(path, start, f"broken CSV, {error}", "mend the quotes of this row") from None
    if not records:
        raise fail(path, 1, "the file is empty", "add a header and rows")
    return records


def _rows(
    path: Path, header: list[str], records: list[tuple[int, list[str]]]
) -> tuple[list[Row], list[Problem]]:
    rows: list[Row] = []
    problems: list[Problem] = []
    seen: dict[str, int] = {}

    def wrong(line: int, what: str, mend: str) -> None:
        problems.append(Problem(shown(path), line, what, mend))

    for line, cells in records:
        if len(cells) != len(header):
            what = f"{len(cells)} cells, the header has {len(header)}"
            wrong(line, what, "add or remove commas, or quote a cell that holds one")
            continue
        name = cells[0].strip()
        if not ROW_ID.fullmatch(name):
            wrong(line, f"the row id '{name}' is not allowed", "use a-z, 0-9 and hyphens")
        elif name in seen:
            wrong(line, f"the row id '{name}' stands on line {seen[name]} already", "rename one")
        seen.setdefault(name, line)
        values = (cell.strip() for cell in cells[1:])
        rows.append(Row(name, line, dict(zip(header[1:], values, strict=True))))
    return rows, problems
