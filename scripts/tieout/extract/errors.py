"""Why a document or a locator could not be read: what was found there, and what was expected."""

from __future__ import annotations


class ExtractError(ValueError):
    """A document that breaks the rules of its kind.

    The text is ``line N: found …, expected …``; `line` is counted from 1.
    """

    def __init__(self, line: int, found: str, expected: str) -> None:
        super().__init__(f"line {line}: found {found}, expected {expected}")
        self.line = line


class LocateError(ValueError):
    """A locator that does not lead to one figure; this class itself: the locator is malformed."""


class NotFoundError(LocateError):
    """Nothing in the document answers to the locator; the text shows the nearest candidates."""


class AmbiguousError(LocateError):
    """Several places answer to the locator; the text shows them."""
