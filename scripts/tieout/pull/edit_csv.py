"""Change single cells of a CSV file and leave every other byte as it is."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

#: A cell as (row id, column name).
Cell = tuple[str, str]


def with_cells(text: str, cells: Mapping[Cell, str]) -> str:
    """The text of a CSV file with some cells replaced; their quotes are kept, or added if needed.

    Raises KeyError for a cell that the file does not have.
    """
    records = _records(text)
    names = [_value(text[start:end]) for start, end in records[0]]
    edits: list[tuple[int, int, str]] = []
    missing = dict(cells)
    for record in records[1:]:
        row = _value(text[slice(*record[0])])
        for name, (start, end) in zip(names, record, strict=False):
            if (row, name) in missing:
                written = _written(missing.pop((row, name)), text[start:end])
                edits.append((start, end, written))
    if missing:
        raise KeyError(next(iter(missing)))
    for start, end, written in reversed(edits):
        text = text[:start] + written + text[end:]
    return text


def _records(text: str) -> list[list[tuple[int, int]]]:
    """Start and end of each field of each record; blank lines are no records."""
    records: list[list[tuple[int, int]]] = []
    fields: list[tuple[int, int]] = []
    start = 1 if text.startswith("\ufeff") else 0
    quoted = False
    for at in range(start, len(text) + 1):
        sign = text[at] if at < len(text) else "\n"
        if sign == '"':
            quoted = not quoted
        elif sign in ",\r\n" and not quoted:
            if sign == "," or fields or at > start:
                fields.append((start, at))
            if sign != "," and fields:
                records.append(fields)
                fields = []
            start = at + 1
    return records


def _value(raw: str) -> str:
    """A field as csv reads it, outer spaces removed."""
    return next(csv.reader(io.StringIO(raw)), [""])[0].strip() if raw.strip() else ""


def _written(value: str, before: str) -> str:
    """A value as a field, in quotes where it needs them or the field had them."""
    if before.lstrip().startswith('"') or any(sign in value for sign in ',"\r\n'):
        return '"' + value.replace('"', '""') + '"'
    return value
