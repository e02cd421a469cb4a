"""The texts of a page's structured data (JSON-LD), each with the reason its numbers may have.

No markup can stand in it. An address, a day and a version are typed: what stands under these keys
is held to the ledger by its reason. Everything else is words, and a bare number has no business
here at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

TYPE = "application/ld+json"
#: Keys whose text is written for programs, and why a number may stand in it.
REASON_OF_KEY = {
    "@id": "address",
    "url": "address",
    "sameAs": "address",
    "contentUrl": "address",
    "image": "address",
    "mainEntityOfPage": "address",
    "datePublished": "day",
    "dateModified": "day",
    "version": "version",
}


def is_structured(element: Any) -> bool:
    """Whether an element is structured data."""
    return element.tag == "script" and (element.get("type") or "").strip().lower() == TYPE


def read_structured(element: Any) -> Any:
    """Its content. Raises ValueError when it is no JSON, or has a key twice.

    Of two values under one key each program takes the one it likes.
    """
    return json.loads("".join(element.itertext()), object_pairs_hook=_once)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) != len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"'{next(n for n in names if names.count(n) > 1)}' stands twice")
    return dict(pairs)


def texts_of(node: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Key and value of everything in it that is neither a list nor a mapping."""
    if isinstance(node, dict):
        for name, value in node.items():
            yield from texts_of(value, name)
    elif isinstance(node, list):
        for value in node:
            yield from texts_of(value, key)
    else:
        yield key, node
