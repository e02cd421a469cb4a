"""What the Snakefile asks is answered even for a broken article: its ledger job then complains."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.mini_project import Mini, copy_mini

from tieout import workflow

ARTICLE = "templates/mini/article.yaml"


@pytest.fixture
def mini(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mini:
    """The small project, and the current folder in it, as Snakemake has it."""
    copy = copy_mini(tmp_path / "mini")
    monkeypatch.chdir(copy.root)
    workflow._data.cache_clear()
    return copy


def test_articles_are_found_and_not_listed(mini: Mini) -> None:
    """A second article is a new folder; the shared layout is none."""
    assert workflow.articles() == ["mini"]
    second = mini.root / "templates" / "a-second"
    second.mkdir()
    (second / "article.yaml").write_text("", "utf-8")
    assert workflow.articles() == ["a-second", "mini"]


def test_what_an_article_reads(mini: Mini) -> None:
    """The shared words, and each source's description and tables."""
    found = workflow.source_files("mini")
    assert {f"sources/{name}.yaml" for name in ("units", "conditions", "vocabulary")} <= {*found}
    assert {"sources/bench/source.yaml", "sources/bench/speeds.csv"} <= {*found}
    assert all((mini.root / name).is_file() for name in found)
    assert workflow.languages("mini") == ["zh-TW", "en"]


@pytest.mark.parametrize(
    "text",
    ["", "a: [", "[]", "languages: en\nsources: bench", "languages: [[], {}]\nsources: [{}, []]"],
)
def test_a_broken_article_asks_for_nothing(mini: Mini, text: str) -> None:
    """So that the workflow starts, and the ledger says what is wrong with file and line."""
    (mini.root / ARTICLE).write_text(text, "utf-8")
    assert workflow.languages("mini") == []
    assert all(name.count("/") == 1 for name in workflow.source_files("mini"))


def test_sources_stay_in_their_folder(mini: Mini) -> None:
    """An id that climbs names no file."""
    mini.edit(ARTICLE, "[bench, shout]", "[../sources/bench, bench/../shout, /etc]")
    assert all(name.count("/") == 1 for name in workflow.source_files("mini"))
