"""The real article, built once for all tests of a session by the verbs themselves."""

from __future__ import annotations

import contextlib
import fcntl
import io
import json
import os
import runpy
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lxml import html
from tests.mini_project import ROOT, SCRIPTS

ARTICLE = "kimi-k3-423"
LANGUAGES = ("en", "zh-TW")


@dataclass(frozen=True, slots=True)
class Built:
    """Where the finished files lie."""

    root: Path

    @property
    def build(self) -> Path:
        """The folder build/."""
        return self.root / "build"

    @property
    def figures(self) -> Path:
        """The folder figures/."""
        return self.root / "figures"

    def file(self, name: str) -> Path:
        """A file of the article under build/."""
        return self.build / ARTICLE / name

    def ledger(self) -> Any:
        """The ledger."""
        return json.loads(self.file("ledger.json").read_text("utf-8"))

    def page(self, lang: str) -> Any:
        """The tree of a page."""
        return html.document_fromstring(self.file(f"{lang}/index.html").read_text("utf-8"))

    def make(self, languages: Sequence[str] = LANGUAGES) -> None:
        """Run the verbs that write everything up to the drafts."""
        ledger, out = self.file("ledger.json"), ["--out", str(self.figures / ARTICLE)]
        run("ledger", ARTICLE, "--out", str(self.file("")))
        for lang in languages:
            run("figures", ARTICLE, lang, "--ledger", str(ledger), *out)
            run("page", ARTICLE, lang, "--build", str(self.build), "--figures", str(self.figures))

    def publish(self) -> None:
        """Verify the drafts and publish them."""
        places = ("--build", str(self.build), "--figures", str(self.figures))
        run("verify", ARTICLE, "--publish", *places)


def run(verb: str, *args: str) -> None:
    """Run scripts/<verb>.py in this process; fail the test when it does not succeed."""
    said = io.StringIO()
    before, argv = Path.cwd(), sys.argv
    os.chdir(ROOT)
    sys.argv = [f"{verb}.py", *args]
    try:
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
            runpy.run_path(str(SCRIPTS / f"{verb}.py"), run_name="__main__")
    except SystemExit as stop:
        if stop.code:
            pytest.fail(f"{verb} {' '.join(args[:2])}:\n{said.getvalue()[:4000]}", pytrace=False)
    finally:
        os.chdir(before)
        sys.argv = argv


def built_article(factory: pytest.TempPathFactory) -> Built:
    """The article of this session, shared by all its processes; nobody may change it."""
    base = factory.getbasetemp()
    return _built_in(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)


@cache
def _built_in(folder: Path) -> Built:
    built = Built(folder / ARTICLE)
    with _locked(folder / f"{ARTICLE}.lock"):
        if not built.root.exists():
            half = Built(folder / f"{ARTICLE}.half")
            half.make()
            half.publish()
            half.root.rename(built.root)
    return built


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
