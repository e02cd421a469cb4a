"""The article from its sources to its pages: what was asked for is there, in both languages."""

from __future__ import annotations

import csv
import gzip
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from lxml import html
from markdown_it import MarkdownIt
from rjsmin import jsmin
from tests.built import ARTICLE, LANGUAGES, Built, built_article, run
from tests.mini_project import ROOT, SCRIPTS

from tieout.pages.cjk import ends_cjk, starts_cjk

SEEDS = list(
    csv.DictReader((Path(__file__).parent / "cases/seed-facts.csv").read_text("utf-8").splitlines())
)
HEADINGS = ("h2", "h3", "h4")


@pytest.fixture(scope="session")
def article(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The finished article."""
    return built_article(tmp_path_factory)


def stranger(article: Built, lang: str) -> Any:
    """article.md as a renderer shows it that knows none of our rules."""
    text = article.file(f"{lang}/article.md").read_text("utf-8")
    rendered = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    return html.document_fromstring(f"<html><body>{rendered}</body></html>")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_figure_of_the_brief_is_told(article: Built, lang: str) -> None:
    """In the text, the tables or the pictures' data, as printed; not in the evidence alone."""
    facts = article.ledger()["facts"]
    changed = [row for row in SEEDS if facts[row["fact_id"]]["printed"] != row["printed"]]
    assert changed == []
    told = set(article.page(lang).xpath("//main//data/@data-fact|//header//data/@data-fact"))
    assert [row["fact_id"] for row in SEEDS if row["fact_id"] not in told] == []
    links = set(stranger(article, lang).xpath("//a[following::a[@id='evidence']]/@href"))
    assert [row["fact_id"] for row in SEEDS if f"#fact-{row['fact_id']}" not in links] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_number_leads_to_its_entry(article: Built, lang: str) -> None:
    root, facts = article.page(lang), article.ledger()["facts"]
    entries = set(root.xpath("//section[@id='evidence']//tr/@id"))
    numbers = root.xpath("//data")
    assert len(numbers) > 500
    for data in numbers:
        name = data.get("data-fact")
        assert data.text == facts[name]["text"][lang], name
        assert f"fact-{name}" in entries
        own = data.getparent().getparent().get("id") == f"fact-{name}"
        if not own and not any(True for _ in data.iterancestors("nav")):
            assert data.getparent().get("href") == f"#fact-{name}"


def test_finished_files_pass_their_checks(article: Built) -> None:
    run("verify", ARTICLE, "--build", str(article.build), "--figures", str(article.figures))
    assert article.file("checks.json").is_file()


def sections(root: Any) -> Iterator[tuple[str, Any]]:
    """The elements of the text, each with the anchor of the h2 that it stands under."""
    anchor = "top"
    for element in root.xpath("//header//*|//main//*"):
        if element.tag == "h2":
            anchor = element.get("id")
        yield anchor, element


def test_both_languages_tell_the_same(article: Built) -> None:
    """Section by section the same facts, sources, headings, pictures and tables, in order."""
    told: list[dict[str, set[str]]] = []
    order: list[list[str]] = []
    for lang in LANGUAGES:
        facts: dict[str, set[str]] = {}
        places: list[str] = []
        for anchor, element in sections(article.page(lang)):
            name, target = element.get("data-fact"), element.get("href") or ""
            if name or target.startswith("#source-"):
                facts.setdefault(anchor, set()).add(name or target)
            if element.tag in (*HEADINGS, "figure", "div", "details") and element.get("id"):
                places.append(f"{element.tag} {element.get('id')}")
        told.append(facts)
        order.append(places)
    assert told[0] == told[1]
    assert order[0] == order[1]
    assert sum("figure-" in place for place in order[0]) == len(article.ledger()["figures"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_page_is_one_whole_valid_file(article: Built, lang: str) -> None:
    root = article.page(lang)
    ids = root.xpath("//@id")
    assert len(ids) == len(set(ids))
    links = [link for link in root.xpath("//a/@href") if link.startswith("#")]
    assert {link.removeprefix("#") for link in links} <= set(ids)
    assert not root.xpath("//a//a|//img|//@src|//link[@rel='stylesheet']")
    scripts = sorted((ROOT / "templates/_layout").glob("*.js"))
    own = jsmin("\n".join(path.read_text("utf-8").strip() for path in scripts))
    told, data, *acting = root.iter("script")
    assert (told.get("type"), data.get("id")) == ("application/ld+json", "ledger")
    assert [script.text.strip() for script in acting] == [own]
    assert not re.search(r"\{\{|\{%|[\ue000-\uf8ff]", html.tostring(root, encoding="unicode"))


def test_page_is_light(article: Built) -> None:
    """All evidence and all pictures travel in one file; a phone must still get it at once."""
    for lang in LANGUAGES:
        page = article.file(f"{lang}/index.html").read_bytes()
        assert len(page) < 600_000, lang
        assert len(gzip.compress(page)) < 100_000, lang


@pytest.mark.parametrize("lang", LANGUAGES)
def test_markdown_stands_on_its_own(article: Built, lang: str) -> None:
    """No star, bracket or brace stays visible, tables are whole, links lead to their anchors."""
    root = stranger(article, lang)
    ids = set(root.xpath("//@id"))
    targets = [link for link in root.xpath("//a/@href") if link.startswith("#")]
    assert len(targets) > 500
    assert {target.removeprefix("#") for target in targets} <= ids
    # The entries are rows of tables on the page and items of lists here.
    tables = article.page(lang).xpath("//table[not(parent::section[@data-group])]")
    assert len(root.xpath("//table")) == len(tables)
    for table in root.xpath("//table"):
        assert len({len(row.xpath("./th|./td")) for row in table.xpath(".//tr")}) == 1
    for code in root.xpath("//code"):
        code.text = "x"
    text = root.text_content()
    assert not re.search(r"\*|\]\(|`|\\|<|\{\{|&[a-z]+;", text)
    pictures = [image.get("src") for image in root.xpath("//img")]
    folder = article.file(lang)
    assert all((folder / picture).resolve().is_file() for picture in pictures)


def test_no_space_stands_between_two_chinese_characters(article: Built) -> None:
    for tree in (article.page("zh-TW"), stranger(article, "zh-TW")):
        for hidden in tree.xpath("//style|//desc|//svg"):
            hidden.drop_tree()
        for line_break in tree.iter("br"):
            line_break.tail = f"|{line_break.tail or ''}"
        for block in tree.xpath("//p|//li|//td|//th|//dd|//dt|//h1|//h2|//h3|//figcaption"):
            pieces = " ".join(block.text_content().split()).split(" ")
            apart = [
                f"{before[-8:]} {after[:8]}"
                for before, after in pairwise(pieces)
                if ends_cjk(before) and starts_cjk(after)
            ]
            assert apart == [] or block.xpath(".//p|.//li")


def test_another_run_gives_the_same_bytes(article: Built, tmp_path: Path) -> None:
    """In another process, where hashing differs: what is published can be rebuilt and compared."""
    code = "import sys; from tests.built import *; Built(Path(sys.argv[1])).make(['zh-TW'])"
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": f"{SCRIPTS}:{ROOT}"}
    command = [sys.executable, "-c", code, str(tmp_path)]
    subprocess.run(command, env=environment, cwd=ROOT, check=True)
    again = Built(tmp_path)
    # The records of runs also name the modules that this process happened to load.
    found = [path for path in again.root.rglob("*") if path.is_file()]
    files = [path for path in found if path.parent.name != "records"]
    assert len(files) > 10
    for path in files:
        assert path.read_bytes() == (article.root / path.relative_to(again.root)).read_bytes(), path
