"""Run a case file of derived figures: a formula, its printed inputs, the bounds of the result."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path
from typing import cast

from tieout.cases import CaseResult
from tieout.formula import FormulaError, evaluate, parse
from tieout.interval import Interval
from tieout.printed import Kind, read_printed
from tieout.rounding import printable, significant

_TOLERANCE = Fraction(1, 10**9)
_ERROR = "error"


def run(path: Path) -> list[CaseResult]:
    """Compare every row of a CSV file (derive.csv) with what its formula gives."""
    with path.open(encoding="utf-8", newline="") as file:
        return [_check(row) for row in csv.DictReader(file)]


def interval_of(text: str, kind: Kind) -> Interval:
    """A printed number as an interval; of a printed range the value is the middle."""
    printed = read_printed(text, kind)
    middle = (printed.low + printed.high) / 2
    return Interval(middle if printed.value is None else printed.value, printed.low, printed.high)


def differences(expected: dict[str, str], found: Interval) -> list[str]:
    """What is off by more than a relative 1e-9, by column: value, low and high."""
    numbers = {"value": found.value, "low": found.low, "high": found.high}
    return [
        f"{name}: expected {expected[name]}, got {significant(number)}"
        for name, number in numbers.items()
        if abs(number - Fraction(expected[name])) > _TOLERANCE * abs(Fraction(expected[name]))
    ]


def _check(row: dict[str, str]) -> CaseResult:
    kinds = json.loads(row["kind"])
    inputs = {
        name: interval_of(text, cast("Kind", kinds[name]))
        for name, text in json.loads(row["inputs"]).items()
    }
    try:
        found = evaluate(parse(row["formula"]), inputs)
    except FormulaError as error:
        expected = row["expect_value"] == _ERROR
        return CaseResult(row["id"], expected, "" if expected else str(error))
    if row["expect_value"] == _ERROR:
        return CaseResult(row["id"], False, f"expected an error, got {significant(found.value)}")
    wrong = differences({n: row[f"expect_{n}"] for n in ("value", "low", "high")}, found)
    text = printable(found.value, found.low, found.high)
    if text != row["printable"]:
        wrong.append(f"printable: expected {row['printable']!r}, got {text!r}")
    return CaseResult(row["id"], not wrong, "; ".join(wrong))
