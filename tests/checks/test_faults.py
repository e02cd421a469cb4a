"""What stands side by side, in both languages, behind links and on disk: each fault is found."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.mini_project import Mini, spoilt

from tieout.checks import comparable, links, parity, structured, typography, wholeness
from tieout.checks.finding import Record
from tieout.checks.finished import read_finished

CHECKS = {
    module.__name__.rsplit(".", 1)[-1]: module.check
    for module in (comparable, links, parity, structured, typography, wholeness)
}
CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "faults.yaml").read_text())


def run(name: str) -> Record:
    """One check on the small project in the current folder."""
    record: Record = CHECKS[name](read_finished("mini", Path("build"), Path("figures")))
    return record


def _reseal(path: Path) -> None:
    """Close an edited record again, as the room that wrote it would have."""
    content = json.loads(path.read_text("utf-8"))
    del content["seal"]
    text = json.dumps(content, ensure_ascii=False, indent=1)
    content["seal"] = hashlib.sha256(text.encode("utf-8")).hexdigest()
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf-8")


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
    """Each fault has its finding, which says what is wrong where an editor mends it."""
    for file in filter(None, [case["file"], case.get("also")]):
        path = mini.root / file
        text = path.read_text("utf-8")
        path.write_text(spoilt(text, case), "utf-8")
    if case.get("reseal"):
        _reseal(path)
    found = [str(finding) for finding in run(case["check"]).findings]
    said = [line for line in found if case["says"] in line and case["at"] in line.split(": ")[0]]
    assert said, found or "nothing was found"
    assert all(line.count(": ") >= 2 for line in found), "each says file and line, what, and mend"
