"""`scripts/cases.py` tells every failure, and never passes by having run nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "cases.py"
GOOD = "id,markdown,expect_html,why\na,**58%**,<strong>58%</strong>,emphasis\n"
BAD = GOOD + "b,**58%**,58%,expected without emphasis\n"


def run_cases(folder: Path) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of a run."""
    done = subprocess.run(
        [sys.executable, SCRIPT, folder], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_a_good_file_passes(tmp_path: Path) -> None:
    (tmp_path / "cjk-markdown.csv").write_text(GOOD, encoding="utf-8")
    assert run_cases(tmp_path) == (
        0,
        "cjk-markdown.csv: 1 passed, 0 failed\n1 passed, 0 failed\n",
        "",
    )


def test_a_failed_row_is_named_with_what_was_expected(tmp_path: Path) -> None:
    (tmp_path / "cjk-markdown.csv").write_text(BAD, encoding="utf-8")
    status, out, _ = run_cases(tmp_path)
    lines = out.splitlines()
    assert (status, lines[0], lines[-1]) == (
        1,
        "cjk-markdown.csv: 1 passed, 1 failed",
        "1 passed, 1 failed",
    )
    assert lines[1].startswith("  b: ")
    assert "<strong>58%</strong>" in lines[1]


@pytest.mark.parametrize("content", ["", "id,why\n", "id,why\na,no column of this file\n", "\0\0"])
def test_a_file_that_cannot_be_read_fails_and_the_others_still_run(
    tmp_path: Path, content: str
) -> None:
    (tmp_path / "cjk-markdown.csv").write_text(GOOD, encoding="utf-8")
    (tmp_path / "derive.csv").write_text(content, encoding="utf-8")
    status, out, err = run_cases(tmp_path)
    assert (status, err) == (1, "")
    assert "derive.csv: 0 passed, 1 failed\n  the file: " in out
    assert out.endswith("cjk-markdown.csv: 1 passed, 0 failed\n1 passed, 1 failed\n")


def test_what_no_runner_knows_is_said_to_be_not_run(tmp_path: Path) -> None:
    (tmp_path / "cjk-markdown.csv").write_text(GOOD, encoding="utf-8")
    (tmp_path / "other.csv").write_text(GOOD, encoding="utf-8")
    (tmp_path / "tables").mkdir()
    status, out, _ = run_cases(tmp_path)
    assert (status, out.splitlines()[1:]) == (
        0,
        ["other.csv: not run", "tables/: not run", "1 passed, 0 failed"],
    )


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    status, out, err = run_cases(tmp_path / "absent")
    assert (status, out) == (1, "")
    assert "absent:1: no such folder: name the folder" in err


def test_a_folder_without_a_case_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "other.csv").write_text(GOOD, encoding="utf-8")
    status, out, err = run_cases(tmp_path)
    assert (status, out) == (1, "")
    assert "no case file in this folder: name one with printed-numbers.csv" in err
