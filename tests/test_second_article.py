"""The second article, from the table as the post prints it to the pages: folders and no code."""

from __future__ import annotations

import csv
import json
import re
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from lxml import html
from tests.mini_project import ROOT, TESTS, Mini

from tieout.errors import TieoutError
from tieout.ledger import Ledger, build_ledger

ARTICLE, SOURCE, OTHER = "kimi-k3-throughput", "vllm-k3-throughput-post", "vllm-pr-61867"
DESCRIPTION = f"templates/{ARTICLE}/article.yaml"
LANGUAGES = ("en", "zh-TW")
DATA = TESTS / "fixtures" / "second"


def read(path: Path) -> list[list[str]]:
    """The cells of a CSV file."""
    with path.open("r", -1, "utf-8", newline="") as file:
        return list(csv.reader(file))


PRINTED = read(DATA / "table.csv")[1:]
VERDICTS = read(DATA / "verdicts.csv")[1:]


@pytest.fixture(scope="module")
def ledger() -> Ledger:
    """The ledger of the article."""
    return build_ledger(ARTICLE, ROOT / "sources", ROOT / "templates")


def copied(root: Path) -> Mini:
    """The project's sources and templates where a test may spoil them."""
    for name in ("sources", "templates"):
        shutil.copytree(ROOT / name, root / name)
    shutil.copy(ROOT / "config.yaml", root)
    return Mini(root)


def built(project: Mini) -> None:
    """Run the rooms up to the drafts."""
    for typed in (
        f"ledger {ARTICLE}",
        *(f"{room} {ARTICLE} {lang}" for lang in LANGUAGES for room in ("figures", "page")),
    ):
        outcome = project.run(*typed.split())
        assert (outcome.status, outcome.errors) == (0, ""), typed


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Mini:
    """A copy in which the article has been built and verified."""
    project = copied(tmp_path_factory.mktemp("second"))
    built(project)
    outcome = project.run("verify", ARTICLE, "--publish")
    assert outcome.status == 0, outcome.errors
    return project


def number(text: str) -> Fraction:
    """The number before the unit of a printed text, read as simply as can be."""
    return Fraction(re.match(r"[-+−]?[0-9.]+", text.strip("*"))[0].replace("−", "-"))  # type: ignore[index]


def test_the_table_is_kept_text_for_text() -> None:
    """Every cell as the post prints it, marks and all; only the row ids are ours."""
    kept = read(ROOT / "sources" / SOURCE / "speeds.csv")[1:]
    assert [row[1:] for row in kept] == PRINTED


@pytest.mark.parametrize("row", PRINTED, ids=lambda row: row[0])
def test_each_figure_of_a_cell_is_a_fact(ledger: Ledger, row: list[str]) -> None:
    """What the parts print are the facts, and together they are the cell without its marks."""
    base = f"{SOURCE}/speeds/c{row[0]}"
    for name, old, new in (("latency", 1, 2), ("throughput", 3, 4), ("ttft", 5, 6)):
        facts = [ledger.facts[f"{base}/{name}-{part}"].printed for part in ("old", "new", "change")]
        assert facts[0] == row[old]
        assert f"**{facts[1]}({facts[2]})** 🚀" == row[new]


@pytest.mark.parametrize("row", PRINTED, ids=lambda row: row[0])
def test_what_is_computed_lies_within_its_bounds(ledger: Ledger, row: list[str]) -> None:
    """Split, factors, implied throughput and gap, computed here anew from the table's texts."""
    requests, id_ = Fraction(row[0]), f"c{row[0]}"
    latency = {"old": number(row[1]), "new": number(row[2])}
    rate = {"old": number(row[3]), "new": number(row[4])}
    wait = {"old": number(row[5]) / 1000, "new": number(row[6]) / 1000}
    rest = {version: latency[version] - wait[version] for version in latency}
    expected = {
        f"ttft-factor-{id_}": wait["old"] / wait["new"],
        f"rest-factor-{id_}": rest["old"] / rest["new"],
        f"latency-factor-{id_}": latency["old"] / latency["new"],
        f"throughput-factor-{id_}": rate["new"] / rate["old"],
        f"first-saved-{id_}": (wait["old"] - wait["new"]) / (latency["old"] - latency["new"]),
    }
    for version in ("old", "new"):
        implied = requests * 1000 / latency[version]
        expected |= {
            f"first-{version}-{id_}": wait[version],
            f"rest-{version}-{id_}": rest[version],
            f"implied-{version}-{id_}": implied,
            f"gap-{version}-{id_}": rate[version] / implied - 1,
            f"finished-{version}-{id_}": rate[version] * 120 / 1000,
        }
    for name, value in expected.items():
        interval = ledger.facts[name].interval
        assert interval is not None
        assert interval.value == pytest.approx(float(value), rel=1e-12), name
        assert interval.low < value < interval.high, name


