"""An accepted change has its reason, so that a comparison of two versions finds none missing."""

from __future__ import annotations

import datetime

import pytest
from tests.checks.conftest import VERBS
from tests.pull.bench import CSV, YAML, Bench

from tieout.pull.edit_yaml import YamlEditor
from tieout.pull.reason import give_reason
from tieout.pull.taken import Taken
from tieout.yamlio import parse

ARTICLE = "templates/mini/article.yaml"
LINES = Taken("lines", "12,805", "12,900", True, None)


def today() -> str:
    """The day of a pull, as its report has it."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def built(bench: Bench) -> None:
    """Build, verify and publish."""
    for verb, *lang in (*VERBS, ("verify", "--publish")):
        outcome = bench.mini.run(verb, "mini", *lang)
        assert outcome.status == 0, outcome.errors


def written(text: str, *changed: Taken) -> list[dict[str, object]]:
    """`changes:` of a source.yaml once these figures were accepted."""
    meta = {
        **parse(text, "source.yaml").data,
        "figures": {"lines": {"label": {"en": 'lines of "code"', "zh-TW": "行數"}}},
    }
    editor = YamlEditor(text)
    give_reason(editor, meta, changed, "2026-12-01")
    found: list[dict[str, object]] = parse(editor.result(), "source.yaml").data["changes"]
    return found


def test_a_comparison_finds_no_reason_missing(bench: Bench) -> None:
    """From the archived version to one with what a pull found: a figure, a cell, a lost cell."""
    pytest.importorskip("rocrate", reason="rocrate is not installed: make test brings it")
    built(bench)
    assert bench.mini.run("archive").status == 0
    bench.serve(("256.4", "256.6"), ("<td>—</td>", "<td>136.4</td>"), ("<b>12,805", "<b>12,900"))
    assert bench.mini.run("pull", "--source", "bench").status == 0
    accepted = bench.mini.run("accept", "--source", "bench")
    assert f"{YAML}: 'changes:' says why the figures changed" in accepted.errors
    assert "make translated ARTICLE=mini SECTION=sources/bench" in accepted.errors
    bench.mini.edit(ARTICLE, "version: 1.0.0\ndate: 2026-11-29", f"version: 1.1.0\ndate: {today()}")
    assert bench.mini.run("translated", "mini", "sources/bench").status == 0
    built(bench)
    compared = bench.mini.run("compare", "--old", "build/archive/mini-1.0.0.zip", "--new", ".")
    assert compared.status == 0, compared.errors
    report = bench.read("build/compare/mini/1.0.0-to-1.1.0/changes.md")
    said = f"The source printed this when it was pulled on {today()}."
    for name in ("bench/lines", "bench/speeds/large/new", "bench/speeds/large/old"):
        [row] = [line for line in report.splitlines() if line.startswith(f"| {name} |")]
        assert said in row


def test_nothing_is_said_where_nothing_changed(bench: Bench) -> None:
    """Confirmed figures only rise to captured; nobody has to read a reason."""
    table = bench.read(CSV)
    assert bench.mini.run("pull", "--source", "bench").status == 0
    accepted = bench.mini.run("accept", "--source", "bench")
    assert bench.read(CSV) == table
    assert "changes:" not in bench.read(YAML)
    assert "make translated" not in accepted.errors


@pytest.mark.parametrize(
    ("before", "kept"),
    [
        ("title: A\nstanding: transcribed\n", 0),
        ("title: A\nstanding: transcribed\nchanges: []\nfigures: {}\n", 0),
        ("title: A\nchanges:\n  - day: 2026-11-01\n    figures: [a]\nstanding: captured", 1),
        ("title: A\nchanges:\n- day: 2026-11-01\n  figures: [a]\nstanding: captured\n", 1),
        ("changes: [{day: 2026-11-01, figures: [a]}] # why\nstanding: captured\n", 1),
    ],
)
def test_it_stands_behind_earlier_reasons(before: str, kept: int) -> None:
    """However the list is written, and whatever a label holds."""
    entries = written(before, LINES)
    assert len(entries) == kept + 1
    assert entries[-1] == {
        "day": "2026-12-01",
        "what": {"en": 'Read again: lines of "code".', "zh-TW": "重新讀取：行數。"},
        "reason": {
            "en": "The source printed this when it was pulled on 2026-12-01.",
            "zh-TW": "2026-12-01 重新讀取時，來源印的是這個。",
        },
        "figures": ["lines"],
    }


def test_many_figures_are_counted() -> None:
    """An entry stays readable when a whole table has changed."""
    many = [LINES, *(Taken("published", "2026-01-01", "2026-01-02", True, None),) * 4]
    [entry] = written("standing: captured\n", *many)
    assert entry["what"] == {
        "en": 'Read again: lines of "code"; day of publication; day of publication; and 2 more.',
        "zh-TW": "重新讀取：行數；發布日期；發布日期；另有 2 個。",
    }
