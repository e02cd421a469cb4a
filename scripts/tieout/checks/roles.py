"""The names of a formula's inputs fit the figures that they stand for.

`large / small` with its inputs exchanged is as sound a formula as before, of the same unit, and
wrong. Only the names give it away: an input named for the other's figure, and not for its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

_WORD = re.compile(r"[a-z0-9]+")
#: Shorter parts of a name (a, b, gpu) say too little.
_LEAST = 4


def exchanged(fact: Mapping[str, Any], facts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Pairs of a computed figure's inputs, of one unit, whose names fit each other's figures."""
    for one, other in combinations(fact["inputs"], 2):
        here, there = (facts[fact["inputs"][name]] for name in (one, other))
        if here["unit"] != there["unit"]:
            continue
        crossed = _fits(one, there) > _fits(one, here), _fits(other, here) > _fits(other, there)
        straight = _fits(one, here) > _fits(one, there), _fits(other, there) > _fits(other, here)
        if any(crossed) and not any(straight):
            yield one, other


def _fits(name: str, fact: Mapping[str, Any]) -> bool:
    """Whether a part of a name begins a word of what the ledger says of a figure."""
    stated = (value["en"] for value in fact["conditions"].values())
    told = " ".join((fact["id"], fact["label"]["en"], *stated)).lower()
    words = _WORD.findall(told)
    parts = [part for part in _WORD.findall(name.lower()) if len(part) >= _LEAST]
    return any(word.startswith(part) for part in parts for word in words)
