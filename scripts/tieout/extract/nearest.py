"""Candidates that a message shows when a locator finds nothing."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from tieout.extract.visible_text import VisibleText


def nearest_names(name: str, known: Iterable[str], count: int = 5) -> list[str]:
    """The names most like `name`, best first, filled up with others in their order."""
    names = list(dict.fromkeys(known))
    low = {other: other.casefold() for other in names}
    near = difflib.get_close_matches(name.casefold()[:200], low.values(), n=count, cutoff=0.4)
    best = [other for match in dict.fromkeys(near) for other in names if low[other] == match]
    return (best + [other for other in names if other not in best])[:count]


def nearest_passages(view: VisibleText, phrase: str, count: int = 3) -> list[tuple[int, str]]:
    """Line and words of the passages that share most pairs of characters with a phrase."""
    pairs, text = _pairs(phrase), view.text
    step = max(len(phrase), 20)
    scored: list[tuple[int, int]] = []
    for start in range(0, len(text), step):
        common = len(pairs & _pairs(text[start : start + 2 * step]))
        if 3 * common > len(pairs):
            scored.append((-common, start))
    taken: list[int] = []
    for _, start in sorted(scored):
        if len(taken) < count and all(abs(start - other) > step for other in taken):
            taken.append(start)
    passages = [_whole_words(text, start, start + 2 * step) for start in taken]
    return [(view.line(start), text[start:end]) for start, end in passages]


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """A stretch widened to where words begin and end, by twenty characters at most."""
    before = text[max(start - 20, 0) : start]
    after = text[end : end + 20]
    start -= len(before) - before.rfind(" ") - 1 if " " in before else 0
    return start, end + max(after.find(" "), 0)


def _pairs(text: str) -> set[str]:
    plain = "".join(text.casefold().split())
    return {plain[at : at + 2] for at in range(len(plain) - 1)}
