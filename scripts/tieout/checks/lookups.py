"""Links of an entry into its source: each leads to words or a line that the entry speaks of.

An address may be the source's page at words that were read there, or the file at its commit, at the
lines that the locator names; where a locator names a line of a file, that link must be there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import unquote

_LINES = re.compile(r"\blines? ([0-9]+)(?:[-–]([0-9]+))?")
_QUOTED = re.compile(r"“([^”]+)”")
_FRAGMENT = "#:~:text="


def lookup_faults(
    addresses: Iterable[str], fact: Mapping[str, Any], sources: Mapping[str, Any]
) -> Iterator[str]:
    """What is wrong with the addresses in the entry of a fact and in the head above it."""
    source = sources.get(fact["source"]) or {}
    named = fact["locator"].get("en", "")
    lines = _LINES.search(named)
    file = _file(source)
    anchor = "#" + "-".join(f"L{n}" for n in lines.groups() if n) if lines else ""
    found = list(addresses)
    for address in found:
        page, mark, words = address.partition(_FRAGMENT)
        if mark:
            if fault := _strange(page, unquote(words), fact, source):
                yield f"'{address}' {fault}"
        elif not file or address not in (file + anchor, f"{file}?plain=1{anchor}") or not anchor:
            yield f"'{address}' is no line that the locator “{named}” names"
    if file and anchor and not any(address.endswith(anchor) for address in found):
        yield f"no link leads to the line that the locator “{named}” names"


def _strange(page: str, words: str, fact: Mapping[str, Any], source: Mapping[str, Any]) -> str:
    """Why words may not stand where a link looks for them; empty when they were read there."""
    if page != source.get("url"):
        return "is not the address of the source"
    if fact["standing"] not in ("transcribed", "captured"):
        return "looks for words in a source that nobody read"
    known = (
        fact.get("replaced") or fact["printed"],
        *_QUOTED.findall(fact["locator"].get("en", "")),
    )
    return "" if words in known else f"looks for “{words}”, which its fact does not quote"


def _file(source: Mapping[str, Any]) -> str:
    file = source.get("file")
    if not isinstance(file, dict):
        return ""
    return f"https://github.com/{file['repo']}/blob/{file['commit']}/{file['path']}"
