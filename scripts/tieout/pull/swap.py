"""Replace a folder at once: whoever looks sees the old one or the new one, never a mixture.

Linux and macOS can exchange two names in one step. Where the file system cannot, the old folder is
moved aside first; a run that is cut off just then is mended by the next one, or by `restore`.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tieout.errors import TieoutError, fail

_AT_FDCWD = {"linux": -100, "darwin": -2}
_EXCHANGE = 2  # RENAME_EXCHANGE of Linux and RENAME_SWAP of macOS happen to be one number
#: Where a new folder is prepared, beside the old one, so that both are on one file system.
STAGE = ".accepting"
_OLD = "old"


@contextmanager
def alone(parent: Path) -> Iterator[None]:
    """Hold the folders below `parent` while they are replaced; death lets go of them as well.

    Raises TieoutError at once if another run holds them.
    """
    handle = os.open(parent, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            what = "another acceptance is at work here"
            raise fail(parent, 0, what, "wait until it is done, and accept again") from None
        yield
    finally:
        os.close(handle)


def copied(folder: Path, to: Path) -> None:
    """Copy a folder. Raises OSError with the first file that could not be copied."""
    try:
        shutil.copytree(folder, to, symlinks=True)
    except shutil.Error as error:
        name, _, why = error.args[0][0]
        raise OSError(errno.EIO, f"it cannot be copied ({why})", str(name)) from None


def stage_for(folder: Path) -> Path:
    """An empty place for the folder that will replace `folder`; leftovers are cleared away."""
    clear_stage(folder)
    stage = folder.parent / STAGE
    stage.mkdir()
    return stage / folder.name


def replace_folder(staged: Path, folder: Path) -> None:
    """Put `staged`, made by `stage_for`, in the place of `folder`. Raises OSError."""
    _flush(staged)
    try:
        _exchange(staged, folder)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EPERM):
            raise
        _in_two_steps(staged, folder)


def clear_stage(folder: Path) -> None:
    """Remove what is left of the preparation, unless it is the only copy of a folder."""
    restore(folder.parent)
    shutil.rmtree(folder.parent / STAGE, ignore_errors=True)


def restore_idle(parent: Path) -> None:
    """`restore`, unless another run is just replacing something."""
    if parent.is_dir():
        with suppress(TieoutError), alone(parent):
            restore(parent)


def restore(parent: Path) -> None:
    """Bring back folders that a run moved aside and did not live to replace."""
    for aside in (parent / STAGE / _OLD).glob("*"):
        if not (parent / aside.name).exists():
            aside.rename(parent / aside.name)


def _in_two_steps(staged: Path, folder: Path) -> None:
    aside = staged.parent / _OLD / folder.name
    aside.parent.mkdir()
    folder.rename(aside)
    try:
        staged.rename(folder)
    except BaseException:
        aside.rename(folder)
        raise


def _exchange(one: Path, other: Path) -> None:
    """Exchange two names in one step. Raises OSError, ENOSYS where the system has no such call."""
    libc = ctypes.CDLL(None, use_errno=True)
    call = getattr(
        libc, {"linux": "renameat2", "darwin": "renameatx_np"}.get(sys.platform, ""), None
    )
    if call is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS), str(other))
    here = _AT_FDCWD[sys.platform]
    names = [os.fsencode(path.resolve()) for path in (one, other)]
    if call(here, names[0], here, names[1], ctypes.c_uint(_EXCHANGE)):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), str(other))


def _flush(folder: Path) -> None:
    """Have the new files on the disk before their names are, so that a power cut loses neither."""
    for path in (*folder.rglob("*"), folder):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
