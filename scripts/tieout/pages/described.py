"""Tables that article.yaml describes, also those by whose leading columns a reader may choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from tieout.errors import TieoutError
from tieout.pages.computed import computed
from tieout.pages.inline import FactRef, Inline, Part, Text, to_plain
from tieout.pages.tables import Grid, bounds
from tieout.pages.view import View, WriterError
from tieout.yamlio import load

#: A localized text of article.yaml and its place there -> its parts.
Parts = Callable[..., list[Part]]


@dataclass(frozen=True, slots=True)
class Described:
    """One entry of `tables:`; `document` is article.yaml, whose lines the errors name."""

    name: str
    entry: Mapping[str, Any]
    view: View
    document: Path
    parts: Parts

    def grid(self) -> Grid:
        """The table. Raises TieoutError for a row or cell that cannot stand there."""
        entry, key = self.entry, ("tables", self.name)
        heads = [
            self.parts(head, *key, "columns", index) for index, head in enumerate(entry["columns"])
        ]
        rows = [self._row(index, row, len(heads)) for index, row in enumerate(entry["rows"])]
        caption = self.parts(entry["caption"], *key, "caption")
        note = self.parts(entry["note"], *key, "note") if "note" in entry else []
        choose = int(entry.get("choose", 0))
        if choose:
            self._complete(choose, len(heads), rows)
        return Grid(caption, heads, rows, note, anchor=f"table-{self.name}", choose=choose)

    def _row(self, index: int, row: Sequence[Mapping[str, Any]], width: int) -> list[Inline]:
        if len(row) != width:
            what = f"table '{self.name}' has a row of {len(row)} cells under {width} heads"
            raise self._fail(what, "give every row as many cells as there are heads", "rows", index)
        return [self._cell(cell, row[:column], index, column) for column, cell in enumerate(row)]

    def _cell(
        self, cell: Mapping[str, Any], before: Sequence[Mapping[str, Any]], index: int, column: int
    ) -> Inline:
        ((kind, content),) = cell.items()
        if kind == "text":
            return self.parts(content, "tables", self.name, "rows", index, column)
        try:
            self.view.fact(content)
            if kind == "fact":
                return [FactRef(content)]
            if kind == "formula":
                return [computed(content, self.view)]
            if not before or before[-1].get("fact") != content:
                what = f"the bounds of '{content}' do not stand beside it"
                raise WriterError(what, f"put them behind {{fact: {content}}}")
            return bounds(content, self.view) or [Text(self.view.word("not_captured"))]
        except WriterError as error:
            raise self._fail(error.what, error.mend, "rows", index, column) from None

    def _complete(self, choose: int, width: int, rows: Sequence[Sequence[Inline]]) -> None:
        """Raise TieoutError unless every combination of the leading columns has its one row.

        A reader who may choose in each column by itself must always meet a result.
        """
        if choose >= width:
            what = f"table '{self.name}' has nothing beside the columns to choose by"
            raise self._fail(what, f"let 'choose' be less than {width}", "choose")
        named = [tuple(to_plain(cell, self.view)[0] for cell in row[:choose]) for row in rows]
        for index, each in enumerate(named):
            if each in named[:index]:
                what = f"table '{self.name}' has two rows for {' / '.join(each)}"
                mend = "give each combination one row"
                raise self._fail(what, mend, "rows", index)
        for each in product(*(dict.fromkeys(column) for column in zip(*named, strict=True))):
            if each not in named:
                what = f"table '{self.name}' has no row for {' / '.join(each)}"
                mend = "add it; a text may say why there is no result"
                raise self._fail(what, mend, "rows", len(rows) - 1)

    def _fail(self, what: str, mend: str, *key: str | int) -> TieoutError:
        return load(self.document).fail(("tables", self.name, *key), what, mend)
