"""Which files an editor has saved, as soon as the system tells."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

from tieout.errors import fail
from tieout.preview.places import Places

#: What a page can rest on. Editors leave other files beside these for a moment.
KINDS = {".yaml", ".csv", ".j2", ".css", ".js"}
#: Changes are told when none has followed for so many milliseconds, and at the latest after these.
REST, GATHER = 5, 100

#: Seconds by which the clock of a file system may lag.
SLACK = 0.05


def edits(places: Places, stop: threading.Event) -> Iterator[frozenset[Path]]:
    """Sets of paths that were written, moved or removed, until `stop` is set.

    Raises TieoutError when a folder is missing.
    """
    from watchfiles import watch

    folders = (places.sources, places.templates)
    for folder in folders:
        if not folder.is_dir():
            raise fail(folder, 0, "there is no such folder", "run this in a folder of Tieout")
    roots = {folder.resolve(): folder for folder in folders}
    changes = watch(
        *roots, watch_filter=None, debounce=GATHER, step=REST, stop_event=stop, rust_timeout=500,
        yield_on_timeout=True,
    )  # fmt: skip
    began: float | None = time.time()
    for change in changes:
        files = [file for _, path in change for file in _files(Path(path))]
        if began is not None:  # what was saved while the watch was set up, nobody has told
            present = (file for root in roots for file in _files(root))
            files += [file for file in present if file.lstat().st_ctime >= began - SLACK]
            began = None
        paths = (_told(file, roots) for file in files)
        found = frozenset(p for p in paths if p.suffix in KINDS and not p.name.startswith("."))
        if found or not change:
            yield found


def _files(path: Path) -> Iterator[Path]:
    """A file, or those of a folder: what a new folder held when it came is not told one by one."""
    yield path
    if path.is_dir():
        yield from path.rglob("*")


def _told(path: Path, roots: dict[Path, Path]) -> Path:
    """A path as the project names it."""
    for root, folder in roots.items():
        if path.is_relative_to(root):
            return folder / path.relative_to(root)
    return path
