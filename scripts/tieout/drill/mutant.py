"""A mutant: the project with one thing changed; and a kind of them, with how it is judged."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Literal, TypeVar

if TYPE_CHECKING:
    from tieout.drill.project import Project

#: How a mutant is judged.
#: - caught:   any check but wholeness must notice it, which would notice that anything has changed
#: - whole:    wholeness must notice it
#: - followed: it is an editor's to change: caught as nonsense, or followed through to all that
#:             depends on it and to nothing else
Fate = Literal["caught", "whole", "followed"]
DIGITS = "0123456789"
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Edit:
    """In a file (named from the project's root) `old`, which stands at `at`, gives way to `new`."""

    file: str
    at: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed thing. `what` tells a person; `facts` are those that an input is about.

    `lang` is the language of the only finished file that changed, if there is one.
    """

    edits: tuple[Edit, ...]
    what: str
    lang: str = ""
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of mutants.

    `share` is its weight among all. `first` names the checks most likely to notice, so that a
    caught mutant is soon done with. With `confirmed`, translations.yaml is renewed, as if an editor
    had read both languages: that a text has changed is then not enough to be caught.
    """

    name: str
    fate: Fate
    share: int
    generate: Callable[[Project, Random], Iterator[Mutant]]
    first: tuple[str, ...] = ()
    confirmed: bool = False


def applied(text: str, edits: list[Edit]) -> str:
    """A text with its edits. Raises ValueError when a text is not what an edit expects."""
    for edit in sorted(edits, key=lambda e: e.at, reverse=True):
        end = edit.at + len(edit.old)
        if text[edit.at : end] != edit.old:
            raise ValueError(f"{edit.file}: {edit.old!r} does not stand at {edit.at}")
        text = text[: edit.at] + edit.new + text[end:]
    return text


def other_digit(digit: str, rng: Random, leading: bool = False) -> str:
    """Another digit; not a zero where the number would begin with it."""
    return rng.choice([each for each in DIGITS[leading:] if each != digit])


def in_turn(groups: Mapping[Hashable, list[Item]], rng: Random) -> Iterator[Item]:
    """The items of all groups in random order, one of each group in turn.

    A page has many more digits in its evidence than in its text, and a reader looks at the text.
    """
    piles = [rng.sample(items, len(items)) for items in groups.values() if items]
    rng.shuffle(piles)
    while piles:
        for pile in piles:
            yield pile.pop()
        piles = [pile for pile in piles if pile]


def excerpt(text: str, at: int, length: int = 1, around: int = 28) -> str:
    """What stands at a place of a text, with something of what is around it, on one line."""
    start, end = max(0, at - around), at + length + around
    return " ".join(text[start:end].split())
