"""Two versions compared: what changed, why, in three forms; a silent change of value fails."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from lxml import html
from tests.archive.conftest import NAME, contents, make, type_verb
from tests.archive.test_replay import forged
from tests.mini_project import Mini

from tieout.archive.differences import compare
from tieout.archive.feed import feed_entry
from tieout.archive.reporting import to_markdown
from tieout.archive.snapshot import Snapshot, take
from tieout.schema import load_schema

REASON = """changes:
  - day: 2026-12-01
    what: {en: A speed., zh-TW: 一個速度。}
    reason: {en: The publisher corrected <b>it</b> | twice., zh-TW: 發布者更正了表格。}
    figures: [speeds/large/new]
"""
FOLDER = "build/compare/mini/1.0.0-to-1.1.0"
SOURCE = "sources/bench/source.yaml"


@pytest.fixture(scope="session")
def moved(archived: Mini, tmp_path_factory: pytest.TempPathFactory) -> Mini:
    """A later version: a cell with its reason, and a caption reworded. Never to be changed."""
    root = tmp_path_factory.mktemp("moved") / "mini"
    shutil.copytree(archived.root, root)
    mini = Mini(root)
    mini.edit("sources/bench/speeds.csv", "256.4", "256.9")
    mini.edit("templates/mini/article.yaml", "version: 1.0.0", "version: 1.1.0")
    mini.edit(
        "templates/mini/article.yaml", "The new path is faster.", "The new path is the faster one."
    )
    path = root / SOURCE
    path.write_text(path.read_text("utf-8") + REASON, "utf-8")
    assert type_verb(mini, "translated", "mini").returncode == 0
    make(mini)
    assert type_verb(mini, "archive").returncode == 0
    return mini


def compared(mini: Mini, old: str = NAME, new: str = ".", *args: str) -> tuple[int, str, Any]:
    """Exit status, what was said, and changes.json."""
    done = type_verb(mini, "compare", "--old", old, "--new", new, *args)
    path = next(iter((mini.root / "build/compare").rglob("changes.json")), None)
    return done.returncode, done.stderr, json.loads(path.read_text("utf-8")) if path else None


@pytest.fixture
def later(moved: Mini, tmp_path: Path) -> Mini:
    """A copy of the later version."""
    shutil.copytree(moved.root, tmp_path / "later")
    return Mini(tmp_path / "later")


@pytest.mark.parametrize("new", [".", "build/archive/mini-1.1.0.zip"])
def test_one_cell_and_all_that_follows(later: Mini, new: str) -> None:
    status, said, changes = compared(later, NAME, new)
    assert (status, "(without a reason: 0)" in said) == (0, True), said
    Draft202012Validator(load_schema("comparison")).validate(changes)
    assert (changes["old"]["version"], changes["new"]["version"]) == ("1.0.0", "1.1.0")
    values = {one["fact"]: one for one in changes["changed"] if "value" in one["fields"]}
    assert set(values) == {
        "bench/speeds/large/new",
        "old-large",
        "step-up",
        "claim/speed/bench/speeds/large/new",
    }
    cell = values["bench/speeds/large/new"]
    assert (cell["old"]["printed"], cell["new"]["printed"]) == ("256.4", "256.9")
    assert cell["place"] == "sources/bench/speeds.csv:3 (new)"
    assert cell["reason"]["zh-TW"] == "發布者更正了表格。"
    assert values["step-up"]["follows"] == ["old-large"]
    assert [(text["language"], text["place"]) for text in changes["texts"]] == [
        ("en", "figures.paths.caption.en")
    ]
    assert changes["added"] == changes["removed"] == []
    assert {"paths.en", "paths.zh-TW"} & {one["name"] for one in changes["pictures"]} == set()


def test_a_change_of_value_without_a_reason_is_a_finding(later: Mini) -> None:
    """Only an entry that the old version had not counts, and only for the figures that it names."""
    later.edit(SOURCE, "figures: [speeds/large/new]", "figures: [speeds/large/old]")
    make(later)
    status, said, changes = compared(later)
    assert status == 1
    place = "sources/bench/speeds.csv:3: bench/speeds/large/new changed from '256.4 tok/s' to "
    assert place + "'256.9 tok/s' without a reason: say why under changes: in" in said
    assert said.count("' without a reason: ") == 1
    assert [one["fact"] for one in changes["changed"] if not one["explained"]] == [
        "bench/speeds/large/new"
    ]
    assert (later.root / FOLDER / "changes.md").is_file()


def test_a_formula_needs_a_reason_of_the_article(later: Mini) -> None:
    """What is computed in another way does not follow from its inputs."""
    later.edit("templates/mini/article.yaml", "formula: large / small", "formula: small / large")
    make_ledger = type_verb(later, "ledger", "mini")
    assert make_ledger.returncode == 0, make_ledger.stderr
    old = take(str(later.root / NAME))
    files = {**take(str(later.root / "build/archive/mini-1.1.0.zip")).files}
    for name in ("build/mini/ledger.json", "templates/mini/article.yaml"):
        files[name] = (later.root / name).read_bytes()

    def fresh() -> Snapshot:
        return Snapshot(".", "mini", json.loads(files["build/mini/ledger.json"]), files)

    assert [one.fact for one in compare(old, fresh()).unexplained] == ["step-up"]
    files["templates/mini/article.yaml"] += REASON.replace("speeds/large/new", "step-up").encode()
    assert compare(old, fresh()).unexplained == []


def test_a_version_with_itself(moved: Mini) -> None:
    done = type_verb(moved, "compare", "--old", NAME, "--new", NAME, "--out", "build/same")
    assert done.returncode == 0
    assert "Values changed: 0 (without a reason: 0); figures added: 0, removed: 0" in done.stderr
    same = moved.root / "build/same/mini/1.0.0-to-1.0.0"
    assert "##" not in (same / "changes.md").read_text("utf-8")
    shutil.rmtree(moved.root / "build/same")


def test_reports_hold_the_words_of_an_archive_as_text(later: Mini) -> None:
    """A reason, a label or a sentence may come from a stranger's archive."""
    assert compared(later)[0] == 0
    folder = later.root / FOLDER
    page = html.document_fromstring((folder / "changes.html").read_text("utf-8"))
    assert not page.xpath("//b | //script | //@src | //@href")
    assert "The publisher corrected <b>it</b> | twice." in page.text_content()
    assert "corrected \\<b\\>it\\</b\\> \\| twice." in (folder / "changes.md").read_text("utf-8")
    entry = json.loads((folder / "entry.json").read_text("utf-8"))
    assert entry["title"] == {
        "en": "Is it 257 tok/s? (version 1.1.0)",
        "zh-TW": "真的是 257 tok/s 嗎？（第 1.1.0 版）",
    }
    assert entry["changes"]["zh-TW"][0] == (
        "新路徑，大群組：256.4 tok/s → 256.9 tok/s，發布者更正了表格。"
    )
    assert (entry["updated"], entry["previous"]) == ("2026-11-29", "1.0.0")


