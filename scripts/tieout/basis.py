"""What something kept in `.cache` was made with; without it what was kept counts for nothing.

Rooms keep things there in folders of their own; git and archives leave it out.

Python, packages by place, size and time, as Python itself judges its byte code, and code of ours by
its bytes. The seal finds damage, not intent: who may write into `.cache` may write into `scripts`
and its `__pycache__` as well, which Python runs in the same way.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

_LENGTH = hashlib.sha256().digest_size
#: What has changed since shortly before this may be other code than that which runs here.
_IMPORTED, _MARGIN = time.time_ns(), 2 * 10**9


class Basis:
    """Modules of ours, and packages, that settle what something comes to, or whether it fails."""

    def __init__(self, makers: Callable[[], Sequence[Path]], packages: Sequence[str]) -> None:
        self._find, self._names = makers, packages

    def sealed(self, data: bytes) -> bytes:
        """The content of a file that holds these bytes."""
        return self._seal(data) + data

    def opened(self, content: bytes) -> bytes | None:
        """The bytes that a file holds; None if the seal is not whole, or of another basis."""
        seal, data = content[:_LENGTH], content[_LENGTH:]
        return data if seal == self._seal(data) else None

    def open_all(self) -> None:
        """Open every file, so that whoever listens to what a job reads hears of them."""
        for path in (*self._packages, *self._makers):
            with path.open("rb", buffering=0):
                pass

    def is_settled(self) -> bool:
        """Whether all of it was written, and put in its place, well before this process began."""
        states = [path.stat() for path in (*self._makers, *self._packages)]
        latest = max(max(state.st_mtime_ns, state.st_ctime_ns) for state in states)
        return latest < _IMPORTED - _MARGIN

    def _seal(self, data: bytes) -> bytes:
        return hashlib.sha256(self._told + data).digest()

    @cached_property
    def _told(self) -> bytes:
        told = hashlib.sha256(sys.version.encode())
        for path in self._packages:
            state = path.stat()
            told.update(f"{path} {state.st_size} {state.st_mtime_ns}".encode("utf-8", "replace"))
        for path in (*self._packages, *self._makers):
            with path.open("rb", buffering=0) as stream:
                told.update(stream.read())
        return told.digest()

    @cached_property
    def _makers(self) -> list[Path]:
        return sorted(self._find())

    @cached_property
    def _packages(self) -> list[Path]:
        """A file of each package that comes anew with it; to look for it imports nothing."""
        found = (getattr(find_spec(name), "origin", None) for name in self._names)
        return [Path(origin) for origin in found if origin]
