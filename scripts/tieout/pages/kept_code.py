"""The code that templates compile to, kept from one run to the next as Python keeps its own.

To compile the templates of an article costs a sixth of setting its page. One file in `.cache`
holds the code of one page's templates, each by the hash of its text and by what compiled it. A file
that is missing, damaged, or from another Python, Jinja or version of this code counts for nothing:
then everything is compiled again. So it can save time and do nothing else.

The hash in front finds damage, not intent. Who may write into `.cache` may write into `scripts`
and its `__pycache__` as well, which Python runs in the same way; no key that a build could read
would be out of their reach. Git and archives leave the folder out, so no such code comes from
elsewhere, and verify holds every number of a page against the ledger, however it was set.
"""

from __future__ import annotations

import contextlib
import hashlib
import marshal
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import CodeType

from tieout.files import write_atomic

FOLDER = Path(__file__).resolve().parents[3] / ".cache" / "templates"
#: What settles which code a text compiles to, and whether it is refused.
_MAKERS = ("content.py", "grammar.py", "layout.py")


class KeptCode:
    """The compiled templates of one page, read at first need; `keep` writes those that it used."""

    def __init__(self, name: str) -> None:
        self._path = FOLDER / hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:32]
        self._kept: dict[str, CodeType] | None = None
        self._used: dict[str, CodeType] = {}

    def code(self, text: str, compiled: Callable[[str], CodeType]) -> CodeType:
        """What `compiled` makes of a text. Raises what it raises."""
        if self._kept is None:
            self._kept = _read(self._path)
        mark = f"{compiled.__name__} {hashlib.sha256(text.encode('utf-8')).hexdigest()}"
        self._used[mark] = found = self._kept.get(mark) or compiled(text)
        return found

    def keep(self) -> None:
        """Write what was used since this was made; where that is impossible, nothing happens."""
        if self._kept is not None and self._used.keys() != self._kept.keys():
            data = marshal.dumps(self._used)
            with contextlib.suppress(OSError):
                write_atomic(self._path, _seal(data) + data)


def _read(path: Path) -> dict[str, CodeType]:
    """The code in a file whose seal is whole: only such bytes may reach marshal."""
    try:
        held = path.read_bytes()
    except OSError:
        return {}
    seal, data = held[:32], held[32:]
    return marshal.loads(data) if seal == _seal(data) else {}


def _seal(data: bytes) -> bytes:
    return hashlib.sha256(_basis() + data).digest()


@cache
def _basis() -> bytes:
    """The versions of all that made the code."""
    from jinja2 import __version__

    own = b"".join((Path(__file__).parent / name).read_bytes() for name in _MAKERS)
    return hashlib.sha256(f"{sys.version} {__version__}\n".encode() + own).digest()
