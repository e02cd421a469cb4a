"""A preview of the small project, started as a person starts it, and a browser that looks at it."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.mini_project import SCRIPTS, Mini, copy_mini

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: Milliseconds that anything may take on a machine that does much else.
PATIENCE = 60_000
EN, ZH = "templates/mini/article.en.md.j2", "templates/mini/article.zh-TW.md.j2"


@dataclass(frozen=True, slots=True)
class Preview:
    """A running preview."""

    mini: Mini
    address: str

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.address.rsplit(":", 1)[1].strip("/"))


@contextlib.contextmanager
def started(mini: Mini, *args: str) -> Iterator[Preview]:
    """A preview in a process of its own; it must end by itself when it is asked to."""
    command = [sys.executable, str(SCRIPTS / "preview.py"), "--port", "0", *args]
    process = subprocess.Popen(command, cwd=mini.root, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found, "the preview did not start"
        yield Preview(mini, found[0])
    finally:
        process.terminate()
        assert process.wait(30) == 0


@pytest.fixture(scope="module")
def preview(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Preview]:
    """One preview for the tests of a file; each undoes its edits."""
    with started(copy_mini(tmp_path_factory.mktemp("preview") / "mini")) as running:
        yield running


@pytest.fixture
def page(preview: Preview, browser: Browser) -> Iterator[Page]:
    """The English page, once the checks have spoken; a fault of a script fails the test."""
    window = browser.new_page(viewport={"width": 900, "height": 500})
    window.set_default_timeout(PATIENCE)
    faults: list[str] = []
    window.on("pageerror", lambda error: faults.append(str(error)))
    window.goto(f"{preview.address}mini/en/")
    checked(window)
    yield window
    window.close()
    assert faults == []


def checked(page: Page) -> None:
    """Wait until the checks have spoken of what the page shows."""
    page.wait_for_selector("#preview[data-state=checked]")


@contextlib.contextmanager
def edited(preview: Preview, file: str, old: str, new: str) -> Iterator[Path]:
    """A file with an edit, which is undone at the end."""
    path = preview.mini.root / file
    before = path.read_text("utf-8")
    preview.mini.edit(file, old, new)
    try:
        yield path
    finally:
        path.write_text(before, "utf-8")
