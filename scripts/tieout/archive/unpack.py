"""Reading an archive that a stranger may have made: bounded, no file beside it, every byte checked.

Nothing is written before all of it was read and agrees with its checksums.
"""

from __future__ import annotations

import hashlib
import json
import re
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from tieout.archive.pack import MANIFEST
from tieout.errors import TieoutError, fail, shown

CRATE = "ro-crate-metadata.json"
#: An archive of a large article with its captures stays well below each of these.
MOST_FILES, MOST_BYTES, MOST_RATIO = 20_000, 1_000_000_000, 200
#: A file below this may be squeezed as far as it will go.
_SMALL = 1_000_000
_LONGEST_NAME = 400
#: Names that mean the same on every system: no drives, no controls, no backslash, no odd endings.
_BAD_NAME = re.compile(
    r'[\x00-\x1f\x7f-\x9f\\:*?"<>|\ud800-\udfff]|(?:^|/)\.{0,2}(?:/|$)|[. ](?:/|$)'
)
_SUM = re.compile(r"([0-9a-f]{64}) [ *](.+)")
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)
MEND = "fetch the archive again, from where it was published"


def read_archive(path: Path) -> dict[str, bytes]:
    """The files of an archive by name, agreeing with its manifest and its crate.

    Raises TieoutError when it is missing, damaged, too large, or holds what none of ours does.
    """
    if not path.is_file():
        what = "this is no archive" if path.exists() else "there is no such archive"
        raise fail(path, 0, what, "name a file of build/archive/, or a copy of one")
    try:
        with zipfile.ZipFile(path) as archive:
            files = dict(_files(archive, path))
    except TieoutError:
        raise
    except (*_DAMAGED, OSError, MemoryError) as error:
        raise fail(path, 0, f"the archive is damaged ({error})", MEND) from None
    _check_sums(files, path)
    _check_crate(files, path)
    return files


def _files(archive: zipfile.ZipFile, path: Path) -> Iterator[tuple[str, bytes]]:
    entries = archive.infolist()
    if len(entries) > MOST_FILES:
        raise fail(path, 0, f"the archive holds more than {MOST_FILES} files", MEND)
    known: set[str] = set()
    left = MOST_BYTES
    for entry in entries:
        if what := _refused(entry, known):
            name = entry.filename[:100]
            raise fail(path, 0, f"the entry '{name}' {what}", "do not use this archive")
        # Twice under one name on a system that folds case or accents would be one over the other.
        known.add(_folded(entry.filename))
        data = _read(archive, entry, left, path)
        left -= len(data)
        yield entry.filename, data


def _refused(entry: zipfile.ZipInfo, known: set[str]) -> str:
    """Why an entry is none of ours; empty when it is."""
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if _BAD_NAME.search(entry.filename) or len(entry.filename) > _LONGEST_NAME:
        return "has a name that leads elsewhere, or that some system cannot write"
    if kind not in (0, stat.S_IFREG) or entry.is_dir():
        return "is no plain file"
    if entry.flag_bits & 1:
        return "is encrypted"
    if _folded(entry.filename) in known:
        return "stands twice"
    if entry.file_size > max(_SMALL, entry.compress_size * MOST_RATIO):
        return "swells to many times its size"
    return ""


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, left: int, path: Path) -> bytes:
    """One entry, whatever size its header claims."""
    if entry.file_size > left:
        raise fail(path, 0, f"the archive unpacks to more than {MOST_BYTES} bytes", MEND)
    with archive.open(entry) as stream:
        data = stream.read(entry.file_size + 1)
    if len(data) != entry.file_size:
        raise zipfile.BadZipFile(f"'{entry.filename}' is not as long as it says")
    return data


def _check_sums(files: dict[str, bytes], path: Path) -> None:
    """Every file is in the manifest, and is what it says."""
    if MANIFEST not in files:
        raise fail(path, 0, f"the archive has no checksums ({MANIFEST})", MEND)
    sums: dict[str, str] = {}
    for line in files[MANIFEST].decode("utf-8", "replace").splitlines():
        match = _SUM.fullmatch(line)
        if match is None or match[2] in sums:
            raise fail(path, 0, f"the checksums are broken in the line '{line}'", MEND)
        sums[match[2]] = match[1]
    apart = sums.keys() ^ (files.keys() - {MANIFEST})
    if apart:
        name = min(apart)
        what = "is missing" if name in sums else "has no checksum"
        raise fail(path, 0, f"the file '{name}' {what}", MEND)
    for name, mark in sums.items():
        if hashlib.sha256(files[name]).hexdigest() != mark:
            raise fail(path, 0, f"the file '{name}' is not what its checksum says", MEND)


def _check_crate(files: dict[str, bytes], path: Path) -> None:
    """The crate describes files of this archive and nothing beside it."""
    try:
        graph: Any = json.loads(files[CRATE])["@graph"]
        parts = [one["@id"] for one in graph if {"File", "Dataset"} & _types(one)]
        names = [unquote(part).removeprefix("./") for part in parts if not _is_elsewhere(part)]
    except KeyError as error:
        raise fail(path, 0, f"the archive is no crate (it lacks {error})", MEND) from None
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise fail(path, 0, f"the crate is broken ({error})", MEND) from None
    for name in names:
        folder = name if name.endswith("/") else f"{name}/"
        held = name in files or not name or any(other.startswith(folder) for other in files)
        if _BAD_NAME.search(name.rstrip("/") or "x") or not held:
            what = f"the crate names '{name[:100]}', which is not in the archive"
            raise fail(path, 0, what, "do not use this archive")


def _types(one: dict[str, Any]) -> set[str]:
    kind = one.get("@type", [])
    return {kind} if isinstance(kind, str) else set(kind)


def _is_elsewhere(part: str) -> bool:
    """Whether an id is an address of the web or a name within the crate, not a path."""
    return part.startswith(("https://", "http://", "#"))


def unpack(files: dict[str, bytes], folder: Path) -> None:
    """Write files into an empty folder; their names were checked when they were read."""
    root = folder.resolve()
    for name, data in files.items():
        target = root / name
        if not target.resolve().is_relative_to(root):
            raise fail(shown(folder), 0, f"the file '{name}' leads elsewhere", MEND)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
