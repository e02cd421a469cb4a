"""Run the case files of a folder: scripts/cases.py DIR.

Prints one line a file (or folder of documents) and the failed rows below it. Exit status 1 when a
row failed, a file could not be read, or the folder holds no case file.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path

from tieout.cases import CaseResult
from tieout.errors import fail, run

#: The module whose `run` knows the columns of the file, or the documents of the folder.
RUNNERS = {
    "printed-numbers.csv": "tieout.cases.printed_numbers",
    "derive.csv": "tieout.cases.derive",
    "verdicts.csv": "tieout.cases.verdicts",
    "cjk-markdown.csv": "tieout.cases.cjk_markdown",
    "untagged.csv": "tieout.cases.untagged",
    "tables": "tieout.cases.tables",
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Run the case files of a folder.")
    parser.add_argument("folder", type=Path, help="holds " + ", ".join(RUNNERS))
    folder: Path = parser.parse_args().folder
    found = _found(folder)
    results = [result for name in found for result in _report(folder / name)]
    for path in sorted(folder.iterdir()):
        if path.name not in found:
            print(f"{path.name}{'/' if path.is_dir() else ''}: not run")
    failed = sum(not result.passed for result in results)
    print(f"{len(results) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


def _found(folder: Path) -> list[str]:
    """The case files there; raises TieoutError when there is nothing to run."""
    if not folder.is_dir():
        raise fail(folder, 0, "no such folder", "name the folder that holds the case files")
    found = [path.name for path in sorted(folder.iterdir()) if _runner(path) and _is_case(path)]
    found.sort(key=lambda name: list(RUNNERS).index(_known_name(name)))
    if not found:
        raise fail(folder, 0, "no case file in this folder", f"name one with {', '.join(RUNNERS)}")
    return found


def _known_name(name: str) -> str:
    """The name without `-more`: further cases of the same kind stand in a file beside the first."""
    return name.replace("-more", "")


def _runner(path: Path) -> str | None:
    """The module that runs a file or folder."""
    return RUNNERS.get(_known_name(path.name))


def _is_case(path: Path) -> bool:
    """Whether a runner has something to read there: a file, or a folder that is not empty."""
    return any(path.iterdir()) if path.is_dir() else path.is_file()


def _report(path: Path) -> list[CaseResult]:
    """Run one file and print its outcome."""
    results = _run(path)
    failures = [result for result in results if not result.passed]
    print(f"{path.name}: {len(results) - len(failures)} passed, {len(failures)} failed")
    for failure in failures:
        print(f"  {failure.id}: {failure.detail}")
    return results


def _run(path: Path) -> list[CaseResult]:
    """The outcome of each row; a file that breaks its runner, or has no row, counts as a failure.

    Any exception is such an outcome: the other files of the folder shall still be run.
    """
    try:
        results: list[CaseResult] = import_module(str(_runner(path))).run(path)
    except Exception as error:
        model = f"tests/cases/{_known_name(path.name)}"
        detail = f"{type(error).__name__}: {error}; compare its columns with {model}"
        return [CaseResult("the file", False, detail)]
    return results or [CaseResult("the file", False, "holds no case; add a row below the header")]


if __name__ == "__main__":
    run(main)
