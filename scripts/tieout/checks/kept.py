"""What checks found out about texts, kept from one run to the next as Python keeps its byte code.

After one changed word nearly all texts are those of the last run. A file in `.cache` holds what was
found out about each; one that is missing, damaged, or from another Python, package or version of
any check counts for nothing. What is kept is a function of the text and of the code alone, or of
what the name of the file tells. It is used only by who has allowed it: a build, whose answers are
kept as well, and the preview. Whoever asks for a fresh look gets one.
"""

from __future__ import annotations

import contextlib
import hashlib
import marshal
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tieout.basis import Basis

#: Beside what other rooms keep (see tieout.basis).
FOLDER = Path(__file__).resolve().parents[3] / ".cache" / "checks"
_allowed: list[bool] = []


def allow() -> None:
    """Let the checks of this process use what is kept, and keep what they find out."""
    _allowed[:] = [True]


def open_makers() -> None:
    """Open all code that checks may run, for whoever listens to what a job rests on.

    What is kept of a text came of code that is not even imported when the text comes again.
    """
    _basis().open_all()


def forbid() -> None:
    """Let them look at every text anew, as they do by themselves."""
    _allowed.clear()


def _makers() -> list[Path]:
    """All code of the checks, and their lists of words."""
    folder = Path(__file__).resolve().parent
    return [path for path in folder.iterdir() if path.suffix in (".py", ".txt")]


@cache
def _basis() -> Basis:
    from tieout.basis import Basis

    return Basis(_makers, ("yaml", "opencc", "lxml", "cmarkgfm"))


class KeptTexts:
    """What is known of texts, by text: plain data."""

    def __init__(self, *names: str) -> None:
        name = "\0".join(names)
        self._path = FOLDER / hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:32]
        self._kept: Mapping[Any, Any] = _read(self._path) if _allowed else {}
        self.get: Callable[[Any], Any] = self._kept.get

    def __contains__(self, text: object) -> bool:
        return text in self._kept

    def keep(self, known: Mapping[Any, Any]) -> None:
        """Write what is known of all texts of this run, instead of what was kept."""
        if _allowed and known != self._kept:
            _write(self._path, {**known})


def kept_or_made(path: Path, text: str, make: Callable[[], tuple[Any, Any]]) -> tuple[Any, Any]:
    """What `make` makes of the text of a file: plain data, twice. Raises what it raises."""
    kept = KeptTexts("file", str(path.absolute()))
    mark = hashlib.sha256(text.encode("utf-8")).digest()
    found = kept.get(mark)
    if found is None:
        found = make()
        kept.keep({mark: found})
    first, second = found
    return first, second


def _read(path: Path) -> dict[Any, Any]:
    """What a file holds; only bytes under a whole seal may reach marshal."""
    with contextlib.suppress(OSError):
        data = _basis().opened(path.read_bytes())
        if data is not None:
            return dict(marshal.loads(data))
    return {}


def _write(path: Path, known: dict[Any, Any]) -> None:
    from tieout.files import write_atomic

    # What cannot be kept is found out again: what refers to itself, a folder that is read-only.
    with contextlib.suppress(OSError, ValueError):
        if _basis().is_settled():
            write_atomic(path, _basis().sealed(marshal.dumps(known)))
