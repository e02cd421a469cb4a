"""A page that would come out as it lies there is not made again, and in no other case is it left.

Whether it would is tried by making it: from the same files, without a record to tell of it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.mini_project import ROOT, Mini

from tieout.pages import unchanged
from tieout.provenance import read_record, sealed
from tieout.translations import stale_sections

FOLDER = "templates/mini"
ENGLISH, CHINESE = f"{FOLDER}/article.en.md.j2", f"{FOLDER}/article.zh-TW.md.j2"
CONFIRMED = f"{FOLDER}/translations.yaml"
RECORD = "build/mini/records/page.zh-TW.json"
DRAFTS = ("build/mini/zh-TW/draft.html", "build/mini/zh-TW/draft.md")
LONG_AGO = 10**18


@pytest.fixture(scope="module")
def paged(drawn: Mini, tmp_path_factory: pytest.TempPathFactory) -> Mini:
    """The small project with its code, its Chinese page made; nobody may change it."""
    mini = Mini(shutil.copytree(drawn.root, tmp_path_factory.mktemp("unchanged") / "mini"))
    aside = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "scripts", mini.root / "scripts", ignore=aside)
    shutil.copy2(ROOT / "requirements.txt", mini.root)
    (mini.root / RECORD).unlink(missing_ok=True)
    assert page(mini) == ""
    return mini


@pytest.fixture
def mini(paged: Mini, tmp_path: Path) -> Mini:
    """A copy of it, made long ago."""
    made = Mini(shutil.copytree(paged.root, tmp_path / "mini"))
    for name in (*DRAFTS, RECORD):
        os.utime(made.root / name, ns=(LONG_AGO, LONG_AGO))
    return made


def script(mini: Mini, verb: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Run a verb with the code of the project itself."""
    command = [sys.executable, f"scripts/{verb}.py", "mini", *args]
    return subprocess.run(command, cwd=mini.root, capture_output=True, text=True, check=False)


def page(mini: Mini) -> str:
    """What the verb says of the Chinese page, which it can make."""
    done = script(mini, "page", "zh-TW")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def left(mini: Mini) -> list[bytes]:
    """The drafts and their record."""
    return [(mini.root / name).read_bytes() for name in (*DRAFTS, RECORD)]


def is_left_alone(mini: Mini) -> bool:
    """Whether the page is not made again; in both cases it is what is made without a record."""
    said = page(mini)
    assert said in ("", "page: mini zh-TW: nothing has changed\n")
    found = left(mini)
    (mini.root / RECORD).unlink()
    assert page(mini) == ""
    assert left(mini) == found
    return said != ""


def edit_english(mini: Mini) -> None:
    mini.edit(ENGLISH, "We looked at", "We have looked at")


def confirm(mini: Mini) -> None:
    assert script(mini, "translated").returncode == 0


def test_nothing_has_changed(mini: Mini) -> None:
    assert is_left_alone(mini)


def test_a_word_of_another_language_that_was_confirmed(mini: Mini) -> None:
    """The record knows the files of today, and all three count as new to whoever goes by times."""
    before = left(mini)
    edit_english(mini)
    confirm(mini)
    assert page(mini) != ""
    after = left(mini)
    assert after[:2] == before[:2]
    old, new = (json.loads(record) for record in (before[2], after[2]))
    changed = {n for n, mark in new["inputs"].items() if old["inputs"][n] != mark}
    assert changed == {ENGLISH, CONFIRMED}
    assert {**old, "inputs": 0, "seal": 0} == {**new, "inputs": 0, "seal": 0}
    assert read_record(mini.root / RECORD)["inputs"] == new["inputs"], "its seal is whole"
    for name in (*DRAFTS, RECORD):
        assert (mini.root / name).stat().st_mtime_ns > LONG_AGO
    assert is_left_alone(mini)


def test_a_word_that_was_not_confirmed_brings_the_banner(mini: Mini) -> None:
    edit_english(mini)
    assert not is_left_alone(mini)
    assert 'class="stale"' in banner(mini)
    assert is_left_alone(mini), "the same section is stale"
    confirm(mini)
    assert not is_left_alone(mini)
    assert 'class="stale"' not in banner(mini)


def banner(mini: Mini) -> str:
    return (mini.root / DRAFTS[0]).read_text("utf-8").replace("class=stale", 'class="stale"')


def test_another_section_that_is_stale_moves_the_banner(mini: Mini) -> None:
    edit_english(mini)
    assert not is_left_alone(mini)
    mini.edit(ENGLISH, "We have looked at", "We looked at")
    mini.edit(ENGLISH, "The post states no conditions.", "No conditions are stated.")
    assert not is_left_alone(mini)


def _append(name: str, text: str = "\n") -> Callable[[Mini], None]:
    def edit(mini: Mini) -> None:
        with (mini.root / name).open("a", encoding="utf-8") as file:
            file.write(text)

    return edit


def _write(name: str, text: str) -> Callable[[Mini], None]:
    def edit(mini: Mini) -> None:
        (mini.root / name).parent.mkdir(exist_ok=True)
        (mini.root / name).write_text(text, "utf-8")

    return edit


def _gone(name: str) -> Callable[[Mini], None]:
    return lambda mini: (mini.root / name).unlink()


def _linked(name: str) -> Callable[[Mini], None]:
    """The same file, or folder, behind a link."""

    def edit(mini: Mini) -> None:
        aside = (mini.root / name).rename(mini.root / "aside")
        (mini.root / name).symlink_to(aside)

    return edit


