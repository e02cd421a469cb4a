"""Many articles: what each costs, what a run without a change costs, and what a change sets off."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from tieout.timing.copies import (
    bare_project,
    change_cell,
    change_word,
    copy_project,
    lay_results,
    touch_all,
)
from tieout.timing.running import build, plan, planned, snakemake
from tieout.workflow import LANGUAGES

#: Beyond so many, articles are planned but not built.
BUILT = 20


def many(folder: Path, count: int, small: bool) -> None:
    """Print the figures of `count` articles. `folder` is empty, and is filled."""
    what = "the small article of the tests" if small else "the first article"
    sample = min(count, BUILT)
    print(f"\n{count} articles, copies of {what}; {_load()}", flush=True)
    bare, built = folder / "bare", folder / "built"
    bare_project(bare)
    snakemake(bare)
    built.mkdir()
    names = copy_project(built, sample, small)
    print(f"building {sample} of them ...", flush=True)
    cold, idle = build(built), snakemake(bare)
    per = (cold.cpu - idle.cpu) / sample
    print(f"cold: {cold.wall:.1f} s, {cold.cpu:.1f} s of processor, {per:.2f} s an article")
    print(f"largest process of the build: {cold.memory:.0f} MB; {_load()}", flush=True)
    if count > sample:
        print(f"laying the results of one under {count} names: the rest is planned, not built")
        project = folder / "many"
        project.mkdir()
        names = copy_project(project, count, small)
        lay_results(built, project, names)
        shutil.rmtree(built)
    else:
        project = built
    unchanged(project, bare, count)
    changes(project, names, laid=count > sample)


def unchanged(project: Path, bare: Path, count: int) -> None:
    """A run that finds nothing to do, which is what Snakemake itself costs.

    It is a dry run: results that were laid must never be built from.
    """
    files = sum(
        len(files) for room in ("build", "figures") for *_, files in os.walk(project / room)
    )
    still, idle = plan(project), plan(bare)
    if "Nothing to be done" not in still.said:
        sys.exit(f"a run without a change did something:\n{still.said[-2000:]}")
    per = 1000 * (still.cpu - idle.cpu) / count
    print(f"nothing changed, {files} files: {still.wall:.1f} s, {still.cpu:.1f} s of processor")
    print(
        f"  bare: {idle.wall:.1f} s, {idle.cpu:.1f} s of processor; {per:.0f} ms an article beyond"
    )
    print(
        f"  memory of Snakemake: {still.memory:.0f} MB, bare {idle.memory:.0f} MB; {_load()}",
        flush=True,
    )


def changes(project: Path, names: list[str], laid: bool) -> None:
    """What a change would run, where results were `laid` or built.

    Raises SystemExit when it is more, or less, than depends on it.
    """
    count, langs = len(names), len(LANGUAGES)
    change_cell(project)
    everything = {"ledger": count, "figures": langs * count, "page": langs * count}
    expect(project, f"a cell that all {count} share", {**everything, "verify": count, "site": 1})
    change_cell(project)
    touch_all(project)
    change_word(project)
    # The front page is left out for prose alone; results that were laid are others than were read.
    front = {"site": 1} if laid else {}
    expect(project, "a word of one article", {"page": langs, "verify": 1, **front})
    change_word(project)
    touch_all(project)
    unused = project / "sources" / "unused"
    unused.mkdir()
    (unused / "source.yaml").write_text("title: Nobody lists this one\n", "utf-8")
    expect(project, "a source that none lists", {})


def expect(project: Path, change: str, jobs: dict[str, int]) -> None:
    """Compare the planned jobs with those that depend on the change."""
    found: dict[str, int] = {}
    for rule, number in planned(project).items():
        name = "verify" if rule.startswith("verify_") else rule
        found[name] = found.get(name, 0) + number
    if found != jobs:
        sys.exit(f"{change}: {found} would run, where {jobs} depend on it")
    told = ", ".join(f"{number} {rule}" for rule, number in found.items()) or "nothing"
    print(f"{change}: {told}; just what depends on it", flush=True)


def _load() -> str:
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
