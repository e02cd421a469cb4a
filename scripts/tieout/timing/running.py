"""Run a command and say what it cost: time as a person waits, time of the processors, memory."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

SNAKEMAKE = Path(sys.executable).with_name("snakemake")
#: A line of the table of jobs that a dry run prints.
_COUNT = re.compile(r"^(\S+) +(\d+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Cost:
    """Of a process and all that it started: seconds, of processors too; peak MB of the largest."""

    wall: float
    cpu: float
    memory: float
    said: str


def run(folder: Path, command: Sequence[str], limit: float) -> Cost:
    """Run a command in `folder`. Raises SystemExit when it fails or takes longer than `limit` s."""
    started = time.perf_counter()
    with tempfile.TemporaryFile("w+", encoding="utf-8") as log:
        child = subprocess.Popen(
            [*command], cwd=folder, stdout=log, stderr=log, start_new_session=True
        )
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.perf_counter() - started > limit:
                os.killpg(child.pid, 15)
                sys.exit(f"{' '.join(command)} took longer than {limit:.0f} s: try fewer articles")
            time.sleep(0.01)
        child.returncode = os.waitstatus_to_exitcode(status)
        log.seek(0)
        said = log.read()
    if child.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{said[-4000:]}")
    wall = time.perf_counter() - started
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, said)


def build(folder: Path, limit: float = 7200) -> Cost:
    """Build all that is not up to date, as `make article` does."""
    return run(folder, [sys.executable, "scripts/build.py"], limit)


def snakemake(folder: Path, limit: float = 7200) -> Cost:
    """The same by Snakemake's own command line."""
    return run(folder, [str(SNAKEMAKE), "all"], limit)


def plan(folder: Path, limit: float = 900) -> Cost:
    """Find out what a build would run, and run none of it."""
    return run(folder, [str(SNAKEMAKE), "--dry-run", "all"], limit)


def planned(folder: Path) -> dict[str, int]:
    """How many jobs of each rule a build would run; `all`, which does nothing, is left out."""
    table = plan(folder).said.partition("Job stats:")[2].partition("\n\n")[0]
    return {
        name: int(count) for name, count in _COUNT.findall(table) if name not in ("all", "total")
    }
