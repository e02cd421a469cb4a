"""Files that bear a time in the future: nothing that is made of them can be newer than they are.

They come from an archive of another time zone, from a clock that was wrong, or it is the clock of
this machine that is. Snakemake runs the job, finds its results older than what they were made from,
removes them, and does so again at every run. So this is said before anything runs.
"""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from tieout.errors import fail
from tieout.workflow import CODE, CODE_KINDS, results, template_files, written_files

#: Seconds by which the clock of a file server may be ahead of this machine's.
SKEW = 60.0


def none_later(names: list[str]) -> list[str]:
    """No file, for a rule to ask: of what a build of these articles reads and makes, none is later.

    Raises TieoutError for the first that bears a time in the future.
    """
    limit = time.time() + SKEW
    later = {path: when for path in set(_files(names)) if (when := _time(path)) > limit}
    if not later:
        return []
    path, when = min(later.items())
    day = datetime.fromtimestamp(when).strftime("%Y-%m-%d %H:%M")
    count = f" (one of {len(later)})" if len(later) > 1 else ""
    mend = f"run {_command(sorted(later))}, or set the clock of this machine right"
    raise fail(Path(path), 0, f"the file is dated in the future, {day}{count}", mend)


def _command(later: list[str]) -> str:
    """What gives the files the time of now."""
    if len(later) == 1:
        return f"touch {shlex.quote(later[0])}"
    tops = sorted({path.split("/")[0] for path in later})
    return f"find {shlex.join(tops)} -type f -newermt now -exec touch {{}} +"


def _files(names: list[str]) -> Iterator[str]:
    for name in names:
        yield from written_files(name)
        yield from template_files(name)
    yield from results(names)
    yield from (path.as_posix() for path in Path("scripts").glob("*.py"))
    for folder, _, files in os.walk(CODE):
        yield from (f"{folder}/{name}" for name in files if name.endswith(CODE_KINDS))


def _time(path: str) -> float:
    """When a file was last written, in seconds of the epoch; 0 where there is none."""
    try:
        return Path(path).stat().st_mtime
    except OSError:
        return 0.0
