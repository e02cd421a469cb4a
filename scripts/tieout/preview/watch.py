"""Which files an editor has saved, as soon as the system tells."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

from tieout.preview.places import Places

#: What a page can rest on. Editors leave other files beside these for a moment.
KINDS = {".yaml", ".csv", ".j2", ".css", ".js"}
#: Changes are told when none has followed for so many milliseconds, and at the latest after these.
REST, GATHER = 5, 100
#: Seconds by which the clock of a file system may lag.
SLACK = 0.05


def edits(places: Places, since: float, stop: threading.Event) -> Iterator[frozenset[Path]]:
    """Sets of paths written, moved or removed after `since` (epoch, s), until `stop` is set."""
    roots = {folder.resolve(): folder for folder in (places.sources, places.templates)}
    first = True
    known = {file for root in roots for file in _files(root)}
    for change in _changes(roots, stop, deep=True):
        files = {file for path in change for file in _touched(path, known)}
        if first:  # what was saved while the watch was set up, nobody has told
            files |= {file for root in roots for file in _files(root) if _changed(file, since)}
            first = False
        known = {file for file in known | files if file not in files or file.exists()}
        paths = (_told(file, roots) for file in files)
        found = frozenset(p for p in paths if p.suffix in KINDS and not p.name.startswith("."))
        if found or not change:
            yield found


def settings_edits(
    places: Places, since: float, stop: threading.Event
) -> Iterator[frozenset[Path]]:
    """The same of config.yaml. Its folder is the project: what lies deeper is not looked at."""
    first = True
    for change in _changes([places.config.parent.resolve()], stop, deep=False):
        unseen = first and _changed(places.config, since)
        first = False
        if unseen or any(path.name == places.config.name for path in change):
            yield frozenset([places.config])


def _changes(folders: Iterable[Path], stop: threading.Event, deep: bool) -> Iterator[list[Path]]:
    """Paths that have changed together, or none for half a second, until `stop` is set."""
    from watchfiles import watch

    changes = watch(
        *folders, watch_filter=None, debounce=GATHER, step=REST, stop_event=stop, rust_timeout=500,
        yield_on_timeout=True, recursive=deep,
    )  # fmt: skip
    yield from ([Path(path) for _, path in change] for change in changes)


def _files(path: Path) -> Iterator[Path]:
    """A file, or those of a folder: what a new folder held when it came is not told one by one."""
    yield path
    if path.is_dir():
        yield from path.rglob("*")


def _touched(path: Path, known: set[Path]) -> Iterator[Path]:
    """What a change of one path has changed: of a folder that is gone, the files it had."""
    yield from _files(path)
    if not path.exists():
        yield from (file for file in known if path in file.parents)


def _changed(path: Path, since: float) -> bool:
    try:
        return path.lstat().st_ctime >= since - SLACK
    except FileNotFoundError:
        return False


def _told(path: Path, roots: dict[Path, Path]) -> Path:
    """A path as the project names it."""
    for root, folder in roots.items():
        if path.is_relative_to(root):
            return folder / path.relative_to(root)
    return path
