"""The workflow that publishes: pinned, with few rights, and made of commands that exist."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
import yaml
from tests.checks.conftest import build
from tests.mini_project import ROOT, Mini, copy_mini

PATH = ROOT / ".github" / "workflows" / "publish.yml"
#: What a command of the workflow may start with besides the project's own.
SHELL = ("gh release ", "rm -rf build/", "cp -r figures build/")


@pytest.fixture(scope="module")
def workflow() -> Any:
    """The workflow; a base loader leaves `on` a word."""
    return yaml.load(PATH.read_text("utf-8"), Loader=yaml.BaseLoader)


@pytest.fixture(scope="module")
def whole_mini(tmp_path_factory: pytest.TempPathFactory) -> Mini:
    """The small project with its pages; nobody may change it."""
    mini = copy_mini(tmp_path_factory.mktemp("published") / "mini")
    build(mini)
    return mini


def each_step(workflow: Any) -> list[dict[str, Any]]:
    """All steps of all jobs."""
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def test_every_action_is_pinned_to_a_commit_and_names_its_version() -> None:
    """A tag can be moved to other code."""
    used = re.findall(r"uses: (.*)", PATH.read_text("utf-8"))
    assert len(used) > 6
    for line in used:
        assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line
    assert len({line.split("@")[0] for line in used}) == len(set(used))


def test_every_command_is_one_of_the_project(workflow: Any) -> None:
    """As README.md has it, so that a run can be repeated at home."""
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    doors = (ROOT / "scripts" / "side_doors.smk").read_text("utf-8")
    rules = re.findall(r"^rule (\w+):", doors, re.MULTILINE)
    readme = (ROOT / "README.md").read_text("utf-8")
    commands = [step["run"] for step in each_step(workflow) if "run" in step]
    ours = [command for command in commands if not command.startswith(SHELL)]
    for command in ours:
        make = re.fullmatch(r"make ([a-z]+)", command)
        verb = re.fullmatch(r"\.venv/bin/snakemake (\w+)", command)
        assert make or verb, command
        assert (make[1] in targets) if make else (verb is not None and verb[1] in rules)
        assert command.removeprefix(".venv/bin/") in readme
    assert ours == ["make test", "make article", "make verify", ".venv/bin/snakemake archive"]


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_the_charts_of_the_markdown_are_published(
    workflow: Any, whole_mini: Mini, tmp_path: Path, lang: str
) -> None:
    """Where its links lead on the site; index.html holds its charts itself."""
    root = tmp_path / "mini"
    shutil.copytree(whole_mini.root, root)
    for step in workflow["jobs"]["article"]["steps"]:
        if step.get("run", "").startswith(SHELL):
            subprocess.run(["bash", "-euc", step["run"]], cwd=root, check=True)
    [upload] = [s for s in each_step(workflow) if "upload-pages" in s.get("uses", "")]
    page = f"https://tieout.example/mini/{lang}/article.md"
    site = root / upload["with"]["path"]
    links = re.findall(r"!\[.*\]\((.*)\)", (site / f"mini/{lang}/article.md").read_text("utf-8"))
    assert links
    for link in links:
        found = site / urlsplit(urljoin(page, link)).path.lstrip("/")
        chart = whole_mini.root / "figures/mini" / found.name
        assert found.read_bytes() == chart.read_bytes(), link


def test_only_what_publishes_may_write(workflow: Any) -> None:
    """And neither does so for a pull request."""
    assert workflow["permissions"] == {"contents": "read"}
    rights = {name: job.get("permissions", {}) for name, job in workflow["jobs"].items()}
    assert rights == {
        "test": {},
        "article": {},
        "deploy": {"pages": "write", "id-token": "write"},
        "release": {"contents": "write"},
    }
    for name in ("deploy", "release"):
        job = workflow["jobs"][name]
        assert job["needs"] == ["test", "article"]
        assert "github.event_name" in job["if"]
        assert "github.ref" in job["if"]
    checkouts = [s for s in each_step(workflow) if "actions/checkout" in s.get("uses", "")]
    assert all(step["with"]["persist-credentials"] == "false" for step in checkouts)


def test_no_text_from_outside_reaches_a_shell(workflow: Any) -> None:
    """A branch can be named like a command; names go through the environment."""
    assert not [step for step in each_step(workflow) if "${{" in step.get("run", "")]


def test_it_tests_the_oldest_python_and_bounds_every_job(workflow: Any) -> None:
    """The oldest is that of pyproject.toml; a job that hangs ends."""
    oldest = re.search(r'requires-python = ">=([\d.]+)"', (ROOT / "pyproject.toml").read_text())
    assert oldest is not None
    assert workflow["jobs"]["test"]["strategy"]["matrix"]["python"] == [oldest[1], "3.13"]
    assert all(int(job["timeout-minutes"]) <= 60 for job in workflow["jobs"].values())
