"""The measure of many articles: a change that would run more, or less, than it should is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tieout.provenance import sealed
from tieout.timing.copies import SMALL, copy_project, lay_results
from tieout.timing.many import changes, expect
from tieout.workflow import LANGUAGES, PUBLISHED

ARTICLE = (
    *("ledger.json", "observations.csv", "datapackage.json", "checks.json", "provenance.json"),
    *(f"records/{name}" for name in ("ledger.json", "figures.en.json", "figures.zh-TW.json")),
    *(f"records/page.{lang}.json" for lang in LANGUAGES),
    *(f"{lang}/{name}" for lang in LANGUAGES for name in (*PUBLISHED, "draft.html", "draft.md")),
)
SITE = ("index.html", "feed.en.xml", "feed.zh-TW.xml", "sitemap.xml", "robots.txt")
INDEXES = tuple(f"figures/mini/index.{lang}.json" for lang in LANGUAGES)


@pytest.fixture
def project(tmp_path: Path) -> tuple[Path, list[str]]:
    """Three small articles with empty results and records that hold, all that planning looks at."""
    built, folder = tmp_path / "built", tmp_path / "many"
    for name in (
        *(f"build/{name}" for name in SITE),
        *(f"build/mini/{name}" for name in ARTICLE),
        *INDEXES,
    ):
        path = built / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        if path.suffix == ".json":
            path.write_text(sealed({"inputs": {}, "outputs": {}}), "utf-8")
    folder.mkdir()
    names = copy_project(folder, 3, small=True)
    lay_results(built, folder, names)
    return folder, names


def test_each_change_plans_just_what_depends_on_it(
    project: tuple[Path, list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a shared cell everything, of a word one article, of a source that none lists nothing."""
    assert SMALL.is_dir()
    folder, names = project
    expect(folder, "no change", {})
    changes(folder, names, laid=True)
    said = capsys.readouterr().out
    assert "a cell that all 3 share: 3 ledger, 6 figures, 6 page, 3 verify, 1 site" in said
    assert "a word of one article: 2 page, 1 verify, 1 site" in said
    assert "a source that none lists: nothing" in said


def test_a_change_that_runs_more_than_depends_on_it_is_an_error(
    project: tuple[Path, list[str]],
) -> None:
    """A measure that cannot fail would prove nothing."""
    folder, _ = project
    (folder / "build" / "copy-0001" / "ledger.json").unlink()
    with pytest.raises(SystemExit, match="'ledger': 1"):
        expect(folder, "nothing", {})


def test_new_code_of_a_room_builds_all_again(project: tuple[Path, list[str]]) -> None:
    """Though of all the code a job names only the newest file."""
    folder, _ = project
    path = folder / "scripts" / "tieout" / "checks" / "parity.py"
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")
    expect(folder, "a check", {"verify": 3, "site": 1})
