"""What a check says: a finding with its place and its mend, and the record of one check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

#: A finding quotes what it found; a broken file must not flood the screen.
LONGEST = 160


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One fault in a finished file: ``file:line: what: mend``."""

    file: str
    line: int
    what: str
    mend: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}: {self.mend}"

    def to_json(self) -> dict[str, Any]:
        """The finding as checks.json holds it."""
        return {"file": self.file, "line": self.line, "what": self.what, "mend": self.mend}


@dataclass(slots=True)
class Record:
    """What one check looked at and found.

    `counts` tells how much it looked at, `exemptions` how many numbers it let pass for which
    reason, `blind_spots` what it cannot see.
    """

    check: str
    counts: Counter[str] = field(default_factory=Counter)
    exemptions: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    blind_spots: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The record as checks.json holds it."""
        return {
            "check": self.check,
            "passed": not self.findings,
            "counts": dict(sorted(self.counts.items())),
            "exemptions": dict(sorted(self.exemptions.items())),
            "findings": [finding.to_json() for finding in self.findings],
            "blind_spots": list(self.blind_spots),
        }


def new_record(
    check: str, blind_spots: tuple[str, ...], counted: Iterable[str], exempted: Iterable[str] = ()
) -> Record:
    """The record of a check that begins: all that it counts stands at nought.

    What was never met is told as well, so that the page can say so.
    """
    counts, exemptions = (Counter(dict.fromkeys(names, 0)) for names in (counted, exempted))
    return Record(check, counts, exemptions, blind_spots=blind_spots)


def quoted(text: str) -> str:
    """A text as a finding quotes it: on one line, its middle left out when it is long."""
    text = " ".join(text.split())
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST // 2]} … {text[-LONGEST // 2 :]}"
