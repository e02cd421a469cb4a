"""Which facts a figure's configuration names, and what is wrong with one.

Apart from the rest, since ledger and pages ask for it: they must not pay for what draws.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tieout.errors import Problem, TieoutError

Key = tuple[str | int, ...]
#: Every key of a configuration whose value is a fact id.
FACT_KEYS = ("fact", "low", "high", "x", "y", "name", "total")
#: Texts that the picture's page shows around it; they are not drawn.
AROUND = ("caption",)
#: A call in a text.
CALL = re.compile(
    r"""\{\{\s* (?P<call>[fx]) \( \s* (?P<q>['"]) (?P<first>.*?) (?P=q) \s*
        (?: , \s* (?P<p>['"]) (?P<second>.*?) (?P=p) \s* )? \) \s*\}\}""",
    re.VERBOSE,
)


class FigureError(TieoutError):
    """A fault in a figure's configuration; `key` leads to its place in the `figures` mapping."""

    def __init__(self, key: Key, what: str, mend: str) -> None:
        self.key, self.what, self.mend = key, f"figure '{key[0]}': {what}", mend
        super().__init__([Problem("figures", 0, self.what, mend)])


def facts_of(config_entry: Mapping[str, Any]) -> tuple[str, ...]:
    """All fact ids of a figure, each once: those it marks, in order, then those it names."""
    marked: list[str] = []
    named: list[str] = []
    _collect(config_entry, marked, named)
    return tuple(dict.fromkeys([*marked, *named]))


def _collect(node: Any, marked: list[str], named: list[str]) -> None:
    if isinstance(node, Mapping):
        for key, value in node.items():
            if key in FACT_KEYS and isinstance(value, str):
                marked.append(value)
            elif key not in AROUND:
                _collect(value, marked, named)
    elif isinstance(node, list | tuple):
        for value in node:
            _collect(value, marked, named)
    elif isinstance(node, str):
        named += [found["first"] for found in CALL.finditer(node) if found["call"] == "f"]
