"""A source folder -> records. Errors carry file, line and the mend; all are said at once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tieout.captures import capture_problems
from tieout.cell_parts import divided, printed_in
from tieout.conditions import Localized, Vocabulary, unknown_value
from tieout.corrections import load_corrections
from tieout.errors import Problem, TieoutError, fail, nearest, shown
from tieout.figure_reader import FigureReader
from tieout.names import NAME
from tieout.printed import PrintedError, read_date
from tieout.schema import load_valid
from tieout.seal import seal_problems
from tieout.sources import LANGUAGES, Figure, Place, Relation, Source
from tieout.standing import standing_problems
from tieout.table import Row, Table, read_table
from tieout.transcription import Transcribed, transcription_problems
from tieout.units import DATE, UnitError, Units, parse_units
from tieout.yamlio import Document, Key

#: Where the day of publication stands, unless an editor says it.
DAY_LOCATOR = {"en": "date of the page", "zh-TW": "頁面上的日期"}


def load_source(folder: Path, vocabulary: Vocabulary, units: Units) -> Source:
    """Read `folder`/source.yaml and its tables.

    Raises TieoutError with every problem found: schema, labels, conditions, cells, units.
    """
    if not NAME.fullmatch(folder.name):
        mend = "use small letters, digits and hyphens"
        raise fail(folder, 0, f"the source id '{folder.name}' is not allowed", mend)
    if folder.is_symlink():
        raise fail(folder, 0, "a symbolic link stands where a source should be", "copy the folder")
    document = load_valid(folder / "source.yaml", "source")
    try:
        known = units.with_added(parse_units(document.data.get("units", {})))
    except UnitError as error:
        raise document.fail(("units",), str(error), "choose another name") from None
    return _Reader(folder, document, FigureReader(folder.name, document, vocabulary, known)).read()


class _Reader:
    """Collects the records and the problems of one source."""

    def __init__(self, folder: Path, document: Document, reader: FigureReader) -> None:
        self.folder, self.document, self.reader = folder, document, reader
        self.meta: dict[str, Any] = document.data
        self.figures: dict[str, Figure] = {}
        self.corrections = load_corrections(folder)
        self.printed: dict[str, Transcribed] = {}  # by id within the source, before corrections
        self.cells: dict[str, dict[str, dict[str, str]]] = {}
        self.claims: list[tuple[Key, Mapping[str, str], str]] = []  # relations, still by name
        self.problems: list[Problem] = []

    def read(self) -> Source:
        self._metadata()
        self._condition_names()
        for name, table in self.meta.get("tables", {}).items():
            self._table(name, table)
        for name, entry in self.meta.get("figures", {}).items():
            self._single(name, entry)
        self._published()
        self._claim(("relations",), self.meta, self.folder.name)
        self._records()
        if not self.problems and not self.reader.problems:  # else a lack would only repeat a fault
            relations = [relation for claim in self.claims for relation in self._relation(*claim)]
        problems = self.problems + self.reader.problems
        if problems:
            raise TieoutError(problems)
        named = (self.folder.name, self.document, self.figures)
        return Source(*named, tuple(relations), self.cells)

    def _records(self) -> None:
        """Corrections, readings by people and kept bytes still speak of what the source prints."""
        texts = {name: figure.printed for name, figure in self.printed.items()}
        self.problems += self.corrections.problems(texts)
        self.problems += transcription_problems(self.folder, self.printed)
        if not self.problems:  # a standing that is wrong has been said already
            self.problems += seal_problems(self.document, texts)
        kept = self.folder.parent.parent / "captures"
        self.problems += capture_problems(self.document, self.folder.name, kept)

    def _wrong(self, key: Key, what: str, mend: str) -> None:
        self.problems.append(self.document.problem(key, what, mend))

    def _metadata(self) -> None:
        meta = self.meta
        self.problems += standing_problems(self.document, self.folder.name)
        if not meta.get("tables") and not meta.get("figures"):
            self._wrong((), "the source has no figures", "add 'figures:' or 'tables:'")
        for key in (key for key in ("read", "retrieved") if key in meta):
            try:
                read_date(meta[key])
            except PrintedError as error:
                self._wrong((key,), str(error), "write the day as 2026-10-16")

    def _published(self) -> None:
        meta = self.meta
        if "published" in meta:
            label = {"en": "day of publication", "zh-TW": "發布日期"}
            locator = meta.get("published_locator", DAY_LOCATOR)
            entry = {"unit": DATE, "label": label, "locator": locator}
            self._single("published", {**entry, "printed": meta["published"]}, ("published",))

    def _condition_names(self) -> None:
        """Every condition named anywhere in the file is one of the vocabulary's."""
        owners: list[tuple[Key, Mapping[str, Any]]] = [((), self.meta)]
        for name, table in self.meta.get("tables", {}).items():
            owners.append((("tables", name), table))
            for part in ("rows", "columns"):
                owners += [(("tables", name, part, k), v) for k, v in table.get(part, {}).items()]
        owners += [(("figures", name), v) for name, v in self.meta.get("figures", {}).items()]
        for key, owner in owners:
            names = [((*key, "conditions", name), name) for name in owner.get("conditions", {})]
            if "condition" in owner:
                names.append(((*key, "condition"), owner["condition"]))
            for where, name in names:
                if name not in self.reader.words.keys:
                    mend = nearest(name, self.reader.words.keys) or "see sources/conditions.yaml"
                    self._wrong(where, f"unknown condition '{name}'", mend)
            for name, value in owner.get("conditions", {}).items():
                if mend := self.reader.words.slip(value):
                    self._wrong((*key, "conditions", name), unknown_value(name, value), mend)

    def _table(self, name: str, table: Mapping[str, Any]) -> None:
        path = self.folder / table["file"]
        try:
            content = read_table(path)
        except TieoutError as error:
            self.problems.extend(error.problems)
            return
        before = len(self.problems)
        self._described(name, table, content)
        if len(self.problems) == before:
            content, faults = divided(content, table["columns"])
            self.problems += faults
            self.cells[name] = {row.id: dict(row.cells) for row in content.rows}
            for row in content.rows:
                self._row(name, table, row, shown(path))

    def _described(self, name: str, table: Mapping[str, Any], content: Table) -> None:
        """The CSV and its description name the same columns; rows that are described exist."""
        key, columns, file = ("tables", name), table["columns"], content.path.name
        printed = {column: printed_in(column, spec) for column, spec in columns.items()}
        for column in content.columns:
            if column not in printed.values():
                mend = nearest(column, columns) or f"describe it under tables.{name}.columns"
                what = f"the column '{column}' is not described in source.yaml"
                self.problems.append(Problem(shown(content.path), 1, what, mend))
        for column, held in printed.items():
            if held not in content.columns:
                mend = nearest(held, content.columns) or "add it to the CSV or remove it here"
                self._wrong((*key, "columns", column), f"no column '{held}' in {file}", mend)
        ids = [row.id for row in content.rows]
        for row_id in table.get("rows", {}):
            if row_id not in ids:
                mend = nearest(row_id, ids) or "remove it"
                self._wrong((*key, "rows", row_id), f"no row '{row_id}' in {file}", mend)

    def _row(self, name: str, table: Mapping[str, Any], row: Row, file: str) -> None:
        columns: Mapping[str, Any] = table["columns"]
        extra = table.get("rows", {}).get(row.id, {})
        shared = {**table.get("conditions", {}), **extra.get("conditions", {})}
        for column, spec in columns.items():
            if "condition" not in spec:
                continue
            # A mistaken condition misleads about the whole row, so a correction reaches it too.
            stated = self.corrections.text(f"{name}/{row.id}/{column}", row.cells[column])
            if stated:
                shared[spec["condition"]] = stated
                if mend := self.reader.words.slip(stated):
                    what = unknown_value(spec["condition"], stated)
                    self.problems.append(Problem(file, row.line, f"column {column}: {what}", mend))
        base = f"{self.folder.name}/{name}/{row.id}"
        for column, spec in columns.items():
            if "unit" not in spec:
                continue
            entry = {**spec, "printed": row.cells[column]}
            entry["conditions"] = {**shared, **spec.get("conditions", {})}
            entry["label"] = _joined(spec["label"], extra.get("label"))
            entry["locator"] = extra.get("locator") or table.get("locator", "")
            place = Place(file, row.line, printed_in(column, spec))
            self._keep(f"{base}/{column}", entry, place, ("tables", name, "columns", column))
        self._claim(("tables", name, "relations"), table, base)

    def _single(self, name: str, entry: Mapping[str, Any], at: Key = ()) -> None:
        key = at or ("figures", name)
        if name == "published" and not at:
            self._wrong(key, "'published' is kept for the source's own day", "choose another name")
        if not entry["printed"].strip():
            self._wrong((*key, "printed"), "nothing is printed here", "lost cells stand in tables")
            return
        place = Place(shown(self.document.path), self.document.line(*key, "printed"))
        self._keep(f"{self.folder.name}/{name}", entry, place, key)

    def _keep(self, fact: str, entry: Mapping[str, Any], place: Place, key: Key) -> None:
        name = fact.removeprefix(f"{self.folder.name}/")
        kind = entry.get("kind", "measure")
        self.printed[name] = Transcribed(entry["printed"], entry["unit"], kind)
        entry, place = self.corrections.applied(name, entry, place)
        figure = self.reader.read(fact, entry, place, key)
        if figure is not None:
            self.figures[fact] = figure

    def _claim(self, key: Key, owner: Mapping[str, Any], base: str) -> None:
        for index, entry in enumerate(owner.get("relations", [])):
            self.claims.append(((*key, index), entry, base))

    def _relation(self, key: Key, entry: Mapping[str, str], base: str) -> list[Relation]:
        """The relation, unless one of its figures was not captured."""
        printed, a, b = ids = [f"{base}/{entry[name]}" for name in ("printed", "a", "b")]
        unknown = [name for name in ids if name not in self.figures]
        if unknown:
            mend = nearest(unknown[0], self.figures) or "name figures of this source"
            self._wrong(key, f"no figure '{unknown[0]}'", mend)
        if unknown or any(self.figures[name].lost for name in ids):
            return []
        place = Place(shown(self.document.path), self.document.line(*key))
        return [Relation(printed, entry["relation"], a, b, place)]


def _joined(column: Localized, row: Localized | None) -> Localized:
    """The label of a cell: what the column is, in which row."""
    joints = {"en": ", ", "zh-TW": "，"}
    parts = [column, *([row] if row else [])]
    return {lang: joints[lang].join(part[lang] for part in parts) for lang in LANGUAGES}
