"""A run over all projects: which file is spoilt next, what broke, and how much was tried."""

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
from tests.mini_project import ROOT, Mini, copy_mini

MINI = "mini"
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
        self.whole = [name for name in projects if name != MINI]
        self.broken: dict[str, Broken] = {}
        self.tried: Counter[str] = Counter()
        self.steps = count(1)

    def step(self) -> Broken | None:
        """Judge the next mutant; gives it if it broke something in a way not seen before."""
        turn, rest = divmod(next(self.steps), self.real)
        project = self.whole[turn % len(self.whole)] if self.whole and not rest else MINI
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
    """The files of its article that an editor writes, by path."""
    folders = [f"templates/{project.article}"]
    folders += [f"sources/{name}" for name in project.content["sources"]]
    names = [path for folder in folders for path in (project.root / folder).rglob("*")]
    found = [path for path in names if any(path.match(kind) for kind in READ)]
    return {path.relative_to(project.root).as_posix(): path.read_bytes() for path in found}


def open_projects(folder: Path, real: bool = True) -> dict[str, Project]:
    """The small project and each real article, all in copies, with the pictures of their pages."""
    mini = copy_mini(folder / MINI)
    projects = {MINI: _drawn(mini, MINI)}
    if real:
        for name in ("sources", "templates"):
            shutil.copytree(ROOT / name, folder / "real" / name)
        shutil.copy(ROOT / "config.yaml", folder / "real")
        for path in sorted((ROOT / "templates").glob("*/article.yaml")):
            projects[path.parent.name] = _drawn(Mini(folder / "real"), path.parent.name)
    return projects


def _drawn(root: Mini, article: str) -> Project:
    for verb, args in (("ledger", []), ("figures", ["en"]), ("figures", ["zh-TW"])):
        outcome = root.run(verb, article, *args)
        assert outcome.status == 0, outcome.errors
    return Project(root.root, article).with_ledger()
