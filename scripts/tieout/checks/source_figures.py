"""What the ledger must say of every printed figure, read from the sources anew.

A figure's conditions are laid over one another in the order in which an editor narrows them down:
source, table, row, the columns that state a condition, the figure's own column. What a correction
holds instead of a printed text is laid over it last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tieout.checks.corrected import Corrected, Fault
from tieout.checks.parted import held_in, printed_under
from tieout.checks.reading import Reading, UnreadError, read, read_day
from tieout.checks.written import Sheet, Tree, Written

Words = Mapping[str, str]
SPEED = re.compile(r"tok/s(?:/\w+)?")
LANGUAGES = ("en", "zh-TW")
#: Where a source's own day stands, unless it says so itself.
DAY_LOCATOR = {"en": "date of the page", "zh-TW": "頁面上的日期"}


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed figure as its source has it. `fields` are those of the ledger, by name."""

    id: str
    fields: dict[str, Any]
    file: Path
    line: int
    reading: Reading | None
    fault: str = ""  # why the printed text cannot be read here
    wording: Words = field(default_factory=dict)

    @property
    def printed(self) -> str:
        """The text as printed."""
        return str(self.fields["printed"])


@dataclass(frozen=True, slots=True)
class Relation:
    """A printed comparison and its own two figures, all as fact ids."""

    printed: str
    relation: str
    a: str
    b: str
    file: Path
    line: int


def source_figures(written: Written) -> dict[str, Figure]:
    """All figures of an article's sources by id, lost cells included."""
    claims = written.article.data.get("claims") or {}
    claimed = {claim.get("figure") for claim in claims.values()}
    found: dict[str, Figure] = {}
    for source, tree in written.sources.items():
        corrected = Corrected(written.corrections.get(source))
        for name, entry, place, line in _entries(source, tree, written, corrected):
            own = name.removeprefix(f"{source}/")
            held, at = corrected.applied(own, entry, (place, line))
            figure = _figure(name, held, at, (source, tree), written)
            figure.fields["origin"] = "claimed" if figure.id in claimed else "printed"
            found[figure.id] = figure
    return found


def correction_faults(written: Written) -> Iterator[Fault]:
    """Corrections that no longer fit what their source prints: file, line, what, mend."""
    for source, tree in written.corrections.items():
        entries = as_printed(source, written)
        printed = {name: str(entry.get("printed") or "") for name, entry in entries}
        yield from Corrected(tree).faults(printed)


