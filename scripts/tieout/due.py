"""Whether what a room has made still stands: its record is held against the files that lie there.

Snakemake goes by times, and by what it has noted of jobs that succeeded. To it a file that comes
back with its old time (a backup, `cp -p`, a clock set back), a result edited by hand, removed code,
and results put back after their job has failed, which are then as new, are all up to date. So each
job has one input more, a stamp. It is as old as can be while the record of the room holds;
otherwise it is written anew, and counts as changed. What a record names is compared by its bytes.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from tieout.errors import fail
from tieout.files import write_atomic
from tieout.provenance import read_record

STAMPS, BUILD = Path(".cache/due"), Path("build")
#: Times, in seconds, older than those of any file that a job has written, whatever the clock says:
#: of a stamp while the record holds, of a result that does not stand, and of the stamp then.
_HOLDS, _FALLEN, _NEW = 1, 2, 3
_UNFIT = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)


def room_due(article: str, room: str) -> str:
    """The stamp of a room: new if an input of its record has changed, or an output is gone.

    An output edited by hand is not made again here: verify tells of it, and of the mend.
    """
    path = BUILD / article / "records" / f"{room}.json"
    changed: list[str] = []
    if path.exists():  # else it is made anyway
        try:
            record = read_record(path)
            changed = [*_changed(record["inputs"]), *_missing(record["outputs"])]
        except _UNFIT:
            changed = [path.as_posix()]
    return _stamp(f"{article}.{room}", path, changed)


def verify_due(article: str) -> str:
    """The stamp of verify: new if any file that a build read or wrote is another than it was."""
    path = BUILD / article / "provenance.json"
    changed: list[str] = []
    if path.exists():
        try:
            record = read_record(path)
            changed = _changed({**record["inputs"], **record["outputs"]})
        except _UNFIT:
            changed = [path.as_posix()]
    return _stamp(f"{article}.verify", path, changed)


def site_due() -> str:
    """The stamp of what spans articles: new if it is not what was made from what lies there."""
    path = BUILD / "logs" / "site.json"
    changed: list[str] = []
    if path.exists():  # else the times alone decide
        try:
            record = json.loads(path.read_text("utf-8"))
            changed = _changed({**record["inputs"], **record["outputs"]})
        except _UNFIT:
            changed = [path.as_posix()]
    return _stamp("site", BUILD / "robots.txt", changed)


def _changed(marks: Mapping[str, str]) -> list[str]:
    return [name for name, mark in marks.items() if _hash(name) != mark]


def _missing(names: Iterable[str]) -> list[str]:
    return [name for name in names if not Path(name).is_file()]


@cache
def _hash(name: str) -> str:
    """The hash of a file, read once for all articles; empty when it cannot be read."""
    try:
        return hashlib.sha256(Path(name).read_bytes()).hexdigest()
    except (OSError, ValueError):
        return ""


def _stamp(name: str, output: Path, changed: list[str]) -> str:
    """The path of a stamp, which says what has changed.

    `output` is a result of the job: only its time is set back, to before the stamp's. No stamp has
    the bytes of a former one, since Snakemake takes an input of the same bytes for the same.
    Raises TieoutError when it cannot be written.
    """
    path = STAMPS / name
    if changed:
        with contextlib.suppress(OSError):
            os.utime(output, (_FALLEN, _FALLEN))
    try:
        if changed:
            write_atomic(path, "\n".join((f"{time.time_ns()}", *changed)) + "\n")
        elif not path.is_file():
            write_atomic(path, "")
        when = _NEW if changed else _HOLDS
        if path.stat().st_mtime != when:
            os.utime(path, (when, when))
    except OSError as error:
        reason = error.strerror or str(error)
        raise fail(path, 0, f"cannot be written ({reason})", "remove .cache/due") from None
    return path.as_posix()
