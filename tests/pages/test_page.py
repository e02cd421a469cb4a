"""The whole page: valid, whole, one file, the same on every run."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from lxml import html
from markdown_it import MarkdownIt
from rjsmin import jsmin
from tests.mini_project import ROOT, Mini

from tieout.errors import TieoutError
from tieout.pages.anchors import check_anchors
from tieout.pages.page import Page, Paths, build_page

GITHUB = MarkdownIt("commonmark", {"html": True}).enable("table")
LAYOUT = ROOT / "templates/_layout"
Build = Callable[..., Page]
SHORT = "Words.\n\n{text}\n\n## Sources {{#sources}}\n\n{{{{ sources_list() }}}}\n"


@pytest.fixture
def build(ledger: dict[str, Any], drawn: Mini, tmp_path: Path) -> Build:
    """Build a page of the small article, or of a text of the test's own between its lines."""

    def page(lang: str = "en", text: str | None = None) -> Page:
        article = tmp_path / "mini"
        shutil.copytree(drawn.root / "templates/mini", article, dirs_exist_ok=True)
        if text is not None:
            (article / f"article.{lang}.md.j2").write_text(SHORT.format(text=text), "utf-8")
        return build_page(ledger, Paths(article, LAYOUT, drawn.root / "figures/mini"), lang)

    return page


