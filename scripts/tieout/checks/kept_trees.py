"""What YAML files hold, kept from one run to the next as Python keeps its byte code.

To parse what editors wrote takes a tenth of verifying one changed word. A file in `.cache` holds
what one text came to, by the hash of that text. One that is missing, damaged, or from another
Python, package or version of this code counts for nothing: then the text is parsed again. The YAML
files themselves are read each time.
"""

from __future__ import annotations

import contextlib
import hashlib
import marshal
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tieout.basis import CACHE, Basis
from tieout.files import write_atomic

FOLDER = CACHE / "checks"
_OWN = Path(__file__).resolve()
_BASIS = Basis(lambda: (_OWN, _OWN.with_name("written.py")), ("yaml",))


def kept_or_made(path: Path, text: str, make: Callable[[], tuple[Any, Any]]) -> tuple[Any, Any]:
    """What `make` makes of the text of a file: plain data, twice. Raises what it raises."""
    file = FOLDER / hashlib.sha256(os.fsencode(path.absolute())).hexdigest()[:32]
    mark = hashlib.sha256(text.encode("utf-8")).digest()
    found = _read(file, mark)
    if found is None:
        found = make()
        # What cannot be kept is made again: what refers to itself, or a folder that is read-only.
        with contextlib.suppress(OSError, ValueError):
            if _BASIS.is_settled():
                write_atomic(file, _BASIS.sealed(mark + marshal.dumps(found)))
    return found


def _read(file: Path, mark: bytes) -> tuple[Any, Any] | None:
    """What a file holds for a text; only bytes under a whole seal may reach marshal."""
    with contextlib.suppress(OSError):
        data = _BASIS.opened(file.read_bytes())
        if data is not None and data.startswith(mark):
            first, second = marshal.loads(data[len(mark) :])
            return first, second
    return None
