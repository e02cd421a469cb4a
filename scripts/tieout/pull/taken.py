"""What an acceptance takes over: figures, and the bytes that bear them out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Taken:
    """One figure as an acceptance takes it: its name, kept text, new text, and whether confirmed.

    `kept` and `text` are empty for a cell that is not captured. `cell` is table, row and column.
    """

    name: str
    kept: str
    text: str
    confirmed: bool
    cell: tuple[str, str, str] | None


@dataclass(frozen=True, slots=True)
class Pin:
    """A capture as source.yaml pins it; `more` are the further keys of its entry."""

    url: str
    day: str
    sha256: str
    more: Mapping[str, str] = field(default_factory=dict)

    def written(self) -> str:
        """The entry as YAML, without its dash."""
        pairs = {"url": self.url, "day": self.day, "sha256": self.sha256, **self.more}
        return "\n".join(f"{key}: {value}" for key, value in pairs.items())
