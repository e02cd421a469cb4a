"""The finished files of the small project: as published, complete, and the same on every run."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.mini_project import Mini, copy_mini

from tieout.schema import load_schema

TYPED = ("ledger mini", "figures mini en", "figures mini zh-TW", "page mini en", "page mini zh-TW")


def _build(mini: Mini) -> dict[str, bytes]:
    for typed in (*TYPED, "verify mini --publish"):
        outcome = mini.type(*typed.split())
        assert (outcome.status, outcome.errors) == (0, ""), typed
    return mini.outputs()


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Everything that a build writes."""
    return _build(copy_mini(tmp_path_factory.mktemp("results") / "mini"))


def _faults(schema: str, content: Any) -> list[str]:
    validator = Draft202012Validator(load_schema(schema))
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(content)]


@pytest.mark.parametrize("name", ["ledger", "checks"])
def test_published_files_follow_their_schemas(results: dict[str, bytes], name: str) -> None:
    """A stranger may rely on them."""
    assert _faults(name, json.loads(results[f"build/mini/{name}.json"])) == []


def test_a_record_cannot_claim_to_have_passed_with_findings(results: dict[str, bytes]) -> None:
    """The schema of checks.json knows no record that was written in spite of a finding."""
    record = json.loads(results["build/mini/checks.json"])
    finding = {"file": "a", "line": 1, "what": "b", "mend": "c"}
    for change in ({"passed": False}, {"findings": [finding]}, {"counts": {"texts": -1}}):
        spoilt = copy.deepcopy(record)
        spoilt["checks"][0] |= change
        assert _faults("checks", spoilt), change
    assert _faults("checks", record | {"passed": False})


def test_two_builds_are_byte_identical(results: dict[str, bytes], tmp_path: Path) -> None:
    """In another folder, by other processes: the same files with the same bytes."""
    again = _build(copy_mini(tmp_path / "elsewhere"))
    assert again.keys() == results.keys()
    assert [name for name in results if results[name] != again[name]] == []
