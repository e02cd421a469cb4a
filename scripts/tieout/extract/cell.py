"""A figure in a table, located by heading or caption and position, row by key, column by header."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tieout.extract.characters import quote
from tieout.extract.errors import AmbiguousError, LocateError, NotFoundError
from tieout.extract.located import Located, check_keys, choices, words_of
from tieout.extract.names import matches, rank
from tieout.extract.nearest import nearest_names
from tieout.extract.tables import Row, Table


def locate_cell(tables: Sequence[Table], locator: Mapping[str, Any]) -> Located:
    """The text of one cell.

    `heading` is that of a section the table stands in, `caption` its own; `position` counts from 1
    among the tables that these leave. `row` gives the texts of its key columns, `column` a header;
    for what agrees with what see `names.rank`, where only headers may lack their unit.

    Raises LocateError for a malformed locator, NotFoundError and AmbiguousError with candidates,
    and ExtractError for a table that has a fault.
    """
    check_keys(locator, ("row", "column"), "heading", "caption", "position")
    texts = locator["row"]
    if not isinstance(texts, Mapping) or not texts:
        raise LocateError("found no key under 'row', expected {header of a column: text there}")
    header, wanted = words_of(locator, "column"), {name: words_of(texts, name) for name in texts}
    table = _table(tables, locator)
    if table.fault is not None:
        raise table.fault
    column = _column(table, header)
    keys = {_column(table, name): text for name, text in wanted.items()}
    row = _row(table, keys)
    named = " ".join(quote(name) for name in (*table.headings[-1:], table.caption) if name)
    key = ", ".join(f"{table.header[at]} = {row.cells[at]}" for at in keys)
    context = f"table {named or f'on line {table.line}'}, {key}, {table.header[column]}"
    return Located(row.cells[column], row.line, context)


def _table(tables: Sequence[Table], locator: Mapping[str, Any]) -> Table:
    found = list(tables)
    if "heading" in locator:
        found = _named(found, words_of(locator, "heading"), "heading", lambda t: t.headings)
    if "caption" in locator:
        found = _named(found, words_of(locator, "caption"), "caption", lambda t: (t.caption,))
    lines = f"({', '.join(f'line {table.line}' for table in found[:8])})" if found else "(none)"
    tables_found = f"found {len(found)} such table{'s' * (len(found) != 1)} {lines}"
    if "position" in locator:
        position = _position(locator["position"])
        if position > len(found):
            raise NotFoundError(f"{tables_found}, expected {position} or more")
        return found[position - 1]
    if not found:
        raise NotFoundError(f"{tables_found}, expected one")
    if len(found) > 1:
        mend = "add 'heading', 'caption' or 'position' to the locator"
        raise AmbiguousError(f"{tables_found}, expected one; {mend}")
    return found[0]


def _named(
    tables: list[Table], name: str, what: str, names_of: Callable[[Table], tuple[str, ...]]
) -> list[Table]:
    """The tables that have a name; those that have it as it stands go first."""
    known = list(dict.fromkeys(other for table in tables for other in names_of(table) if other))
    meant = {known[at] for at in matches(name, known)}
    if not meant:
        near = choices(nearest_names(name, known))
        raise NotFoundError(
            f"found no table under the {what} {quote(name)}, expected one of: {near}"
        )
    return [table for table in tables if meant.intersection(names_of(table))]


def _position(value: Any) -> int:
    if isinstance(value, bool) or not re.fullmatch("[1-9][0-9]{0,5}", str(value)):
        raise LocateError(f"found {quote(str(value))} under 'position', expected 1, 2, 3 or so")
    return int(value)


def _column(table: Table, name: str) -> int:
    found = matches(name, table.header, with_unit=True)
    where = f"in the table on line {table.line}"
    if not found:
        near = choices(nearest_names(name, table.header))
        raise NotFoundError(f"found no column {quote(name)} {where}, expected one of: {near}")
    if len(found) > 1:
        shown = ", ".join(f"{at + 1} {quote(table.header[at])}" for at in found)
        raise AmbiguousError(f"found {quote(name)} {where} in columns {shown}, expected one column")
    return found[0]


def _row(table: Table, keys: Mapping[int, str]) -> Row:
    """The row whose key cells agree; rows in which all agree as they stand go first."""
    ranked: dict[int, list[Row]] = {}
    for row in table.rows:
        ranks = [rank(text, row.cells[at]) for at, text in keys.items()]
        worst = max((2 if value is None else value for value in ranks), default=2)
        ranked.setdefault(worst, []).append(row)
    found = ranked.get(0) or ranked.get(1) or []
    wanted = ", ".join(f"{table.header[at]} = {quote(text)}" for at, text in keys.items())
    where = f"with {wanted} in the table on line {table.line}"
    if not found:
        known = [" | ".join(row.cells[at] for at in keys) for row in table.rows]
        near = choices(nearest_names(" | ".join(keys.values()), known))
        raise NotFoundError(f"found no row {where}, expected one of: {near}")
    if len(found) > 1:
        lines = ", ".join(f"line {row.line}" for row in found[:8])
        mend = "add a further key column under 'row'"
        raise AmbiguousError(f"found {len(found)} rows {where} ({lines}), expected one; {mend}")
    return found[0]
