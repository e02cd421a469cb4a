"""Run a case file of verdicts: two printed figures, their relation, and a printed result."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import cast

from tieout.cases import CaseResult
from tieout.cases.derive import differences, interval_of
from tieout.formula import evaluate, parse
from tieout.printed import Kind, read_printed
from tieout.verdicts import Relation, judge, relation_formula


def run(path: Path) -> list[CaseResult]:
    """Compare every row of a CSV file (verdicts.csv) with the verdict and bounds found."""
    with path.open(encoding="utf-8", newline="") as file:
        return [_check(row) for row in csv.DictReader(file)]


def _check(row: dict[str, str]) -> CaseResult:
    relation = cast("Relation", row["relation"])
    kind: Kind = "count" if relation == "share" else "measure"
    inputs = {name: interval_of(row[name], kind) for name in ("a", "b")}
    found = evaluate(parse(relation_formula(relation)), inputs)
    claim, quantum = interval_of(row["printed"], "measure"), read_printed(row["printed"]).quantum
    verdict = judge(found, claim.value, claim.low, claim.high, quantum)
    wrong = differences({"value": row["recomputed"], "low": row["low"], "high": row["high"]}, found)
    if verdict != row["expect"]:
        wrong.append(f"verdict: expected {row['expect']}, got {verdict}")
    return CaseResult(row["id"], not wrong, "; ".join(wrong))