def _record(change: Callable[[dict[str, Any]], object]) -> Callable[[Mini], None]:
    """A record of another form, with a seal that is whole."""

    def edit(mini: Mini) -> None:
        content = json.loads((mini.root / RECORD).read_text("utf-8"))
        del content["seal"]
        change(content)
        (mini.root / RECORD).write_text(sealed(content), "utf-8")

    return edit


@pytest.mark.parametrize(
    "change",
    [
        _append(CHINESE),
        _append("templates/_layout/words.yaml", "# said\n"),
        _append("templates/_layout/10-style.css"),
        _write("templates/_layout/60-more.css", ".more { color: red }\n"),
        _write("templates/_layout/60-more.js", "window.more = 1;\n"),
        _gone("templates/_layout/15-figures.css"),
        _append("scripts/page.py", "# more\n"),
        _append("scripts/tieout/pages/tables.py", "# more\n"),
        _append("scripts/tieout/pages/unchanged.py", "# more\n"),
        _append("scripts/tieout/wording.py", "# more\n"),
        _append("requirements.txt", "# more\n"),
        _gone("requirements.txt"),
        _gone(CONFIRMED),
        _append("figures/mini/paths.zh-TW.svg"),
        _append("build/mini/ledger.json", "\n"),
        _append(DRAFTS[0]),
        _append(DRAFTS[1]),
        _gone(DRAFTS[0]),
        _gone(DRAFTS[1]),
        _write(RECORD, ""),
        _write(RECORD, "[]"),
        _write(RECORD, "[" * 100_000),
        _append(RECORD, "x"),
        _record(lambda content: content.pop("stale")),
        _record(lambda content: content.update(stale=None)),
        _record(lambda content: content.update(schema=0)),
        _record(lambda content: content.update(room="page.en")),
        _record(lambda content: content.update(inputs=[])),
        _record(lambda content: content["outputs"].popitem()),
        _record(lambda content: content["outputs"].update({"build/mini/ledger.json": ""})),
        _record(lambda content: content["inputs"].update({CHINESE: "changed while it was read"})),
    ],
)
def test_whatever_else_has_changed_it_is_made(mini: Mini, change: Callable[[Mini], None]) -> None:
    change(mini)
    assert not is_left_alone(mini)


def test_a_package_in_the_place_of_a_module_is_not_missed(mini: Mini) -> None:
    """No record has it, and Python takes it before the module."""
    module = mini.root / "scripts/tieout/pages/row_labels.py"
    package = module.with_suffix("")
    package.mkdir()
    code = module.read_text("utf-8")
    (package / "__init__.py").write_text(f"{code}\n# another\n", "utf-8")
    assert not is_left_alone(mini)


def test_a_lock_that_has_come_is_not_missed(mini: Mini) -> None:
    (mini.root / "requirements.txt").unlink()
    assert not is_left_alone(mini)
    shutil.copy2(ROOT / "requirements.txt", mini.root)
    assert not is_left_alone(mini)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_gone(f"{FOLDER}/article.yaml"), "there is no article 'mini'"),
        (_gone(ENGLISH), f"{ENGLISH}:1: the file is missing"),
        (_write(CONFIRMED, "[]"), f"{CONFIRMED}:1: the file is no mapping"),
        (_write(ENGLISH, "a\0b"), f"{ENGLISH}:1: an invisible"),
        (_gone("scripts/tieout/rounding.py"), "No module named 'tieout.rounding'"),
        (_linked("templates/_layout/words.yaml"), "a symbolic link stands where a file"),
        (_linked(CHINESE), "a symbolic link stands where a file"),
        (_linked(ENGLISH), "a symbolic link stands where a file"),
        (_linked(CONFIRMED), "a symbolic link stands where a file"),
        (_linked(FOLDER), "a symbolic link stands where an article"),
    ],
)
def test_a_fault_is_told_as_if_nothing_lay_there(
    mini: Mini, change: Callable[[Mini], None], says: str
) -> None:
    change(mini)
    done = script(mini, "page", "zh-TW")
    assert done.returncode == 1
    assert says in done.stderr


def test_a_language_that_was_dropped_has_no_page(mini: Mini) -> None:
    mini.edit(f"{FOLDER}/article.yaml", "languages: [zh-TW, en]", "languages: [en]")
    assert script(mini, "ledger").returncode == 0
    done = script(mini, "page", "zh-TW")
    assert done.returncode == 1
    assert "the article has no language 'zh-TW'" in done.stderr


def test_other_folders_than_those_of_the_project_are_read(mini: Mini) -> None:
    """A record has names: elsewhere another file may lie under the same."""
    done = script(mini, "page", "zh-TW", "--templates", str(mini.root / "templates"))
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("name", [ENGLISH, CONFIRMED])
def test_a_file_that_changes_while_it_is_looked_at(
    mini: Mini, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """What was not looked at must not be recorded as if it had been."""
    monkeypatch.chdir(mini.root)
    before = left(mini)

    def slow(*args: Any) -> list[str]:
        found = stale_sections(*args)
        _append(name, "# later\n")(mini)
        return found

    monkeypatch.setattr(unchanged, "stale_sections", slow)
    assert not unchanged.is_made("mini", "zh-TW")
    monkeypatch.undo()
    assert left(mini) == before


def test_what_cannot_be_recorded_is_told(mini: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would be due again and again, and nobody would know why."""

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device", RECORD)

    monkeypatch.chdir(mini.root)
    monkeypatch.setattr(unchanged, "write_record", full)
    with pytest.raises(OSError, match="No space"):
        unchanged.is_made("mini", "zh-TW")


def test_the_job_has_ended_well(mini: Mini) -> None:
    """A mark that lies there from a run that failed would make it due for ever."""
    mark = mini.root / ".cache/due/mini.page.zh-TW.begun"
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()
    assert page(mini) != ""
    assert not mark.exists()
