"""Tables of an HTML page, read from its visible pieces in one pass.

Rows and cells count from their start tags, wherever libxml2 hung them in its tree: an element that
was left open in a cell, such as `ul`, does not swallow the next row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tieout.extract.characters import fold, plain_source
from tieout.extract.errors import ExtractError
from tieout.extract.flow import CELLS, GROUPS, HEADINGS, flow
from tieout.extract.html_tree import mark_lines, parse_html
from tieout.extract.spans import MAX_CELLS, Cell, SourceRow, read_cell
from tieout.extract.table_rows import Group, Place, build_table
from tieout.extract.tables import Table

_HINT = "row and column spans are expanded before cells are counted"


def html_tables(text: str) -> list[Table]:
    """The visible tables of a page; see `read_tables`."""
    return tables_in(parse_html(mark_lines(plain_source(text))), _HINT, [])


def tables_in(root: Any, hint: str, lost: Sequence[ExtractError]) -> list[Table]:
    """The visible tables below the root of `parse_html`, faulty ones in their places.

    `hint` is what is said of a row that does not fit; `lost` are faults of tables that are none in
    this tree.
    """
    reader = _Reader(hint)
    for kind, text, line, element in flow(root) if root is not None else ():
        if element is not None:
            reader.take(kind, text, line, element)
        elif reader.texts is not None:
            reader.texts.append(text)
    reader.end_table()
    tables = [*reader.tables, *(reader.faulty(fault) for fault in lost)]
    return sorted(tables, key=lambda table: table.line) if lost else tables


class _Reader:
    """Puts pieces into the table, row and cell that are open; whatever starts ends its like."""

    def __init__(self, hint: str) -> None:
        self.hint = hint
        self.tables: list[Table] = []
        self.headings: dict[int, str] = {}
        self.sections: list[tuple[int, tuple[str, ...]]] = []  # line of a heading, headings there
        self.texts: list[str] | None = None  # of the open cell, caption or heading
        self.table: Any = None
        self.table_line = 0
        self.caption = ""
        self.nested: ExtractError | None = None  # what follows in the open table does not count
        self.room = MAX_CELLS
        self.groups: list[Group] = []
        self.group_open = False
        self.row: Any = None
        self.row_line = 0
        self.cells: list[Cell] = []
        self.cell: Any = None

    def take(self, kind: str, tag: str, line: int, element: Any) -> None:
        """A start or an end of an element that tables consist of, in order."""
        if self.nested is not None:
            if kind == "end" and element is self.table:
                self.end_table()
        elif tag in HEADINGS:
            self._heading(kind, int(tag[1]), line)
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

    def _heading(self, kind: str, level: int, line: int) -> None:
        if self.table is not None:
            if self.texts is not None:
                self.texts.append(" ")
        elif kind == "start":
            self.texts = []
        elif self.texts is not None:
            kept = {above: text for above, text in self.headings.items() if above < level}
            self.headings = {**kept, level: fold("".join(self.texts))}
            self.sections.append((line, tuple(self.headings[above] for above in [*kept, level])))
            self.texts = None

    def _start_table(self, element: Any, line: int) -> None:
        if self.cell is not None:
            expected = "a cell with text, lists or paragraphs only"
            self.nested = ExtractError(line, "a table inside a table cell", expected)
            self.cell = self.texts = None
            return
        self.end_table()  # a table that stands directly in another one ends it
        self.table, self.table_line = element, line

    def _start_row(self, element: Any, line: int) -> None:
        self._end_row()
        if not self.group_open:
            self.groups.append(Group("tbody", []))
            self.group_open = True
        self.row, self.row_line = element, line

    def _start_cell(self, element: Any, line: int) -> None:
        if self.cell is not None:
            self._end_cell()
        if self.row is None:
            self._start_row(element, line)
        self.cell, self.texts = element, []

    def _end(self, element: Any, tag: str) -> None:
        if element is self.cell:
            self._end_cell()
        elif element is self.row:
            self._end_row()
        elif element is self.table:
            self.end_table()
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
        if self.cell is not None:
            self._end_cell()
        if self.row is not None:
            self.groups[-1].rows.append(SourceRow(tuple(self.cells), self.row_line))
        self.row, self.cells = None, []

    def _end_group(self) -> None:
        self._end_row()
        self.group_open = False

    def end_table(self) -> None:
        """The open table is complete, or its fault is known."""
        if self.nested is None:
            self._end_group()
        if self.table is not None:
            headings = tuple(self.headings[level] for level in sorted(self.headings))
            place = Place(self.table_line, self.caption, headings, self.hint)
            try:
                table = build_table(self.groups, place, self.room, self.nested)
            except ExtractError as error:
                table = Table((), (), self.table_line, self.caption, headings, error)
            self.tables += [table] if table else []
            self.room -= sum(len(row.cells) for row in table.rows) if table else 0
        self.table, self.caption, self.groups, self.nested = None, "", [], None
        self.row, self.cells = None, []

    def faulty(self, fault: ExtractError) -> Table:
        """What stands in the place of a table of which no more is known than its fault."""
        before = [headings for line, headings in self.sections if line <= fault.line]
        return Table((), (), fault.line, "", before[-1] if before else (), fault)
