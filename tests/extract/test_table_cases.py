"""Every document of the case folders gives its tables, or its error at its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tieout.cases.tables import KINDS, run
from tieout.extract import ExtractError, Table, extract_tables

CASES = Path(__file__).parents[1] / "cases"
FOLDERS = ("tables", "tables-more")
RESULTS = [result for folder in FOLDERS for result in run(CASES / folder)]
DOCUMENTS = [
    path
    for folder in FOLDERS
    for path in sorted((CASES / folder).iterdir())
    if path.suffix in KINDS
]
BROKEN = [path for path in DOCUMENTS if path.with_suffix(".expected-error.txt").is_file()]
_COUNTS = re.compile(r"has (\d+) cells?\b.* has (\d+)")


def outcome(path: Path, text: str) -> list[Table] | str:
    """The tables of a document, or the message of its error."""
    try:
        return extract_tables(text, KINDS[path.suffix])
    except ExtractError as error:
        return str(error)


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: result.id)
def test_case(result: object) -> None:
    """Cells, number of tables, line of the error: as the files beside the document say."""
    assert getattr(result, "passed", False), getattr(result, "detail", "")


def test_the_folders_hold_enough_to_mean_something() -> None:
    """A folder that was not found, or lost its files, must not pass."""
    assert len(RESULTS) == len(DOCUMENTS) >= 80
    assert len(BROKEN) >= 20


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_message_names_both_counts(path: Path) -> None:
    """A person sees how many cells were found and how many were expected."""
    reason = path.with_suffix(".expected-error.txt").read_text("utf-8")
    counts = _COUNTS.search(reason)
    message = outcome(path, path.read_bytes().decode("utf-8"))
    if counts:
        assert re.search(rf"found .* {counts[1]} cells?\b.*, expected {counts[2]} ", str(message))
    else:
        assert re.search(r"found (a table inside|two cells)", str(message))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_line_ends_and_byte_order_marks_change_nothing(path: Path) -> None:
    """Saved by another editor, a document has the same cells and the same lines."""
    plain = path.read_bytes().decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
    plain = plain.replace("\r", "\n")
    expected = outcome(path, plain)
    for end in ("\r\n", "\r"):
        assert outcome(path, "\ufeff" + plain.replace("\n", end)) == expected


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_lines_above_move_every_line(path: Path) -> None:
    """Lines are those of the whole document, whatever stands above the table."""
    text = path.read_bytes().decode("utf-8").removeprefix("\ufeff")
    above = "Some text.\n\n" if path.suffix == ".md" else "<!-- two\n-->\n"
    before, after = outcome(path, text), outcome(path, above + text)
    if isinstance(before, str):
        number = int(before.split(":")[0].removeprefix("line "))
        assert str(after).startswith(f"line {number + 2}: ")
    else:
        moved = [[row.line - 2 for row in getattr(table, "rows", ())] for table in after]
        assert moved == [[row.line for row in table.rows] for table in before]
