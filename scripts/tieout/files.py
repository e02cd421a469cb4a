"""Reading with bounds, and writing so that a file is either old or new, never half."""

from __future__ import annotations

import errno
import os
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tieout.errors import fail

#: Nothing an editor writes by hand comes near this; a larger file is a mistake.
MAX_BYTES = 2_000_000
#: Characters that no reader sees or that have no agreed meaning: controls, separators that only
#: some programs take for a new line, marks that turn the direction of digits, private use.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff"
    "\ud800-\udfff\ue000-\uf8ff\U000f0000-\U0010ffff]"
)


def read_text(path: Path) -> str:
    """The text of a UTF-8 file without a byte order mark and with LF line ends.

    Raises TieoutError when it is missing, no plain file, too large, not UTF-8, or holds a character
    that cannot be seen.
    """
    try:
        raw = _read_bytes(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise fail(path, 0, f"cannot be read ({reason})", "check the path and its rights") from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        mend = "save it again with encoding UTF-8"
        raise fail(path, line, "the file is not UTF-8", mend) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    refuse_unseen(text, path)
    return text


def _read_bytes(path: Path) -> bytes:
    if path.is_symlink():
        mend = "put the file itself here, so that it cannot lead out of its folder"
        raise fail(path, 0, "a symbolic link stands where a file should be", mend)
    if path.is_dir():
        raise fail(path, 0, "a folder stands where a file should be", "move the folder away")
    if not path.exists():
        raise fail(path, 0, "the file is missing", "create it, or correct the name that leads here")
    if not path.is_file():
        raise fail(path, 0, "this is not a plain file", "put a text file here")
    if path.stat().st_size > MAX_BYTES:
        raise fail(path, 0, f"the file is larger than {MAX_BYTES} bytes", "split it or check it")
    return path.read_bytes()


def refuse_unseen(text: str, path: Path, line: int = 1) -> None:
    """Raise TieoutError if a text, which begins at `line` of a file, holds an unseen character."""
    found = find_unseen(text)
    if found:
        where = line + text.count("\n", 0, text.index(found))
        what = f"an invisible or private-use character, U+{ord(found):04X}"
        raise fail(path, where, what, "take it out")


def find_unseen(text: str) -> str | None:
    """The first character that no reader would see, or that has no agreed meaning."""
    match = _UNSEEN.search(text)
    return match[0] if match else None


def write_atomic(path: Path, content: str | bytes) -> None:
    """Write one file; see `write_together`."""
    write_together({path: content})


def write_together(files: Mapping[Path, str | bytes]) -> None:
    """Write temporary files beside all targets, and only then rename them into place.

    Raises OSError; then no target has changed and no temporary file is left.
    """
    staged: dict[Path, Path] = {}
    try:
        for path, content in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                what = "a folder stands where the file should be"
                raise IsADirectoryError(errno.EISDIR, what, str(path))
            staged[path] = _stage(path, content)
        for path, temporary in staged.items():
            temporary.replace(path)
    finally:
        for temporary in staged.values():
            temporary.unlink(missing_ok=True)


def _stage(path: Path, content: str | bytes) -> Path:
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        umask = os.umask(0)
        os.umask(umask)
        temporary.chmod(0o666 & ~umask)
    except OSError as error:  # a full disk does not say which file it was
        temporary.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from None
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary
