"""Every figure of a source as it is kept, and the locator that leads to it in a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tieout.cell_parts import Part, divided, printed_in
from tieout.errors import TieoutError, shown
from tieout.schema import load_valid
from tieout.sources import Place
from tieout.table import read_table
from tieout.units import DATE, Unit, UnitError, Units, parse_units
from tieout.yamlio import Document, Key

#: Keys of `locate:` that are said to the pull, not to the extraction.
OWN_KEYS = ("document", "divide", "part")


@dataclass(frozen=True, slots=True)
class Site:
    """One figure: its text as kept (empty: not captured), where that is, and where it stands.

    `locate` is None for a figure that only people can find; `people` then says why, if its
    `locate:` does. `key` is its path in source.yaml; of a
    table's cell, that of the column. `part` is the part of the cell that is read, if not all of it.
    """

    id: str
    printed: str
    unit: Unit
    kind: str
    place: Place
    key: Key
    locate: Mapping[str, Any] | None
    people: str = ""
    part: Part | None = None

    @property
    def name(self) -> str:
        """The id within the source."""
        return self.id.split("/", 1)[1]

    @property
    def cell(self) -> tuple[str, str, str] | None:
        """Table, row and column of a cell; None for a single figure."""
        parts = self.name.split("/")
        return (parts[0], parts[1], parts[2]) if len(parts) == 3 else None

    def locator(self) -> dict[str, Any]:
        """What the extraction is asked for."""
        return {key: value for key, value in (self.locate or {}).items() if key not in OWN_KEYS}


def read_sites(folder: Path, units: Units) -> tuple[Document, list[Site]]:
    """The figures of a source folder in order. Raises TieoutError as loading the source would."""
    document = load_valid(folder / "source.yaml", "source")
    try:
        known = units.with_added(parse_units(document.data.get("units", {})))
        return document, list(_sites(folder, document, known))
    except UnitError as error:
        raise TieoutError([document.problem((), str(error), "use a known unit")]) from None


def _sites(folder: Path, document: Document, units: Units) -> Iterator[Site]:
    meta = document.data
    if "published" in meta:
        place = Place(shown(document.path), document.line("published"))
        locate, why = _for_whom(meta.get("published_locate", {}))
        name, day = f"{folder.name}/published", meta["published"]
        yield Site(name, day, units[DATE], "count", place, ("published",), locate, why)
    for table in meta.get("tables", {}):
        yield from _cells(folder, document, table, units)
    for name, entry in meta.get("figures", {}).items():
        key = ("figures", name)
        place = Place(shown(document.path), document.line(*key, "printed"))
        unit, kind = units[entry["unit"]], entry.get("kind", "measure")
        locate, why = _for_whom(entry.get("locate", {}))
        printed = str(entry["printed"])
        yield Site(f"{folder.name}/{name}", printed, unit, kind, place, key, locate, why)


def _cells(folder: Path, document: Document, name: str, units: Units) -> Iterator[Site]:
    """The cells of a table; their locators are those of table, row, column and cell, laid over."""
    table = document.data["tables"][name]
    content, faults = divided(read_table(folder / table["file"]), table["columns"])
    if faults:
        raise TieoutError(faults)
    for row in content.rows:
        described = table.get("rows", {}).get(row.id, {})
        for column, spec in table["columns"].items():
            if "unit" not in spec or column not in row.cells:
                continue
            cell = described.get("cells", {}).get(column)
            parts = [*(owner.get("locate") for owner in (table, described, spec)), cell]
            merged = {key: value for part in parts if part for key, value in part.items()}
            yield Site(
                f"{folder.name}/{name}/{row.id}/{column}",
                row.cells[column],
                units[spec["unit"]],
                spec.get("kind", "measure"),
                Place(shown(content.path), row.line, printed_in(column, spec)),
                ("tables", name, "columns", column),
                *_for_whom(merged),
                spec.get("cell", {}).get("part"),
            )


def _for_whom(locate: Mapping[str, Any]) -> tuple[Mapping[str, Any] | None, str]:
    """A locator that a program can follow, or None; and why only people find the figure."""
    if "people" in locate:
        return None, str(locate["people"])
    return (locate if complete(locate) else None), ""


def complete(locate: Mapping[str, Any]) -> bool:
    """Whether what table, row, column and cell give adds up to a place."""
    ways = ({"path"}, {"pointer"}, {"row", "column"}, {"before", "after"})
    return locate.get("part") == "address" or any(way <= {*locate} for way in ways)
