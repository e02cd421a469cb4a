"""Answers about the front page that stand again: only while all that they rest on does."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.mini_project import Mini

from tieout.checks import site_parts
from tieout.checks.finished import Finished

Spoil = Callable[[Path], None]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The checks that are run, in order."""
    names: list[str] = []
    real = site_parts.load

    def load(name: str) -> Any:
        def check(finished: Finished) -> Any:
            names.append(f"{name} {finished.article or 'frame'}")
            return real(name)(finished)

        return check

    monkeypatch.setattr(site_parts, "load", load)
    return names


def site_anew(mini: Mini) -> int:
    """Make the site as if it had gone, but for what was kept."""
    for file in ("index.html", "logs/site.json"):
        (mini.root / "build" / file).unlink(missing_ok=True)
    return mini.run("site").status


def change_ledger(mini: Mini, change: Callable[[dict[str, Any]], None]) -> None:
    """Change ledger.json by a function."""
    path = mini.root / "build/mini/ledger.json"
    ledger = json.loads(path.read_text("utf-8"))
    change(ledger)
    path.write_text(json.dumps(ledger), "utf-8")


def test_nothing_is_asked_twice(mini: Mini, asked: list[str]) -> None:
    assert site_anew(mini) == 0
    assert len(asked) == 8, "two checks, two languages, the article and the frame"
    asked.clear()
    assert site_anew(mini) == 0
    assert asked == []


def test_the_record_still_names_the_code_of_checks_that_did_not_run(mini: Mini) -> None:
    """Else a change of a check would not make the site again."""
    for _ in range(2):
        assert mini.type("site").status == 0
        record = json.loads((mini.root / "build/logs/site.json").read_text("utf-8"))
        wanted = {"untagged.py", "typography_rules.py", "taiwan.py", "mainland_terms.txt"}
        assert {f"scripts/tieout/checks/{name}" for name in wanted} <= record["inputs"].keys()
        for file in ("index.html", "logs/site.json"):
            (mini.root / "build" / file).unlink()


def test_a_changed_ledger_is_held_against_its_numbers_again(mini: Mini, asked: list[str]) -> None:
    """Its wording may have changed; how the words are set has not."""
    assert site_anew(mini) == 0
    asked.clear()
    change_ledger(mini, lambda ledger: ledger["sources"]["bench"].update(kind="changed"))
    assert site_anew(mini) == 0
    assert asked == ["untagged mini"] * 2


def test_a_number_that_loses_its_fact_is_found(mini: Mini) -> None:
    """The front page has the same bytes as when it passed; the ledger has not."""
    assert site_anew(mini) == 0

    def lose(ledger: dict[str, Any]) -> None:
        assert "257" in ledger["article"]["glossary"]
        ledger["article"]["glossary"].remove("257")

    change_ledger(mini, lambda ledger: ledger["article"]["glossary"].append("257"))
    change_ledger(mini, lambda ledger: ledger["article"]["title"].update(en="Is it 257 at all?"))
    assert site_anew(mini) == 0
    change_ledger(mini, lose)
    outcome = mini.run("site")
    assert outcome.status == 1
    assert "the number '257' has no source" in outcome.errors


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_text(path.read_text("utf-8")[:-9], "utf-8"),
        lambda path: path.write_bytes(b"\xff\x00"),
        lambda path: path.write_text("[]", "utf-8"),
        lambda path: path.unlink(),
    ],
    ids=["cut", "bytes", "other", "gone"],
)
def test_a_broken_file_of_answers_counts_for_nothing(
    mini: Mini, asked: list[str], spoil: Spoil
) -> None:
    assert site_anew(mini) == 0
    asked.clear()
    spoil(mini.root / "build/logs/site.kept.json")
    assert site_anew(mini) == 0
    assert len(asked) == 8


def test_a_fault_is_never_an_answer(mini: Mini) -> None:
    """It is found as often as it is looked for."""
    change_ledger(mini, lambda ledger: ledger["article"]["title"].update(en="Is it 423 tok/s?"))
    for _ in range(2):
        outcome = mini.run("site")
        assert outcome.status == 1
        assert "the number '423' has no source" in outcome.errors
