"""An article and a source that are laid out build and pass at once, and take nobody's place."""

from __future__ import annotations

import datetime
import shutil
from pathlib import Path

import pytest
from tests.mini_project import ROOT, Mini, copy_mini

from tieout.errors import TieoutError
from tieout.starting import new_article, new_source

TODAY = datetime.date(2026, 11, 30)
ADDRESS = "https://docs.vllm.ai/en/latest/?a=b#part"


@pytest.fixture(params=["small project", "this project"])
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Mini:
    """A copy in which something may be laid out."""
    if request.param == "small project":
        return copy_mini(tmp_path / "mini")
    for name in ("sources", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "config.yaml", tmp_path)
    return Mini(tmp_path)


def _build(mini: Mini, article: str) -> str:
    """What the verbs of a build say; nothing when the article is published."""
    said = ""
    for verb, *args in [
        ("ledger",),
        *((verb, lang) for verb in ("figures", "page") for lang in ("en", "zh-TW")),
        ("verify", "--publish"),
    ]:
        said += mini.run(verb, article, *args).errors
    return said


def test_what_is_laid_out_builds_and_passes(project: Mini) -> None:
    """The article alone, and with the new source among its sources."""
    done = project.run("new", "article", "second-one")
    assert (done.status, done.errors) == (0, "")
    assert _build(project, "second-one") == ""
    assert (project.root / "build/second-one/en/index.html").is_file()
    assert project.run("new", "source", "new-source", ADDRESS).status == 0
    project.edit("templates/second-one/article.yaml", "sources:\n", "sources:\n  - new-source\n")
    assert project.run("translated", "second-one").status == 0
    assert _build(project, "second-one") == ""
    assert ADDRESS.replace("&", "&amp;") in (
        project.root / "build/second-one/en/index.html"
    ).read_text("utf-8")


@pytest.mark.parametrize(
    "name",
    ["", "two words", "文章", "../away", "_layout", "logs", "Upper", "a" * 81, "a\nb", "mini"],
)
def test_names_of_articles_that_are_refused(tmp_path: Path, name: str) -> None:
    """Bad ones, those of folders that a build needs, and those that are taken."""
    mini = copy_mini(tmp_path / "mini")
    before = sorted(mini.root.rglob("*"))
    with pytest.raises(TieoutError, match=r"not allowed|has no name|already"):
        new_article(name, mini.root / "sources", mini.root / "templates", TODAY)
    assert sorted(mini.root.rglob("*")) == before


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("two words", ADDRESS),
        ("來源", ADDRESS),
        ("../away", ADDRESS),
        ("bench", ADDRESS),
        ("fine", ""),
        ("fine", "docs.vllm.ai"),
        ("fine", "file:///etc/passwd"),
        ("fine", 'https://a.b/"\nkind: social post'),
        ("fine", "https://a.b/\\x41"),
        ("fine", "https://a.b/" + "x" * 2000),
    ],
)
def test_sources_that_are_refused(tmp_path: Path, name: str, url: str) -> None:
    """An address cannot end the line that it is written on."""
    mini = copy_mini(tmp_path / "mini")
    before = sorted(mini.root.rglob("*"))
    with pytest.raises(TieoutError, match=r"not allowed|already|address"):
        new_source(name, url, mini.root / "sources", TODAY)
    assert sorted(mini.root.rglob("*")) == before


def test_an_article_needs_something_to_cite(tmp_path: Path) -> None:
    """Without a source the mend is to lay one out."""
    mini = copy_mini(tmp_path / "mini")
    for path in list((mini.root / "sources").glob("*/")):
        shutil.rmtree(path)
    done = mini.run("new", "article", "second")
    assert done.status == 1
    assert "make source ID=name" in done.errors
    assert not (mini.root / "templates/second").exists()
