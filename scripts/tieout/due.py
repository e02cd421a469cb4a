"""Whether what a room has made still stands: its record is held against the files that lie there.

Snakemake goes by times, and by what it has noted of jobs that succeeded. To it a file that comes
back with its old time (a backup, `cp -p`, a clock set back), a result edited by hand, removed code,
and results put back after their job has failed, which are then as new, are all up to date. So each
job has one input more, a stamp. It is as old as can be while the record of the room holds;
otherwise it is written anew, and counts as changed. What a record names is compared by its bytes.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tieout import underway
from tieout.errors import TieoutError, fail
from tieout.files import write_atomic
from tieout.provenance import read_record, sha256
from tieout.workflow import TEMPLATES, articles, layout_files, written_files

Record = Mapping[str, Mapping[str, str]]
STAMPS, BUILD = underway.MARKS, Path("build")
#: Times, in seconds, older than those of any file that a job has written, whatever the clock says:
#: of a stamp while the record holds, of a result that does not stand, and of the stamp then.
_HOLDS, _FALLEN, _NEW = 1, 2, 3
_UNFIT = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)


def room_due(article: str, room: str) -> str:
    """The stamp of a room: new if an input of its record has changed, or an output is gone.

    An output edited by hand is not made again here: verify tells of it, and of the mend.
    """
    path = BUILD / article / "records" / f"{room}.json"
    changed = _changed(path, read_record, _is_there) + _begun(article, room)
    return _stamp(f"{article}.{room}", path, changed)


def verify_due(article: str) -> str:
    """The stamp of verify: new if any file that a build read or wrote is another than it was."""
    path = BUILD / article / "provenance.json"
    changed = [*_since_verified(article).changed, *_begun(article, "verify")]
    return _stamp(f"{article}.verify", path, changed)


def site_due() -> str:
    """The stamp of what spans articles: new if it is not what was made from what lies there."""
    path = BUILD / "logs" / "site.json"
    changed = _changed(path, _read_site, _is_same) + _listed_else(path)
    # Where it is missing nothing tells whether the job ended well, or what it was made from.
    lost = [] if path.exists() else [path.as_posix()]
    return _stamp("site", BUILD / "robots.txt", changed + lost)


def checks_of(names: list[str]) -> list[str]:
    """The records of the checks of these articles, for what spans them to come after.

    They count as old where that stands: while a file that counts so is made anew, Snakemake passes
    over every other reason to run the job, so there must be none.
    """
    paths = [(BUILD / name / "checks.json").as_posix() for name in names]
    if not _is_prose_alone(names):
        return paths
    from snakemake.io import ancient

    return [ancient(path) for path in paths]


def _is_prose_alone(names: list[str]) -> bool:
    """Whether nothing has changed since the last builds but the text of templates, if anything.

    What spans articles has nothing of that. A file that has come is in no record: it is looked for.
    """
    site = BUILD / "logs" / "site.json"
    if not site.exists() or _changed(site, _read_site, _is_same) or _asked_else(site):
        return False
    states = map(_since_verified, names)
    begun = (path for name in names for path in STAMPS.glob(f"{name}.*.begun"))
    return not any(begun) and all(each.is_prose and not each.has_come for each in states)


def _asked_else(site: Path) -> bool:
    """Whether what spans articles would ask for other articles or files than it did."""
    try:
        last = json.loads(site.read_text("utf-8"))
        return bool(last["layout"] != layout_files() or _listed_else(site))
    except _UNFIT:
        return True


class _State(NamedTuple):
    """An article since its checks passed: files that are others now, and whether any is new."""

    changed: tuple[str, ...]
    has_come: bool

    @property
    def is_prose(self) -> bool:
        return all(map(_is_prose, self.changed))


@cache
def _since_verified(article: str) -> _State:
    """Asked for twice in a run. `has_come`: something to build from has not been read yet."""
    path = BUILD / article / "provenance.json"
    inputs: set[str] = set()

    def read(_: Path) -> Record:
        record = read_record(path)
        inputs.update(record["inputs"])
        return record

    changed = _changed(path, read, _is_same)
    return _State(tuple(changed), not inputs.issuperset(written_files(article)))


def _is_prose(name: str) -> bool:
    """Whether a file is of the templates of one article: its texts, and who has read them."""
    path = Path(name)
    own = path.parent.parent == TEMPLATES and not path.parent.name.startswith("_")
    return own and (path.suffix == ".j2" or path.name == "translations.yaml")


def _listed_else(path: Path) -> list[str]:
    """The folder of articles, if others are there than were listed last: ledgers may stay."""
    try:
        same = json.loads(path.read_text("utf-8"))["articles"] == articles()
    except (*_UNFIT, TieoutError):
        return []  # there is none yet, it counts as changed, or a name is refused before any job
    return [] if same else [TEMPLATES.as_posix()]


def _read_site(path: Path) -> Record:
    record: Record = json.loads(path.read_text("utf-8"))
    return record


def _begun(article: str, room: str) -> list[str]:
    """The mark of a job that began and did not end well."""
    mark = underway.mark(article, room)
    return [mark.as_posix()] if mark.exists() else []


def _changed(
    path: Path, read: Callable[[Path], Record], stands: Callable[[str, str], bool]
) -> list[str]:
    """The inputs of a record that are others now, and the outputs that do not stand.

    A record that cannot be read is itself what has changed; where there is none, the job runs
    anyway, or the times alone decide.
    """
    if not path.exists():
        return []
    try:
        record = read(path)
        inputs = [name for name, mark in record["inputs"].items() if not _is_same(name, mark)]
        return inputs + [name for name, mark in record["outputs"].items() if not stands(name, mark)]
    except _UNFIT:
        return [path.as_posix()]


def _is_same(name: str, mark: str) -> bool:
    return _hash(name) == mark


def _is_there(name: str, _: str) -> bool:
    return Path(name).is_file()


@cache
def _hash(name: str) -> str:
    """The hash of a file, read once for all articles; empty when it cannot be read."""
    try:
        return sha256(Path(name))
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
