"""The addresses that an article may give of itself, from the ledger alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

#: Tags of the languages as pages name them to programs.
TAGS = {"en": "en", "zh-TW": "zh-Hant-TW"}
#: Ids in structured data that are no anchors of the page: they only tie its parts together.
NAMED = ("#article", "#author", "#observations")
OTHER_READERS = "x-default"


def page_address(ledger: Mapping[str, Any], lang: str) -> str:
    """Where a page will stand."""
    return f"{ledger['site']['address']}{ledger['article']['id']}/{lang}/"


def card_address(ledger: Mapping[str, Any], lang: str) -> str:
    """Where the picture for social networks will stand: beside its page."""
    return f"{page_address(ledger, lang)}card.png"


def feed_address(ledger: Mapping[str, Any], lang: str) -> str:
    """Where the feed of a language will stand."""
    return f"{ledger['site']['address']}feed.{lang}.xml"


def alternates(ledger: Mapping[str, Any]) -> dict[str, str]:
    """The pages of the article by language tag; English, or else the first, for other readers."""
    languages = ledger["article"]["languages"]
    found = {TAGS[lang]: page_address(ledger, lang) for lang in languages}
    other = "en" if "en" in languages else languages[0]
    return {**found, OTHER_READERS: page_address(ledger, other)}


def own_addresses(ledger: Mapping[str, Any]) -> Iterator[str]:
    """All of them: of the site, the data, the pages, and the anchors that name their parts."""
    site, article = ledger["site"]["address"], ledger["article"]["id"]
    yield from (site, f"{site}{article}/observations.csv", *NAMED)
    yield from (f"#source-{name}" for name in ledger["sources"])
    for lang in ledger["article"]["languages"]:
        page = page_address(ledger, lang)
        yield from (page, card_address(ledger, lang), feed_address(ledger, lang))