def test_finished_requests_are_whole_within_the_digits(ledger: Ledger) -> None:
    """What the text says of the printed throughputs, and calls an inference."""
    counted = [fact for name, fact in ledger.facts.items() if name.startswith("finished-")]
    assert len(counted) == 2 * len(PRINTED)
    for fact in counted:
        assert fact.interval is not None
        whole = round(fact.interval.value)
        assert fact.interval.low <= whole <= fact.interval.high
        assert fact.interval.high - fact.interval.low < Fraction(1, 5)
        assert fact.inference


@pytest.mark.parametrize("case", VERDICTS, ids=lambda case: case[0])
def test_each_printed_change_has_its_verdict(ledger: Ledger, case: list[str]) -> None:
    """As worked out by hand."""
    name, sum_, verdict, _ = case
    [found] = [one for one in ledger.verdicts if one.printed == f"{SOURCE}/{name}"]
    part, whole = sum_.split("/")
    interval = ledger.facts[found.recomputed].interval
    assert interval is not None
    again = Fraction(part) / Fraction(whole)
    assert interval.value == pytest.approx(float(again), rel=1e-12)
    assert found.verdict == verdict


def test_all_printed_changes_are_judged(ledger: Ledger) -> None:
    judged = {one.printed for one in ledger.verdicts if one.printed.startswith(SOURCE)}
    assert judged == {f"{SOURCE}/{case[0]}" for case in VERDICTS}


def test_the_pages_pass_every_check(finished: Mini) -> None:
    """Built and verified, with nothing found."""
    checks = json.loads((finished.root / f"build/{ARTICLE}/checks.json").read_text("utf-8"))
    assert checks["passed"]
    assert [one["name"] for one in checks["checks"] if one["findings"]] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pages_tell_the_whole_table(finished: Mini, lang: str) -> None:
    """Each figure of the post's table stands in text, tables or pictures, not in evidence alone."""
    path = finished.root / f"build/{ARTICLE}/{lang}/index.html"
    page: Any = html.document_fromstring(path.read_text("utf-8"))
    told = set(page.xpath("//main//data/@data-fact"))
    for row in PRINTED:
        base = f"{SOURCE}/speeds/c{row[0]}"
        for column in ("concurrency", "latency-old", "latency-new", "latency-change"):
            assert f"{base}/{column}" in told
        for column in ("throughput-old", "throughput-new", "throughput-change", "ttft-change"):
            assert f"{base}/{column}" in told
        for version in ("old", "new"):  # in seconds beside the rest
            assert f"first-{version}-c{row[0]}" in told


def test_an_undeclared_comparison_stops_the_build(finished: Mini, tmp_path: Path) -> None:
    """The speeds of both articles side by side, without a word on what differs: a finding."""
    project = Mini(tmp_path / "careless")
    shutil.copytree(finished.root, project.root)
    path = project.root / DESCRIPTION
    text = path.read_text("utf-8")
    start = text.index("  - facts: [")
    path.write_text(text[:start] + text[text.index("  - table: throughput") :], "utf-8")
    built(project)
    outcome = project.run("verify", ARTICLE)
    assert outcome.status == 1
    lines = [line for line in outcome.errors.splitlines() if "GPU model" in line]
    assert lines
    assert all(f"templates/{ARTICLE}/article." in line for line in lines)


def test_a_careless_quotient_stops_the_ledger(tmp_path: Path) -> None:
    """Dividing speeds of both articles names every condition in which they differ."""
    project = copied(tmp_path)
    project.edit(
        DESCRIPTION,
        "derived:\n",
        "derived:\n  careless:\n    formula: there / here\n    inputs: {there: "
        f"{OTHER}/dspark/g16-b1/specialized, here: {SOURCE}/speeds/c1/throughput-new}}\n"
        "    unit: ×\n    label: {en: careless, zh-TW: 草率}\n",
    )
    with pytest.raises(TieoutError) as stopped:
        project.ledger_of(ARTICLE)
    differing = "gpu, gpus, path, speculation, draft_tokens, acceptance, acceptance_kind"
    assert f"careless: its figures differ in {differing}" in str(stopped.value)
    assert "declare each under 'differs:'" in str(stopped.value)
