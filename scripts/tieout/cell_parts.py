"""A cell that holds two figures, one before and one inside its parentheses: 5.30 s (−57.2%).

Markdown emphasis around the cell or around a part (``**…**``) and a pictograph behind them are
marks and no digits. A star that stands alone is a footnote mark, and a pictograph that may mean a
sign or a number is none: both stay in the part, where the reader of numbers decides about them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from tieout.errors import Problem, shown
from tieout.table import Row, Table

Part = Literal["before", "inside"]
#: What separates the parts, in either width.
_OPEN, _CLOSE = "(（", ")）"
#: Pictographs that say a number, a direction or a sign.
_MEANING = frozenset("💯🔟🔢📈📉🔺🔻🔼🔽➕➖➗✖➡")
_PICTOGRAPH = re.compile("[\u2600-\u2775\u2794-\u27bf\u2b50\U0001f300-\U0001faff]")
#: What may follow a pictograph and belongs to it: a joiner, the wish to see it in colour.
_JOINERS = "\u200d\ufe0f"
_RUN = re.compile(r"\s*(?P<run>\*{1,3}|_{1,3})\s*")
_EMPHASIS = re.compile(r"(?P<run>\*{1,3}|_{1,3})(?P<text>(?:(?!(?P=run)).)+)(?P=run)", re.DOTALL)


class CellError(ValueError):
    """A cell that does not divide in two; `what` is wrong and how to `mend` it."""

    def __init__(self, what: str, mend: str) -> None:
        self.what, self.mend = what, mend
        super().__init__(f"{what}: {mend}")


def part_of(cell: str, part: Part) -> str:
    """The figure before or inside the parentheses of a cell, without marks; of an empty cell none.

    Raises CellError for a cell without parentheses, with more than one pair, with words behind
    them, or with nothing where a figure should be.
    """
    if not cell.strip():
        return ""
    start, end = _spans(cell)[part]
    return cell[start:end]


def with_part(cell: str, part: Part, text: str) -> str:
    """The cell with one figure replaced in its place; every other character stays.

    An empty cell takes the form ``before(inside)``, as far as it is known. Raises CellError.
    """
    if not cell.strip():
        return text if part == "before" else f"({text})"
    if part == "inside" and not any(sign in cell for sign in _OPEN):
        return f"{cell}({text})"
    start, end = _spans(cell)[part]
    return cell[:start] + text + cell[end:]


def divided(table: Table, columns: Mapping[str, Any]) -> tuple[Table, list[Problem]]:
    """The table by the columns that source.yaml describes, cells in parts taken apart.

    Also says, with file and line, which cells do not divide; theirs are left empty.
    """
    problems: list[Problem] = []
    rows: list[Row] = []
    for row in table.rows:
        cells: dict[str, str] = {}
        for name, spec in columns.items():
            if printed_in(name, spec) not in row.cells:
                continue  # said where the file and its description are compared
            try:
                cells[name] = _cell(row, name, spec.get("cell"))
            except CellError as error:
                cells[name] = ""
                what = f"column {spec['cell']['column']} (read as {name}): {error.what}"
                problems.append(Problem(shown(table.path), row.line, what, error.mend))
        rows.append(replace(row, cells=cells))
    return replace(table, columns=tuple(columns), rows=tuple(rows)), problems


def printed_in(name: str, spec: Mapping[str, Any]) -> str:
    """The column of the CSV in which the figures of a described column are printed."""
    return str(spec["cell"]["column"]) if "cell" in spec else name


def _cell(row: Row, name: str, parted: Mapping[str, Any] | None) -> str:
    if parted is None:
        return row.cells[name]
    return part_of(row.cells[parted["column"]], parted["part"])


def _spans(cell: str) -> dict[str, tuple[int, int]]:
    """Where the figures of a cell stand in it, by part. Raises CellError."""
    start, end = _bare(cell, 0, len(cell))
    opened = [at for at in range(start, end) if cell[at] in _OPEN]
    closed = [at for at in range(start, end) if cell[at] in _CLOSE]
    if not opened and not closed:
        what = f"'{cell}' has no parentheses, and a figure is read from them"
        raise CellError(what, "print the cell as the source does, or take 'cell:' off the column")
    if len(opened) != 1 or len(closed) != 1 or closed[0] < opened[0]:
        what = f"'{cell}' has not exactly one pair of parentheses"
        raise CellError(what, "give the column one figure before and one inside a single pair")
    inside = _bare(cell, opened[0] + 1, closed[0])
    spans = {"before": _bare(cell, start, _before(cell, opened[0], closed[0], end))}
    for part, (first, last) in {**spans, "inside": inside}.items():
        if first >= last:
            what = f"'{cell}' has nothing {part} its parentheses"
            raise CellError(what, "print both figures, or leave a cell that was not captured empty")
    return {**spans, "inside": inside}


def _before(cell: str, opened: int, closed: int, end: int) -> int:
    """Where the part before the parentheses ends: emphasis of the parentheses is none of it.

    Raises CellError for words behind them.
    """
    if not cell[closed + 1 : end].strip():
        return opened
    behind = _RUN.fullmatch(cell, closed + 1, end)
    if behind and cell.endswith(behind["run"], 0, opened):
        return opened - len(behind["run"])
    mend = "leave nothing behind them but emphasis and a pictograph"
    raise CellError(f"'{cell}' goes on behind its parentheses", mend)


def _bare(cell: str, start: int, end: int) -> tuple[int, int]:
    """The stretch from `start` to `end` without outer spaces and marks, again and again."""
    while True:
        before = (start, end)
        while end > start and (cell[end - 1].isspace() or _picture_ends(cell, start, end)):
            end -= 1
        while start < end and cell[start].isspace():
            start += 1
        if emphasis := _EMPHASIS.fullmatch(cell, start, end):
            start, end = emphasis.span("text")
        if (start, end) == before:
            return start, end


def _picture_ends(cell: str, start: int, end: int) -> bool:
    """Whether the last character is a pictograph without a meaning, or belongs to one."""
    while end > start + 1 and cell[end - 1] in _JOINERS:
        end -= 1
    sign = cell[end - 1]
    return bool(_PICTOGRAPH.fullmatch(sign)) and sign not in _MEANING
