"""Compare the extraction of tables with a folder of documents and their expected tables.

Beside each NAME.md or NAME.html stands NAME.expected.csv, or NAME.expected-1.csv, -2 and so on for
several tables, or NAME.expected-error.txt (``line N: reason``).
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

from tieout.cases import CaseResult
from tieout.extract.errors import ExtractError
from tieout.extract.tables import Table, TableKind, extract_tables

KINDS: dict[str, TableKind] = {".md": "markdown", ".html": "html"}
_LINE = re.compile(r"line ([0-9]+): \S")
_EXPECTED = re.compile(r"(.+)\.expected(?:-[0-9]+\.csv|\.csv|-error\.txt)")
Records = list[list[str]]


def run(folder: Path) -> list[CaseResult]:
    """Extract the tables of each document of a folder and compare them with what is expected."""
    files = sorted(folder.iterdir())
    documents = [path for path in files if path.suffix in KINDS]
    names = {path.stem for path in documents}
    stray = [
        CaseResult(path.name, False, f"found no {match[1]}.md or .html beside it; add the document")
        for path in files
        if (match := _EXPECTED.fullmatch(path.name)) and match[1] not in names
    ]
    return [_check(document) for document in documents] + stray


def _check(document: Path) -> CaseResult:
    error_file = document.with_suffix(".expected-error.txt")
    try:
        text = document.read_bytes().decode("utf-8")
        tables = [_records(table) for table in extract_tables(text, KINDS[document.suffix])]
    except ExtractError as error:
        if error_file.is_file():
            detail = _compare_errors(str(error), error_file.read_text("utf-8").strip())
        else:
            detail = f"expected tables, got an error: {error}"
        return CaseResult(document.stem, not detail, detail)
    if error_file.is_file():
        detail = f"expected an error at {error_file.read_text('utf-8').strip()}, got {tables}"
    else:
        detail = _compare_tables(tables, _expected(document))
    return CaseResult(document.stem, not detail, detail)


def _expected(document: Path) -> list[Records]:
    single = document.with_suffix(".expected.csv")
    if single.is_file():
        return [_read(single)]
    found: list[Records] = []
    while (path := document.with_suffix(f".expected-{len(found) + 1}.csv")).is_file():
        found.append(_read(path))
    return found


def _read(path: Path) -> Records:
    """The records of a CSV file; a line without any text is one empty cell."""
    with path.open(encoding="utf-8", newline="") as file:
        return [record or [""] for record in csv.reader(file, strict=True)]


def _records(table: Table) -> Records:
    return [list(table.header), *(list(row.cells) for row in table.rows)]


def _compare_tables(got: list[Records], expected: list[Records]) -> str:
    """The first difference, or an empty text."""
    if not expected:
        return "no expected table or error stands beside the document; add one"
    if len(got) != len(expected):
        return f"expected {len(expected)} tables, got {len(got)}"
    for number, (one, other) in enumerate(zip(got, expected, strict=True), 1):
        if len(one) != len(other):
            return f"table {number}: expected {len(other)} records, got {len(one)}"
        for record, (left, right) in enumerate(zip(one, other, strict=True), 1):
            if left != right:
                return f"table {number}, record {record}: expected {right}, got {left}"
    return ""


def _compare_errors(got: str, expected: str) -> str:
    """Lines must agree, and the message must say what was found and what was expected."""
    lines = [match[1] if (match := _LINE.match(text)) else None for text in (expected, got)]
    if lines[0] is None:
        return f"expected 'line N: reason' in the file of the error, got {expected!r}"
    if lines[0] != lines[1]:
        return f"expected an error at {expected!r}, got {got!r}"
    if "found" not in got or "expected" not in got:
        return f"expected a message with 'found' and 'expected', got {got!r}"
    return ""
