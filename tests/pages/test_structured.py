"""What a page tells programs: valid by schema.org, safe in HTML, true to the ledger."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from tests.built import ARTICLE, LANGUAGES, Built, built_article
from tests.mini_project import TESTS

from tieout.pages.structured import Plain, structured_data
from tieout.pages.view import View

VOCABULARY: dict[str, Any] = yaml.safe_load((TESTS / "fixtures/schema-org.yaml").read_text("utf-8"))
Node = dict[str, Any]


@pytest.fixture(scope="session")
def article(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The real article."""
    return built_article(tmp_path_factory)


def graph(article: Built, lang: str) -> list[Node]:
    """The nodes of the real page."""
    (script,) = article.page(lang).xpath("//script[@type='application/ld+json']/text()")
    content = json.loads(script)
    assert content["@context"] == "https://schema.org"
    nodes: list[Node] = content["@graph"]
    return nodes


def of_type(nodes: list[Node], name: str) -> list[Node]:
    """The nodes of a type at the top of the graph."""
    return [node for node in nodes if node["@type"] == name]


def ancestors(name: str) -> set[str]:
    """A type and all above it."""
    return {name}.union(*(ancestors(parent) for parent in VOCABULARY["types"][name]))


def nested(value: Any) -> Iterator[Node]:
    """Every node in a graph."""
    if isinstance(value, list):
        for each in value:
            yield from nested(each)
    elif isinstance(value, dict):
        yield value
        for each in value.values():
            yield from nested(each)


def faults(nodes: list[Node]) -> Iterator[str]:
    """Where a graph departs from the vocabulary."""
    known = {node["@id"]: node for node in nested(nodes) if "@type" in node and "@id" in node}
    for node in nested(nodes):
        if "@type" not in node:
            if set(node) != {"@id"} or node["@id"] not in known:
                yield f"{node} refers to nothing"
            continue
        kinds = ancestors(node["@type"]) if node["@type"] in VOCABULARY["types"] else set()
        if not kinds:
            yield f"there is no type {node['@type']}"
        for key, value in node.items():
            if key.startswith("@"):
                continue
            rule = VOCABULARY["properties"].get(key)
            if rule is None or not kinds & set(rule["of"]):
                yield f"{node['@type']} has no {key}"
                continue
            for each in value if isinstance(value, list) else [value]:
                if not any(holds(kind, each, known) for kind in rule["holds"]):
                    yield f"{key} of {node['@type']} cannot be {each!r}"


def holds(kind: str, value: Any, known: dict[str, Node]) -> bool:
    """Whether a value is one of that kind."""
    if isinstance(value, dict):
        node = known.get(value.get("@id", ""), value)
        return (
            kind in ancestors(node["@type"]) if node.get("@type") in VOCABULARY["types"] else False
        )
    if not isinstance(value, str) or not value:
        return False
    if kind == "URL":
        return bool(urlsplit(value).scheme and urlsplit(value).netloc)
    if kind == "Date":
        return bool(re.fullmatch(r"\d{4}-\d\d-\d\d", value)) and bool(date.fromisoformat(value))
    return kind == "Text"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_types_and_properties_are_those_of_schema_org(article: Built, lang: str) -> None:
    """A search engine ignores, or reports, what is not in the vocabulary."""
    assert list(faults(graph(article, lang))) == []


