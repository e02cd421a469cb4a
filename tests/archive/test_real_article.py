"""The real article, as an editor and a reader have it: built, archived, replayed, checked."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.archive.conftest import FRAME, type_verb
from tests.built import ARTICLE
from tests.mini_project import ROOT, Mini

MADE = "build/archive"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mini]:
    """A copy of this project, in which the workflow has built everything."""
    root = tmp_path_factory.mktemp("real") / "project"
    root.mkdir()
    for name in ("config.yaml", *FRAME, "README.md", "README.zh-TW.md", "Makefile"):
        shutil.copy2(ROOT / name, root / name)
    for name in ("scripts", "profiles", "sources", "templates"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    done = snakemake(root, "all")
    assert done.returncode == 0, done.stdout + done.stderr
    yield Mini(root)
    shutil.rmtree(root)


def snakemake(root: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """A verb as an editor types it."""
    command = [sys.executable, "-m", "snakemake", *args]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


def test_archive_replay_and_compare_as_typed(project: Mini, tmp_path: Path) -> None:
    """Twice the same bytes, and every file comes out of them again."""
    done = snakemake(project.root, "archive", "--config", f"article={ARTICLE}")
    assert done.returncode == 0, done.stdout + done.stderr
    path = next((project.root / MADE).glob(f"{ARTICLE}-*.zip"))
    first = path.read_bytes()
    path.rename(tmp_path / "kept 版本.zip")
    assert snakemake(project.root, "archive", "--config", "captures=yes").returncode == 0
    assert path.read_bytes() == first
    kept = tmp_path / "kept 版本.zip"
    done = snakemake(project.root, "replay", "--config", f"archive={kept}")
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout + done.stderr
    count = len([name for name in project.outputs() if f"/{ARTICLE}/" in name])
    assert f"{count} of {count} files identical" in said
    assert count > 30
    done = snakemake(project.root, "compare", "--config", f"old={kept}", "new=.")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Values changed: 0" in done.stdout + done.stderr


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_a_page_alone(project: Mini, tmp_path: Path, lang: str) -> None:
    """Its ledger stays small beside it, and gives every number again."""
    page = project.root / f"build/{ARTICLE}/{lang}/index.html"
    text = page.read_text("utf-8")
    embedded = text.partition('id="ledger">')[2].partition("</script>")[0]
    assert len(embedded.encode("utf-8")) < 33_000
    copy = tmp_path / "page.html"
    copy.write_text(text, "utf-8")
    command = [sys.executable, "-m", "tieout.check", "page.html"]
    env = {"PYTHONPATH": str(project.root / "scripts")}
    done = subprocess.run(
        command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert ", 0 found" in done.stdout


def test_verbs_that_lack_a_name_say_so(project: Mini) -> None:
    for verb, says in (("replay", "which archive to replay"), ("compare", "which versions")):
        done = snakemake(project.root, verb)
        assert done.returncode == 1
        assert says in done.stdout + done.stderr
    assert type_verb(project, "archive", "--article", "Bad Name").returncode == 1
