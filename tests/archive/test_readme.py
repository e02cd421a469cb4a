"""README of an archive: whoever has the zip and nothing else can follow it to the end."""

from __future__ import annotations

import dataclasses
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tests.archive.conftest import NAME, contents, type_verb
from tests.mini_project import ROOT, Mini

READMES = ("README.md", "README.zh-TW.md")
#: What a reader makes or has: no part of an archive.
MADE_LATER = (".venv", "../mini-1.0.0.zip")


@pytest.fixture(scope="module")
def documented(archived: Mini, tmp_path_factory: pytest.TempPathFactory) -> Mini:
    """The small project with the tasks for editors, archived."""
    mini = Mini(tmp_path_factory.mktemp("documented") / "mini")
    shutil.copytree(archived.root, mini.root)
    (mini.root / NAME).unlink()
    shutil.copytree(ROOT / "docs", mini.root / "docs")
    done = type_verb(mini, "archive")
    assert done.returncode == 0, done.stderr
    return mini


def blocks(text: str) -> list[str]:
    """The commands of a README, one after the other."""
    found = re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [line for block in found for line in block.splitlines()]


@pytest.mark.parametrize("name", READMES)
def test_all_that_it_names_is_in_the_archive(documented: Mini, name: str) -> None:
    """Links and paths alike; the project's own README names folders that no archive has."""
    files = contents(documented.root / NAME)
    text = files[name].decode("utf-8")
    links = [each for each in re.findall(r"\]\(([^)]+)\)", text) if "://" not in each]
    paths = [each for each in re.findall(r"`([^` ]+)`", text) if re.search(r"[/.]", each)]
    assert "docs/en/index.md" in links or "docs/zh-TW/index.md" in links
    for path in {*links, *paths} - {*MADE_LATER}:
        beside = f"build/mini/en/{path}" in files or f"build/mini/{path}" in files
        folder = path.endswith("/") and any(each.startswith(path) for each in files)
        assert path in files or beside or folder, path


@pytest.mark.parametrize("name", READMES)
def test_tasks_for_editors_are_left_out_where_there_are_none(archive: Path, name: str) -> None:
    assert "docs/" not in contents(archive)[name].decode("utf-8")


@pytest.mark.parametrize("name", READMES)
def test_its_commands_do_what_it_says(documented: Mini, tmp_path: Path, name: str) -> None:
    """In a folder beside the zip; `make verify` without the set-up, which needs a network."""
    copy = tmp_path / "mini-1.0.0.zip"
    shutil.copy2(documented.root / NAME, copy)
    folder = tmp_path / "unpacked"
    with zipfile.ZipFile(copy) as opened:
        opened.extractall(folder)
    text = (folder / name).read_text("utf-8")
    here = shlex.quote(str(Path(sys.executable).parent))
    said: list[str] = []
    for line in blocks(text):
        command = line.replace(".venv/bin", here)
        command = command.replace("make verify", f"{here}/python scripts/verify.py --all")
        done = subprocess.run(
            ["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        said.append(done.stdout + done.stderr)
    whole, verified, checked, replayed = said
    assert whole == ""
    assert verified.rstrip().endswith("0 found")
    assert checked.rstrip().endswith("0 found")
    [promised] = re.findall(r"\d+ of \d+ files identical", text)
    assert promised in replayed


def test_an_unpacked_archive_gives_the_same_archive(documented: Mini, tmp_path: Path) -> None:
    """Its README, which is made for it, does not pile up."""
    with zipfile.ZipFile(documented.root / NAME) as opened:
        opened.extractall(tmp_path)
    done = type_verb(Mini(tmp_path), "archive")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / NAME).read_bytes() == (documented.root / NAME).read_bytes()


def test_captures_are_told_where_they_are(archived: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
    from tieout.archive.contents import Project, collect
    from tieout.archive.readme import readmes

    monkeypatch.chdir(archived.root)
    contents_ = collect("mini", Project(Path(), archived.root))
    assert b"`captures/`" not in readmes(contents_)["README.md"]
    held = {**contents_.files, "captures/bench/page.html.gz": b""}
    kept = dataclasses.replace(contents_, files=held)
    assert all(b"`captures/`" in text for text in readmes(kept).values())
