"""Every task in docs/ works as it is written: each is done in a copy of the practice project."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.docs.tasks import Step, steps, try_steps
from tests.mini_project import ROOT

pytest.importorskip("rocrate", reason="rocrate is not installed: make test brings it")

ENGLISH, CHINESE = ROOT / "docs" / "en", ROOT / "docs" / "zh-TW"
NAMES = sorted(path.name for path in ENGLISH.glob("*.md"))
SETUP = "index.md"
TASKS = [name for name in NAMES if name != SETUP and steps(ENGLISH / name)]
#: `make x` in a document, and the targets of the Makefile.
_MAKE = re.compile(r"^(?:\+ *)?make ([a-z]+)", re.MULTILINE)
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def tools(project: Path) -> None:
    """The installed tools as the project's own .venv, so that make sets none up."""
    (project / ".venv").mkdir()
    for name in ("bin", "lib", "pyvenv.cfg"):
        (project / ".venv" / name).symlink_to(Path(sys.prefix) / name)
    stamp = "touch .venv/.requirements-$({ pwd; cat requirements.txt; } | sha256sum | cut -c1-16)"
    subprocess.run(["bash", "-c", stamp], cwd=project, check=True)


@pytest.fixture(scope="module")
def practice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The practice project as index.md has it made, and built. Never to be changed."""
    folder = tmp_path_factory.mktemp("docs")
    (making, building) = (step.text for step in steps(ENGLISH / SETUP) if step.verb == "run")
    making = making.replace("../practice", str(folder / "practice"))
    subprocess.run(["bash", "-euc", making], cwd=ROOT, check=True)
    tools(folder / "practice")
    done = subprocess.run(
        ["bash", "-euc", building],
        cwd=folder / "practice",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    shutil.rmtree(folder / "practice" / ".venv")
    return folder / "practice"


@pytest.mark.parametrize("name", TASKS)
def test_a_task_works_as_written(practice: Path, tmp_path: Path, name: str) -> None:
    """Commands succeed or fail as told, say what is shown, and edits meet the files as they are."""
    missing = {verb for step in steps(ENGLISH / name) for verb in made(step)} - TARGETS
    if missing:
        pytest.skip(f"the Makefile has no {', '.join(sorted(missing))} yet")
    shutil.copytree(practice, tmp_path / "practice")
    tools(tmp_path / "practice")
    try_steps(ENGLISH / name, tmp_path / "practice")


def made(step: Step) -> list[str]:
    """The targets of the Makefile that a step asks for."""
    return _MAKE.findall(step.text) if step.verb in ("run", "fails") else []


def test_both_languages_tell_the_same_steps() -> None:
    """So that a step tried in one is tried in the other; only comments in it are translated."""
    assert [path.name for path in sorted(CHINESE.glob("*.md"))] == NAMES
    for name in NAMES:
        pairs = [
            [(step.verb, step.file, step.text) for step in steps(folder / name)]
            for folder in (ENGLISH, CHINESE)
        ]
        assert pairs[0] == pairs[1], name


@pytest.mark.parametrize("folder", [ENGLISH, CHINESE])
def test_the_index_names_every_document_and_no_link_is_dead(folder: Path) -> None:
    """Links lead to files of the project."""
    for name in NAMES:
        text = (folder / name).read_text("utf-8")
        links = re.findall(r"\]\(([^)#:]+)\)", text)
        dead = [link for link in links if not (folder / link).exists()]
        assert dead == [], name
        if name == SETUP:
            assert set(NAMES) - {SETUP} <= set(links)


def test_chinese_documents_follow_the_typography_of_the_readme() -> None:
    """Full-width punctuation beside Han; the words of Taiwan."""
    for name in NAMES:
        text = (CHINESE / name).read_text("utf-8")
        prose = re.sub(r"```.*?^```|`[^`\n]*`", "", text, flags=re.DOTALL | re.MULTILINE)
        assert re.findall(r"[一-鿿][,;:?!]|[,;:?!][一-鿿]", prose) == [], name
        assert re.findall("軟件|數據|內存|程序|默認|信息|網絡|文件夾|鏈接", prose) == [], name
