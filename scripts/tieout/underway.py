"""Which jobs have begun and not ended well: a mark that lies there from the one to the other.

A job that fails gets its former results back, as new as can be, and Snakemake then knows no reason
to run it again. Where its inputs have changed their hashes tell; a file that has come and broke the
job is in no record.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

#: Beside the stamps of due.
MARKS = Path(".cache/due")


def mark(article: str, room: str) -> Path:
    """Where the mark of a job lies while it is underway."""
    return MARKS / f"{article}.{room}.begun"


def begin(article: str, room: str) -> None:
    """A job begins. Where nothing can be written there is no mark: the job has to work anyway."""
    if Path(article).name != article:
        return  # no name of an article, and said to be none by whoever reads it
    with contextlib.suppress(OSError):
        MARKS.mkdir(parents=True, exist_ok=True)
        mark(article, room).touch()


def end(article: str, room: str) -> None:
    """A job has ended well."""
    with contextlib.suppress(OSError):
        mark(article, room).unlink(missing_ok=True)
