"""A fetched document that figures are looked for in: parsed once, asked often."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tieout.extract.cell import locate_cell
from tieout.extract.errors import NotFoundError
from tieout.extract.locate import locate
from tieout.extract.located import Located
from tieout.extract.phrase import locate_phrase
from tieout.extract.tables import Table, read_tables
from tieout.extract.visible_text import VisibleText, visible_text
from tieout.pull.documents import Document

_DIGITS = re.compile(r"\d[\d,.]*(?<=\d)")
_DAY = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")


@dataclass(frozen=True)
class Page:
    """One document and its text. Source code and pictures in SVG are `text`: read as they stand."""

    document: Document
    text: str

    def fits(self, locator: Mapping[str, Any], part: str | None) -> bool:
        """Whether a locator is one for this kind of document."""
        return fits(self.document, locator, part)

    def find(self, locator: Mapping[str, Any], part: str | None = None) -> Located:
        """The figure that a locator leads to.

        `part` ``key`` takes the last step of a path instead of the value there, ``digits`` the one
        number within a word such as TP8, ``address`` the day in the document's address. Raises what
        `tieout.extract.locate` raises.
        """
        if part == "address":
            return self._day_in_address()
        found = self._find(locator)
        if part == "key":
            steps = locator.get("path") or str(locator["pointer"]).split("/")
            last = steps[-1] if isinstance(steps, list) else str(steps).rsplit(".", 1)[-1]
            return Located(str(last), found.line, found.context)
        if part == "digits":
            numbers = _DIGITS.findall(found.text)
            if len(numbers) != 1:
                what = f"found {len(numbers)} numbers in {found.text[:60]!r}, expected one"
                raise NotFoundError(what)
            return Located(numbers[0], found.line, found.context)
        return found

    def _find(self, locator: Mapping[str, Any]) -> Located:
        kind = self.document.kind
        if kind in ("json", "yaml"):
            return locate(self.text, kind, locator)  # type: ignore[arg-type]
        if "before" in locator or "after" in locator:
            return locate_phrase(self._view, locator)
        return locate_cell(self._tables, locator)

    def _day_in_address(self) -> Located:
        day = _DAY.search(self.document.url)
        if day is None:
            raise NotFoundError(f"found no day in the address {self.document.url}, expected one")
        return Located(day[0], 1, self.document.url)

    @cached_property
    def _tables(self) -> list[Table]:
        return read_tables(self.text, "html" if self.document.kind == "html" else "markdown")

    @cached_property
    def _view(self) -> VisibleText:
        if self.document.kind == "text":
            return _as_it_stands(self.text)
        return visible_text(self.text, "html" if self.document.kind == "html" else "markdown")


def fits(document: Document, locator: Mapping[str, Any], part: str | None) -> bool:
    """Whether a locator is one for a kind of document."""
    if part == "address":
        return True
    if "pointer" in locator or "path" in locator:
        return document.kind == ("json" if "pointer" in locator else "yaml")
    kinds = ("markdown", "html") if "row" in locator else ("markdown", "html", "text")
    return document.kind in kinds


def _as_it_stands(text: str) -> VisibleText:
    """The lines of a text that is no page: what is written is what is seen."""
    starts: list[int] = []
    at = 0
    lines = text.splitlines(keepends=True)
    for line in lines:
        starts.append(at)
        at += len(line)
    return VisibleText(text, tuple(starts), tuple(range(1, len(lines) + 1)))
