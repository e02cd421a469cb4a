"""Draw the mutants, and judge them in as many processes as there are cores, each with a copy."""

from __future__ import annotations

import gc
import multiprocessing as mp
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from tieout.checks import NAMES, panel
from tieout.checks.finding import Record
from tieout.checks.finished import read_finished
from tieout.drill.following import State
from tieout.drill.judging import Check, Judge, Outcome
from tieout.drill.mutant import Kind, Mutant
from tieout.drill.project import Folders, Project, copy_project
from tieout.errors import fail

Result = tuple[Kind, Mutant, Outcome]
_shared: list[Any] = []


@dataclass(frozen=True, slots=True)
class Plan:
    """What is drilled: an article, the kinds of mutants, the checks, the draw and its size."""

    folders: Folders
    article: str
    kinds: Sequence[Kind]
    checks: Sequence[Check]
    seed: int
    count: int


def draw(project: Project, plan: Plan) -> list[tuple[int, Mutant]]:
    """Mutants by the place of their kind; as many in all as asked for, if there are such places.

    The same seed draws the same mutants of a kind, however many are drawn.
    """
    shares = sum(kind.share for kind in plan.kinds)
    drawn: list[tuple[int, Mutant]] = []
    passed = 0
    for index, kind in enumerate(plan.kinds):
        passed += kind.share
        wanted = max(0, round(plan.count * passed / shares) - len(drawn))
        rng = Random(f"{plan.seed} {kind.name}")
        mutants = dict.fromkeys(islice(kind.generate(project, rng), 3 * wanted + 20))
        drawn += [(index, mutant) for mutant in list(mutants)[:wanted]]
    return drawn


def run(plan: Plan, seen: Callable[[int, int, Outcome], None]) -> list[Result]:
    """Draw and judge; `seen` hears how many of how many are done, and the last outcome.

    Raises TieoutError when the unchanged article does not pass: then nothing could be proved.
    """
    with tempfile.TemporaryDirectory(prefix="tieout-drill-") as name, _inside(Path.cwd()):
        project = copy_project(plan.folders, plan.article, Path(name) / "whole")
        os.chdir(project.root)
        before = State(project, _expect_sound(project, plan.checks))
        before.places, before.observed  # noqa: B018  # read now, shared by all processes
        drawn = draw(project, plan)
        _shared[:] = [Judge(project, plan.checks, before), plan.kinds, drawn]
        gc.collect()
        gc.freeze()
        outcomes: dict[int, Outcome] = {}
        with mp.get_context("fork").Pool(os.cpu_count(), _settle, (name,)) as pool:
            for index, outcome in pool.imap_unordered(_judge, _order(drawn)):
                outcomes[index] = outcome
                seen(len(outcomes), len(drawn), outcome)
        gc.unfreeze()
    return [(plan.kinds[k], mutant, outcomes[i]) for i, (k, mutant) in enumerate(drawn)]


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """Come back to a folder at the end."""
    try:
        yield
    finally:
        os.chdir(folder)


def _expect_sound(project: Project, checks: Sequence[Check]) -> list[Record]:
    """What the checks counted in the unchanged article, if it is drilled with all of them.

    Raises TieoutError when one finds a fault.
    """
    finished = read_finished(project.article, Path("build"), Path("figures"))
    records = [check(finished) for check in checks]
    is_whole = [record.check for record in records] == list(NAMES)
    for record in (*records, panel.check(finished, records)) if is_whole else records:
        if record.findings:
            what = f"the article does not pass before anything is changed ({record.findings[0]})"
            raise fail(project.built("index.html"), 0, what, "run make article, then make verify")
    return records if is_whole else []


def _order(drawn: Sequence[tuple[int, Mutant]]) -> list[int]:
    """Kinds mixed, so that the bar moves evenly and no process is left with all the slow ones."""
    return Random(0).sample(range(len(drawn)), len(drawn))


def _settle(folder: str) -> None:
    """A process takes a copy of its own, which is its current folder."""
    own = Path(folder) / f"copy-{os.getpid()}"
    shutil.copytree(Path(folder) / "whole", own)
    os.chdir(own)


def _judge(index: int) -> tuple[int, Outcome]:
    judge, kinds, drawn = _shared
    kind, mutant = drawn[index]
    return index, judge.judge(kinds[kind], mutant)
