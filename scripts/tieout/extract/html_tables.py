"""Tables of an HTML page, read from its visible pieces in one pass.

Rows and cells count from their start tags, wherever libxml2 hung them in its tree: an element that
was left open in a cell, such as `ul`, does not swallow the next row.
"""

from __future__ import annotations

from typing import Any

from tieout.extract.characters import fold, plain_source
from tieout.extract.errors import ExtractError
from tieout.extract.flow import CELLS, GROUPS, HEADINGS, Piece, flow
from tieout.extract.html_tree import mark_lines, parse_html
from tieout.extract.spans import Cell, SourceRow, read_cell
from tieout.extract.table_rows import Group, Place, build_table
from tieout.extract.tables import Table

_HINT = "row and column spans are expanded before cells are counted"


def html_tables(text: str) -> list[Table]:
    """The visible tables of a page. Raises ExtractError; see `extract_tables`."""
    return tables_in(parse_html(mark_lines(plain_source(text))), _HINT)


def tables_in(root: Any, hint: str) -> list[Table]:
    """The visible tables below the root of `parse_html`.

    Raises ExtractError; `hint` is what it says of a row that does not fit.
    """
    reader = _Reader(hint)
    for piece in flow(root) if root is not None else ():
        if piece.element is not None:
            reader.take(piece)
        elif reader.texts is not None:
            reader.texts.append(piece.text)
    reader.end_table()
    return reader.tables


class _Reader:
    """Puts pieces into the table, row and cell that are open; whatever starts ends its like."""

    def __init__(self, hint: str) -> None:
        self.hint = hint
        self.tables: list[Table] = []
        self.headings: dict[int, str] = {}
        self.texts: list[str] | None = None  # of the open cell, caption or heading
        self.table: Any = None
        self.table_line = 0
        self.caption = ""
        self.groups: list[Group] = []
        self.group_open = False
        self.row: Any = None
        self.row_line = 0
        self.cells: list[Cell] = []
        self.cell: Any = None

    def take(self, piece: Piece) -> None:
        """A start or an end, in order."""
        kind, tag, line, element = piece
        if tag in HEADINGS:
            self._heading(kind, int(tag[1]))
        elif kind == "end":
            self._end(element, tag)
        elif tag == "table":
            self._start_table(element, line)
        elif self.table is None:
            return  # a stray row or cell, which browsers ignore too
        elif tag in CELLS:
            self._start_cell(element, line)
        elif tag == "tr":
            self._start_row(element, line)
        elif tag in GROUPS:
            self._end_group()
            self.groups.append(Group(tag, []))
            self.group_open = True
        elif self.cell is None:
            self.texts = []  # a caption

    def _heading(self, kind: str, level: int) -> None:
        if self.table is not None:
            if self.texts is not None:
                self.texts.append(" ")
        elif kind == "start":
            self.texts = []
        elif self.texts is not None:
            kept = {above: text for above, text in self.headings.items() if above < level}
            self.headings = {**kept, level: fold("".join(self.texts))}
            self.texts = None

    def _start_table(self, element: Any, line: int) -> None:
        if self.cell is not None:
            expected = "a cell with text, lists or paragraphs only"
            self.end_table(ExtractError(line, "a table inside a table cell", expected))
        self.end_table()  # a table that stands directly in another one ends it
        self.table, self.table_line = element, line

    def _start_row(self, element: Any, line: int) -> None:
        self._end_row()
        if not self.group_open:
            self.groups.append(Group("tbody", []))
            self.group_open = True
        self.row, self.row_line = element, line

    def _start_cell(self, element: Any, line: int) -> None:
        self._end_cell()
        if self.row is None:
            self._start_row(element, line)
        self.cell, self.texts = element, []

    def _end(self, element: Any, tag: str) -> None:
        if element is self.table:
            self.end_table()
        elif element is self.cell:
            self._end_cell()
        elif element is self.row:
            self._end_row()
        elif tag in GROUPS:
            self._end_group()
        elif tag == "caption" and self.cell is None and self.texts is not None:
            self.caption = self.caption or fold("".join(self.texts))
            self.texts = None

    def _end_cell(self) -> None:
        if self.cell is not None and self.texts is not None:
            self.cells.append(read_cell(self.cell, fold("".join(self.texts))))
        self.cell = self.texts = None

    def _end_row(self) -> None:
        self._end_cell()
        if self.row is not None:
            self.groups[-1].rows.append(SourceRow(tuple(self.cells), self.row_line))
        self.row, self.cells = None, []

    def _end_group(self) -> None:
        self._end_row()
        self.group_open = False

    def end_table(self, nested: ExtractError | None = None) -> None:
        """The open table is complete, unless a table `nested` in it is what ends the reading."""
        if nested is None:
            self._end_group()
        if self.table is not None:
            headings = tuple(self.headings[level] for level in sorted(self.headings))
            place = Place(self.table_line, self.caption, headings, self.hint)
            table = build_table(self.groups, place, nested)
            self.tables += [table] if table else []
        self.table, self.caption, self.groups = None, "", []
