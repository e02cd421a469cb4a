"""The small project of fixtures/mini, copied to where a test may spoil it, and its verbs."""

from __future__ import annotations

import contextlib
import io
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tieout.ledger import Ledger, build_ledger

TESTS = Path(__file__).parent
ROOT = TESTS.parent
SCRIPTS = ROOT / "scripts"
MINI = TESTS / "fixtures" / "mini"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a verb said: its exit status and its lines on standard error."""

    status: int
    errors: str


@dataclass(frozen=True, slots=True)
class Mini:
    """A copy of the small project."""

    root: Path

    def edit(self, file: str, old: str, new: str) -> None:
        """Replace a text that stands once in a file."""
        path = self.root / file
        text = path.read_text("utf-8")
        found = list(named(old).finditer(text))
        assert len(found) == 1, f"{old!r} stands {len(found)} times in {file}"
        path.write_text(text[: found[0].start()] + new + text[found[0].end() :], "utf-8")

    def line_of(self, file: str, text: str) -> int:
        """The line, from 1, of the first occurrence of a text."""
        content = (self.root / file).read_text("utf-8-sig")
        return content.count("\n", 0, content.index(text)) + 1

    def ledger(self) -> Ledger:
        """The ledger, built in this process."""
        return self.ledger_of("mini")

    def ledger_of(self, article: str) -> Ledger:
        """The ledger of another article of this project."""
        return build_ledger(article, self.root / "sources", self.root / "templates")

    def run(self, verb: str, *args: str) -> Outcome:
        """Run scripts/<verb>.py as if typed in this project, in this process for speed."""
        said, before, argv = io.StringIO(), Path.cwd(), sys.argv
        status = 0
        os.chdir(self.root)
        sys.argv = [f"{verb}.py", *args]
        try:
            with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
                runpy.run_path(str(SCRIPTS / f"{verb}.py"), run_name="__main__")
        except SystemExit as stop:
            status = int(stop.code or 0)
        finally:
            os.chdir(before)
            sys.argv = argv
        return Outcome(status, said.getvalue())

    def type(self, verb: str, *args: str) -> Outcome:
        """Run scripts/<verb>.py in a process of its own, as a person or Snakemake does."""
        command = [sys.executable, str(SCRIPTS / f"{verb}.py"), *args]
        done = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=False)
        return Outcome(done.returncode, done.stderr)

    def outputs(self) -> dict[str, bytes]:
        """Everything under build/ and figures/, with hidden files, by path."""
        folders = (self.root / "build", self.root / "figures")
        found = (path for folder in folders for path in sorted(folder.rglob("*")))
        return {
            path.relative_to(self.root).as_posix(): path.read_bytes()
            for path in found
            if path.is_file()
        }


def named(markup: str) -> re.Pattern[str]:
    """A piece of markup as a test names it; pages leave quotation marks out where HTML allows."""
    said = re.sub(r'="([^"<>=]+)"', r'="?\1(?:"|(?=[\\s>]))', re.escape(markup))
    return re.compile(said)


def spoilt(text: str, case: Mapping[str, Any]) -> str:
    """A text in which what a case `find`s, first or behind `after`, gives way to what it `put`s."""
    start = 0
    if "after" in case:
        place = named(case["after"]).search(text)
        assert place, f"{case['after']!r} stands nowhere"
        start = place.start()
    found = named(case["find"]).search(text, start)
    assert found, f"{case['find']!r} stands nowhere"
    return text[: found.start()] + case["put"] + text[found.end() :]


def copy_mini(to: Path) -> Mini:
    """The small project with the layout that all articles share, in a new folder."""
    shutil.copytree(MINI, to)
    shutil.copytree(ROOT / "templates" / "_layout", to / "templates" / "_layout")
    return Mini(to)
