"""Computed figures that stand for a cell which was not captured, and the day on which it is.

An article that says "the cell is lost, so we compute it" is wrong once a pull has read the cell.
`stands_for:` of a computed figure names that cell, so that the build stops then.
"""

from __future__ import annotations

from tieout.errors import Problem, nearest
from tieout.ledger import Ledger


def stand_in_problems(ledger: Ledger) -> list[Problem]:
    """Computed figures whose cell is captured by now, or is no figure of a source."""
    found: list[Problem] = []
    for name, entry in ledger.document.data.get("derived", {}).items():
        cell = entry.get("stands_for")
        if cell is None:
            continue
        fact = ledger.facts.get(cell)
        if fact is None or fact.source is None:
            what = f"'{name}' stands for '{cell}', which is no figure of a source"
            mend = nearest(cell, ledger.facts) or "name the cell"
        elif fact.standing == "lost":
            continue
        else:
            what = f"'{name}' stands for {cell}, which is captured now ({fact.text['en']})"
            mend = (
                "show the printed figure, rewrite notes, captions and prose that call it lost, "
                "then remove 'stands_for:'"
            )
        found.append(ledger.document.problem(("derived", name, "stands_for"), what, mend))
    return found
