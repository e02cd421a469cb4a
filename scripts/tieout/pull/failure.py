"""What goes wrong on the way to a document, before it can be said in which file."""

from __future__ import annotations


class FetchError(Exception):
    """A document could not be had: what was found, and how an editor mends it."""

    def __init__(self, what: str, mend: str) -> None:
        super().__init__(f"{what}: {mend}")
        self.what, self.mend = what, mend


class BrokenError(FetchError):
    """A failure that may pass by itself: worth another attempt.

    `pause` is what the server asked for, in seconds; None where it asked for nothing.
    """

    def __init__(self, what: str, mend: str, pause: float | None = None) -> None:
        super().__init__(what, mend)
        self.pause = pause
