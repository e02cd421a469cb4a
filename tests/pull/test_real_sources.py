"""The sources of the article: every figure is accounted for, and a first real pull goes through."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.mini_project import ROOT, TESTS, Mini
from tests.pull.bench import tree

from tieout.article import find_articles
from tieout.ledger import build_ledger
from tieout.pull.documents import documents_of
from tieout.pull.sites import read_sites
from tieout.units import load_units
from tieout.yamlio import load

ARTICLE = "kimi-k3-423"
POST = "vllm-megakernel-blog"
SOURCES = sorted(path.parent.name for path in (ROOT / "sources").glob("*/source.yaml"))
#: A page in the shape of the post: the words that its locators guess, lost cells filled.
PAGE = TESTS / "fixtures" / "pull" / "kernel-post.html"
LOST = [
    "long-context/g16-b2/specialized",
    "long-context/g16-b2/stock",
    "long-context/g8-b64/specialized",
    "long-context/g8-b64/stock",
    "pure-decode/g16-b1/stock",
    "pure-decode/g16-b64/specialized",
    "pure-decode/g16-b64/speedup",
    "pure-decode/g16-b64/stock",
    "pure-decode/g8-b1/stock",
    "pure-decode/g8-b64/specialized",
    "pure-decode/g8-b64/speedup",
    "pure-decode/g8-b64/stock",
]


@pytest.fixture
def project(tmp_path: Path) -> Mini:
    """A copy of the project's sources and templates, and an empty mirror."""
    for name in ("sources", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "config.yaml", tmp_path)
    (tmp_path / "mirror").mkdir()
    return Mini(tmp_path)


def readings(project: Mini, source: str) -> dict[str, dict[str, Any]]:
    """What the last pull says of each figure of a source."""
    path = project.root / "build" / "pull" / source / "changes.json"
    return {one["id"]: one for one in json.loads(path.read_text("utf-8"))["figures"]}


def test_every_figure_is_accounted_for(project: Mini) -> None:
    """With nothing to read: each printed fact is not fetched or for people, each with a reason."""
    before = tree(project.root / "sources")
    outcome = project.run("pull", "--mirror", "mirror")
    assert outcome.status == 1
    assert "Traceback" not in outcome.errors
    found = {name: one for source in SOURCES for name, one in readings(project, source).items()}
    templates = project.root / "templates"
    ledgers = [
        build_ledger(article, project.root / "sources", templates)
        for article in find_articles(templates)
    ]
    printed = {name: fact for one in ledgers for name, fact in one.facts.items() if fact.source}
    assert found.keys() == printed.keys()
    for name, one in found.items():
        expected = ("unread", "by hand") if printed[name].printed else ("lost",)
        assert one["status"] in expected, name
        assert one["message"], name
        assert one["kept"] == printed[name].printed
    total = f"{len(SOURCES)} sources, {len(printed)} figures: "
    [told] = [line for line in outcome.errors.splitlines() if line.startswith(total)]
    counted = [int(part.split()[0]) for part in told.removeprefix(total).split(", ")]
    assert sum(counted) == len(printed)
    assert tree(project.root / "sources") == before


@pytest.mark.parametrize("source", SOURCES)
def test_each_figure_has_a_locator_or_a_reason(source: str) -> None:
    """What people must read says why: the site, a missing address, or `people:`."""
    units = load_units(ROOT / "sources" / "units.yaml")
    document, sites = read_sites(ROOT / "sources" / source, units)
    if documents_of(document.data):
        assert [one.name for one in sites if one.locate is None and not one.people] == []


def test_people_are_named_as_far_as_they_are_known(project: Mini) -> None:
    """A second-hand figure was read where it is quoted; a record names its readers."""
    project.run("pull", "--source", "semianalysis-x-post", "--mirror", "mirror")
    [one] = {one["message"] for one in readings(project, "semianalysis-x-post").values()}
    day = load(project.root / "sources" / "commissioning-article" / "source.yaml").data["read"]
    why = "its site shows nothing to a program"
    assert one == f"{why}; quoted through commissioning-article, last read on {day}"
    record = (
        "figures:\n  - figure: x-speed\n    from: post\n    readings:\n"
        '      - {by: A. Lin, day: 2026-11-29, text: "423"}\n'
        '      - {by: B. Wu, day: 2026-11-30, text: "423"}\n'
    )
    path = project.root / "sources" / "semianalysis-x-post" / "transcriptions.yaml"
    path.write_text(record, "utf-8")
    project.run("pull", "--source", "semianalysis-x-post", "--mirror", "mirror")
    said = readings(project, "semianalysis-x-post")["semianalysis-x-post/x-speed"]["message"]
    assert said == f"{why}; last read by A. Lin on 2026-11-29, B. Wu on 2026-11-30 (post)"


def pull_post(project: Mini) -> str:
    """Serve the made-up post from the mirror and pull it. Returns what was said."""
    saved = project.root / "mirror" / "vllm.ai" / "blog" / "2026-10-16-kimi-k3-megakernel"
    saved.parent.mkdir(parents=True)
    shutil.copy(PAGE, saved)
    return project.run("pull", "--source", POST, "--mirror", "mirror").errors


def test_a_first_real_pull_finds_everything(project: Mini) -> None:
    """All guesses can be true at once; lost cells are found, a changed one is seen."""
    pull_post(project)
    found = readings(project, POST)
    by: dict[str, list[str]] = {one["status"]: [] for one in found.values()}
    for name, one in found.items():
        by[one["status"]].append(name.removeprefix(f"{POST}/"))
    assert sorted(by.pop("found")) == LOST
    assert by.pop("changed") == ["agentx/specialized/speed"]
    assert list(by) == ["same"]
    assert by["same"]


def test_lost_cells_that_are_found_stop_the_build(project: Mini) -> None:
    """Sentences that call them lost would be wrong: the report and the ledger name each stand-in.

    What the sentences would say then is in the report all the same.
    """
    pull_post(project)
    article = "templates/kimi-k3-423/article.yaml"
    report = (project.root / "build/pull" / POST / "changes.md").read_text("utf-8")
    assert f"## `{ARTICLE}` would not build with these changes" in report
    assert "cannot be computed" not in report
    assert project.run("accept", "--source", POST).status == 0
    outcome = project.run("ledger", ARTICLE)
    assert outcome.status == 1
    cells = {"stock-g8": ("g8-b1", "122.5"), "stock-g16": ("g16-b1", "136.4")}
    lines = outcome.errors.splitlines()
    assert len(lines) == len(cells)
    for line, (name, (row, speed)) in zip(lines, cells.items(), strict=True):
        what = f"'{name}' stands for {POST}/pure-decode/{row}/stock, which is captured now"
        assert line.startswith(f"{article}:")
        assert f"{what} ({speed} tok/s): show the printed figure, rewrite notes" in line
    text = (project.root / article).read_text("utf-8").splitlines(keepends=True)
    kept = "".join(line for line in text if "stands_for:" not in line)
    (project.root / article).write_text(kept, "utf-8")
    assert project.run("ledger", ARTICLE).status == 0
    facts = project.ledger_of(ARTICLE).facts
    assert facts[f"{POST}/pure-decode/g8-b1/stock"].standing == "captured"
    assert facts[f"{POST}/pure-decode/g8-b1/stock"].via is None
    assert facts[f"{POST}/pure-decode/g8-b1/speedup/recomputed"].text["en"] == "1.58×"
