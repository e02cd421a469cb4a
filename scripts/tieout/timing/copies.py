"""Copies of a project to be measured in: one article, or the same under many names."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tieout.workflow import layout_files

COPIED = (
    "Snakefile", "scripts", "sources", "templates", "profiles", "config.yaml", "pyproject.toml",
)  # fmt: skip
#: The small article that the tests build, and what it reads.
SMALL = Path("tests/fixtures/mini")
BARE = 'rule all:\n    input:\n        "done.txt",\n'


def copy_project(folder: Path, articles: int, small: bool = False) -> list[str]:
    """A copy without results, of the first article alone: under other names too, if it is several.

    `small` takes the article of the tests in place of the project's own. The names of all articles.
    """
    for name in COPIED:
        _copy(Path(name), folder / name)
    templates = folder / "templates"
    if small:
        for name in ("templates", "sources"):
            shutil.rmtree(folder / name)
            shutil.copytree(SMALL / name, folder / name)
        shutil.copytree("templates/_layout", templates / "_layout")
    first, *others = sorted(path.parent.name for path in templates.glob("*/article.yaml"))
    for other in others:
        shutil.rmtree(templates / other)
    copies = [f"copy-{index:04d}" for index in range(1, articles)]
    for copy in copies:
        shutil.copytree(templates / first, templates / copy)
    return [first, *copies]


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    elif source.exists():
        shutil.copy2(source, target)


def bare_project(folder: Path) -> None:
    """A workflow of one file that is there: what Snakemake takes to see that."""
    folder.mkdir()
    (folder / "Snakefile").write_text(BARE)
    (folder / "done.txt").touch()
    shutil.copytree("profiles", folder / "profiles")


def lay_results(built: Path, folder: Path, names: list[str]) -> None:
    """Stand in for builds that would take too long: the results of one, under each name.

    All bear the same time, later than what they were made from, so Snakemake finds them up to date.
    Their content is another article's; a run that looks at no more than times cannot tell.
    """
    first = names[0]
    for room in ("build", "figures"):
        for name in names:
            shutil.copytree(built / room / first, folder / room / name)
    for path in (built / "build").glob("*.*"):
        shutil.copy(path, folder / "build")
    record = folder / "build" / "logs" / "site.json"
    record.parent.mkdir()
    layout = [
        f"templates/_layout/{path.name}" for path in map(Path, layout_files(folder / "templates"))
    ]
    asked = {"articles": sorted(names), "layout": layout}
    record.write_text(json.dumps({**asked, "inputs": {}, "outputs": {}}))  # nothing to be compared
    touch_all(folder)


def touch_all(folder: Path) -> None:
    """Make every result as new as every other, and newer than all that they were made from."""
    now = time.time()
    for room in ("build", "figures"):
        for path in (folder / room).rglob("*"):
            os.utime(path, (now, now))


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
