"""What a source says, as records: its figures, their places, its printed comparisons."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from typing import Any

from tieout.conditions import Localized
from tieout.printed import Printed
from tieout.units import Unit
from tieout.yamlio import Document

LANGUAGES = ("en", "zh-TW")
#: Units of a speed; figures in them must state every condition.
SPEED = re.compile(r"tok/s(/\w+)?")


def in_languages(text: str | Localized) -> dict[str, str]:
    """A text that an editor gave once or per language, per language; empty when there is none."""
    if isinstance(text, str):
        return dict.fromkeys(LANGUAGES, text) if text else {}
    return dict(text)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a figure is kept in this project: file, line, and column for a table's cell."""

    file: str
    line: int
    column: str | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" + (f" ({self.column})" if self.column else "")


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed figure of a source; `reading` is None for a lost cell, a day or a name."""

    id: str
    source: str
    printed: str
    unit: Unit
    kind: str
    label: Localized
    conditions: dict[str, Localized]
    locator: Localized
    place: Place
    standing: str
    reading: Printed | None
    day: datetime.date | None
    wording: dict[str, str]
    note: Localized
    replaced: str = ""  # what the source prints where a correction holds something else

    @property
    def lost(self) -> bool:
        """True for a cell that could not be captured."""
        return not self.printed


@dataclass(frozen=True, slots=True)
class Relation:
    """A printed speed-up, share or change, and the two figures it is said of (fact ids)."""

    printed: str
    relation: str
    a: str
    b: str
    place: Place


@dataclass(frozen=True, slots=True)
class Source:
    """One source: its metadata as written, its figures by id, its printed relations.

    `cells` are its tables as captured, before any correction: table, row, column, text.
    """

    id: str
    document: Document
    figures: dict[str, Figure]
    relations: tuple[Relation, ...]
    cells: dict[str, dict[str, dict[str, str]]]

    @property
    def meta(self) -> dict[str, Any]:
        """source.yaml as written."""
        meta: dict[str, Any] = self.document.data
        return meta
