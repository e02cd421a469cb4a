"""The ledger of one page, embedded in it, so that the page can be checked with nothing beside it.

`schemas/embedded.schema.json` says what each part means. A fact is a row, since hundreds of them
would repeat the same names; what many rows share (unit, origin, standing) stands once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tieout.pages.view import View

SCHEMA_VERSION = 1
COLUMNS = ("kind", "unit", "text", "value", "low", "high", "printed", "formula", "inputs")
#: What could end the script element, open another, or be no JavaScript string.
_UNSAFE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def embedded_ledger(view: View) -> str:
    """The JSON text of every fact that the page shows or rests on, safe within <script>."""
    units: dict[str, int] = {}
    kinds: dict[tuple[Any, ...], int] = {}
    rows: dict[str, list[Any]] = {}
    for name in view.closure(view.used):
        fact = view.facts[name]
        kind = tuple(fact[key] for key in ("origin", "standing", "kind", "approximate"))
        row = [kinds.setdefault(kind, len(kinds)), units.setdefault(fact["unit"], len(units))]
        rows[name] = _cut([*row, fact["text"][view.lang], *_numbers(fact), *_formula(fact)])
    article, factors = view.ledger["article"], view.ledger["factors"]
    content = {
        "schema": SCHEMA_VERSION,
        **{"article": article["id"], "version": article["version"], "language": view.lang},
        "units": [[unit, factors.get(unit, "1")] for unit in units],
        "kinds": [list(kind) for kind in kinds],
        "columns": COLUMNS,
        "facts": rows,
    }
    # A line a part, so that a finding of the one-page check can name the line of a fact.
    lines = [f"{_json(key)}:{_json(part)}" for key, part in content.items() if key != "facts"]
    facts = ",\n".join(f"{_json(name)}:{_json(row)}" for name, row in rows.items())
    return ("{" + ",\n".join([*lines, f'"facts":{{\n{facts}\n}}']) + "}").translate(_UNSAFE)


def _numbers(fact: Mapping[str, Any]) -> list[Any]:
    """Value, bounds and print; null stands for a bound, or a print, that is the value itself."""
    value = fact["value"]
    ends = [None if fact[key] == value else fact[key] for key in ("low", "high")]
    return [value, *ends, None if fact["printed"] in ("", value) else fact["printed"]]


def _formula(fact: Mapping[str, Any]) -> list[Any]:
    return [fact["formula"], dict(fact["inputs"])] if fact["formula"] else []


def _cut(row: list[Any]) -> list[Any]:
    """A row without the nulls at its end."""
    while row[-1] is None:
        row.pop()
    return row


def _json(part: Any) -> str:
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"))
