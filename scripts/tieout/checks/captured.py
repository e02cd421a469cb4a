"""Source tables shown as captured: every cell as the ledger has it, marked for what it is.

The ledger's cells are held against the files in `ledger_equals_source`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tieout.checks.shown import squeeze, text_of

Ledger = Mapping[str, Any]
_GRID = "table[@data-table]"


def captured_text(ledger: Ledger, fact: str) -> str:
    """What the table of a fact holds in its cell; empty for single figures and lost cells."""
    parts = fact.split("/")
    if len(parts) != 4:
        return ""
    source, table, row, column = parts
    tables = ledger["sources"].get(source, {}).get("tables", {})
    return str(tables.get(table, {}).get("cells", {}).get(row, {}).get(column, ""))


def is_captured(link: Any, ledger: Ledger, fact: str) -> bool:
    """Whether a link to an entry is a used cell of a captured table, with its own text."""
    told = squeeze(captured_text(ledger, fact))
    grid = next(link.iterancestors("table"), None)
    return (
        bool(told) and grid is not None and bool(grid.get("data-table")) and text_of(link) == told
    )


def grid_names(root: Any) -> list[str]:
    """The captured tables of a page as source/table, in order."""
    return [grid.get("data-table") for grid in root.iterfind(f".//{_GRID}")]


def captured_cells(tables: list[Any], names: list[str], ledger: Ledger) -> dict[Any, str]:
    """The cells of tables that show what `names` say, each with what the ledger has there."""
    found: dict[Any, str] = {}
    for grid, name in zip(tables, names, strict=False):
        held = _table(ledger, name).get("cells", {})
        for row, cells in zip(grid.iterfind("./tbody/tr"), held.values(), strict=False):
            shown = row.findall("td")[-len(cells) :]
            found.update(zip(shown, cells.values(), strict=False))
    return found


def _table(ledger: Ledger, name: str) -> Mapping[str, Any]:
    source, _, table = name.partition("/")
    found: Mapping[str, Any] = ledger["sources"].get(source, {}).get("tables", {}).get(table, {})
    return found


def grid_faults(
    evidence: Any, ledger: Ledger, lang: str, words: Mapping[str, str]
) -> Iterator[tuple[int, str]]:
    """Source tables that are missing or twice, and whatever in them is not as captured."""
    rows = evidence.xpath(".//tr[starts-with(@id, 'fact-')]/@id")
    entries = {str(name).removeprefix("fact-") for name in rows}
    for group in evidence.iterdescendants("section"):
        name, line = group.get("data-group") or "", group.sourceline or 1
        grids = group.findall(f".//{_GRID}")
        wanted = [name] if _table(ledger, name) else []
        if [grid.get("data-table") for grid in grids] != wanted:
            yield line, f"the group '{name}' does not show its table as captured, once"
        for grid in grids if wanted else ():
            told = _Grid(_table(ledger, name), name, lang, words)
            yield from ((grid.sourceline or line, what) for what in told.faults(grid, entries))


class _Grid:
    """What the table of one source has to show, in one language."""

    def __init__(
        self, table: Mapping[str, Any], name: str, lang: str, words: Mapping[str, str]
    ) -> None:
        self.table, self.name, self.lang, self.words = table, name, lang, words

    def faults(self, grid: Any, entries: set[str]) -> Iterator[str]:
        """What is wrong with a table as shown."""
        cells, labels = self.table["cells"], self.table["row_labels"]
        columns = [self.table["columns"][c][self.lang] for c in next(iter(cells.values()), ())]
        heads = [*([self.words["what"]] if labels else []), *columns]
        if [text_of(head) for head in grid.iterfind("./thead//th")] != list(map(squeeze, heads)):
            yield f"the columns of '{self.name}' are not named as in its source"
        rows = grid.findall("./tbody/tr")
        if len(rows) != len(cells):
            yield f"'{self.name}' has {len(cells)} rows, {len(rows)} are shown"
        for row, (key, held) in zip(rows, cells.items(), strict=False):
            named = [labels.get(key, {}).get(self.lang, "")] if labels else []
            if [text_of(head) for head in row.iterfind("th")] != list(map(squeeze, named)):
                yield f"the row '{key}' of '{self.name}' is not named as in its source"
            shown = row.findall("td")
            if len(shown) != len(held):
                yield f"the row '{key}' of '{self.name}' has {len(held)} cells"
            for cell, (column, text) in zip(shown, held.items(), strict=False):
                fact = f"{self.name}/{key}/{column}"
                if wrong := self._cell(cell, text, fact if fact in entries else ""):
                    yield f"the cell {key}, {column} of '{self.name}' {wrong}"

    def _cell(self, cell: Any, held: str, fact: str) -> str:
        """Why a cell is not as captured; `fact` is the entry that it has on the page."""
        told, shown = held or self.words["not_captured"], text_of(cell)
        if shown != squeeze(told):
            return f"reads “{shown}”, its source “{told}”"
        kind = "lost" if not held else "used" if fact else "unused"
        if cell.get("class") != kind:
            return f"is marked '{cell.get('class')}', it is {kind}"
        links = [link.get("href") for link in cell.iterdescendants("a")]
        if links != ([f"#fact-{fact}"] if fact else []):
            return "does not lead to its entry" if fact else "leads to what is not on this page"
        return ""
