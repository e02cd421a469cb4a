"""The second process answers as the first would, hands over its faults, and never stays behind."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tieout.aside import Aside
from tieout.errors import TieoutError, fail


def _doubling() -> Callable[[int], tuple[int, int]]:
    return lambda number: (os.getpid(), 2 * number)


def _open_files() -> set[str]:
    return {path.name for path in Path("/proc/self/fd").iterdir() if path.exists()}


def _twice() -> Callable[[str], str]:
    return lambda told: told + told


def _faulty() -> Callable[[str], int]:
    raise fail("fonts/a.otf", 3, "not a font", "put one there")


def test_the_answer_comes_from_another_process() -> None:
    with Aside(_doubling) as aside:
        process, answer = aside.ask(21)
    assert answer == 42
    assert process != os.getpid()


def test_without_a_second_process_all_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    with Aside(_doubling) as aside:
        assert aside.ask(21) == (os.getpid(), 42)


def test_a_fault_arrives_with_its_file_line_and_mend() -> None:
    with pytest.raises(TieoutError) as caught, Aside(_faulty) as aside:
        aside.ask("數" * 1_000_000)
    assert str(caught.value) == "fonts/a.otf:3: not a font: put one there"
    assert caught.value.problems[0].line == 3


def test_a_long_question_and_a_long_answer_pass() -> None:
    """Longer than a pipe holds at a time."""
    text = "數" * 2_000_000
    with Aside(_twice) as aside:
        assert aside.ask(text) == text + text


def test_it_ends_with_a_fault_of_the_first_process() -> None:
    """No process stays behind, waiting for a question, and no pipe stays open."""
    before, children = _open_files(), list[Path]()
    with pytest.raises(ZeroDivisionError):
        _fail_within(children)
    assert _open_files() == before
    assert [child.exists() for child in children] == [False]


def _fail_within(children: list[Path]) -> None:
    with Aside(_doubling) as aside:
        children.append(Path(f"/proc/{aside._child}"))
        assert children[0].exists()
        raise ZeroDivisionError
