"""The printed figures as tidy data: one row a figure, described by a valid data package."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import frictionless
import pytest
from tests.mini_project import ROOT, Mini, copy_mini

from tieout.article import find_articles
from tieout.ledger import Ledger, build_ledger
from tieout.observations import datapackage, observations


@pytest.fixture
def mini(tmp_path: Path) -> Mini:
    """A copy that a test may change."""
    return copy_mini(tmp_path / "mini")


def _report(ledger: Ledger, folder: Path) -> frictionless.Report:
    table = observations(ledger)
    (folder / "observations.csv").write_text(table, "utf-8")
    (folder / "datapackage.json").write_text(datapackage(ledger, table), "utf-8")
    report: frictionless.Report = frictionless.validate(str(folder / "datapackage.json"))
    return report


def test_the_package_is_valid(mini: Mini, tmp_path: Path) -> None:
    """An outside validator accepts both the description and the data, checksum included."""
    report = _report(mini.ledger(), tmp_path)
    assert report.valid, report.flatten(["type", "message"])


@pytest.mark.parametrize("article", find_articles(ROOT / "templates"))
def test_each_article_has_a_valid_package(article: str, tmp_path: Path) -> None:
    """Of every article of this project."""
    report = _report(build_ledger(article, ROOT / "sources", ROOT / "templates"), tmp_path)
    assert report.valid, report.flatten(["type", "message"])


def test_the_checksum_notices_a_change(mini: Mini, tmp_path: Path) -> None:
    """The description belongs to these bytes alone."""
    _report(mini.ledger(), tmp_path)
    path = tmp_path / "observations.csv"
    path.write_text(path.read_text("utf-8").replace("193.3", "193.4"), "utf-8")
    assert not frictionless.validate(str(tmp_path / "datapackage.json")).valid


def test_one_row_a_figure(mini: Mini) -> None:
    """Printed figures only, in the order of the ledger, numbers and conditions as it has them."""
    ledger = mini.ledger()
    rows = list(csv.DictReader(io.StringIO(observations(ledger))))
    assert [row["id"] for row in rows] == [fact.id for fact in ledger.facts.values() if fact.source]
    by_id = {row["id"]: row for row in rows}
    speed = by_id["bench/speeds/small/new"]
    assert (speed["value"], speed["low"], speed["high"]) == ("193.3", "193.25", "193.35")
    assert (speed["gpus"], speed["path"], speed["standing"]) == ("8", "new path", "transcribed")
    lost = by_id["bench/speeds/large/old"]
    assert (lost["printed"], lost["value"], lost["standing"]) == ("", "", "lost")
    assert (by_id["bench/published"]["day"], by_id["bench/published"]["value"]) == (
        "2026-10-16",
        "",
    )
    assert by_id["shout/speed"]["via"] == "bench"


def test_columns_are_described_in_words(mini: Mini) -> None:
    """Each with what it holds; the conditions by their labels."""
    ledger = mini.ledger()
    table = observations(ledger)
    fields = json.loads(datapackage(ledger, table))["resources"][0]["schema"]["fields"]
    assert [field["name"] for field in fields] == table.split("\n", 1)[0].split(",")
    assert all(field["description"] for field in fields)
    assert fields[-1]["description"] == "Condition: Counted per"
