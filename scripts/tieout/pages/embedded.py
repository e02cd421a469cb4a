"""The ledger of one page, embedded in it, so that the page can be checked with nothing beside it.

`schemas/embedded.schema.json` says what each part means. A fact is a row, since hundreds of them
would repeat the same names; what many rows share (source and table, unit, origin, standing) stands
once, and what follows from the rest of a row is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import groupby
from typing import Any

from tieout.pages.view import View

SCHEMA_VERSION = 2
COLUMNS = ("kind", "unit", "text", "value", "low", "high", "printed", "formula", "inputs")
#: What could end the script element, open another, or be no JavaScript string.
_UNSAFE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def embedded_ledger(view: View) -> str:
    """The JSON text of every fact that the page shows or rests on, safe within <script>."""
    units: dict[str, int] = {}
    kinds: dict[tuple[Any, ...], int] = {}
    rows: dict[str, list[Any]] = {}
    names = view.closure(view.used)
    places = {name: place for place, name in enumerate(names)}
    for name in names:
        fact = view.facts[name]
        kind = tuple(fact[key] for key in ("origin", "standing", "kind", "approximate"))
        row = [kinds.setdefault(kind, len(kinds)), units.setdefault(fact["unit"], len(units))]
        text = fact["text"][view.lang]
        rows[name] = _cut([*row, text, *_numbers(fact), *_formula(fact, places)])
    article, factors = view.ledger["article"], view.ledger["factors"]
    content = {
        "schema": SCHEMA_VERSION,
        **{"article": article["id"], "version": article["version"], "language": view.lang},
        "units": [[unit, factors.get(unit, "1")] for unit in units],
        "kinds": [list(kind) for kind in kinds],
        "columns": COLUMNS,
    }
    lines = [f"{_json(key)}:{_json(part)}" for key, part in content.items()]
    facts = ",\n".join(_groups(rows))
    return ("{" + ",\n".join([*lines, f'"facts":[\n{facts}\n]']) + "}").translate(_UNSAFE)


def _groups(rows: Mapping[str, list[Any]]) -> Iterator[str]:
    """Neighbours whose ids begin alike, up to the last slash, under that beginning.

    A line a fact, so that a finding of the one-page check can name it.
    """
    for above, names in groupby(rows, key=_above):
        own = (f"{_json(name[len(above) :])}:{_json(rows[name])}" for name in names)
        yield f"[{_json(above)},{{\n" + ",\n".join(own) + "}]"


def _above(name: str) -> str:
    before, slash, _ = name.rpartition("/")
    return before + slash


def _numbers(fact: Mapping[str, Any]) -> list[Any]:
    """Value, bounds and print; null stands for bounds, or a print, that follow from the value."""
    value = fact["value"]
    ends = [fact["low"], fact["high"]]
    if ends == _usual(fact):
        ends = [None, None]
    return [value, *ends, None if fact["printed"] in ("", value) else fact["printed"]]


def _usual(fact: Mapping[str, Any]) -> list[str | None]:
    """The bounds of most values: of a measure half a step of its last digit, else the value."""
    value = fact["value"]
    if value is None or fact["low"] is None:
        return [None, None]
    if fact["kind"] == "count":
        return [value, value]
    exact = Decimal(value)
    half = Decimal(5).scaleb(int(exact.as_tuple().exponent) - 1)
    return [f"{exact - half:f}", f"{exact + half:f}"]


def _formula(fact: Mapping[str, Any], places: Mapping[str, int]) -> list[Any]:
    inputs = {alias: places[name] for alias, name in fact["inputs"].items()}
    return [fact["formula"], inputs] if fact["formula"] else []


def _cut(row: list[Any]) -> list[Any]:
    """A row without the nulls at its end."""
    while row[-1] is None:
        row.pop()
    return row


def _json(part: Any) -> str:
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"))
