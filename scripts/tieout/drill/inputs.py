"""What an editor takes from a source changes: a cell, a unit, a condition.

The checks cannot know what a source prints. So such a change must be followed through: everything
that depends on it changes with it, and nothing else does; unless it makes nonsense and is caught.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Mapping
from random import Random
from typing import Any

from tieout.cell_parts import part_of, printed_in
from tieout.drill.mutant import Edit, Kind, Mutant, in_turn, other_digit
from tieout.drill.project import Project
from tieout.drill.spans import Cell, Key, Scalar, cells
from tieout.yamlio import load

#: A file, what stands in it where, and the facts that it is about.
Value = tuple[str, Scalar, tuple[str, ...]]
Groups = dict[Hashable, list[Value]]


def rewritten(file: str, scalar: Scalar, text: str) -> Edit:
    """A value of a YAML file becomes another text, whatever characters that has."""
    return Edit(file, scalar.start, scalar.raw, json.dumps(text, ensure_ascii=False))


def spoken_of(project: Project, source: str, key: Key) -> tuple[str, ...]:
    """The facts of a source that a value at `key` of its source.yaml is about."""
    match key:
        case ("tables", table, "columns", column, *_):
            start, end = f"{source}/{table}/", f"/{column}"
        case ("tables", table, "rows", row, *_):
            start, end = f"{source}/{table}/{row}/", ""
        case ("tables", table, *_):
            start, end = f"{source}/{table}/", ""
        case ("figures", name, *_):
            return (f"{source}/{name}",)
        case _:
            start, end = f"{source}/", ""
    return tuple(name for name in project.facts if name.startswith(start) and name.endswith(end))


def _has_digit(text: str) -> bool:
    return any(character in "0123456789" for character in text)


def _other_number(text: str, rng: Random) -> str:
    """A text with one digit changed; a number does not begin with a zero afterwards."""
    at = rng.choice([at for at, character in enumerate(text) if character in "0123456789"])
    leading = (at == 0 or not text[at - 1].isalnum()) and text[at + 1 : at + 2] != "."
    return text[:at] + other_digit(text[at], rng, leading) + text[at + 1 :]


def cell(project: Project, rng: Random) -> Iterator[Mutant]:
    """A digit of a figure, in a table or in source.yaml; each file in turn."""
    groups: Groups = {}
    for source in project.ledger["sources"]:
        file = project.source(source)
        for sheet, value, about in _tabled(project, source):
            groups.setdefault(sheet, []).append((sheet, value, about))
        for value in project.scalars(file):
            if value.key[0] == "figures" and value.key[-1] == "printed" and _has_digit(value.value):
                about = spoken_of(project, source, value.key)
                groups.setdefault(file, []).append((file, value, about))
    for file, value, about in in_turn(groups, rng):
        new = _other_number(value.value, rng)
        table = file.endswith(".csv")
        edit = Edit(file, value.start, value.raw, new) if table else rewritten(file, value, new)
        yield Mutant((edit,), f"{value.key[-1]} {value.value} became {new}", facts=about)


def _tabled(project: Project, source: str) -> Iterator[Value]:
    """The captured cells of a source's tables. One that states a condition speaks of its row."""
    data = load(project.root / project.source(source)).data
    for name, table in (data.get("tables") or {}).items():
        sheet = f"sources/{source}/{table['file']}"
        for each in cells(project.text(sheet)):
            for column, text in _read_as(table["columns"], each):
                spec = table["columns"][column]
                fact = f"{source}/{name}/{each.row}/{column}"
                row = spoken_of(project, source, ("tables", name, "rows", each.row))
                if "unit" in spec and _has_digit(text):
                    start = each.start + each.text.index(text)
                    value = Scalar((each.row, column), text, start, text, False)
                    yield sheet, value, row if "condition" in spec else (fact,)


def _read_as(columns: Mapping[str, Any], cell: Cell) -> Iterator[tuple[str, str]]:
    """The described columns that read a cell, each with the text it reads there."""
    for name, spec in columns.items():
        if printed_in(name, spec) == cell.column:
            yield name, part_of(cell.text, spec["cell"]["part"]) if "cell" in spec else cell.text


def unit(project: Project, rng: Random) -> Iterator[Mutant]:
    """The unit of a figure, a column, an assumption or a computed figure.

    Every second time one whose figures read alike: tok/s per user for tok/s.
    """
    file = "sources/units.yaml"
    units = dict(load(project.root / file).data["units"])
    values: Groups = {"article": []}
    for source in project.ledger["sources"]:
        name = project.source(source)
        units |= load(project.root / name).data.get("units") or {}
        about = [(name, v, spoken_of(project, source, v.key)) for v in project.scalars(name)]
        values[source] = [each for each in about if each[1].key[-1] == "unit"]
    for value in project.scalars(project.description):
        if value.key[0] in ("derived", "assumptions") and value.key[-1] == "unit":
            values["article"].append((project.description, value, (str(value.key[1]),)))
    for turn, (name, value, facts) in enumerate(in_turn(values, rng)):
        wording = units[value.value].get("wording")
        alike = [each for each, told in units.items() if told.get("wording") == wording]
        others = [each for each in (alike if turn % 2 else units) if each != value.value]
        if others and not value.shared:
            new = rng.choice(others)
            what = f"the unit {value.value} of {'.'.join(map(str, value.key))} became {new}"
            yield Mutant((rewritten(name, value, new),), what, facts=facts)


def condition(project: Project, rng: Random) -> Iterator[Mutant]:
    """A condition of figures becomes one that is stated elsewhere, or is not stated any more."""
    stated: dict[str, list[str]] = {}
    values: Groups = {}
    for source in project.ledger["sources"]:
        name = project.source(source)
        for value in project.scalars(name):
            if len(value.key) > 1 and value.key[-2] == "conditions":
                about = spoken_of(project, source, value.key)
                values.setdefault(source, []).append((name, value, about))
                stated.setdefault(str(value.key[-1]), ["not stated"]).append(value.value)
    for name, value, facts in in_turn(values, rng):
        others = sorted({*stated[str(value.key[-1])]} - {value.value})
        if others and facts and not value.shared:
            new = rng.choice(others)
            what = f"{'.'.join(map(str, value.key))}: “{value.value}” became “{new}”"
            yield Mutant((rewritten(name, value, new),), what, facts=facts)


_FIRST = ("ledger_equals_source", "digits_supported", "printed_claims", "comparable")
KINDS = (
    Kind("a cell in sources/", "followed", 7, cell, _FIRST),
    Kind("a unit", "followed", 5, unit, _FIRST),
    Kind("a condition", "followed", 5, condition, _FIRST),
)
