"""The small project with the real workflow, archived once, and copies that tests spoil."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.mini_project import ROOT, Mini, copy_mini

pytest.importorskip("rocrate", reason="rocrate is not installed: make test brings it")

FRAME = ("Snakefile", "requirements.txt", "requirements-dev.txt", "pyproject.toml", "LICENSE")
NAME = "build/archive/mini-1.0.0.zip"
VERBS = (
    *(("ledger",), ("figures", "en"), ("figures", "zh-TW")),
    *(("page", "en"), ("page", "zh-TW"), ("verify", "--publish")),
)


def whole_project(folder: Path) -> Mini:
    """The small project as a person has one: with code, workflow and lock files."""
    mini = copy_mini(folder)
    for name in (*FRAME, "README.md", "README.zh-TW.md", "Makefile"):
        shutil.copy2(ROOT / name, folder / name)
    for name in ("scripts", "profiles"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return mini


def type_verb(mini: Mini, verb: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Run one of the project's own scripts in a process of its own."""
    command = [sys.executable, f"scripts/{verb}.py", *args]
    return subprocess.run(command, cwd=mini.root, capture_output=True, text=True, check=False)


def make(mini: Mini) -> None:
    """Build and verify."""
    for verb, *args in VERBS:
        done = type_verb(mini, verb, "mini", *args)
        assert done.returncode == 0, done.stderr


@pytest.fixture(scope="session")
def archived(tmp_path_factory: pytest.TempPathFactory) -> Mini:
    """The whole small project, built, verified and archived. Never to be changed."""
    mini = whole_project(tmp_path_factory.mktemp("archived") / "mini")
    make(mini)
    done = type_verb(mini, "archive")
    assert done.returncode == 0, done.stderr
    return mini


@pytest.fixture
def project(archived: Mini, tmp_path: Path) -> Mini:
    """A copy of it."""
    shutil.copytree(archived.root, tmp_path / "project")
    return Mini(tmp_path / "project")


@pytest.fixture
def archive(archived: Mini) -> Path:
    """The archive. Never to be changed."""
    return archived.root / NAME


def contents(path: Path) -> dict[str, bytes]:
    """The files of a zip."""
    with zipfile.ZipFile(path) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def rezip(files: Mapping[str, bytes]) -> bytes:
    """A zip of files, without any care."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, data in files.items():
            opened.writestr(name, data)
    return stream.getvalue()
