"""Pull one source or all, and write a report of each; sources/ stays as it is."""

from __future__ import annotations

import datetime
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tieout.errors import Problem, TieoutError, fail, nearest, shown
from tieout.files import write_together
from tieout.names import NAME as ID
from tieout.pull.changes import counts, to_markdown
from tieout.pull.impact import Articles
from tieout.pull.plan import planned
from tieout.pull.record import NAME, basis, pins, taken, to_json, to_record
from tieout.pull.source import Getter, Pulled, pull_source
from tieout.pull.swap import copied, restore_idle
from tieout.units import load_units

#: Sources at a time. Hosts are asked one request at a time whatever this says.
WORKERS = 6


@dataclass(frozen=True, slots=True)
class Folders:
    """Where a pull reads and writes."""

    sources: Path = Path("sources")
    templates: Path = Path("templates")
    captures: Path = Path("captures")
    reports: Path = Path("build/pull")


def known_sources(folders: Folders) -> list[str]:
    """The ids of all sources."""
    restore_idle(folders.sources)
    found = (path.parent.name for path in folders.sources.glob("*/source.yaml"))
    return sorted(name for name in found if ID.fullmatch(name))


def chosen(folders: Folders, source: str | None) -> list[str]:
    """One source, or all of them. Raises TieoutError for one that is not there."""
    known = known_sources(folders)
    if not source:
        return known
    if source not in known:
        mend = nearest(source, known) or f"known sources are {', '.join(known)}"
        raise fail(folders.sources, 0, f"there is no source '{source}'", mend)
    return [source]


def pull(
    names: Sequence[str], getter: Getter, folders: Folders, say: Callable[[str], None]
) -> list[Problem]:
    """Pull the sources and write their reports. Returns the problems, which are in the reports too.

    Raises TieoutError, after all have been tried, if a source folder is broken; OSError when the
    disk is full.
    """
    units = load_units(folders.sources / "units.yaml")
    lock = threading.Lock()

    def tell(line: str) -> None:
        with lock:
            say(line)

    def one(name: str) -> tuple[Pulled, dict[str, str]] | TieoutError:
        folder = folders.sources / name
        try:
            before = basis(folder)  # an edit from here on is seen when the pull is accepted
            return pull_source(folder, units, getter, folders.captures, tell), before
        except TieoutError as error:
            return error

    problems: list[Problem] = []
    figures: list[Any] = []
    articles = Articles(folders.sources, folders.templates)
    with ThreadPoolExecutor(WORKERS) as pool:
        for outcome in pool.map(one, names):
            if isinstance(outcome, TieoutError):
                problems += outcome.problems
                continue
            result, before = outcome
            record = report(result, before, folders, articles)
            problems += result.problems
            figures += record["figures"]
            path = folders.reports / result.source / "changes.md"
            tell(f"{result.source}: {counts(record['figures'])}; see {shown(path)}")
    if len(names) > 1:
        tell(f"{len(names)} sources, {len(figures)} figures: {counts(figures)}")
    return problems


def report(
    pulled: Pulled, before: Mapping[str, str], folders: Folders, articles: Articles
) -> dict[str, Any]:
    """Work out what the changes touch, and write changes.md and changes.json.

    `before` is the basis of the source folder as it was when the pull began.
    """
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    record = to_record(pulled, (), before, today)
    if pulled.with_status("changed", "found"):
        with tempfile.TemporaryDirectory() as room:
            copy = Path(room) / "sources"
            copied(folders.sources, copy)
            for name, text in planned_files(pulled, record).items():
                (copy / pulled.source / name).write_bytes(text.encode("utf-8"))
            found = articles.impacts(pulled.source, copy)
            record = to_record(pulled, found, before, today)
    folder = folders.reports / pulled.source
    write_together({folder / NAME: to_json(record), folder / "changes.md": to_markdown(record)})
    return record


def planned_files(pulled: Pulled, record: Mapping[str, Any]) -> dict[str, str]:
    """The files that an acceptance of this pull would write."""
    return planned(pulled.folder, pulled.yaml, taken(record), pins(record), record["day"])