def as_printed(source: str, written: Written) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Id within its source and description of each figure, before any correction."""
    tree, none = written.sources[source], Corrected(None)
    for name, entry, _, _ in _entries(source, tree, written, none):
        yield name.removeprefix(f"{source}/"), entry


def _entries(
    source: str, tree: Tree, written: Written, corrected: Corrected
) -> Iterator[tuple[str, Mapping[str, Any], str, int]]:
    """Id, merged description, place and line of each figure of a source."""
    if "published" in tree.data:
        label = {"en": "day of publication", "zh-TW": "發布日期"}
        where = tree.data.get("published_locator", DAY_LOCATOR)
        day = {"printed": tree.data["published"], "unit": "date", "label": label, "locator": where}
        line = tree.line("published")
        yield f"{source}/published", day, f"source.yaml:{line}", line
    for name, table in (tree.data.get("tables") or {}).items():
        yield from _cells(f"{source}/{name}", table, written.sheets[source, name], corrected)
    for name, entry in (tree.data.get("figures") or {}).items():
        line = tree.line("figures", name, "printed")
        yield f"{source}/{name}", entry, f"source.yaml:{line}", line


def _cells(
    base: str, table: Mapping[str, Any], sheet: Sheet, corrected: Corrected
) -> Iterator[tuple[str, Mapping[str, Any], str, int]]:
    columns: Mapping[str, Any] = table.get("columns") or {}
    for line, cells in sheet.rows:
        held = dict(zip(sheet.columns, cells, strict=True))
        parts = {name: printed_under(held, name, spec) for name, spec in columns.items()}
        printed = {name: text for name, (text, _) in parts.items()}
        row_id = held.get("id", "")
        row: Mapping[str, Any] = (table.get("rows") or {}).get(row_id) or {}
        own = f"{base.split('/', 1)[1]}/{row_id}"
        stated = {
            spec["condition"]: value
            for name, spec in columns.items()
            if spec.get("condition")
            and (value := corrected.text(f"{own}/{name}", printed.get(name, "")))
        }
        given = {**(table.get("conditions") or {}), **(row.get("conditions") or {}), **stated}
        for name, spec in columns.items():
            if "unit" in spec:
                entry = {
                    **spec,
                    "printed": printed[name],
                    "fault": parts[name][1],
                    "conditions": {**given, **(spec.get("conditions") or {})},
                    "label": _joined(spec.get("label") or {}, row.get("label") or {}),
                    "locator": row.get("locator") or table.get("locator") or "",
                }
                place = f"{sheet.path.name}:{line} ({held_in(spec, name)})"
                yield f"{base}/{row_id}/{name}", entry, place, line


def _joined(column: Words, row: Words) -> Words:
    comma = {"en": ", ", "zh-TW": "，"}
    if not row:
        return dict(column)
    return {lang: f"{column.get(lang)}{comma[lang]}{row.get(lang)}" for lang in LANGUAGES}


def _figure(
    name: str,
    entry: Mapping[str, Any],
    at: tuple[str, int],
    of: tuple[str, Tree],
    written: Written,
) -> Figure:
    (place, line), (source, tree) = at, of
    unit, kind = str(entry.get("unit")), str(entry.get("kind", "measure"))
    printed = str(entry.get("printed") or "")
    reading, fault = _read(printed, kind, unit, written)
    fault = str(entry.get("fault") or "") or fault
    fields: dict[str, Any] = {
        "id": name,
        "source": source,
        "printed": printed,
        "unit": unit,
        "unit_name": written.unit_entries.get(unit, {}).get("name"),
        "kind": kind,
        "label": entry.get("label"),
        "conditions": conditions_of(entry, tree, written),
        "locator": in_languages(entry.get("locator")),
        "standing": entry.get("standing", tree.data.get("standing")) if printed else "lost",
        "note": entry.get("note") or {},
        "replaced": entry.get("replaced"),
        "formula": None,
        "inputs": {},
        "differs": {},
        "inference": False,
        "approximate": bool(reading and reading.about),
    }
    quoted = fields["standing"] in ("lost", "second-hand")
    fields["via"] = tree.data.get("via") if quoted else None
    file = tree.path.parent / place.split(":")[0]
    fields["place"] = f"{tree.path.parent.parent.name}/{source}/{place}"
    return Figure(name, fields, file, line, reading, fault, entry.get("wording") or {})


def _read(printed: str, kind: str, unit: str, written: Written) -> tuple[Reading | None, str]:
    """The reading of a printed text, and what is wrong with it."""
    if not printed or unit == "id":
        return None, ""
    try:
        if unit == "date":
            read_day(printed)
            return None, ""
        reading = read(printed, kind)
    except UnreadError as error:
        return None, str(error)
    spelled = [unit, "", *(written.unit_entries.get(unit, {}).get("printed") or [])]
    if reading.unit not in spelled:
        return reading, f"'{printed}' is printed in '{reading.unit}', not in '{unit}'"
    return reading, ""


def conditions_of(entry: Mapping[str, Any], tree: Tree, written: Written) -> dict[str, Words]:
    """The conditions of a figure in words, in the order of conditions.yaml."""
    given: Mapping[str, Any] = entry.get("conditions") or {}
    if SPEED.fullmatch(str(entry.get("unit"))) or "conditions" in entry:
        given = {**(tree.data.get("conditions") or {}), **given}
    return in_words(given, written)


def in_words(given: Mapping[str, Any], written: Written) -> dict[str, Words]:
    """Condition values in every language: the vocabulary's words, or the value itself."""
    values = written.conditions.data.get("values") or {}
    words: dict[str, Words] = {}
    for key in written.conditions.data.get("keys") or {}:
        if key in given:
            value = given[key]
            known = value if isinstance(value, dict) else values.get(value, {})
            words[key] = {lang: known.get(lang, value) for lang in LANGUAGES}
    return words


def in_languages(text: Any) -> Words:
    """A text given once or per language, per language; nothing where nothing is given."""
    return text if isinstance(text, dict) else dict.fromkeys(LANGUAGES, text) if text else {}


def source_relations(written: Written, figures: Mapping[str, Figure]) -> Iterator[Relation]:
    """Every printed comparison whose figures were captured."""
    for source, tree in written.sources.items():
        owners: list[tuple[tuple[str, ...], Mapping[str, Any], list[str]]] = []
        for name, table in (tree.data.get("tables") or {}).items():
            rows = [cells[0] for _, cells in written.sheets[source, name].rows]
            bases = [f"{source}/{name}/{row}" for row in rows]
            owners.append((("tables", name), table, bases))
        owners.append(((), tree.data, [source]))
        for key, owner, bases in owners:
            for base in bases:
                for index, entry in enumerate(owner.get("relations") or []):
                    ids = [f"{base}/{entry.get(part)}" for part in ("printed", "a", "b")]
                    if all(name in figures and figures[name].printed for name in ids):
                        line = tree.line(*key, "relations", index)
                        kind = str(entry.get("relation"))
                        yield Relation(ids[0], kind, ids[1], ids[2], tree.path, line)
