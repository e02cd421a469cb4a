"""Run a case file of printed numbers: one text a row, and how it must be read."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

from tieout.cases import CaseResult
from tieout.printed import Kind, MissingMarkError, PrintedError, read_printed

_MISSING = "missing mark"


def run(path: Path) -> list[CaseResult]:
    """Compare every row of a CSV file (printed-numbers.csv) with what the reader makes of it."""
    with path.open(encoding="utf-8", newline="") as file:
        return [_check(row) for row in csv.DictReader(file)]


def _check(row: dict[str, str]) -> CaseResult:
    expected, found = _expected(row), _found(row)
    detail = "" if expected == found else f"{row['text']!r}: expected {expected}, got {found}"
    return CaseResult(row["id"], not detail, detail)


def _expected(row: dict[str, str]) -> dict[str, Any]:
    if row["expect"] == "error":
        # The column `why` alone tells a missing mark from any other error.
        return {"error": _MISSING if row["why"].startswith(_MISSING) else "error"}
    return {
        "value": Fraction(row["value"]) if row["expect"] == "value" else None,
        "low": Fraction(row["low"]),
        "high": Fraction(row["high"]),
        "unit": row["unit"],
        "approx": row["approx"] == "true",
        "footnote": row["footnote"],
    }


def _found(row: dict[str, str]) -> dict[str, Any]:
    try:
        printed = read_printed(row["text"], cast("Kind", row["kind"]), row["lang"])
    except MissingMarkError:
        return {"error": _MISSING}
    except PrintedError:
        return {"error": "error"}
    return {
        "value": printed.value,
        "low": printed.low,
        "high": printed.high,
        "unit": printed.unit,
        "approx": printed.approximate,
        "footnote": printed.footnote,
    }
