"""Records of what each room read and wrote, and the provenance that verify makes of them."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.mini_project import SCRIPTS, Mini, Outcome, copy_mini

from tieout.provenance import UNSETTLED, Trace

VERBS = (
    ("ledger",),
    ("figures", "en"),
    ("figures", "zh-TW"),
    ("page", "en"),
    ("page", "zh-TW"),
    ("verify", "--publish"),
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Mini:
    """The small project, built and verified. Never to be changed."""
    made = copy_mini(tmp_path_factory.mktemp("built") / "mini")
    make(made)
    return made


@pytest.fixture
def mini(built: Mini, tmp_path: Path) -> Mini:
    """A copy of it."""
    shutil.copytree(built.root, tmp_path / "mini")
    return Mini(tmp_path / "mini")


def make(mini: Mini) -> None:
    """Run every verb that a build runs."""
    for verb, *args in VERBS:
        outcome = run(mini, verb, *args)
        assert outcome.status == 0, outcome.errors


def run(mini: Mini, verb: str, *args: str) -> Outcome:
    """Run a verb in a process of its own: what others have imported is not what it reads."""
    done = subprocess.run(
        [sys.executable, SCRIPTS / f"{verb}.py", "mini", *args],
        cwd=mini.root,
        capture_output=True,
        text=True,
        check=False,
    )
    return Outcome(done.returncode, done.stderr)


def record(mini: Mini, name: str) -> Any:
    """A JSON file of the results."""
    return json.loads((mini.root / "build/mini" / name).read_text("utf-8"))


def test_room_records_what_it_read_and_wrote(mini: Mini) -> None:
    """Sources, templates, words, schemas, code: nobody lists them, the room was watched."""
    ledger, page = record(mini, "records/ledger.json"), record(mini, "records/page.en.json")
    assert list(ledger["outputs"]) == [
        "build/mini/datapackage.json",
        "build/mini/ledger.json",
        "build/mini/observations.csv",
    ]
    for name in (
        "sources/bench/source.yaml",
        "sources/bench/speeds.csv",
        "sources/units.yaml",
        "templates/mini/article.yaml",
        "scripts/ledger.py",
        "scripts/tieout/rounding.py",
        "scripts/tieout/schemas/article.schema.json",
    ):
        assert name in ledger["inputs"], name
    for name in (
        "build/mini/ledger.json",
        "figures/mini/paths.en.svg",
        "templates/mini/article.en.md.j2",
        "templates/mini/article.zh-TW.md.j2",
        "templates/mini/translations.yaml",
        "templates/_layout/10-style.css",
        "scripts/tieout/pages/page.py",
    ):
        assert name in page["inputs"], name
    path = mini.root / "sources/bench/speeds.csv"
    assert (
        ledger["inputs"]["sources/bench/speeds.csv"]
        == hashlib.sha256(path.read_bytes()).hexdigest()
    )


def test_provenance_holds_everything_and_no_time(mini: Mini) -> None:
    provenance = record(mini, "provenance.json")
    outputs = {name for name in mini.outputs() if "/records/" not in name}
    assert set(provenance["outputs"]) == outputs - {"build/mini/provenance.json"}
    assert not set(provenance["inputs"]) & set(provenance["outputs"])
    assert {"requirements.txt", "Snakefile"} <= set(provenance["inputs"])
    assert "scripts/tieout/checks/wholeness.py" in provenance["inputs"]
    assert list(provenance["rooms"]) == [
        "figures.en", "figures.zh-TW", "ledger", "page.en", "page.zh-TW", "verify",
    ]  # fmt: skip
    before = mini.outputs()
    make(mini)
    assert mini.outputs() == before


def test_provenance_tells_of_no_language_that_is_gone(mini: Mini) -> None:
    """The records of its rooms stay in build/ and tell of files that are removed with it."""
    mini.edit("templates/mini/article.yaml", "languages: [zh-TW, en]", "languages: [en]")
    for folder in ("build/mini/zh-TW", "figures/mini"):
        shutil.rmtree(mini.root / folder)
    (mini.root / "templates/mini/article.zh-TW.md.j2").unlink()
    for verb, *args in (("ledger",), ("figures", "en"), ("page", "en"), ("verify", "--publish")):
        outcome = run(mini, verb, *args)
        assert outcome.status == 0, outcome.errors
    provenance = record(mini, "provenance.json")
    assert list(provenance["rooms"]) == ["figures.en", "ledger", "page.en", "verify"]
    assert not [name for name in provenance["outputs"] if "zh-TW" in name]


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("build/mini/en/draft.html", "is not what page.en wrote"),
        ("build/mini/zh-TW/draft.md", "is not what page.zh-TW wrote"),
        ("build/mini/en/index.html", "is not what verify published"),
        ("build/mini/zh-TW/article.md", "is not what verify published"),
        ("figures/mini/paths.en.svg", "is not what figures.en wrote"),
        ("build/mini/observations.csv", "is not what ledger wrote"),
        ("sources/bench/source.yaml", "has changed since ledger read it"),
    ],
)
def test_verify_fails_after_a_change_by_hand(mini: Mini, file: str, says: str) -> None:
    """White space at the end changes nothing that a reader sees, and still is not the build's."""
    before = (mini.root / "build/mini/provenance.json").read_bytes()
    with (mini.root / file).open("a", encoding="utf-8") as stream:
        stream.write("\n")
    outcome = run(mini, "verify")
    assert outcome.status == 1
    assert f"{file} {says}" in outcome.errors
    assert (mini.root / "build/mini/provenance.json").read_bytes() == before


