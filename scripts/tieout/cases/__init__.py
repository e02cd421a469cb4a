"""Runners that compare the code with case files, one module per kind of case."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CaseResult:
    """Outcome of one row of a case file; `detail` explains a failure (expected and got)."""

    id: str
    passed: bool
    detail: str
