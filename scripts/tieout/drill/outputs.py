"""A finished file edited by hand: any character of any output, seen or not."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tieout.drill.mutant import Edit, Kind, Mutant, excerpt
from tieout.drill.project import Project, encoding

_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz .,;:-–%\"'<>/文"


def edited(project: Project, rng: Random) -> Iterator[Mutant]:
    """One character replaced, taken out or put in; each file in turn."""
    files = project.outputs()
    while True:
        for file in rng.sample(files, len(files)):
            text = project.text(file)
            at = rng.randrange(len(text))
            way = rng.choice(("replaced", "taken out", "put in"))
            letters = _LETTERS.encode(encoding(file), "ignore").decode(encoding(file))
            new = "" if way == "taken out" else rng.choice(letters.replace(text[at], ""))
            old = "" if way == "put in" else text[at]
            what = f"{new or old!r} was {way} ({old!r} before) in “{excerpt(text, at)}”"
            yield Mutant((Edit(file, at, old, new),), what)


KINDS = (Kind("an output file edited by hand", "whole", 12, edited),)
