"""White space, line ends and byte order marks of documents."""

from __future__ import annotations

import re

#: Only these are folded: a no-break or thin space is part of what is printed.
WHITE_SPACE = " \t\n\r\f\v"
_RUN = re.compile(f"[{WHITE_SPACE}]+")


def plain_source(text: str) -> str:
    """The document without a leading byte order mark, each line end an LF."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def fold(text: str) -> str:
    """Each run of ASCII white space as one space, and none at the ends."""
    return _RUN.sub(" ", text).strip(" ")


def quote(text: str, longest: int = 60) -> str:
    """A text for a message: on one line, in quotes, and cut where it is long."""
    short = fold(text)
    return f'"{short if len(short) <= longest else short[: longest - 1] + "…"}"'
