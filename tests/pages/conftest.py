"""A small ledger in both languages, and pages of it, for tests of the pages room."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.mini_project import ROOT, Mini, copy_mini

from tieout.pages.content import Writer
from tieout.pages.view import View
from tieout.yamlio import load

LAYOUT = ROOT / "templates" / "_layout"


@pytest.fixture(scope="session")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Mini:
    """The small project with its ledger and figures; nobody may change it."""
    mini = copy_mini(tmp_path_factory.mktemp("pages") / "mini")
    for verb, *args in (("ledger",), ("figures", "en"), ("figures", "zh-TW")):
        outcome = mini.run(verb, "mini", *args)
        assert outcome.status == 0, outcome.errors
    return mini


@pytest.fixture(scope="session")
def ledger_text(drawn: Mini) -> str:
    """ledger.json of the small project."""
    return (drawn.root / "build/mini/ledger.json").read_text("utf-8")


@pytest.fixture
def ledger(ledger_text: str) -> dict[str, Any]:
    """A ledger that a test may spoil."""
    data: dict[str, Any] = json.loads(ledger_text)
    return data


@pytest.fixture
def view(ledger: dict[str, Any]) -> Callable[[str], View]:
    """The ledger in a language."""
    words = load(LAYOUT / "words.yaml").data

    def in_language(lang: str) -> View:
        return View(ledger, words, lang)

    return in_language


@pytest.fixture
def writer(view: Callable[[str], View]) -> Callable[[str], Writer]:
    """A writer of a language, without blocks."""

    def in_language(lang: str) -> Writer:
        return Writer(view(lang))

    return in_language


@pytest.fixture
def template(tmp_path: Path) -> Callable[[str], Path]:
    """A template file with the given text."""

    def write(text: str) -> Path:
        path = tmp_path / "article.en.md.j2"
        path.write_text(text, "utf-8")
        return path

    return write
