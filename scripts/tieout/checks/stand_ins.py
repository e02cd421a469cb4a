"""No computed figure stands for a cell that its source's table holds by now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from tieout.checks.source_figures import Figure
from tieout.checks.written import Written

Fault = tuple[Path, int, str, str]


def stand_in_faults(written: Written, figures: Mapping[str, Figure]) -> Iterator[Fault]:
    """File, line, what and mend for each."""
    tree = written.article
    for name, entry in (tree.data.get("derived") or {}).items():
        cell = entry.get("stands_for")
        if cell is None or (cell in figures and not figures[cell].printed):
            continue
        printed = f"prints '{figures[cell].printed}'" if cell in figures else "is no figure"
        what = f"'{name}' stands in for '{cell}', which {printed}"
        line = tree.line("derived", name, "stands_for")
        yield tree.path, line, what, "use the printed figure, and say so in the text"
