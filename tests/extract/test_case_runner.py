"""The runner of the table cases fails where it should, and `scripts/cases.py` prints that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tieout.cases.tables import run

SCRIPT = Path(__file__).parents[2] / "scripts" / "cases.py"
GOOD = "| A |\n| - |\n| 1 |\n"
RAGGED = "| A |\n| - |\n| 1 | 2 |\n"

WRONG = [
    ("a cell", {"a.md": GOOD, "a.expected.csv": "A\n2\n"}, "expected ['2'], got ['1']"),
    ("a row", {"a.md": GOOD, "a.expected.csv": "A\n"}, "expected 1 records, got 2"),
    (
        "a number of tables",
        {"a.md": GOOD, "a.expected-1.csv": "A\n1\n", "a.expected-2.csv": "B\n1\n"},
        "expected 2 tables, got 1",
    ),
    ("tables in place of an error", {"a.md": GOOD, "a.expected-error.txt": "line 3: x"}, "[['A']"),
    ("an error in place of tables", {"a.md": RAGGED, "a.expected.csv": "A\n1\n"}, "line 3: found"),
    ("a line", {"a.md": RAGGED, "a.expected-error.txt": "line 2: x"}, "expected an error at"),
    ("no reason", {"a.md": RAGGED, "a.expected-error.txt": "3"}, "expected 'line N: reason'"),
    ("nothing beside the document", {"a.md": GOOD}, "no expected table or error"),
]


def write(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("files", "detail"), [case[1:] for case in WRONG], ids=[c[0] for c in WRONG]
)
def test_a_difference_fails_and_is_told(tmp_path: Path, files: dict[str, str], detail: str) -> None:
    write(tmp_path, files)
    (result,) = run(tmp_path)
    assert (result.id, result.passed) == ("a", False)
    assert detail in result.detail


def test_an_expectation_without_a_document_fails(tmp_path: Path) -> None:
    """A renamed document must not take its case out of the run."""
    write(tmp_path, {"a.md": GOOD, "a.expected.csv": "A\n1\n", "b.expected.csv": "A\n"})
    assert [(result.id, result.passed) for result in run(tmp_path)] == [
        ("a", True),
        ("b.expected.csv", False),
    ]


def test_the_verb_runs_the_folder(tmp_path: Path) -> None:
    write(tmp_path / "tables", {"a.md": GOOD, "a.expected.csv": "A\n1\n", "b.md": GOOD})
    done = subprocess.run(
        [sys.executable, SCRIPT, tmp_path], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.splitlines()) == (
        1,
        [
            "tables: 1 passed, 1 failed",
            "  b: no expected table or error stands beside the document; add one",
            "1 passed, 1 failed",
        ],
    )
