"""A build leaves what a build from nothing leaves, whatever happened to the files before it.

`python -m tests.incremental` tries many sequences more.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.incremental.project import build, output_files
from tests.incremental.trying import Sequence, difference, edits

from tieout import due
from tieout.errors import TieoutError
from tieout.timing.running import planned

SEED, MOST = 33, 6


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a first build, and builds from nothing, serve all tests."""
    return tmp_path_factory.mktemp("incremental")


@pytest.fixture
def work(folder: Path) -> Path:
    """The small project, built."""
    return Sequence(folder, SEED, edits()).work


@pytest.fixture(scope="module")
def still(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small project, built, for tests that build nothing and put back what they change."""
    first = Sequence(folder, SEED, edits()).folder / "first"
    return shutil.copytree(first, tmp_path_factory.mktemp("still") / "work")


def test_edits_and_accidents_leave_what_a_build_from_nothing_leaves(folder: Path) -> None:
    sequence = Sequence(folder, SEED, edits())
    wrong = sequence.step(MOST)
    assert not wrong, "\n".join([*sequence.done, wrong])


def test_a_build_that_failed_fails_until_it_is_mended(work: Path) -> None:
    """Snakemake puts results of a failed job back as new; a backup brings old times."""
    before = output_files(work)
    path, backup = work / "templates/mini/article.en.md.j2", work.parent / "backup"
    shutil.copy2(path, backup)
    text = path.read_text("utf-8")
    path.write_text(text.replace("We looked at", "We looked at all 842 of"), "utf-8")
    for _ in range(2):
        failed = build(work)
        assert failed.status == 1
        assert "the number '842' has no source" in failed.errors
    shutil.copy2(backup, path)
    mended = build(work)
    assert mended.status == 0, mended.errors
    assert difference(mended.files, before) == ""
    assert not planned(work)


def test_a_word_of_one_language_leaves_the_page_of_the_other(work: Path) -> None:
    """Once it was confirmed: until then the other page says that the section is stale."""
    log, path = work / "build/logs/mini.zh-TW.page.log", work / "templates/mini/article.en.md.j2"
    chinese, before = work / "build/mini/zh-TW/draft.html", output_files(work)
    text = path.read_text("utf-8")
    path.write_text(text.replace("We looked at", "We have looked at"), "utf-8")
    failed = build(work)
    assert "is stale in zh-TW" in failed.errors
    assert log.read_text("utf-8") == ""
    assert chinese.read_bytes() != before["build/mini/zh-TW/draft.html"]
    _confirm(work)
    assert build(work).status == 0
    assert log.read_text("utf-8") == "", "its banner is gone"
    path.write_text(text.replace("We looked at", "We took a look at"), "utf-8")
    _confirm(work)
    done = build(work)
    assert done.status == 0, done.errors
    assert log.read_text("utf-8") == "page: mini zh-TW: nothing has changed\n"
    assert not planned(work)
    assert chinese.read_bytes() == before["build/mini/zh-TW/draft.html"]
    verified = _run(work, "verify.py", "--all")
    assert verified.returncode == 0, verified.stderr
    for name in ("build", "figures", ".cache", ".snakemake"):
        shutil.rmtree(work / name)
    assert difference(done.files, build(work).files) == ""


def _confirm(work: Path) -> None:
    assert _run(work, "translated.py", "mini").returncode == 0


def _run(work: Path, script: str, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, f"scripts/{script}", *args]
    return subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)


def test_what_is_lost_comes_back_alone(work: Path) -> None:
    before = output_files(work)
    for name in (
        "figures/mini/paths.en.svg",
        "build/mini/records/page.en.json",
        "build/mini/datapackage.json",
        "build/mini/provenance.json",
    ):
        (work / name).unlink()
    done = build(work)
    assert done.status == 0, done.errors
    assert difference(done.files, before) == ""
    assert not planned(work)


def test_what_was_published_and_edited_is_published_again(work: Path) -> None:
    """Nothing is missing, and every time is that of before."""
    before = output_files(work)
    for name in ("build/mini/en/index.html", "build/mini/zh-TW/article.md", "build/feed.en.xml"):
        path = work / name
        state, content = path.stat(), path.read_bytes()
        path.write_bytes(content.replace(b"2026", b"2027", 1))
        os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    done = build(work)
    assert done.status == 0, done.errors
    assert difference(done.files, before) == ""
    assert not planned(work)


EACH = ("ledger", "figures.en", "figures.zh-TW", "page.en", "page.zh-TW")
PAGES = EACH[3:]


@pytest.mark.parametrize(
    ("name", "rooms"),
    [
        ("sources/bench/speeds.csv", ("ledger", "verify")),
        ("sources/units.yaml", ("ledger", "verify")),
        ("templates/mini/article.yaml", ("ledger", "verify")),
        ("templates/mini/article.en.md.j2", (*PAGES, "verify")),
        ("templates/_layout/10-style.css", (*PAGES, "verify", "site")),
        ("templates/_layout/site.html.j2", ("site",)),
        ("requirements.txt", (*EACH, "verify", "site")),
        ("profiles/default/profile.yaml", ("verify",)),
        ("scripts/tieout/numerals_zh.py", ("ledger", *PAGES, "verify", "site")),
        ("scripts/tieout/figures/scale.py", ("figures.en", "figures.zh-TW", "verify")),
        ("scripts/tieout/checks/parity.py", ("verify",)),
        ("scripts/tieout/site/feed.py", ("site",)),
        ("scripts/tieout/pull/retry.py", ()),
        ("build/mini/en/index.html", ("verify",)),
        ("figures/mini/paths.en.svg", ("page.en", "verify")),
        ("build/sitemap.xml", ("site",)),
    ],
)
def test_whoever_has_read_a_file_is_due_when_it_changes(
    still: Path, monkeypatch: pytest.MonkeyPatch, name: str, rooms: tuple[str, ...]
) -> None:
    """Though its time and size are those of before."""
    monkeypatch.chdir(still)
    assert _due() == set()
    path = Path(name)
    state, content = path.stat(), path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert _due() == set(rooms)
    path.unlink()
    gone = set(rooms) | ({"figures.en"} if path.suffix == ".svg" else set())
    assert _due() == gone
    path.write_bytes(content)
    assert _due() == set()


@pytest.mark.parametrize("room", [*EACH, "verify"])
def test_a_record_edited_by_hand_does_not_hold(
    still: Path, monkeypatch: pytest.MonkeyPatch, room: str
) -> None:
    monkeypatch.chdir(still)
    path = Path("build/mini", "provenance.json" if room == "verify" else f"records/{room}.json")
    text = path.read_text("utf-8")
    digit = text.index(": ", text.index("inputs")) + 10
    for spoilt in (
        "",
        "[]",
        "{}",
        text[:-9],
        text[:digit] + "0f"[text[digit] == "0"] + text[digit + 1 :],
    ):
        path.write_text(spoilt, "utf-8")
        assert _due() == {room}
    path.unlink()
    assert _due() == set(), "what is missing is made again without being told"
    path.write_text(text, "utf-8")


def test_a_stamp_that_cannot_be_written_is_told_of(
    still: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(still)
    stamp = Path(due.room_due("mini", "ledger"))
    stamp.unlink()
    stamp.mkdir()
    with pytest.raises(
        TieoutError, match=r"\.cache/due/mini\.ledger:\d+: cannot be written \(a folder"
    ):
        due.room_due("mini", "ledger")
    stamp.rmdir()


def _due() -> set[str]:
    """The rooms whose stamp says that they are to run again."""
    due._hash.cache_clear()
    due._since_verified.cache_clear()
    stamps = {room: due.room_due("mini", room) for room in EACH}
    stamps |= {"verify": due.verify_due("mini"), "site": due.site_due()}
    return {room for room, stamp in stamps.items() if Path(stamp).stat().st_mtime == due._NEW}


def test_a_room_that_is_due_is_planned(work: Path) -> None:
    """Code that is gone leaves nothing that has a time."""
    (work / "scripts/tieout/figures/scale.py").unlink()
    for _ in range(2):
        assert planned(work) == {"figures": 2, "page": 2, "verify_zh-TW_en": 1, "site": 1}


def test_what_failed_for_a_new_file_fails_until_it_is_gone(work: Path) -> None:
    """The file is in no record, and Snakemake puts the results back, as new as can be."""
    path = work / "sources/bench/corrections.yaml"
    path.write_text("corrections: []\n", "utf-8")
    for _ in range(3):
        failed = build(work)
        assert failed.status == 1
        assert "sources/bench/corrections.yaml:1" in failed.errors
    path.unlink()
    assert build(work).status == 0


def test_pages_of_an_article_that_is_gone_fail_until_they_are_gone(work: Path) -> None:
    """No file that was read has changed, and the former front page is put back as new."""
    shutil.copytree(work / "templates/mini", work / "templates/other")
    assert build(work).status == 0
    front = work / "build/index.html"
    assert 'data-article="other"' in front.read_text("utf-8")
    shutil.rmtree(work / "templates/other")
    for _ in range(2):
        failed = build(work)
        assert failed.status == 1
        assert "build/other:1: the pages of 'other', an article" in failed.errors
    for folder in ("build", "figures"):
        shutil.rmtree(work / folder / "other")
    assert build(work).status == 0
    assert 'data-article="other"' not in front.read_text("utf-8")


def test_a_broken_ledger_is_made_again_as_told(work: Path) -> None:
    """It is not made again while it lies there, and another room may be the one to find it."""
    before = output_files(work)
    path = work / "build/mini/ledger.json"
    path.write_bytes(path.read_bytes()[:9000])
    os.utime(path, (10**9, 10**9))
    failed = build(work)
    assert failed.status == 1
    assert "build/mini/ledger.json:1: the ledger is broken" in failed.errors
    assert ": remove it, and run snakemake all" in failed.errors
    path.unlink()
    assert build(work).status == 0
    assert output_files(work) == before


def test_a_new_style_sheet_reaches_what_spans_articles(work: Path) -> None:
    """It is in no record, and may be older than all results."""
    path = work / "templates/_layout/60-more.css"
    path.write_text(".more { color: red }\n", "utf-8")
    os.utime(path, (10**9, 10**9))
    assert build(work).status == 0
    for page in ("build/index.html", "build/mini/en/index.html"):
        assert ".more" in (work / page).read_text("utf-8"), page
