"""What a source may say of how far its figures have been checked, and through whom it is quoted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tieout.captures import pinned
from tieout.errors import Problem
from tieout.yamlio import Document, Key

#: Standings of figures that nobody read in the original: only they come through another source.
QUOTED = ("lost", "second-hand")


def intermediary(meta: Mapping[str, Any], standing: str) -> str | None:
    """The source through which a figure of this standing is quoted; None if it was read itself."""
    via: str | None = meta.get("via") if standing in QUOTED else None
    return via


def standing_problems(document: Document, source: str) -> list[Problem]:
    """Where a source.yaml claims more than its own entries bear out."""
    meta: Mapping[str, Any] = document.data
    said = list(_standings(meta))
    found = [p for key, standing in said for p in _one(document, key, standing)]
    if "via" in meta:
        found += _via(document, source, any(standing == "second-hand" for _, standing in said))
    return found


def _standings(meta: Mapping[str, Any]) -> Iterator[tuple[Key, str]]:
    """Every standing that is written, with its key."""
    yield ("standing",), meta["standing"]
    for name, table in meta.get("tables", {}).items():
        for column, spec in table["columns"].items():
            if "standing" in spec:
                yield ("tables", name, "columns", column, "standing"), spec["standing"]
    for name, entry in meta.get("figures", {}).items():
        if "standing" in entry:
            yield ("figures", name, "standing"), entry["standing"]


def _one(document: Document, key: Key, standing: str) -> Iterator[Problem]:
    meta: Mapping[str, Any] = document.data
    if standing == "second-hand" and "via" not in meta and "note" not in meta:
        mend = "add 'via:' with the source that quotes it, or a note that says why not"
        yield document.problem(key, "second-hand, but through whom is not said", mend)
    if standing == "captured" and not (pinned(meta) and "retrieved" in meta):
        lack = "'captures:'" if "retrieved" in meta else "'retrieved:' and 'captures:'"
        what = f"captured, but the source has no record of its kept bytes ({lack})"
        yield document.problem(key, what, "pull the source and accept it, or write 'transcribed'")


def _via(document: Document, source: str, quoted: bool) -> Iterator[Problem]:
    meta: Mapping[str, Any] = document.data
    via, standing = meta["via"], meta["standing"]
    if via == source:
        what = f"the source quotes through itself, '{via}'"
        yield document.problem(("via",), what, "name the source that quotes it, or remove 'via:'")
    if not quoted:
        what = f"quoted through '{via}', and yet every figure is {standing}"
        yield document.problem(("via",), what, "remove 'via:', or write 'standing: second-hand'")
    if "read" in meta and standing == "second-hand":
        what = f"a day on which the source was read, but its figures come through '{via}'"
        mend = f"remove 'read:'; '{via}' has its own day"
        yield document.problem(("read",), what, mend)


def circle_problems(documents: Mapping[str, Document]) -> list[Problem]:
    """Sources that quote one another in a circle, so that nobody read anything."""
    found: list[Problem] = []
    for name, document in documents.items():
        chain = [name]
        while (via := _next(documents, chain[-1])) and via not in chain:
            chain.append(via)
        if via == name and len(chain) > 1:
            what = f"a circle of quotations: {' -> '.join([*chain, name])}"
            mend = "name the source in which the figures were read"
            found.append(document.problem(("via",), what, mend))
    return found


def _next(documents: Mapping[str, Document], name: str) -> str | None:
    document = documents.get(name)
    via: str | None = document.data.get("via") if document else None
    return via
