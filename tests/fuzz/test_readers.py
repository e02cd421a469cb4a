"""What once broke a reader is received well, and a short run of the fuzzer finds nothing new.

The long run is `python -m tests.fuzz --seconds 600`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from tests.fuzz.mutate import Mutant, mutants
from tests.fuzz.nasty_templates import CALLS
from tests.fuzz.run import Run, open_projects, readable
from tests.fuzz.trying import Project, Worker
from tests.mini_project import ROOT

KEPT = sorted((Path(__file__).parent / "kept").iterdir())
TEMPLATE = "templates/mini/article.en.md.j2"
SHORT = 4.0  # seconds


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Project]:
    """The small project alone."""
    return open_projects(tmp_path_factory.mktemp("fuzz"), real=False)


@pytest.fixture(scope="module")
def worker(projects: dict[str, Project]) -> Iterator[Worker]:
    """A process that may not hang, swell, or touch what is none of its business."""
    worker = Worker(projects)
    yield worker
    worker.close()


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_kept_input(worker: Worker, path: Path) -> None:
    project, _, file = path.name.split(".", 2)
    assert worker.judge(project, Mutant(file.replace("+", "/"), path.read_bytes(), "kept")) == ""


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[:40])
def test_no_call_of_a_template_computes(
    worker: Worker, projects: dict[str, Project], call: str
) -> None:
    """Loops, powers, attributes and files: refused with file and line, or harmless."""
    sound = (projects["mini"].root / TEMPLATE).read_bytes()
    spoilt = sound.replace(b"A post claims", call.encode("utf-8", "surrogatepass"), 1)
    assert worker.judge("mini", Mutant(TEMPLATE, spoilt, "call")) == ""


def test_short_run_finds_nothing(projects: dict[str, Project]) -> None:
    run = Run(projects, seed=1, real=1)
    end = time.monotonic() + SHORT
    while time.monotonic() < end and run.count < 60:
        run.step()
    run.close()
    assert [f"{b.mutant.file}: {b.fault}" for b in run.broken.values()] == []
    assert run.count > 5


@pytest.mark.parametrize(
    ("how", "fault"),
    [
        ("import time; time.sleep(0)\nwhile True: pass", "hangs"),
        ("x = bytearray(10**9)", "MemoryError"),
        ("1 / 0", "ZeroDivisionError"),
        ("open('/dev/null', 'w')", "touched open"),
        ("open('/etc/hostname')", "touched open"),
        ("__import__('os')._exit(3)", "ends the process (3)"),
        ("raise tieout.errors.TieoutError([])", "an unclear message"),
        ("raise tieout.errors.fail('a', 1, '', '')", "an unclear message"),
        ("raise tieout.errors.fail('a', 1, 'what', 'mend')", ""),
    ],
)
def test_worker_sees_what_goes_wrong(
    projects: dict[str, Project], monkeypatch: pytest.MonkeyPatch, how: str, fault: str
) -> None:
    """A fuzzer that cannot see a fault would find none for ever."""
    import tieout.errors

    monkeypatch.setattr("tests.fuzz.trying.SECONDS", 0.3)
    monkeypatch.setattr(Project, "build", lambda *_: exec(how, {"tieout": tieout}))
    worker = Worker(projects)
    said = worker.judge("mini", Mutant(TEMPLATE, b"x", "none"))
    worker.close()
    assert said.startswith(fault) if fault else said == ""


def test_same_seed_gives_the_same_mutants(projects: dict[str, Project]) -> None:
    files = readable(projects["mini"])
    first, again, other = (list(islice(mutants(files, seed), 30)) for seed in (3, 3, 4))
    assert first == again != other
    assert len({mutant.file for mutant in first}) > 5
    assert all(mutant.content != files[mutant.file] for mutant in first)


def test_long_run_tries_every_article(tmp_path: Path) -> None:
    """Each in turn, by the files that it is made from."""
    projects = open_projects(tmp_path)
    articles = {path.parent.name for path in (ROOT / "templates").glob("*/article.yaml")}
    assert set(projects) == {"mini", *articles}
    for name, project in projects.items():
        files = readable(project)
        assert f"templates/{name}/article.yaml" in files
        assert any(file.startswith("sources/") for file in files)
    run = Run(projects, seed=2, real=1)
    for _ in articles:
        run.step()
    run.close()
    assert {told.split()[0] for told in run.tried} == articles
    assert run.broken == {}
