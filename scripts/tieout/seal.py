"""The seal of an acceptance: what binds captured figures to the bytes in which they were found.

The bytes stay on the machine that fetched them, so elsewhere a build has only their hash, and a
hash can be typed. The seal is the hash of all captured figures of a source with the hashes of its
captures. Whoever types a pin, or edits a captured figure by hand, has none that fits.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from tieout.captures import pinned
from tieout.errors import Problem
from tieout.yamlio import Document

KEY = "accepted"


def seal_of(meta: Mapping[str, Any], printed: Mapping[str, str]) -> str | None:
    """The seal of a source, None if nothing of it is captured.

    `printed` holds the texts of its figures, before any correction, by id within the source.
    """
    captured = sorted(
        f"{name}\t{text}"
        for name, text in printed.items()
        if text and _standing(meta, name) == "captured"
    )
    if not captured:
        return None
    lines = [*sorted(pin["sha256"] for pin in pinned(meta)), *captured]
    return hashlib.sha256("\n".join(lines).encode("utf-8")).hexdigest()


def seal_problems(document: Document, printed: Mapping[str, str]) -> list[Problem]:
    """A source whose captured figures and pins are not those of an acceptance."""
    seal, said = seal_of(document.data, printed), document.data.get(KEY)
    if seal == said:
        return []
    if seal is None:
        what, mend = "the seal of an acceptance, but no figure is captured", f"remove '{KEY}:'"
        return [document.problem((KEY,), what, mend)]
    what = "captured figures or pins are not those of an acceptance"
    if said is None:
        what = "captured, but no acceptance has sealed the figures and pins"
    mend = "pull the source and accept it, or write 'transcribed' for what was changed by hand"
    return [document.problem((KEY,) if said else ("standing",), what, mend)]


def _standing(meta: Mapping[str, Any], name: str) -> Any:
    parts = name.split("/")
    if len(parts) == 3:
        entry = meta["tables"][parts[0]]["columns"][parts[2]]
    else:
        entry = meta.get("figures", {}).get(name, {})
    return entry.get("standing", meta["standing"])
