"""The checks against their own kind of fault: a sound project passes, each spoiled one is found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.mini_project import Mini, spoilt

from tieout.checks import (
    digits_supported,
    ledger_equals_source,
    printed_claims,
    text_equals_ledger,
    untagged,
)
from tieout.checks.finding import Record
from tieout.checks.finished import read_finished

CHECKS = {
    module.__name__.rsplit(".", 1)[-1]: module.check
    for module in (
        *(digits_supported, ledger_equals_source, printed_claims, text_equals_ledger),
        untagged,
    )
}
CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "spoiled.yaml").read_text())


def run(name: str) -> Record:
    """One check on the small project in the current folder."""
    record: Record = CHECKS[name](read_finished("mini", Path("build"), Path("figures")))
    return record


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.usefixtures("mini")
def test_sound_project_passes_and_was_looked_at(name: str) -> None:
    """A check that finds faults in sound files teaches people to ignore it."""
    record = run(name)
    assert [str(finding) for finding in record.findings] == []
    assert record.counts.total()
    assert record.blind_spots


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_fault_is_found(mini: Mini, case: dict[str, Any]) -> None:
    """One character changed anywhere must fail somewhere, with a message that names it."""
    spoil(mini, case)
    found = [str(finding) for finding in run(case["check"]).findings]
    assert any(case["says"] in line for line in found), found or "nothing was found"
    assert all(line.count(":") >= 3 for line in found), "each says file, line, what and mend"


def spoil(mini: Mini, case: dict[str, Any]) -> None:
    """Put the fault of a case where it belongs."""
    path = mini.root / case["file"]
    text = path.read_text("utf-8")
    path.write_text(spoilt(text, case), "utf-8")