def test_what_cannot_be_compared_is_said(later: Mini, tmp_path: Path) -> None:
    files = contents(later.root / NAME)
    other = {name.replace("/mini", "/other"): data for name, data in files.items()}
    other["build/other/ledger.json"] = files["build/mini/ledger.json"]
    other["ro-crate-metadata.json"] = b'{"@graph": []}'
    strange = forged(other, tmp_path / "other.zip")
    assert "compare two versions of one article" in compared(later, NAME, str(strange))[1]
    files["build/mini/ledger.json"] = b'{"schema": 1}'
    unknown = forged(files, tmp_path / "unknown.zip")
    assert "its ledger has not the form known here" in compared(later, str(unknown))[1]
    assert "there is no such archive" in compared(later, "nowhere 檔.zip")[1]
    assert "which versions to compare is not said" in compared(later, NAME, "")[1]
    (later.root / "build/mini/provenance.json").unlink()
    status, said, changes = compared(later)
    assert (status, changes) == (1, None)
    assert "is not built and verified" in said


def test_a_change_that_no_reader_sees_is_told_without_numbers(archive: Path) -> None:
    """A value is kept in another size than it is shown in: per cent as a share."""
    old = take(str(archive))
    facts = json.loads(json.dumps(old.facts))
    name = "claim/speed/bench/speeds/small/new"
    facts[name]["value"] = "0.329539575788999"
    new = Snapshot(".", "mini", {**old.ledger, "facts": facts}, old.files)
    comparison = compare(old, new)
    assert [one.fact for one in comparison.unexplained] == [name]
    assert "| +33% | the same wording: only digits that it does not show" in to_markdown(comparison)
    assert "0.3295" not in to_markdown(comparison)
    assert feed_entry(comparison)["changes"] == {"zh-TW": [], "en": []}
    assert feed_entry(comparison)["summary"]["en"] == "nothing that a reader sees has changed"


def test_pictures_facts_and_checks_that_come_and_go(archive: Path) -> None:
    old = take(str(archive))
    files = dict(old.files)
    files["figures/mini/more.en.svg"] = files.pop("figures/mini/paths.en.svg")
    files["figures/mini/paths.zh-TW.svg"] += b" "
    checks = json.loads(files["build/mini/checks.json"])
    gone = checks["checks"].pop(0)["check"]
    checks["checks"][0]["exemptions"]["code"] = 77
    files["build/mini/checks.json"] = json.dumps(checks).encode("utf-8")
    facts = {name: fact for name, fact in old.facts.items() if name != "bench/published"}
    new = Snapshot(".", "mini", {**old.ledger, "facts": facts}, files)
    there, back = compare(old, new), compare(new, old)
    assert (there.removed, there.added) == (("bench/published",), ())
    assert (back.removed, back.added) == ((), ("bench/published",))
    assert there.pictures == (
        ("more.en", "added"),
        ("paths.en", "removed"),
        ("paths.zh-TW", "changed"),
    )
    assert (gone, "the check", "run", "not run") in there.checks
    assert ("code (exempt)", "77") in [(what, after) for _, what, _, after in there.checks]
    assert "| bench/published |" in to_markdown(there)
    assert feed_entry(there)["summary"] == {"en": "figures removed: 1", "zh-TW": "移除 1 個數字"}
