"""Measure builds in a copy of the project: medians, each beside a bare no-op Snakemake run.

Every figure is a whole process as a person waits for it. Absolute times depend on the machine; the
ratio to the bare run, measured in turn with it, is what can be compared.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

COPIED = (
    "Snakefile", "scripts", "sources", "templates", "profiles", "config.yaml", "pyproject.toml",
)  # fmt: skip
SNAKEMAKE = Path(sys.executable).with_name("snakemake")
BARE = 'rule all:\n    input:\n        "done.txt",\n'


def copy_project(folder: Path, articles: int) -> None:
    """A copy without results; with `articles` above one, the first article under other names."""
    for name in COPIED:
        source = Path(name)
        if source.is_dir():
            skip = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, folder / name, ignore=skip)
        elif source.exists():
            shutil.copy2(source, folder / name)
    if articles > 1:
        templates = folder / "templates"
        first = sorted(path.parent for path in templates.glob("*/article.yaml"))[0]
        for other in templates.glob("*/article.yaml"):
            if other.parent != first:
                shutil.rmtree(other.parent)
        for index in range(articles - 1):
            shutil.copytree(first, templates / f"copy-{index:04d}")


def run(folder: Path, *targets: str) -> float:
    """Seconds of one Snakemake run in `folder`. Raises SystemExit when it fails."""
    started = time.perf_counter()
    done = subprocess.run(
        [str(SNAKEMAKE), *targets], cwd=folder, capture_output=True, text=True, check=False
    )
    seconds = time.perf_counter() - started
    if done.returncode:
        sys.exit(f"the build failed:\n{done.stdout}{done.stderr}")
    return seconds


def clear(folder: Path) -> None:
    """Remove all results and Snakemake's records."""
    for name in ("build", "figures", ".snakemake"):
        shutil.rmtree(folder / name, ignore_errors=True)


def change_cell(folder: Path) -> None:
    """Turn the last digit of the first decimal cell of a table to and fro."""
    pattern = re.compile(r"(,\d+\.\d*)([0-9])(,|$)", re.MULTILINE)
    for path in sorted((folder / "sources").glob("*/*.csv")):
        text = path.read_text("utf-8")
        if pattern.search(text):
            path.write_text(pattern.sub(_turned, text, count=1), "utf-8")
            return
    sys.exit("no table has a decimal cell to change")


def _turned(match: re.Match[str]) -> str:
    return f"{match[1]}{int(match[2]) ^ 1}{match[3]}"


def change_word(folder: Path) -> None:
    """Add a word at the end of the first English template, or take it away, and confirm it."""
    path = sorted((folder / "templates").glob("*/article.en.md.j2"))[0]
    text = path.read_text("utf-8").rstrip("\n")
    word = "\n\nIndeed."
    path.write_text(
        (text.removesuffix(word) if text.endswith(word) else text + word) + "\n", "utf-8"
    )
    confirm = [sys.executable, "scripts/translated.py", path.parent.name]
    subprocess.run(confirm, cwd=folder, check=True, stdout=subprocess.DEVNULL)


def measure(
    folder: Path, bare: Path, runs: int, prepare: Callable[[], None]
) -> tuple[float, float]:
    """Medians of the build after `prepare`, and of the bare run, measured in turn."""
    builds, idle = [], []
    for _ in range(runs):
        prepare()
        builds.append(run(folder, "all"))
        idle.append(run(bare))
    return statistics.median(builds), statistics.median(idle)


def report(name: str, build: float, idle: float) -> None:
    """One line of the table."""
    print(f"{name:<28}{build:8.2f} s{idle:10.2f} s{build / idle:8.2f} x", flush=True)


def jobs(folder: Path) -> None:
    """Time and peak memory of each job, run alone."""
    article = sorted(path.parent.name for path in (folder / "templates").glob("*/article.yaml"))[0]
    print(f"\n{'job alone':<28}{'time':>10}{'peak memory':>14}")
    for command in (
        ["ledger.py", article],
        *(["figures.py", article, lang] for lang in ("en", "zh-TW")),
        *(["page.py", article, lang] for lang in ("en", "zh-TW")),
        ["verify.py", article],
    ):
        started = time.perf_counter()
        child = subprocess.Popen(
            [sys.executable, f"scripts/{command[0]}", *command[1:]],
            cwd=folder,
            stdout=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - started
        if status:
            sys.exit(f"{command[0]} failed")
        print(
            f"{' '.join(command):<28}{seconds:8.2f} s{usage.ru_maxrss / 1024:11.0f} MB", flush=True
        )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--articles", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tieout-bench-") as name:
        folder, bare = Path(name) / "project", Path(name) / "bare"
        bare.mkdir()
        (bare / "Snakefile").write_text(BARE)
        (bare / "done.txt").touch()
        shutil.copytree("profiles", bare / "profiles")
        folder.mkdir()
        copy_project(folder, 1)
        run(folder, "all"), run(bare)  # a first run fills byte code caches
        print(f"{'median of ' + str(args.runs):<28}{'build':>10}{'bare':>12}{'ratio':>10}")
        cases: dict[str, Callable[[], None]] = {
            "cold": lambda: clear(folder),
            "nothing changed": lambda: None,
            "one changed cell": lambda: change_cell(folder),
            "one changed word": lambda: change_word(folder),
        }
        for title, prepare in cases.items():
            report(title, *measure(folder, bare, args.runs, prepare))
        jobs(folder)
        if args.articles > 1:
            many(Path(name) / "many", folder, bare, args.articles)


def many(folder: Path, single: Path, bare: Path, count: int) -> None:
    """A cold build of many articles against one: what each article costs."""
    folder.mkdir()
    copy_project(folder, count)
    idle = statistics.median(run(bare) for _ in range(3))
    clear(single)
    one, all_of_them = run(single, "all"), run(folder, "all")
    still = run(folder, "all")
    print(f"\n{count} articles, cold: {all_of_them:.2f} s; nothing changed: {still:.2f} s")
    print(f"cost per article beyond the bare run: {(all_of_them - idle) / count:.2f} s")
    print(f"cost of a single article beyond it:   {one - idle:.2f} s")


if __name__ == "__main__":
    main()
