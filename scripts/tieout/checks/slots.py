"""Slots for what the checks count: the numbers of a page that verify alone can know.

A draft has them empty. Pages are read with their slots emptied, so that a check counts the same in
a draft and in what is published of it; what stands in the slots is judged apart (see `panel`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

#: What a slot holds until it is filled: no number, so that it can never be read as one.
EMPTY = "…"
_SLOT = re.compile(r'(<span data-why="counted" data-count="([^"<>\n]+)">)([^<>\n]*)(</span>)')


@dataclass(frozen=True, slots=True)
class Slot:
    """One slot: the name of its count, what stands in it, where it begins in the emptied text."""

    name: str
    text: str
    start: int


def emptied(text: str) -> tuple[str, list[Slot]]:
    """A page or Markdown file with its slots empty, and the slots as they were, in order."""
    slots: list[Slot] = []
    parts: list[str] = []
    moved = done = 0
    for match in _SLOT.finditer(text):
        slots.append(Slot(match[2], match[3], match.start() + moved))
        parts += (text[done : match.start(3)], EMPTY)
        moved, done = moved + len(EMPTY) - len(match[3]), match.end(3)
    return "".join((*parts, text[done:])), slots


def shown(count: int) -> str:
    """A count as it stands in its slot, in every language."""
    return f"{count:,}"


def filled(text: str, counts: Mapping[str, int]) -> str:
    """An emptied text with its slots filled. Raises KeyError for a count that is not known."""
    done = _SLOT.sub(lambda match: f"{match[1]}{shown(counts[match[2]])}{match[4]}", text)
    if emptied(done)[0] != text:  # nothing was verified but what stands outside the slots
        raise AssertionError("filling the slots has changed what was verified")
    return done
