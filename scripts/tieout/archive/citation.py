"""CITATION.cff: how to cite a version of an article, and what it cites itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tieout.archive.contents import Contents
from tieout.archive.crate import AUTHORS
from tieout.archive.wording import title, worded

_MESSAGE = "To cite this article, use these data; its figures belong to the sources below."


def citation_cff(contents: Contents) -> str:
    """The text of CITATION.cff, of format 1.2.0."""
    import yaml

    ledger = contents.ledger
    content = {
        "cff-version": "1.2.0",
        "message": _MESSAGE,
        "type": "dataset",
        "title": title(ledger, "en"),
        "abstract": worded(ledger["article"]["description"]["en"], ledger, "en"),
        "authors": [{"name": AUTHORS}],
        "version": contents.version,
        "date-released": contents.day,
        "license": "MIT",
        "references": [_reference(source) for source in ledger["sources"].values()],
    }
    return str(yaml.safe_dump(content, allow_unicode=True, sort_keys=False, width=100))


def _reference(source: Mapping[str, Any]) -> dict[str, Any]:
    """A source as a reference; its day of publication only where that is known."""
    publisher = source["publisher"]["en"]
    entry: dict[str, Any] = {"type": "generic", "title": source["title"]}
    entry["authors"] = [{"name": source.get("author") or publisher}]
    entry["publisher"] = {"name": publisher}
    if address := source.get("url") or source.get("original"):
        entry["url"] = address
    if "published" in source:
        entry["date-published"] = source["published"]
    return entry
