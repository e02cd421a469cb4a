"""The verb verify: it fails loudly, in one form, and leaves the last good record alone."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.mini_project import Mini, copy_mini

LINE = re.compile(r"[^\s:]+:\d+: .+: .+")


@pytest.fixture
def mini(tmp_path: Path) -> Mini:
    """The small article, finished and verified."""
    made = copy_mini(tmp_path / "mini")
    steps = [("ledger",), *((v, lang) for v in ("figures", "page") for lang in ("en", "zh-TW"))]
    for verb, *args in [*steps, ("verify", "--publish")]:
        outcome = made.run(verb, "mini", *args)
        assert outcome.status == 0, outcome.errors
    return made


def test_what_is_in_order_is_recorded(mini: Mini) -> None:
    record = json.loads((mini.root / "build/mini/checks.json").read_text("utf-8"))
    assert (record["article"], record["version"], record["passed"]) == ("mini", "1.0.0", True)
    (untagged,) = (check for check in record["checks"] if check["check"] == "untagged")
    assert untagged["counts"]["tagged"] > 0
    assert untagged["findings"] == []
    assert untagged["blind_spots"]


def test_finding_fails_with_its_place_and_keeps_the_former_record(mini: Mini) -> None:
    """Whoever reads checks.json must never see a record of a page that did not pass."""
    before = (mini.root / "build/mini/checks.json").read_bytes()
    page = "build/mini/en/index.html"
    mini.edit(page, '<main id="article">', '<main id="article">\n<p>It reaches 842.</p>')
    outcome = mini.run("verify", "mini")
    assert outcome.status == 1
    lines = outcome.errors.splitlines()
    assert all(LINE.fullmatch(line) for line in lines), outcome.errors
    where = f"{page}:{mini.line_of(page, 'It reaches')}: the number '842' has no source"
    assert any(line.startswith(where) for line in lines)
    assert (mini.root / "build/mini/checks.json").read_bytes() == before


@pytest.mark.parametrize("file", ["build/mini/ledger.json", "build/mini/zh-TW/article.md"])
def test_missing_file_fails_without_a_traceback(mini: Mini, file: str) -> None:
    (mini.root / file).unlink()
    outcome = mini.run("verify", "mini")
    assert outcome.status == 1
    assert outcome.errors == f"{file}:1: the file is missing: run snakemake all\n"


def test_all_articles_are_verified_and_one_that_fails_fails_all(mini: Mini) -> None:
    assert mini.run("verify", "--all").status == 0
    (mini.root / "build/mini/en/index.html").write_text("<p>8</p>", "utf-8")
    assert mini.run("verify", "--all").status == 1


def test_second_run_writes_the_same_bytes(mini: Mini) -> None:
    before = mini.outputs()
    assert mini.run("verify", "mini").status == 0
    assert mini.outputs() == before
