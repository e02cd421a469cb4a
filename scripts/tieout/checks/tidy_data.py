"""observations.csv and its description: every printed figure as the ledger has it, cell by cell.

Programs read it in place of the pages, so a value, unit or condition that is wrong here is used
without a word around it.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

Fault = tuple[Path, int, str]
#: Columns that hold what a fact has under the same name; `day` and `value` share one.
_SAME = ("id", "source", "printed", "replaced", "low", "high", "unit", "kind", "standing", "via")


def tidy_faults(ledger: Mapping[str, Any], folder: Path) -> Iterator[Fault]:
    """File, line and fault of everything in which the data differ from the ledger."""
    table, package = folder / "observations.csv", folder / "datapackage.json"
    try:
        data = table.read_bytes()
        rows = list(csv.DictReader(io.StringIO(data.decode("utf-8"), newline="")))
        described = json.loads(package.read_text("utf-8"))
        yield from ((package, 1, what) for what in _described(described, ledger, data))
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        yield package, 1, f"the tidy data cannot be read ({error})"
        return
    facts = [fact for fact in ledger["facts"].values() if fact["source"]]
    if [row.get("id") for row in rows] != [fact["id"] for fact in facts]:
        yield table, 1, "the rows are not the printed figures of the ledger, in order"
        return
    for line, (row, fact) in enumerate(zip(rows, facts, strict=True), start=2):
        told = _told(fact, ledger)
        for key in dict.fromkeys([*told, *row]):
            if row.get(key) != told.get(key):
                what = f"{key} of '{fact['id']}' is “{row.get(key)}”, not “{told.get(key)}”"
                yield table, line, what


def _told(fact: Mapping[str, Any], ledger: Mapping[str, Any]) -> dict[str, str]:
    """The row of a fact."""
    is_day, is_number = fact["unit"] == "date", fact["low"] is not None
    conditions = {
        key: str(fact["conditions"].get(key, {}).get("en", "")) for key in ledger["conditions"]
    }
    return {
        **{key: str(fact.get(key) or "") for key in _SAME},
        "label": fact["label"]["en"],
        "label_zh_tw": fact["label"]["zh-TW"],
        "value": str(fact["value"] or "") if is_number else "",
        "day": str(fact["value"] or "") if is_day else "",
        "approximate": str(fact["approximate"]).lower(),
        "locator": str(fact["locator"].get("en", "")),
        **conditions,
    }


def _described(package: Any, ledger: Mapping[str, Any], data: bytes) -> Iterator[str]:
    """What the description says of the file and of its columns."""
    (resource,) = package["resources"]
    article = ledger["article"]
    told = {
        "name": (package["name"], f"{article['id']}-observations"),
        "version": (package["version"], article["version"]),
        "path": (resource["path"], "observations.csv"),
        "bytes": (resource["bytes"], len(data)),
        "hash": (resource["hash"], f"sha256:{hashlib.sha256(data).hexdigest()}"),
        "columns": (
            ",".join(field["name"] for field in resource["schema"]["fields"]),
            data.partition(b"\n")[0].decode("utf-8").strip(),
        ),
    }
    for key, (said, meant) in told.items():
        if said != meant:
            yield f"the {key} of the tidy data is “{said}”, not “{meant}”"
