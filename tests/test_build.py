"""`make article` is `snakemake all`, begun sooner: one must not do what the other would not."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Self

import pytest
import snakemake.api
import snakemake.cli
from snakemake.settings.types import MaxJobsPerTimespan
from tests.mini_project import ROOT, Mini, copy_mini

import build
from tieout.errors import TieoutError

SNAKEMAKE = [str(Path(sys.executable).with_name("snakemake")), "all"]
BUILD = [sys.executable, "scripts/build.py"]


@pytest.fixture
def project(tmp_path: Path) -> Mini:
    """The small project with the real workflow, not built."""
    mini = copy_mini(tmp_path / "mini")
    for name in ("Snakefile", "requirements.txt"):
        shutil.copy2(ROOT / name, mini.root / name)
    for name in ("scripts", "profiles"):
        skip = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, mini.root / name, ignore=skip, dirs_exist_ok=True)
    return mini


def _run(root: Path, command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


class _Recorder:
    """Stands for Snakemake's API; keeps the settings that it is given, by field."""

    def __init__(self, settings: object) -> None:
        self.given: dict[str, Any] = {}
        _Recorder.last = self
        self._take(settings)

    last: _Recorder

    def _take(self, *settings: object, **named: object) -> Self:
        for each in (*settings, *named.values()):
            for field in fields(each) if is_dataclass(each) else ():
                value = getattr(each, field.name)
                if isinstance(value, MaxJobsPerTimespan):
                    value = vars(value)
                if isinstance(value, list | frozenset):
                    value = set(value)
                self.given[f"{type(each).__name__}.{field.name}"] = value or None
        return self

    workflow = dag = execute_workflow = _take

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def print_exception(self, error: Exception) -> None:
        raise error


def test_snakemake_is_given_the_settings_of_its_command_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else `make article` could run more, or wait otherwise, than `snakemake all` does."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(snakemake.cli, "SnakemakeApi", _Recorder)
    monkeypatch.setattr(snakemake.api, "SnakemakeApi", _Recorder)
    with pytest.raises(SystemExit) as ended:
        snakemake.cli.main(["all"])
    assert not ended.value.code
    theirs = _Recorder.last.given
    assert build.build()
    ours = _Recorder.last.given
    assert len(ours) > 40
    told = {name: value for name, value in ours.items() if value != theirs[name]}
    assert {*told} == {"DAGSettings.print_dag_as"}  # how a graph is drawn, which nobody asks for


def test_what_the_one_has_built_is_up_to_date_for_the_other(project: Mini) -> None:
    """Whoever mixes both must not build twice, nor get other pages."""
    done = _run(project.root, BUILD)
    assert done.returncode == 0, done.stderr
    pages = {path: path.read_bytes() for path in project.root.glob("build/mini/*/*.*")}
    assert len(pages) == 15
    again = _run(project.root, SNAKEMAKE)
    assert (again.returncode, "Nothing to be done" in again.stderr) == (0, True)
    shutil.rmtree(project.root / "build")
    assert _run(project.root, SNAKEMAKE).returncode == 0
    assert {path: path.read_bytes() for path in pages} == pages
    again = _run(project.root, BUILD)
    assert (again.returncode, "Nothing to be done" in again.stderr) == (0, True)


def test_a_fault_ends_with_status_1_and_is_told_in_the_same_words(project: Mini) -> None:
    """An editor sees file, line and mend, and results that were good stay."""
    assert _run(project.root, BUILD).returncode == 0
    page = project.root / "build/mini/en/index.html"
    before = page.read_bytes()
    source = project.root / "sources/bench/source.yaml"
    source.write_text(source.read_text("utf-8").replace("publisher:", "publishr:"), "utf-8")
    for command in (BUILD, SNAKEMAKE):
        done = _run(project.root, command)
        assert done.returncode == 1
        assert "sources/bench/source.yaml:" in done.stderr
        assert "unknown key 'publishr'" in done.stderr
        assert page.read_bytes() == before


def _lay(monkeypatch: pytest.MonkeyPatch, folder: Path, profile: str) -> None:
    """Work in a folder with this profile."""
    monkeypatch.chdir(folder)
    path = folder / build.PROFILE
    path.parent.mkdir(parents=True)
    path.write_text(profile, "utf-8")


@pytest.mark.parametrize(
    ("profile", "message"),
    [
        ("cores: 2\nscheduler: greedy\n", "'max-checksum-file-size' is missing"),
        ("jobs: 2\n", "'cores' is missing"),
        ("cores: [2\n", ":2: broken YAML"),
        ("", "'cores' is missing"),
    ],
)
def test_a_profile_that_cannot_be_handed_on_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, profile: str, message: str
) -> None:
    """A setting that was passed over would hold for `snakemake all` alone."""
    _lay(monkeypatch, tmp_path, profile)
    with pytest.raises(TieoutError, match=message):
        build.settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cores", "0"),
        ("cores", "-1"),
        ("cores", "all"),
        ("cores", "true"),
        ("max-jobs-per-timespan", "0"),
        ("max-jobs-per-timespan", "0/1s"),
        ("scheduler", "ilp"),
        ("max-checksum-file-size", "-1"),
        ("rerun-incomplete", "sometimes"),
        ("quiet", "host"),
        ("quiet", "[hosts]"),
    ],
)
def test_a_setting_that_would_break_or_stop_a_build_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, value: str
) -> None:
    """Without a core Snakemake waits for ever."""
    text = (ROOT / build.PROFILE).read_text("utf-8")
    changed = re.sub(rf"(?m)^{name}: .*$", f"{name}: {value}", text)
    assert changed != text
    _lay(monkeypatch, tmp_path, changed)
    with pytest.raises(TieoutError, match=f"the setting '{name}' is '.*': write "):
        build.settings()


def test_a_setting_more_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same, for a line that somebody adds to the profile."""
    text = (ROOT / build.PROFILE).read_text("utf-8")
    _lay(monkeypatch, tmp_path, text + "keep-going: true\n")
    with pytest.raises(TieoutError, match="'keep-going' is missing, or not one"):
        build.settings()
