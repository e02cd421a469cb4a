"""README of an archive: whoever has the zip and nothing else can follow it to the end."""

from __future__ import annotations

import dataclasses
import posixpath
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
#: What the project has and no archive, and the words with which a page that names it says so.
NOT_IN_AN_ARCHIVE = {
    "en": r"\bno archive holds|not with an archive",
    "zh-TW": "封存檔裡沒有|封存檔不含",
}


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


def test_no_link_in_it_is_dead(documented: Mini) -> None:
    """In all that is written in Markdown: the tasks for editors, the article, its pictures."""
    files = contents(documented.root / NAME)
    seen = 0
    for name in (each for each in files if each.endswith(".md")):
        links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", files[name].decode("utf-8"))
        for link in (each for each in links if not re.match(r"[a-z]+:", each)):
            seen += 1
            assert posixpath.normpath(posixpath.join(posixpath.dirname(name), link)) in files, name
    assert seen > 25


def test_the_tasks_in_it_name_no_file_that_it_lacks(documented: Mini) -> None:
    """Or say on the same page that it does; what a build makes is there after the next."""
    files = contents(documented.root / NAME)
    for name in (each for each in files if each.startswith("docs/")):
        text = files[name].decode("utf-8")
        named = {each.rstrip("./") for each in re.findall(r"[\w.-]+(?:/[\w.-]+)*", text)}
        named = {each for each in named if re.search(r"[/.]", each) and each[:6] != ".venv/"}
        ours = {each for each in named if (ROOT / each).exists()}  # .venv comes with the set-up
        lacking = {
            each
            for each in ours
            if not any(file == each or file.startswith(f"{each}/") for file in files)
            and not each.startswith("build/")
        }
        told = re.search(NOT_IN_AN_ARCHIVE[name.split("/")[1]], text)
        assert told or not lacking, f"{name} names {sorted(lacking)}"


def test_nothing_in_it_sends_to_the_readme_of_the_project(documented: Mini) -> None:
    """An archive has a README of its own: only the pages that copy or mean that one name it."""
    files = contents(documented.root / NAME)
    telling = {
        name
        for name, data in files.items()
        if name.startswith(("docs/", "scripts/", "templates/"))
        and not name.startswith("scripts/tieout/archive/")
        and re.search(rb"README(\.zh-TW)?\.md|README \S", data)
    }
    pages = ("index.md", "archive-replay-compare.md")
    assert telling == {f"docs/{lang}/{page}" for lang in ("en", "zh-TW") for page in pages}


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
