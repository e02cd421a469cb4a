"""Run a case file of running prose: the numbers in it that need a tag.

Columns id, lang, text, glossary (names separated by `|`), expect (a JSON list of [start, end,
text]) and why. A row passes if every expected span overlaps at least one report and every report
overlaps exactly one expected span.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import cast

from tieout.cases import CaseResult
from tieout.checks.numbers_in_text import Language, Span, find_numbers

Expected = tuple[int, int, str]


def run(path: Path) -> list[CaseResult]:
    """Compare the numbers found in every text of a CSV file (untagged.csv) with those expected."""
    with path.open(encoding="utf-8", newline="") as file:
        return [_check(row) for row in csv.DictReader(file)]


def _check(row: dict[str, str]) -> CaseResult:
    glossary = [name for name in row["glossary"].split("|") if name]
    found = find_numbers(row["text"], cast("Language", row["lang"]), glossary)
    expected = [(start, end, text) for start, end, text in json.loads(row["expect"])]
    if _agree(expected, found):
        return CaseResult(row["id"], True, "")
    spans = [(span.start, span.end, span.text) for span in found]
    return CaseResult(row["id"], False, f"{row['text']!r}: expected {expected}, got {spans}")


def _agree(expected: list[Expected], found: list[Span]) -> bool:
    touched = [[e for e in expected if e[0] < span.end and span.start < e[1]] for span in found]
    missed = [e for e in expected if not any(e in hits for hits in touched)]
    return not missed and all(len(hits) == 1 for hits in touched)
