"""What is called captured is what an acceptance sealed: the same figures, of the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from tieout.checks.source_figures import as_printed
from tieout.checks.written import Written

Fault = tuple[Path, int, str, str]


def seal_faults(written: Written) -> Iterator[Fault]:
    """File, line, what and mend for each source whose seal does not fit."""
    for source, tree in written.sources.items():
        lines = [
            f"{name}\t{entry['printed']}"
            for name, entry in as_printed(source, written)
            if entry.get("printed") and entry.get("standing", tree.data["standing"]) == "captured"
        ]
        hashes = [str(pin["sha256"]) for pin in tree.data.get("captures") or []]
        text = "\n".join([*sorted(hashes), *sorted(lines)])
        fitting = sha256(text.encode("utf-8")).hexdigest() if lines else None
        if tree.data.get("accepted") != fitting:
            what = "the seal of its captured figures does not fit them"
            mend = "pull the source and accept it, or write 'transcribed'"
            yield tree.path, tree.line("accepted"), what, mend
