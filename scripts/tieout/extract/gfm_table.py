"""The Markdown rule for GFM tables that keeps every cell of every row.

markdown-it's own rule fills short rows up and cuts long ones, passes over a table whose delimiter
row has another width than its header, and takes no-break spaces off a cell. This one replaces it.
Which lines are a table is what the GFM specification, section 4.10 "Tables (extension)", says.
"""

from __future__ import annotations

import re
from typing import Any

from tieout.extract.characters import WHITE_SPACE
from tieout.extract.errors import ExtractError

#: Where the rule leaves the errors it met, in markdown-it's environment.
ERRORS = "tieout_table_errors"
#: The type of a table's token.
TABLE = "gfm_table"
_PIPE = re.compile(r"(?<!\\)\|")
_DELIMITER = re.compile(r":?-+:?")


def gfm_table(state: Any, start: int, end: int, silent: bool) -> bool:
    """A block rule of markdown-it. A delimiter row of the wrong width goes to the environment."""
    if start + 2 > end or not _continues(state, start + 1):
        return False
    width = _delimiters(_line(state, start + 1))
    if not width or state.is_code_block(start) or _other_block(state, start, end):
        return False
    header = split_cells(_line(state, start))
    if len(header) != width:
        found = f"a delimiter row of {width} cell{'s' * (width > 1)}"
        error = ExtractError(start + 2, found, f"{len(header)} as in the header row above it")
        state.env.setdefault(ERRORS, []).append(error)
        return False
    if not silent:
        _push_table(state, start, end, header)
    return True


def split_cells(line: str) -> list[str]:
    r"""The cells of a row: a pipe splits unless a backslash stands before it, in code too.

    ``\|`` becomes a pipe here, before any other markup is read.
    """
    parts = _PIPE.split(line.strip(WHITE_SPACE))
    if parts[0] == "":
        del parts[0]
    if parts and parts[-1] == "":
        del parts[-1]
    return [part.replace("\\|", "|").strip(WHITE_SPACE) for part in parts]


def _line(state: Any, number: int) -> str:
    """A line without the marks and the indentation of what it stands in."""
    text: str = state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]
    return text


def _continues(state: Any, number: int) -> bool:
    """Whether a line belongs to the container of the line before, and is no code block."""
    inside: bool = state.sCount[number] >= state.blkIndent and not state.is_code_block(number)
    return inside


def _delimiters(line: str) -> int:
    """The number of cells of a delimiter row; 0 for any other line.

    A line of hyphens alone underlines a heading, and a hyphen before a space begins a list.
    """
    if not ("|" in line or ":" in line) or line.startswith(("- ", "-\t")):
        return 0
    cells = split_cells(line)
    return len(cells) if all(_DELIMITER.fullmatch(cell) for cell in cells) else 0


def _other_block(state: Any, number: int, end: int) -> bool:
    """Whether a line begins a quote, heading, list, fence, rule or block of HTML."""
    if _line(state, number).startswith("|"):  # most rows do, and no other block does
        return False
    rules = state.md.block.ruler.getRules("blockquote")
    return any(rule(state, number, end, True) for rule in rules)


def _push_table(state: Any, start: int, end: int, header: list[str]) -> None:
    """One token for the whole table: `meta` has the header, then the rows, each with its line.

    A document may hold tens of thousands of cells, and three tokens for each of them take longer
    than all else.
    """
    parent, state.parentType = state.parentType, "table"
    rows = [(start, header)]
    number = start + 2
    while number < end and _continues(state, number) and not _other_block(state, number, end):
        line = _line(state, number)
        if not line.strip(" \t"):
            break
        rows.append((number, split_cells(line)))
        number += 1
    token = state.push(TABLE, "table", 0)
    token.map, token.meta = [start, number], {"rows": rows}
    state.parentType, state.line = parent, number
