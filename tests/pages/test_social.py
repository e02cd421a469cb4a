"""The head of a page: one address, its other languages, and what social networks show."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from lxml import html

from tieout.pages.social import CARD, social_head
from tieout.pages.structured import Plain
from tieout.pages.view import View

PAGE = "https://tieout.example/mini/{}/"


def head(view: View, title: str = "T") -> Any:
    """The parsed head of a page."""
    plain = Plain(title, ["shout/speed"])
    lines = social_head(view, plain, Plain("D", []), Plain("A", []))
    return html.document_fromstring(f"<html><head>{lines}</head><body></body></html>")


def metas(root: Any) -> dict[str, str]:
    """Property or name, and content."""
    return {m.get("property") or m.get("name"): m.get("content") for m in root.iter("meta")}


@pytest.mark.parametrize(
    ("lang", "locale", "other"), [("en", "en_US", "zh_TW"), ("zh-TW", "zh_TW", "en_US")]
)
def test_addresses_and_languages(
    view: Callable[[str], View], lang: str, locale: str, other: str
) -> None:
    """All in full; each language names all, itself among them, and English for other readers."""
    root = head(view(lang))
    assert root.xpath("//link[@rel='canonical']/@href") == [PAGE.format(lang)]
    links = root.xpath("//link[@rel='alternate'][@hreflang]")
    assert {link.get("hreflang"): link.get("href") for link in links} == {
        "zh-Hant-TW": PAGE.format("zh-TW"),
        "en": PAGE.format("en"),
        "x-default": PAGE.format("en"),
    }
    feeds = root.xpath("//link[@type='application/atom+xml']/@href")
    assert feeds == [f"https://tieout.example/feed.{lang}.xml"]
    told = metas(root)
    assert (told["og:locale"], told["og:locale:alternate"]) == (locale, other)
    assert told["og:url"] == PAGE.format(lang)
    assert told["og:image"] == PAGE.format(lang) + "card.png"
    assert (told["og:image:width"], told["og:image:height"]) == CARD
    assert (told["og:type"], told["twitter:card"]) == ("article", "summary_large_image")
    assert told["article:published_time"] == told["article:modified_time"] == "2026-11-29"


def test_numbers_name_their_facts_and_text_stays_text(view: Callable[[str], View]) -> None:
    """No markup can stand in an attribute, and none may get out of it."""
    hostile = '"><script>alert(1)</script>'
    root = head(view("en"), hostile)
    (title,) = root.xpath("//meta[@property='og:title']")
    assert (title.get("content"), title.get("data-facts")) == (hostile, "shout/speed")
    assert not root.xpath("//script")


def test_an_article_in_a_single_language(
    ledger: dict[str, Any],
) -> None:
    """It is its own alternate and that of every other reader."""
    alone = copy.deepcopy(ledger)
    alone["article"]["languages"] = ["zh-TW"]
    root = head(View(alone, {}, "zh-TW"))
    links = root.xpath("//link[@rel='alternate'][@hreflang]")
    assert {link.get("hreflang") for link in links} == {"zh-Hant-TW", "x-default"}
    assert {link.get("href") for link in links} == {PAGE.format("zh-TW")}
    assert "og:locale:alternate" not in metas(root)


def test_the_day_of_the_first_version_stays(ledger: dict[str, Any]) -> None:
    """A later version is modified, not published anew."""
    later = copy.deepcopy(ledger)
    later["article"]["date"] = "2027-01-05"
    told = metas(head(View(later, {}, "en")))
    days = told["article:published_time"], told["article:modified_time"]
    assert days == ("2026-11-29", "2027-01-05")