@pytest.mark.parametrize("old", ['"', "1", "a", "\n", "}"])
@pytest.mark.parametrize("file", ["checks.json", "provenance.json"])
def test_what_verify_left_is_no_place_for_edits(mini: Mini, file: str, old: str) -> None:
    """Whoever finds the record of a build believes it; a letter changed in it must be noticed."""
    path = mini.root / "build/mini" / file
    text = path.read_text("utf-8")
    path.write_text(text.replace(old, old + " ", 1), "utf-8")
    outcome = run(mini, "verify")
    assert outcome.status == 1
    assert f"build/mini/{file}:1: {file} is" in outcome.errors
    assert "remove it and run make verify" in outcome.errors
    path.unlink()
    assert run(mini, "verify").status == 0
    assert path.read_text("utf-8") == text


def test_file_that_nobody_wrote_is_found(mini: Mini) -> None:
    """It would be published with the others, and no check has read it."""
    (mini.root / "build/mini/en/old.html").write_text("423", "utf-8")
    outcome = run(mini, "verify")
    assert "build/mini/en/old.html:1: no room has written this file" in outcome.errors


def test_lost_record_fails_and_building_again_mends(mini: Mini) -> None:
    (mini.root / "build/mini/records/page.en.json").unlink()
    outcome = run(mini, "verify")
    assert outcome.status == 1
    assert "nothing tells what page.en read and wrote: run snakemake all" in outcome.errors
    assert run(mini, "page", "en").status == 0
    assert run(mini, "verify").status == 0


def test_picture_that_nobody_drew_is_found(mini: Mini) -> None:
    (mini.root / "figures/mini/old.en.svg").write_text("<svg/>", "utf-8")
    outcome = run(mini, "verify")
    assert "figures/mini/old.en.svg:1: no room has written this file" in outcome.errors


def test_file_that_changes_under_a_room_equals_no_hash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sources").mkdir()
    for name in ("still", "moving"):
        Path(f"sources/{name}.yaml").write_text("a", "utf-8")
    trace = Trace("room", {"sources": Path("sources")})
    for name in ("still", "moving"):
        Path(f"sources/{name}.yaml").read_text("utf-8")
    Path("sources/moving.yaml").write_text("b", "utf-8")
    os.utime("sources/moving.yaml", ns=(1, 1))
    inputs = trace.hashes({})["inputs"]
    assert inputs["sources/moving.yaml"] == UNSETTLED
    assert inputs["sources/still.yaml"] == hashlib.sha256(b"a").hexdigest()


def test_records_outlive_a_move_of_the_results(mini: Mini, tmp_path: Path) -> None:
    """Names say what a file is to the project, not where it lay that day."""
    (mini.root / "build").rename(tmp_path / "elsewhere")
    (mini.root / "figures").rename(tmp_path / "pictures")
    places = ("--build", str(tmp_path / "elsewhere"), "--figures", str(tmp_path / "pictures"))
    outcome = run(mini, "verify", *places)
    assert "is not what" not in outcome.errors
    assert "stale" not in outcome.errors
