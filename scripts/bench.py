"""Measure builds of the first article in a copy of the project, each beside a bare Snakemake run.

Figures are medians, each of a whole process as a person waits for it: what `make article` runs,
and `snakemake all`. Absolute times depend on the machine; the ratio to the bare run, measured in
turn with them, is what can be compared.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tieout.timing.copies import bare_project, change_cell, change_word, clear, copy_project
from tieout.timing.many import many
from tieout.timing.running import build, run, snakemake

LANGUAGES = ("en", "zh-TW")


def measure(folder: Path, bare: Path, runs: int, prepare: Callable[[], None]) -> list[float]:
    """Medians of both ways to build after `prepare`, and of the bare run, in turn, in seconds."""
    taken: list[tuple[float, ...]] = []
    for _ in range(runs):
        prepare()
        one = build(folder).wall
        prepare()
        taken.append((one, snakemake(folder).wall, snakemake(bare).wall))
    return [statistics.median(times) for times in zip(*taken, strict=True)]


def single(folder: Path, bare: Path, runs: int) -> None:
    """The table of the first article."""
    folder.mkdir()
    names = copy_project(folder, 1)
    bare_project(bare)
    build(folder), snakemake(bare)  # a first run fills byte code caches
    heads = ("make article", "ratio", "snakemake all", "ratio", "bare")
    print(f"{'median of ' + str(runs):<18}" + "".join(f"{head:>15}" for head in heads))
    cases: dict[str, Callable[[], None]] = {
        "cold": lambda: clear(folder),
        "nothing changed": lambda: None,
        "one changed cell": lambda: change_cell(folder),
        "one changed word": lambda: change_word(folder),
    }
    for title, prepare in cases.items():
        took, command, idle = measure(folder, bare, runs, prepare)
        shown = (
            *(f"{took:.2f} s", f"{took / idle:.2f} x"),
            *(f"{command:.2f} s", f"{command / idle:.2f} x"),
            f"{idle:.2f} s",
        )
        print(f"{title:<18}" + "".join(f"{each:>15}" for each in shown), flush=True)
    jobs(folder, names[0])


def jobs(folder: Path, article: str) -> None:
    """Time and peak memory of each job of an article, run alone."""
    print(f"\n{'job alone':<36}{'time':>10}{'peak memory':>14}")
    for command in (
        ["ledger.py", article],
        *(["figures.py", article, lang] for lang in LANGUAGES),
        *(["page.py", article, lang] for lang in LANGUAGES),
        ["verify.py", article],
    ):
        # A page that is as it was ends at once; it is the making of one that is measured.
        (folder / "build" / article / "records" / f"page.{command[-1]}.json").unlink(True)
        cost = run(folder, [sys.executable, f"scripts/{command[0]}", *command[1:]], 600)
        print(f"{' '.join(command):<36}{cost.wall:8.2f} s{cost.memory:11.0f} MB", flush=True)


def main() -> None:
    """Print the table of one article, or the figures of many articles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--articles", type=int, default=1, help="so many copies of an article")
    parser.add_argument("--small", default="", help="yes: copies of the small article of the tests")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tieout-bench-") as name:
        if args.articles > 1:
            many(Path(name), args.articles, args.small == "yes")
        else:
            single(Path(name) / "project", Path(name) / "bare", args.runs)


if __name__ == "__main__":
    main()
