"""The second process answers as the first would, hands over its faults, and never stays behind."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from tests.mini_project import ROOT

from tieout.aside import Aside
from tieout.errors import TieoutError, fail


def _doubling() -> Callable[[int], tuple[int, int]]:
    return lambda number: (os.getpid(), 2 * number)


def _faulty() -> Callable[[str], int]:
    raise fail("fonts/a.otf", 3, "not a font", "put one there")


def test_the_answer_comes_from_another_process() -> None:
    process, answer = Aside(_doubling).ask(21)
    assert answer == 42
    assert process != os.getpid()


def test_without_a_second_process_all_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    assert Aside(_doubling).ask(21) == (os.getpid(), 42)


def test_a_fault_arrives_with_its_file_line_and_mend() -> None:
    aside: Aside[str, int] = Aside(_faulty)
    with pytest.raises(TieoutError) as caught:
        aside.ask("數" * 1_000_000)
    assert str(caught.value) == "fonts/a.otf:3: not a font: put one there"
    assert caught.value.problems[0].line == 3


def test_a_long_question_and_a_long_answer_pass() -> None:
    """Longer than a pipe holds at a time."""
    text = "數" * 2_000_000
    assert Aside(lambda: lambda told: told + told).ask(text) == text + text


def test_it_ends_with_a_first_process_that_never_asks() -> None:
    """The pipes of the terminal close at once: nothing is left running."""
    code = "from tieout.aside import Aside\nAside(lambda: lambda told: told)\nraise SystemExit(1)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT / "scripts")},
        capture_output=True,
        timeout=20,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, b"")
