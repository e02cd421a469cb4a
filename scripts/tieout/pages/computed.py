"""The formula of a computed fact with its inputs in it, so that a reader can follow the sum."""

from __future__ import annotations

import re

from tieout.functions import FUNCTIONS
from tieout.pages.inline import Computed, FactRef, Part, Text
from tieout.pages.view import View, WriterError

_TOKEN = re.compile(r"(?P<number>\d[\d.]*)|(?P<name>[A-Za-z_]\w*)|(?P<mark>\*\*|\S)|\s+", re.ASCII)
#: Signs as a reader knows them; what is not here stands as it was written.
_SIGNS = {"*": " × ", "/": " ÷ ", "+": " + ", "-": " − ", "**": "^", ",": ", "}


def computed(name: str, view: View) -> Computed:
    """The formula of a fact, each input in its own wording.

    Raises WriterError for a fact that is not computed, and for a formula with a constant, a number
    that only the fact's own entry accounts for.
    """
    fact = view.fact(name)
    formula: str | None = fact["formula"]
    if not formula:
        raise WriterError(f"'{name}' is not computed", "name a fact that has a formula")
    parts: list[Part] = []
    for token in _TOKEN.finditer(formula):
        if token["number"]:
            what = f"the formula of '{name}' holds the constant {token['number']}"
            raise WriterError(what, "show the fact alone; its entry has the formula")
        if token["mark"]:
            parts.append(Text(_SIGNS.get(token["mark"], token["mark"])))
        elif token["name"] in FUNCTIONS:
            parts.append(Text(token["name"]))
        elif token["name"]:
            parts.append(FactRef(fact["inputs"][token["name"]]))
    return Computed(name, tuple(parts))
