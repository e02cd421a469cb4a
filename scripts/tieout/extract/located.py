"""What a locator leads to, and what may stand in a locator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tieout.extract.characters import quote
from tieout.extract.errors import LocateError


@dataclass(frozen=True, slots=True)
class Located:
    """A figure's text as printed, its line in the document (from 1), and its surroundings."""

    text: str
    line: int
    context: str


def check_keys(locator: Mapping[str, Any], needed: tuple[str, ...], *others: str) -> None:
    """Raise LocateError unless a locator has the `needed` keys and, besides, only `others`."""
    expected = f"expected {', '.join(needed)}" + (
        f" and perhaps {', '.join(others)}" * bool(others)
    )
    for key in needed:
        if key not in locator:
            raise LocateError(f"found a locator without '{key}', {expected}")
    for key in locator:
        if key not in (*needed, *others):
            raise LocateError(f"found '{key}' in a locator, {expected}")


def words_of(locator: Mapping[str, Any], key: str) -> str:
    """The text under a key. Raises LocateError if it is no text."""
    value = locator[key]
    if not isinstance(value, str):
        raise LocateError(f"found {type(value).__name__} under '{key}', expected a text")
    return value


def choices(names: list[str], longest: int = 8) -> str:
    """Candidates for a message, in quotes."""
    shown = [quote(name) for name in names[:longest]]
    return ", ".join(shown) + (", …" if len(names) > longest else "") if shown else "none"
