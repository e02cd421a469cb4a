"""A template cut at its headings, so that a changed sentence has one section compiled anew.

To compile the template of an article takes a quarter of setting its page. A template that holds
nothing but text and calls is the sum of its sections: a call reaches from its braces to their ends
and knows nothing of what stands around it. A cut that falls into a call, or into a comment, leaves
a piece that does not compile; whoever finds one compiles the whole.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_HEADING = re.compile(r"(?m)^#{2,4}[ \t]")
#: What reaches beyond its place: statements, and marks that take in the white space around them.
_REACHING = re.compile(r"\{%(?!#)|\{%#[-+]|\{\{[-+]|[-+]\}\}|[-+]#%\}|\r")


class Piece(NamedTuple):
    """A part of a template, and how many lines stand above it."""

    text: str
    above: int


def cut(text: str) -> list[Piece]:
    """The pieces of a template, which together are the text; one where it may not be cut."""
    if _REACHING.search(text):
        return [Piece(text, 0)]
    starts = [0, *(match.start() for match in _HEADING.finditer(text) if match.start())]
    ends = [*starts[1:], len(text)]
    pieces = (text[start:end] for start, end in zip(starts, ends, strict=True))
    above, found = 0, []
    for piece in pieces:
        found.append(Piece(piece, above))
        above += piece.count("\n")
    return found
