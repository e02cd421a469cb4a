"""The units of the checks: together they are the whole check, and each sees all that it rests on.

An answer of a unit stands again while the files, or parts of files, that it is given are the same.
So a fault may only be seen by units that are given what it changed, and all of them together have
to find what the check finds when it looks at everything at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.mini_project import Mini, spoilt

from tieout.checks import NAMES, load
from tieout.checks.finding import Record
from tieout.checks.finished import Finished, read_finished
from tieout.checks.parting import digests, named
from tieout.checks.sharing import Unit, units

HERE = Path(__file__).parent
_UNITS = Counter(unit.check for unit in units(("en", "zh-TW")))
#: The cases of all checks of several units: one unit alone is the whole check.
CASES: list[dict[str, Any]] = [
    case
    for name in ("spoiled.yaml", "faults.yaml")
    for case in yaml.safe_load((HERE / name).read_text("utf-8"))
    if _UNITS[case["check"]] > 1
]


def finished() -> Finished:
    """What lies in the current folder."""
    return read_finished("mini", Path("build"), Path("figures"))


def of(check: str, found: Finished) -> dict[Unit, Record]:
    """The records of the units of one check."""
    mine = [unit for unit in units(found.pages) if unit.check == check]
    return {unit: load(check)(unit.given(found)) for unit in mine}


def states(unit: Unit, found: Finished, parts: Mapping[str, str]) -> dict[str, bytes | str]:
    """The state of every finished file, or part of one, that a unit is given."""
    given = unit.given(found)
    texts = {path for path, _ in (*given.pages.values(), *given.markdown.values())}
    names = {named(str(p.absolute()), unit.part if p in texts else ""): p for p in given.files}
    return {name: parts.get(name) or path.read_bytes() for name, path in names.items()}


@pytest.mark.parametrize("check", NAMES)
@pytest.mark.usefixtures("mini")
def test_the_units_of_a_check_count_what_the_whole_counts(check: str) -> None:
    whole, parts = load(check)(finished()), of(check, finished()).values()
    for counted in ("counts", "exemptions"):
        total = {
            key: sum(getattr(p, counted)[key] for p in parts) for key in getattr(whole, counted)
        }
        assert total == dict(getattr(whole, counted))


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_fault_is_found_by_the_units_that_rest_on_it(mini: Mini, case: dict[str, Any]) -> None:
    """And by no other: their answers from before it would have stood again."""
    sound = finished()
    mine = [unit for unit in units(sound.pages) if unit.check == case["check"]]
    parts = digests(sound)
    before = {unit: states(unit, sound, parts) for unit in mine}
    for file in filter(None, [case["file"], case.get("also")]):
        path = mini.root / file
        path.write_text(spoilt(path.read_text("utf-8"), case), "utf-8")
    spoiled = finished()
    records = of(case["check"], spoiled)
    told = {str(finding) for record in records.values() for finding in record.findings}
    assert told >= {str(finding) for finding in load(case["check"])(spoiled).findings}
    given = {"build/mini/ledger.json", *(str(path) for path in spoiled.files)}
    if case["file"] not in given or case.get("also"):
        return  # a file that a unit opens by itself: it rests on all of these
    parts = digests(spoiled)
    for unit, record in records.items():
        if unit.is_keepable and states(unit, spoiled, parts) == before[unit]:
            assert not record.findings, unit
