"""A source claims no more than its own entries bear out: kept bytes, a day of reading, a witness.

Read from source.yaml alone. `links` reports what is found here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tieout.checks.written import Key, Tree

Fault = tuple[Path, int, str, str]


def standing_faults(sources: Mapping[str, Tree]) -> Iterator[Fault]:
    """File, line, what and mend for every standing or intermediary that cannot be true."""
    for name, tree in sources.items():
        recorded = tree.data.get("captures") and tree.data.get("retrieved")
        for key, standing in _standings(tree):
            if standing == "captured" and not recorded:
                what = "'captured' without the hash and the day of any kept bytes"
                yield tree.path, tree.line(*key), what, "pull the source, or write 'transcribed'"
        via = tree.data.get("via")
        if via is None:
            continue
        if tree.data.get("standing") == "second-hand" and "read" in tree.data:
            what = f"a day of reading, but the figures come through '{via}'"
            yield tree.path, tree.line("read"), what, "remove 'read:'"
        if "second-hand" not in {standing for _, standing in _standings(tree)}:
            what = f"an intermediary '{via}' of figures that were read in the source itself"
            yield tree.path, tree.line("via"), what, "remove 'via:', or correct the standing"
        if name in _witnesses(sources, name):
            what = f"the quotation through '{via}' leads back to this source"
            yield tree.path, tree.line("via"), what, "name the source that was read"


def _standings(tree: Tree) -> Iterator[tuple[Key, Any]]:
    """Each standing of a source, of its columns and of its figures."""
    entries: list[tuple[Key, Any]] = [((), tree.data)]
    for table, described in (tree.data.get("tables") or {}).items():
        columns = (described.get("columns") or {}).items()
        entries += [(("tables", table, "columns", name), column) for name, column in columns]
    figures = (tree.data.get("figures") or {}).items()
    entries += [(("figures", name), figure) for name, figure in figures]
    for key, entry in entries:
        if "standing" in entry:
            yield (*key, "standing"), entry["standing"]


def _witnesses(sources: Mapping[str, Tree], name: str) -> set[str]:
    """All sources that a source is quoted through, one after the other."""
    found: set[str] = set()
    while name in sources:
        name = str(sources[name].data.get("via") or "")
        if name in found:
            break
        found.add(name)
    return found