@pytest.mark.parametrize(
    ("node", "says"),
    [
        ({"@type": "Article", "claimReviewed": "so"}, "Article has no claimReviewed"),
        ({"@type": "Artikel"}, "there is no type Artikel"),
        ({"@type": "Article", "author": "me"}, "author of Article cannot be 'me'"),
        ({"@type": "Article", "url": "en/"}, "url of Article cannot be 'en/'"),
        ({"@type": "Article", "datePublished": "May 2026"}, "cannot be 'May 2026'"),
        ({"@type": "Article", "isBasedOn": {"@id": "#gone"}}, "refers to nothing"),
        ({"@type": "Rating", "alternateName": 3}, "cannot be 3"),
        ({"@type": "Dataset", "distribution": {"@type": "Claim"}}, "distribution of Dataset"),
    ],
)
def test_the_vocabulary_refuses_what_is_not_in_it(node: Node, says: str) -> None:
    """The test above can fail."""
    assert any(says in fault for fault in faults([node]))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_article_is_told_whole(article: Built, lang: str) -> None:
    """Title, days, sources with address, publisher and day, and the other language."""
    ledger = article.ledger()
    (node,) = of_type(graph(article, lang), "Article")
    page = f"{ledger['site']['address']}{ARTICLE}/{lang}/"
    assert node["url"] == page
    assert node["headline"] == article.page(lang).findtext(".//head/title")
    assert node["dateModified"] == ledger["article"]["date"]
    assert [cited["@id"] for cited in node["citation"]] == [
        f"#source-{s}" for s in ledger["sources"]
    ]
    for cited, source in zip(node["citation"], ledger["sources"].values(), strict=True):
        told = (cited["name"], cited.get("url"), cited.get("datePublished"))
        assert told == (source["title"], source.get("url"), source.get("published"))
        assert cited["publisher"]["name"]
    first, second = ledger["article"]["languages"]
    other = {first: "workTranslation", second: "translationOfWork"}[lang]
    translations = node[other] if lang == first else [node[other]]
    assert [each["url"] for each in translations] == [
        f"{ledger['site']['address']}{ARTICLE}/{second if lang == first else first}/"
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_data_sets_are_the_tables_in_use(article: Built, lang: str) -> None:
    """One for each source table, with the file that has its figures."""
    nodes, ledger = graph(article, lang), article.ledger()
    entries = article.page(lang).xpath("//*[starts-with(@id, 'fact-')]/@id")
    shown = {tuple(entry.removeprefix("fact-").split("/")[:2]) for entry in entries}
    tables = [
        (name, table) for name, source in ledger["sources"].items() for table in source["tables"]
    ]
    sets = of_type(nodes, "Dataset")
    assert len(sets) == sum(table in shown for table in tables) > 3
    files = {node["@id"]: node["contentUrl"] for node in nested(nodes) if "contentUrl" in node}
    for node in sets:
        assert 50 <= len(node["description"]) <= 5000 or lang != "en"
        assert node["variableMeasured"]
        address = files[node["distribution"]["@id"]]
        assert (article.build / address.removeprefix(ledger["site"]["address"])).is_file()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_verdicts_are_words(article: Built, lang: str) -> None:
    """A numeric rating would be a number that nobody has measured."""
    ledger = article.ledger()
    reviews = of_type(graph(article, lang), "ClaimReview")
    for review, claim in zip(reviews, ledger["claims"].values(), strict=True):
        verdict = ledger["vocabulary"]["claim_verdicts"][claim["verdict"]]["label"][lang]
        assert review["reviewRating"]["alternateName"].replace(" ", "") == verdict.replace(" ", "")
        assert not {"ratingValue", "bestRating", "worstRating"} & set(review["reviewRating"])
        assert ledger["facts"][claim["figure"]]["text"][lang] in review["claimReviewed"]
        source = ledger["facts"][claim["figure"]]["source"]
        assert review["itemReviewed"]["appearance"]["@id"] == f"#source-{source}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_ids_are_anchors_and_addresses_are_in_full(article: Built, lang: str) -> None:
    """A citation leads to the same source on the page."""
    ids = set(article.page(lang).xpath("//@id"))
    page = f"https://tieout.example/{ARTICLE}/{lang}/"
    for node in nested(graph(article, lang)):
        anchor = node.get("@id", "#article")
        assert urljoin(page, anchor).startswith(page)
        assert anchor[1:] in ids or anchor in ("#article", "#author", "#observations")


@given(
    st.text(alphabet=st.sampled_from("<>!-/&'\"\\scriptSCRIPT\u2028\u2029 {}[]数字"), max_size=40)
)
def test_no_text_ends_the_element(text: str) -> None:
    """Neither a closing tag, nor a comment that would swallow it, nor an entity."""
    written = _written(text)
    assert json.loads(written)["@graph"][0]["headline"] == text
    assert not re.search(r"[<>&\u2028\u2029]", written)


def _written(title: str) -> str:
    """The content of the element for an article of that title."""
    local = {"en": "x", "zh-TW": "x"}
    ledger = {
        "article": {
            "id": "a", "languages": ["en"], "date": "2026-01-02", "published": "2026-01-02",
            "version": "1.0.0", "glossary": [],
        },
        "site": {
            "address": "https://a.example/", "publisher": local,
            "author": {"kind": "Person", "name": local},
        },
        "facts": {}, "claims": {}, "sources": {},
    }  # fmt: skip
    element = structured_data(View(ledger, {}, "en"), Plain(title, []), Plain("", []))
    return element.removesuffix("</script>").partition(">")[2]


@pytest.mark.parametrize("text", ["</script><script>alert(1)</script>", "<!--<script>", "&lt;"])
def test_hostile_titles_are_read_back_as_text(text: str) -> None:
    """As a browser's parser sees the element."""
    from lxml import html

    root: Any = html.document_fromstring(f"<head><script>{_written(text)}</script></head><p>after")
    assert len(root.xpath("//script")) == 1
    assert json.loads(root.findtext(".//script"))["@graph"][0]["headline"] == text
    assert root.findtext(".//p") == "after"


def test_the_small_article_says_conditions_of_its_claim(view: Callable[[str], View]) -> None:
    """A speed without its conditions would be another claim."""
    element = structured_data(view("en"), Plain("T", []), Plain("D", []))
    nodes = json.loads(element.removesuffix("</script>").partition(">")[2])["@graph"]
    (review,) = of_type(nodes, "ClaimReview")
    assert "257 tok/s" in review["claimReviewed"]
    stated = [
        value["en"]
        for value in view("en").fact("shout/speed")["conditions"].values()
        if value["en"] != "not stated"
    ]
    assert all(text in review["claimReviewed"] for text in stated)
