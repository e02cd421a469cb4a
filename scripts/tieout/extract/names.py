"""Whether a name in a locator means a heading, column or row key of a document."""

from __future__ import annotations

import re
from collections.abc import Sequence

_MARK = r"(?:\[\^[^\[\]]*\]|\[(?:[0-9]{1,3}|[A-Za-z])\]|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|[*†‡]+)"
#: Footnote marks stand at the end of a name, or of the part before a unit or a slash.
_MARKS = re.compile(rf"(?:\s*{_MARK})+(?=\s*(?:[(（/]|\Z))")
_UNIT = re.compile(r"\s*[(（][^()（）]*[)）]\Z")


def rank(name: str, other: str, with_unit: bool = False) -> int | None:
    """How directly a name means another one; None if it does not.

    0: the same text. 1: the same but for case, white space and footnote marks. 2, only
    `with_unit`: one of the two has a unit in parentheses besides, and the other none. Two different
    units never agree.
    """
    if name == other:
        return 0
    one, two = _plain(name), _plain(other)
    if one == two:
        return 1
    bare_one, bare_two = _UNIT.sub("", one), _UNIT.sub("", two)
    one_unit = (bare_one != one) != (bare_two != two)
    return 2 if with_unit and one_unit and _plain(bare_one) == _plain(bare_two) else None


def matches(name: str, others: Sequence[str], with_unit: bool = False) -> list[int]:
    """Places of the names that `name` means most directly."""
    ranks = [rank(name, other, with_unit) for other in others]
    best = min((value for value in ranks if value is not None), default=None)
    return [] if best is None else [at for at, value in enumerate(ranks) if value == best]


def _plain(name: str) -> str:
    return " ".join(_MARKS.sub("", name).casefold().split())
