"""Captures: the bytes of a document as they were fetched, in a WARC file named after their hash.

They stay on the machine that fetched them (Git ignores the folder); source.yaml pins the hash. So
a build checks those that are there, and misses none that are not.
"""

from __future__ import annotations

import datetime
import hashlib
import io
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tieout.errors import Problem, fail, shown
from tieout.yamlio import Document

FOLDER = Path("captures")
#: Nothing that is fetched comes near this; a larger file is not one of ours.
MAX_BYTES = 20_000_000
#: What a damaged archive raises, besides what its reader has errors for.
_BROKEN = (ValueError, TypeError, AttributeError, EOFError, OSError, zlib.error)


@dataclass(frozen=True, slots=True)
class Capture:
    """What a WARC file holds: one document, and when and from where it came."""

    url: str
    when: datetime.datetime
    headers: Mapping[str, str]
    body: bytes

    @property
    def sha256(self) -> str:
        """The hash that names the capture."""
        return hashlib.sha256(self.body).hexdigest()


def path_of(source: str, sha256: str, folder: Path = FOLDER) -> Path:
    """Where the capture with a hash is kept."""
    return folder / source / f"{sha256}.warc.gz"


def read_capture(path: Path) -> Capture:
    """Read a capture. Raises TieoutError if it is broken or is not what its name says."""
    from warcio.archiveiterator import ArchiveIterator
    from warcio.exceptions import ArchiveLoadFailed

    mend = f"remove {path.name} and pull the source again"
    if path.stat().st_size > MAX_BYTES:
        raise fail(path, 0, "the capture is too large", mend)
    try:
        records = ArchiveIterator(io.BytesIO(path.read_bytes()))
        record: Any = next(iter(records))
        body = record.content_stream().read(MAX_BYTES + 1)
        headers = record.http_headers.headers if record.http_headers else []
        url = record.rec_headers.get_header("WARC-Target-URI")
        when = datetime.datetime.fromisoformat(record.rec_headers.get_header("WARC-Date"))
    except (ArchiveLoadFailed, StopIteration, LookupError, *_BROKEN) as error:
        what = f"the capture cannot be read ({error or type(error).__name__})"
        raise fail(path, 0, what, mend) from None
    capture = Capture(url, when, {name.lower(): value for name, value in headers}, body)
    if f"{capture.sha256}.warc.gz" != path.name:
        raise fail(path, 0, "the kept bytes are no longer those that were fetched", mend)
    return capture


def pinned(meta: Mapping[str, Any]) -> list[dict[str, str]]:
    """The captures that a source.yaml names: url, day, sha256."""
    return list(meta.get("captures", []))


def capture_problems(document: Document, source: str, folder: Path = FOLDER) -> list[Problem]:
    """What is wrong with the captures that a source pins, as far as they are on this machine."""
    from tieout.errors import TieoutError

    found: list[Problem] = []
    for index, pin in enumerate(pinned(document.data)):
        path = path_of(source, pin["sha256"], folder)
        if not path.exists():
            continue
        try:
            capture = read_capture(path)
        except TieoutError as error:
            found.extend(error.problems)
            continue
        if capture.url != pin["url"]:
            what = f"{shown(path)} holds {capture.url}, not {pin['url']}"
            found.append(document.problem(("captures", index), what, "pull the source again"))
    return found


def kept_files(source: str, source_yaml: str, folder: Path = FOLDER) -> list[Path]:
    """The captures on this machine that the text of a source.yaml pins."""
    named = set(re.findall(r"\b[0-9a-f]{64}\b", source_yaml))
    files = sorted((folder / source).glob("*.warc.gz"))
    return [path for path in files if path.name.removesuffix(".warc.gz") in named]
