"""A run over both projects: which file is spoilt next, what broke, and how much was tried."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections import Counter
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tests.fuzz.mutate import Mutant, mutants
from tests.fuzz.trying import Project, Worker
from tests.mini_project import ROOT, copy_mini

READ = ("*.csv", "*.yaml", "*.j2")


@dataclass(frozen=True, slots=True)
class Broken:
    """A spoilt file that broke its reader."""

    project: str
    mutant: Mutant
    fault: str

    def keep(self, folder: Path) -> None:
        """Keep the content, under a name that says which file of which project it replaces."""
        folder.mkdir(parents=True, exist_ok=True)
        mark = hashlib.sha256(self.mutant.content).hexdigest()[:8]
        name = f"{self.project}.{mark}.{self.mutant.file.replace('/', '+')}"
        (folder / name).write_bytes(self.mutant.content)


class Run:
    """Mutants of all projects, each judged."""

    def __init__(self, projects: dict[str, Project], seed: int, real: int) -> None:
        self.real, self.count = real, 0
        self.worker = Worker(projects)
        self.streams = {
            name: mutants(readable(project), seed) for name, project in projects.items()
        }
        self.broken: dict[str, Broken] = {}
        self.tried: Counter[str] = Counter()
        self.steps = count(1)

    def step(self) -> Broken | None:
        """Judge the next mutant; gives it if it broke something in a way not seen before."""
        real = "real" in self.streams and next(self.steps) % self.real == 0
        project = "real" if real else "mini"
        mutant = next(self.streams[project])
        fault = self.worker.judge(project, mutant)
        self.count += 1
        self.tried[f"{project} *{Path(mutant.file).suffix}"] += 1
        key = re.sub(r"[0-9.]+ s|: .*", "", fault)
        if not fault or (key in self.broken and "hangs" not in key):
            return None
        self.broken[key + ("" if key not in self.broken else str(self.count))] = broken = Broken(
            project, mutant, fault
        )
        return broken

    def report(self) -> str:
        """How much was tried of which files, and what broke."""
        tried = ", ".join(f"{n} {name}" for name, n in sorted(self.tried.items()))
        return f"{self.count} inputs ({tried}), {len(self.broken)} kinds of break"

    def close(self) -> None:
        """End the worker."""
        self.worker.close()


def readable(project: Project) -> dict[str, bytes]:
    """The files that an editor writes, by path."""
    names = [p for folder in ("sources", "templates") for p in (project.root / folder).rglob("*")]
    found = [p for p in names if any(p.match(kind) for kind in READ) and "_layout" not in p.parts]
    return {p.relative_to(project.root).as_posix(): p.read_bytes() for p in found}


def open_projects(folder: Path, real: bool = True) -> dict[str, Project]:
    """Copies of the small project with its pictures, and of the real one if it is built."""
    mini = copy_mini(folder / "mini")
    for verb, args in (("ledger", ["mini"]), *(("figures", ["mini", x]) for x in ("en", "zh-TW"))):
        outcome = mini.run(verb, *args)
        assert outcome.status == 0, outcome.errors
    projects = {"mini": Project(mini.root, "mini").with_ledger()}
    if real and (ROOT / "figures").is_dir():
        for name in ("sources", "templates", "figures"):
            shutil.copytree(ROOT / name, folder / "real" / name)
        (article,) = (p.parent.name for p in (ROOT / "templates").glob("*/article.yaml"))
        projects["real"] = Project(folder / "real", article).with_ledger()
    return projects
