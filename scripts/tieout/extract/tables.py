"""The table as every format gives it: header, rows, where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tieout.extract.errors import ExtractError

TableKind = Literal["markdown", "html"]


@dataclass(frozen=True, slots=True)
class Row:
    """The visible texts of a row, as many as the header has, and the row's line (from 1)."""

    cells: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose spans are expanded.

    `headings` are those of the sections it stands in, outermost first; `caption` is empty where the
    format or the page has none. `header` is `c1, c2, …` where the table has no header of its own.
    A table that breaks the rules has a `fault` and neither header nor rows: it keeps its place
    among the others, so that no figure is looked for in the next one.
    """

    header: tuple[str, ...]
    rows: tuple[Row, ...]
    line: int
    caption: str
    headings: tuple[str, ...]
    fault: ExtractError | None = None


def extract_tables(text: str, kind: TableKind) -> list[Table]:
    """The visible tables of a document, in its order, with every cell as printed.

    Raises ExtractError, with the line, for the first row whose cells do not match the header, the
    first Markdown delimiter row that does not, or the first table inside a table cell.
    """
    tables = read_tables(text, kind)
    faults = [table.fault for table in tables if table.fault is not None]
    if faults:
        raise min(faults, key=lambda fault: fault.line)
    return tables


def read_tables(text: str, kind: TableKind) -> list[Table]:
    """The same, but a table that breaks the rules stands there with its fault.

    Raises ExtractError only for a document that cannot be read at all.
    """
    if kind == "markdown":
        from tieout.extract.markdown_tables import markdown_tables

        return markdown_tables(text)
    from tieout.extract.html_tables import html_tables

    return html_tables(text)