def parsed(page: Page) -> Any:
    """The tree of the page."""
    return html.document_fromstring(page.html)


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_page_is_well_formed_and_all_its_links_lead_somewhere(build: Build, lang: str) -> None:
    page = build(lang)
    root = parsed(page)
    ids = root.xpath("//@id")
    assert len(ids) == len(set(ids))
    targets = {link.removeprefix("#") for link in root.xpath("//a/@href") if link.startswith("#")}
    assert targets <= set(ids)
    assert {"top", "contents", "article", "evidence"} <= set(ids)
    assert not root.xpath("//a//a|//p//div|//p//table|//dl//dl|//button//a")
    levels = [int(heading.tag[1]) for heading in root.xpath("//h1|//h2|//h3|//h4")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    # lxml mends what it reads: what it writes must have as many tags as what it was given.
    again = html.tostring(root, encoding="unicode")
    for tag in ("p", "a", "span", "data", "td", "dd", "li", "div", "section"):
        assert again.count(f"<{tag}") == page.html.count(f"<{tag}"), tag


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_nothing_of_the_making_is_left(build: Build, lang: str) -> None:
    page = build(lang)
    stranger: Any = html.document_fromstring(GITHUB.render(page.markdown))
    for tree in (parsed(page), stranger):
        for silent in tree.xpath("//style|//code|//script"):
            silent.text = ""
        text = tree.text_content()
        assert not re.search(r"\{\{|\{%|\{#|\*\*|\]\(|[\ue000-\uf8ff]|&(?:lt|amp);|None", text)


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_page_asks_for_nothing_else(build: Build, lang: str) -> None:
    """One file: no font, picture or style from elsewhere; the layout's script calls nobody."""
    page = build(lang)
    root = parsed(page)
    assert not root.xpath("//img|//iframe|//object|//link[@rel='stylesheet']|//@src")
    told, data, *scripts = root.iter("script")
    assert told.get("type") == "application/ld+json"
    assert (data.get("type"), data.get("id")) == ("application/json", "ledger")
    assert [script.text.strip() for script in scripts] == [_layout_scripts()]
    assert not re.search(r"fetch|XMLHttp|WebSocket|sendBeacon|import|https?:", _layout_scripts())
    assert not re.search(r"@import|url\((?!#)", page.html)


def _layout_scripts() -> str:
    """Without their comments, as a page carries them."""
    scripts = (path.read_text("utf-8").strip() for path in sorted(LAYOUT.glob("*.js")))
    return str(jsmin("\n".join(scripts)))


def test_every_number_in_the_page_is_a_tag_in_a_link(build: Build) -> None:
    """But for the one at the head of each entry, which would lead to where the reader is."""
    root = parsed(build())
    own: list[str] = []
    for data in root.iter("data"):
        assert data.get("class") == "fact"
        assert data.get("value")
        entry = f"fact-{data.get('data-fact')}"
        if data.getparent().getparent().get("id") == entry:
            own.append(entry)
        else:
            assert data.getparent().get("href") == f"#{entry}"
    assert own == root.xpath("//tr[starts-with(@id,'fact-')][td[1]/data]/@id")
    assert not root.xpath("//tr[.//a/@href = concat('#', @id)]")


def test_frame_names_the_facts_where_markup_cannot_stand(build: Build) -> None:
    root = parsed(build("zh-TW"))
    assert root.get("lang") == "zh-Hant-TW"
    title = root.xpath("//title")[0]
    assert (title.text, title.get("data-facts")) == ("真的是 257 tok/s 嗎？", "shout/speed")
    assert root.xpath("string(//meta[@name='description']/@content)") == "測試用的小文章。"
    assert root.xpath("string(//h1//data/@data-fact)") == "shout/speed"
    assert root.xpath("string(//nav[@class='languages']/a/@href)") == "../en/index.html"
    assert "2026 年 11 月 29 日" in root.xpath("string(//p[@class='edition'])")


def test_number_in_a_heading_is_linked_there_and_tagged_in_the_contents(build: Build) -> None:
    """A link cannot hold another, so in the contents the number leads to its section."""
    text = "## Is {{ f('shout/speed') }} *so* `true`?[^n] {#is-it}\n\nNo.\n\n[^n]: A note.\n"
    root = parsed(build(text=text))
    heading = root.xpath("//h2[@id='is-it']")[0]
    assert heading.xpath("string(a/@href)") == "#fact-shout/speed"
    entry = root.xpath("//nav[@id='contents']//a[@href='#is-it']")[0]
    assert entry.text_content() == "Is 257 tok/s so true?"
    assert entry.xpath("string(data/@data-fact)") == "shout/speed"
    assert not entry.xpath(".//a|.//sup")


def test_footnotes_are_counted_exemptions_and_resolve(build: Build) -> None:
    page = build(text="One[^n] and[^n] again.\n\n[^n]: Says {{ f('bench/lines') }}.\n")
    root = parsed(page)
    marks = root.xpath("//sup/a/span[@class='exempt' and @data-why='footnote']")
    assert [mark.text for mark in marks] == ["[1]", "[1]"]
    assert root.xpath("string(//li[@id='fn1']//data)") == "12,805"
    assert "One[^n] and[^n] again." in page.markdown
    assert "[^n]: Says [12,805](#fact-bench/lines)." in page.markdown


def test_table_of_the_text_scrolls_like_any_other(build: Build) -> None:
    page = build(text="| a | b |\n| - | - |\n| {{ f('bench/lines') }} | c |\n")
    box = parsed(page).xpath("//main//div[@class='table']")[0]
    assert box.get("tabindex") == "0"
    assert box.xpath("string(.//td[1]/a/data)") == "12,805"


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_markdown_reads_like_the_page(build: Build, lang: str) -> None:
    """Paragraph by paragraph, item by item, under a renderer that knows none of our rules."""
    page = build(lang)
    stranger: Any = html.document_fromstring(GITHUB.render(page.markdown))
    root = parsed(page)
    for gone in root.xpath("//header|//nav|//details|//figure|//ol[@class='sources']"):
        gone.drop_tree()
    shown = [_folded(block) for block in root.xpath("//main//p|//main//h2|//main//caption")]
    read = [_folded(block) for block in stranger.xpath("//p|//h2")]
    assert [text for text in shown if text not in read] == []
    anchors = stranger.xpath("//a[starts-with(@href,'#')]/@href")
    assert {anchor.removeprefix("#") for anchor in anchors} <= set(stranger.xpath("//@id"))


def _folded(element: Any) -> str:
    return " ".join(element.text_content().split())


def test_hostile_title_stays_text(build: Build, ledger: dict[str, Any]) -> None:
    hostile = '</title><script>alert(1)</script> "x" | **y** `z` ](javascript:alert(1))'
    ledger["article"]["title"]["en"] = hostile
    ledger["article"]["description"]["en"] = f'- "{hostile}'
    page = build()
    stranger: Any = html.document_fromstring(GITHUB.render(page.markdown))
    for root in (parsed(page), stranger):
        assert hostile in root.xpath("string(//h1)")
        assert not root.xpath("//h1//strong|//h1//code|//*[contains(@href,'javascript')]")
        for script in root.iter("script"):  # what is data for programs may quote it, escaped
            assert "alert" not in (script.text or "") or json.loads(script.text)
    assert parsed(page).xpath("string(//title)") == hostile
    assert parsed(page).xpath("string(//meta[@name='description']/@content)") == f'- "{hostile}'
    assert stranger.xpath("string(//p[1])") == f'- "{hostile}'


def test_second_run_gives_the_same_bytes(build: Build) -> None:
    assert build() == build()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("![x](y.png)", r"article\.en\.md\.j2:3: an image in the text \(y\.png\): describe it"),
        ("[{{ f('bench/lines') }}](https://a.b)", r":3: a link inside a link: end the link"),
        ("[x <https://a.b>](https://a.b)", r":3: a link inside a link"),
        ("[x](#nowhere)", r"the link '#nowhere' leads nowhere"),
        ("{{ table('speeds') }}\n\n{{ table('speeds') }}", r"'table-speeds' stands on the page 2"),
        ("See {{ table('speeds') }}", r":3: placeholder 0 is lost on the page|raw character"),
        ("## A", r":3: the heading 'A' has no anchor"),
        ("- a\n\n  {{ table('speeds') }}", r":5: a figure, table or .* stands in a list"),
        ("> {{ table('speeds') }}", r":3: a figure, table or .* stands in a list, a quotation"),
        (
            "[the lines](#fact-bench/lines)",
            r":3: a link to the entry of a fact by hand .*: write \{\{ f\('bench/lines'\) \}\}",
        ),
        ("{{ f('nope') }}", r":3: unknown fact 'nope'"),
    ],
)
def test_mistakes_are_named_with_their_line(build: Build, text: str, message: str) -> None:
    with pytest.raises(TieoutError, match=message):
        build(text=text)


