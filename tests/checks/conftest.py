"""The small project, built once, and a copy of it that a test may spoil."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest
from tests.mini_project import TESTS, Mini, copy_mini

DRAFTING = (
    ("ledger",),
    ("figures", "en"),
    ("figures", "zh-TW"),
    ("page", "en"),
    ("page", "zh-TW"),
)
VERBS = (*DRAFTING, ("verify", "--publish"))


def case_rows(*names: str) -> list[dict[str, str]]:
    """The rows of case files."""
    rows: list[dict[str, str]] = []
    for name in names:
        with (TESTS / "cases" / name).open(encoding="utf-8", newline="") as file:
            rows.extend(csv.DictReader(file))
    return rows


def build(mini: Mini, verbs: tuple[tuple[str, ...], ...] = VERBS) -> None:
    """Run the verbs that make and publish an article's files."""
    for verb, *args in verbs:
        outcome = mini.run(verb, "mini", *args)
        assert outcome.status == 0, outcome.errors


@pytest.fixture(scope="session")
def built_mini(tmp_path_factory: pytest.TempPathFactory) -> Mini:
    """The small project with its finished files. Never to be changed."""
    mini = copy_mini(tmp_path_factory.mktemp("built") / "mini")
    build(mini)
    return mini


@pytest.fixture
def mini(built_mini: Mini, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mini:
    """A copy of the built project, which is the current folder while the test runs."""
    shutil.copytree(built_mini.root, tmp_path / "mini")
    monkeypatch.chdir(tmp_path / "mini")
    return Mini(tmp_path / "mini")
