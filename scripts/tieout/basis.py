"""What something kept in `.cache` was made with; without it what was kept counts for nothing.

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

CODE = Path(__file__).resolve().parent
#: Where things are kept, in folders of their own. Git and archives leave it out.
CACHE = CODE.parents[1] / ".cache"
_LENGTH = hashlib.sha256().digest_size
#: What has changed since shortly before this may be other code than that which runs here.
_IMPORTED, _MARGIN = time.time_ns(), 2 * 10**9


class Basis:
    """Modules of ours, and packages, that settle what something comes to, or whether it fails."""

    def __init__(self, makers: Callable[[], Sequence[Path]], packages: Sequence[str]) -> None:
        self._makers, self._packages = makers, packages

    def sealed(self, data: bytes) -> bytes:
        """The content of a file that holds these bytes."""
        return self._seal(data) + data

    def opened(self, content: bytes) -> bytes | None:
        """The bytes that a file holds; None if the seal is not whole, or of another basis."""
        seal, data = content[:_LENGTH], content[_LENGTH:]
        return data if seal == self._seal(data) else None

    def is_settled(self) -> bool:
        """Whether all of it was written, and put in its place, well before this process began."""
        states = [path.stat() for path in self._files]
        latest = max(max(state.st_mtime_ns, state.st_ctime_ns) for state in states)
        return latest < _IMPORTED - _MARGIN

    def _seal(self, data: bytes) -> bytes:
        return hashlib.sha256(self._told + data).digest()

    @cached_property
    def _files(self) -> list[Path]:
        return [*self._makers(), *self._origins()]

    @cached_property
    def _told(self) -> bytes:
        states = ((path, path.stat()) for path in self._origins())
        told = [sys.version, *(f"{path} {s.st_size} {s.st_mtime_ns}" for path, s in states)]
        own = b"".join(path.read_bytes() for path in self._makers())
        return hashlib.sha256("\n".join(told).encode("utf-8", "surrogateescape") + own).digest()

    def _origins(self) -> list[Path]:
        """A file of each package that comes anew with it; to look for it imports nothing."""
        found = (getattr(find_spec(name), "origin", None) for name in self._packages)
        return [Path(origin) for origin in found if origin]
