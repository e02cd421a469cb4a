"""Cells that print two figures are read again part by part, and accepted in their place."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.mini_project import ROOT, TESTS, Mini

SOURCE = "vllm-k3-throughput-post"
TABLE = f"sources/{SOURCE}/speeds.csv"
POST = (TESTS / "fixtures" / "pull" / "throughput-post.md").read_text("utf-8")
SAVED = (
    "mirror/raw.githubusercontent.com/vllm-project/vllm-project.github.io/"
    "0e734593bfcaacd8d9ace6dfda6731b10d3bddc2/_posts/2026-09-13-kimi-k3-performance-optimization.md"
)


@pytest.fixture
def project(tmp_path: Path) -> Mini:
    """A copy of the sources and templates, and a mirror that holds the post."""
    for name in ("sources", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "config.yaml", tmp_path)
    (tmp_path / SAVED).parent.mkdir(parents=True)
    (tmp_path / SAVED).write_text(POST, "utf-8")
    return Mini(tmp_path)


def pulled(project: Mini, page: str = POST) -> dict[str, tuple[str, str]]:
    """Status and text of each figure once the post reads like `page`."""
    (project.root / SAVED).write_text(page, "utf-8")
    project.run("pull", "--source", SOURCE, "--mirror", "mirror")
    record = (project.root / "build/pull" / SOURCE / "changes.json").read_text("utf-8")
    figures = json.loads(record)["figures"]
    return {one["id"].split("/", 1)[1]: (one["status"], one["text"]) for one in figures}


def accepted(project: Mini) -> str:
    """The table once the pull has been accepted."""
    outcome = project.run("accept", "--source", SOURCE)
    assert outcome.status == 0, outcome.errors
    return (project.root / TABLE).read_text("utf-8")


def test_the_post_bears_every_figure_out(project: Mini) -> None:
    """All locators lead to their figures, both parts of a cell among them."""
    before = (project.root / TABLE).read_bytes()
    assert {status for status, _ in pulled(project).values()} == {"same"}
    accepted(project)
    assert (project.root / TABLE).read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("5.30 s(−57.2%)", "5.29 s(−57.2%)", ["speeds/c1/latency-new"]),
        ("(+150.0%)", "(+150.1%)", ["speeds/c4/throughput-change"]),
        (
            "22.17 s(−60.3%)",
            "22.27 s(−60.2%)",
            ["speeds/c16/latency-change", "speeds/c16/latency-new"],
        ),
    ],
)
def test_a_changed_part_changes_in_its_place(
    project: Mini, old: str, new: str, changed: list[str]
) -> None:
    """The other part, the emphasis, the pictograph and every other cell stay as they are."""
    before = (project.root / TABLE).read_text("utf-8")
    found = pulled(project, POST.replace(old, new))
    assert sorted(name for name, (status, _) in found.items() if status == "changed") == changed
    assert accepted(project) == before.replace(old, new)


def test_a_lost_cell_is_found_whole(project: Mini) -> None:
    """Both figures of a cell that was not captured are written, one before and one inside."""
    project.edit(TABLE, "**640.5 ms(−72.3%)** 🚀", "")
    found = pulled(project)
    lost = ["speeds/c4/ttft-change", "speeds/c4/ttft-new"]
    assert sorted(name for name, (status, _) in found.items() if status == "found") == lost
    assert ",640.5 ms(−72.3%)\n" in accepted(project)


def test_a_cell_without_parentheses_is_missing(project: Mini) -> None:
    """The post prints no change any more: said, and nothing of the cell is taken over."""
    before = (project.root / TABLE).read_text("utf-8")
    found = pulled(project, POST.replace("5.30 s(−57.2%)", "5.29 s"))
    missing = sorted(name for name, (status, _) in found.items() if status == "missing")
    assert missing == ["speeds/c1/latency-change", "speeds/c1/latency-new"]
    record = (project.root / "build/pull" / SOURCE / "changes.md").read_text("utf-8")
    assert "has no parentheses" in record
    assert accepted(project) == before
