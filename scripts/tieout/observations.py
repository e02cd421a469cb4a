"""The normalized printed figures as tidy data: one row a figure, with all its conditions."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from tieout.facts import Fact
from tieout.ledger import Ledger

#: Cells of a table by column.
Rows = dict[str, list[str]]
_COLUMNS: dict[str, tuple[str, str]] = {
    "id": ("string", "Fact id: source/table/row/column or source/name"),
    "source": ("string", "Folder of the source"),
    "label": ("string", "What the figure is, in English"),
    "label_zh_tw": ("string", "What the figure is, in Traditional Chinese"),
    "printed": ("string", "Text as printed, or as corrected; empty when it was not captured"),
    "replaced": (
        "string",
        "Text of the source that a correction replaced or left out",
    ),
    "value": ("number", "Value in the unit; empty for a range, a day, a name or a lost cell"),
    "low": ("number", "Lower bound that the printed digits leave open"),
    "high": ("number", "Upper bound that the printed digits leave open"),
    "day": ("date", "Calendar day, for figures that are days"),
    "unit": ("string", "Unit of value, low and high"),
    "kind": ("string", "measure or count; a count printed in full is exact"),
    "approximate": ("boolean", "Whether the source prints it as approximate"),
    "standing": ("string", "lost, second-hand, transcribed, captured or set"),
    "via": ("string", "Source through which a second-hand figure is quoted"),
    "locator": ("string", "Where it stands in the source"),
}


def observations(ledger: Ledger) -> str:
    """CSV text of all printed figures, one row a figure, in the ledger's order."""
    return table_text(rows(ledger))


def rows(ledger: Ledger) -> Rows:
    """The cells of the table under the names of its columns, in their order."""
    found = [_row(fact, ledger) for fact in ledger.facts.values() if fact.source]
    names = (*_COLUMNS, *ledger.words.keys)
    return {name: [row[name] for row in found] for name in names}


def table_text(cells: Rows) -> str:
    """A table as CSV text."""
    import pandas as pd

    return str(pd.DataFrame(cells, dtype=str).to_csv(index=False, lineterminator="\n"))


def _row(fact: Fact, ledger: Ledger) -> dict[str, str]:
    entry = fact.to_json()
    row = {
        "id": fact.id,
        "source": fact.source or "",
        "label": fact.label["en"],
        "label_zh_tw": fact.label["zh-TW"],
        "printed": fact.printed,
        "replaced": fact.replaced,
        "value": entry["value"] or "" if fact.interval else "",
        "low": entry["low"] or "",
        "high": entry["high"] or "",
        "day": fact.day.isoformat() if fact.day else "",
        "unit": fact.unit.id,
        "kind": fact.kind,
        "approximate": str(fact.approximate).lower(),
        "standing": fact.standing,
        "via": fact.via or "",
        "locator": fact.locator.get("en", ""),
    }
    for key in ledger.words.keys:
        row[key] = fact.conditions[key]["en"] if key in fact.conditions else ""
    return row


def datapackage(ledger: Ledger, table: str) -> str:
    """A Frictionless data package that describes observations.csv."""
    data = table.encode("utf-8")
    fields: list[dict[str, Any]] = [
        {"name": name, "type": kind, "description": description}
        for name, (kind, description) in _COLUMNS.items()
    ]
    for key, label in ledger.words.labels.items():
        fields.append({"name": key, "type": "string", "description": f"Condition: {label['en']}"})
    fields[0]["constraints"] = {"required": True, "unique": True}
    package = {
        "name": f"{ledger.article}-observations",
        "title": f"Printed figures behind the article {ledger.article}",
        "version": ledger.document.data["version"],
        "resources": [
            {
                "name": "observations",
                "path": "observations.csv",
                "format": "csv",
                "mediatype": "text/csv",
                "encoding": "utf-8",
                "bytes": len(data),
                "hash": f"sha256:{hashlib.sha256(data).hexdigest()}",
                "schema": {"fields": fields, "primaryKey": ["id"], "missingValues": [""]},
            }
        ],
    }
    return json.dumps(package, ensure_ascii=False, indent=1) + "\n"