@pytest.mark.parametrize(
    "page", ['<a href="#source-bench">b</a>', '<script>{"@id": "#source-bench"}</script>']
)
def test_article_without_a_sources_list_is_refused(page: str) -> None:
    """Structured data names every source of an article, whether its text cites it or not."""
    with pytest.raises(
        TieoutError, match=r"there is no sources list: add \{\{ sources_list\(\) \}\}"
    ):
        check_anchors(page, Path("article.en.md.j2"))


def test_unknown_language_is_named(build: Build) -> None:
    with pytest.raises(TieoutError, match="has no language 'de': use one of zh-TW, en"):
        build("de")


def test_style_gives_pictures_every_colour_they_ask_for() -> None:
    """A colour without a value would be black on black in the dark."""
    from tieout.figures.style import TONES

    style = (LAYOUT / "10-style.css").read_text("utf-8")
    light, dark = style.split("prefers-color-scheme: dark", 1)
    for role in TONES:
        assert f"--fig-{role}:" in light, role
        value = re.search(rf"--fig-{role}: ([^;]+);", light)
        assert value
        assert value[1].startswith("var(") or f"--fig-{role}:" in dark, role


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_page_explains_the_lines_under_its_numbers(build: Build, lang: str) -> None:
    """Each kind of line is shown as it is drawn, above the contents."""
    root = parsed(build(lang))
    (key,) = root.xpath("//header/following-sibling::aside[following-sibling::nav]")
    assert [line.get("class") for line in key.iter("u")] == [None, "via", "lost"]
    assert all(line.text for line in key.iter("u"))
    style = (LAYOUT / "10-style.css").read_text("utf-8")
    for selector, drawn in (("u", "dotted"), ("u.via", "dashed"), ("u.lost", "wavy")):
        form = rf"(?:^|, ){re.escape(selector)} \{{ text-decoration-style: {drawn};"
        assert re.search(form, style, re.MULTILINE), selector


def test_caption_is_printed_on_the_page_of_its_table() -> None:
    printed = (LAYOUT / "10-style.css").read_text("utf-8").partition("@media print")[2]
    (selectors,) = re.findall(r"([^{}]+)\{ break-after: avoid; \}", printed)
    assert {"caption", "thead", "h2"} <= {name.strip() for name in selectors.split(",")}
