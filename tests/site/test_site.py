"""What spans articles: every page is found, every number has its tag, and a fault stops it all."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from lxml import etree, html
from tests.mini_project import Mini

from tieout.checks.site import check_site
from tieout.site.files import site_files

SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
XHTML = "{http://www.w3.org/1999/xhtml}"
NAMES = ["feed.en.xml", "feed.zh-TW.xml", "index.html", "robots.txt", "sitemap.xml"]


def made(mini: Mini) -> dict[str, bytes]:
    """The files of the site under build/."""
    return {name: (mini.root / "build" / name).read_bytes() for name in NAMES}


def front(content: bytes) -> Any:
    """The parsed front page."""
    return html.document_fromstring(content.decode("utf-8"))


def test_the_verb_writes_all(mini: Mini) -> None:
    """And the same again on a second run."""
    assert mini.run("site").status == 0
    first = made(mini)
    assert mini.run("site").status == 0
    assert made(mini) == first
    assert first["robots.txt"].decode().endswith("Sitemap: https://tieout.example/sitemap.xml\n")


def test_front_page_lists_each_article_in_each_language(mini: Mini) -> None:
    """Title, description, day, other language; numbers tagged and led to their entries."""
    assert mini.run("site").status == 0
    root = front(made(mini)["index.html"])
    for lang, tag, title in (
        ("zh-TW", "zh-Hant-TW", "真的是 257 tok/s 嗎？"),
        ("en", "en", "Is it 257 tok/s?"),
    ):
        (item,) = root.xpath(f"//nav[@lang='{tag}']//li[@data-article='mini']")
        assert item.find("h3").text_content() == title
        assert item.xpath("h3/a/@href") == [f"mini/{lang}/index.html"]
        assert item.xpath("h3//data/@data-fact") == ["shout/speed"]
        day = item.xpath("p[@class='edition']//a[data]/@href")
        assert day == [f"mini/{lang}/index.html#fact-version-day"]
        other = {"en": "zh-TW", "zh-TW": "en"}[lang]
        assert f"mini/{other}/index.html" in item.xpath(".//a/@href")
    assert not root.xpath("//script|//img|//@src|//link[@rel='stylesheet']|//a//a")
    assert root.xpath("//link[@rel='canonical']/@href") == ["https://tieout.example/"]


def test_site_map_has_every_page_with_its_languages(mini: Mini) -> None:
    """loc first, absolute and once; lastmod a day (sitemaps.org 0.9)."""
    assert mini.run("site").status == 0
    root = etree.fromstring(made(mini)["sitemap.xml"])
    assert root.tag == f"{SITEMAP}urlset"
    locations = [url[0].text for url in root if url[0].tag == f"{SITEMAP}loc"]
    assert locations == [
        "https://tieout.example/",
        "https://tieout.example/mini/zh-TW/",
        "https://tieout.example/mini/en/",
    ]
    assert {url.findtext(f"{SITEMAP}lastmod") for url in root} == {"2026-11-29"}
    for url in root[1:]:
        links = url.findall(f"{XHTML}link")
        assert {link.get("hreflang") for link in links} == {"zh-Hant-TW", "en", "x-default"}
        assert {link.get("href") for link in links} <= set(locations)
        assert url[0].text in {link.get("href") for link in links}


def test_two_articles_have_each_its_own_figures(mini: Mini) -> None:
    """The same id is another fact in another ledger."""
    shutil.copytree(mini.root / "build/mini", mini.root / "build/other")
    shutil.copytree(mini.root / "templates/mini", mini.root / "templates/other")
    path = mini.root / "build/other/ledger.json"
    ledger = json.loads(path.read_text("utf-8"))
    ledger["article"] |= {"id": "other", "date": "2026-12-24"}
    fact = ledger["facts"]["shout/speed"]
    fact |= {"value": "258", "text": {"en": "258 tok/s", "zh-TW": "258 tok/s"}}
    path.write_text(json.dumps(ledger), "utf-8")
    outcome = mini.run("site")
    assert (outcome.status, outcome.errors) == (0, "")
    items = front(made(mini)["index.html"]).xpath("//nav[@lang='en']//li")
    assert [item.find("h3").text_content() for item in items] == [
        "Is it 258 tok/s?",
        "Is it 257 tok/s?",
    ]


SPOILED = [
    ("index.html", "257 tok/s</data>?", "275 tok/s</data>?", "reads “275 tok/s”"),
    ("index.html", '<p class="summary">A small', '<p class="summary">A 9 small', "number '9'"),
    ("index.html", "<h2", "<p>423 tok/s</p><h2", "the number '423' has no source"),
    ("index.html", "測試用的小文章", "測試用的软件", "a Simplified form"),
    ("index.html", 'href="mini/en/index.html"', 'href="mini/fr/index.html"', "no file here"),
    ("index.html", "#fact-version-day", "#fact-version-days", "leads nowhere"),
    ("index.html", 'data-article="mini"', 'data-article="mine"', "missing, or listed"),
    ("feed.en.xml", "257", "275", "other words than the front page"),
    ("feed.en.xml", "A small", "A large", "other words than the front page"),
    ("feed.en.xml", "<updated>2026-11-29", "<updated>2026-11-28", "another day than its version"),
    ("feed.zh-TW.xml", "mini/zh-TW/", "mini/en/", "not the articles of this language"),
    ("feed.zh-TW.xml", "feed.zh-TW.xml", "feed.xml", "does not say its own address"),
    (
        "sitemap.xml",
        "<loc>https://tieout.example/mini/en/",
        "<loc>https://tieout.example/x/",
        "are",
    ),
    ("sitemap.xml", 'hreflang="en"', 'hreflang="fr"', "other languages than its article"),
]


@pytest.mark.parametrize("fault", SPOILED, ids=[" ".join(fault[::3]) for fault in SPOILED])
def test_a_spoiled_file_is_found(
    mini: Mini, ledger: dict[str, Any], fault: tuple[str, str, str, str]
) -> None:
    """Nothing of it would be written."""
    name, old, new, says = fault
    files = site_files([ledger], mini.root / "templates")
    ledgers, build = {"mini": ledger}, mini.root / "build"
    assert check_site(files, ledgers, build, mini.root / "templates") == []
    text = files[name].decode("utf-8")
    last = text.rindex("<updated>") if old.startswith("<updated>") else 0
    assert old in text
    files[name] = (text[:last] + text[last:].replace(old, new)).encode("utf-8")
    found = check_site(files, ledgers, build, mini.root / "templates")
    assert any(says in str(finding) for finding in found), found


def test_a_fault_leaves_what_was_there(mini: Mini) -> None:
    """All of the files or none, and the place of the fault."""
    assert mini.run("site").status == 0
    before = made(mini)
    path = mini.root / "build/mini/ledger.json"
    ledger = json.loads(path.read_text("utf-8"))
    ledger["article"]["title"]["en"] = "Is it 423 tok/s?"
    path.write_text(json.dumps(ledger), "utf-8")
    outcome = mini.run("site")
    assert outcome.status == 1
    assert "index.html" in outcome.errors
    assert "the number '423' has no source" in outcome.errors
    assert made(mini) == before


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("spoilt", ["<p>9 tok/s</p>\n", None], ids=["edited", "removed"])
def test_what_lies_there_is_read_again(mini: Mini, name: str, spoilt: str | None) -> None:
    """`make verify` says which file is another than it has to be, and writes nothing."""
    assert mini.run("site").status == 0
    assert mini.run("site", "--check").status == 0
    path = mini.root / "build" / name
    before = path.read_text("utf-8")
    if spoilt:
        path.write_text(before.replace("\n", f"\n{spoilt}", 1), "utf-8")
    else:
        path.unlink()
    outcome = mini.run("site", "--check")
    assert outcome.status == 1
    says = "2: the file is not what the ledgers give" if spoilt else "1: the file is missing"
    assert f"{name}:{says}: run snakemake all" in outcome.errors
    assert not path.exists() or path.read_text("utf-8") != before


def test_pages_that_no_article_has_are_found(mini: Mini) -> None:
    """An article was renamed: its former pages would be published without anybody's look."""
    shutil.copytree(mini.root / "build/mini", mini.root / "build/former")
    outcome = mini.run("site")
    assert outcome.status == 1
    says = "build/former:1: the pages of 'former', an article that is in templates/ no more: "
    assert says + "remove build/former and figures/former" in outcome.errors
    assert not (mini.root / "build/index.html").exists()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("title", "templates/mini/article.yaml:1: unknown fact 'shout/sped'"),
        ("ledger", "build/mini/ledger.json:1: the ledger is missing: run snakemake all"),
        ("articles", "templates:1: there is no article: add <name>/article.yaml here"),
        ("page", "index.html' is no file here"),
    ],
)
def test_what_is_missing_is_said(mini: Mini, change: str, says: str) -> None:
    """File, what, and the mend."""
    path = mini.root / "build/mini/ledger.json"
    if change == "title":
        path.write_text(path.read_text("utf-8").replace("f('shout/speed')", "f('shout/sped')"))
    elif change == "ledger":
        path.unlink()
    elif change == "page":
        (mini.root / "build/mini/en/index.html").unlink()
    else:
        shutil.rmtree(mini.root / "templates/mini")
    outcome = mini.run("site")
    assert outcome.status == 1
    assert says in outcome.errors
    assert not (mini.root / "build" / "index.html").exists()


def test_no_network_and_no_heavy_library(mini: Mini) -> None:
    """It runs after everything else: what it imports is paid for at the end of each build."""
    code = (
        "import socket, sys; socket.socket.connect = None; sys.path.insert(0, {0!r});"
        "sys.argv = ['site.py']; import runpy; runpy.run_path({1!r}, run_name='__main__');"
        "heavy = {{'pandas', 'matplotlib', 'pint', 'jsonschema'}} & set(sys.modules);"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    import subprocess
    import sys

    from tests.mini_project import SCRIPTS

    command = code.format(str(SCRIPTS), str(Path(SCRIPTS) / "site.py"))
    done = subprocess.run(
        [sys.executable, "-c", command], cwd=mini.root, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
