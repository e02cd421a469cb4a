"""Where the finished files will stand once `build/` is published, and how languages are named.

The address of the site is that of config.yaml, which the ledger holds; below it the published files
keep their places in `build/`. A page has the address of its folder, as every web server gives it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

#: The language tags that browsers, screen readers and search engines understand (RFC 5646).
HTML_LANG = {"en": "en", "zh-TW": "zh-Hant-TW"}
#: The names of languages in Open Graph, which knows no script.
OPEN_GRAPH = {"en": "en_US", "zh-TW": "zh_TW"}
#: What each language calls itself.
NAMES = {"en": "English", "zh-TW": "正體中文"}
#: The language for readers of any other, where an article has it.
FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Addresses:
    """The addresses of one article and of the site around it."""

    ledger: Mapping[str, Any]

    @property
    def site(self) -> str:
        """The front page of the site; it ends with a slash."""
        return str(self.ledger["site"]["address"])

    @property
    def article(self) -> str:
        """The folder of the article."""
        return f"{self.site}{self.ledger['article']['id']}/"

    @property
    def observations(self) -> str:
        """The printed figures of the article as a table."""
        return f"{self.article}observations.csv"

    def page(self, lang: str) -> str:
        """A page of the article."""
        return f"{self.article}{lang}/"

    def card(self, lang: str) -> str:
        """The picture that social networks show beside a link to the page."""
        return f"{self.page(lang)}card.png"

    def feed(self, lang: str) -> str:
        """The Atom feed of a language."""
        return f"{self.site}feed.{lang}.xml"

    def alternates(self) -> list[tuple[str, str]]:
        """Language tag and address of every page of the article; `x-default` for other readers."""
        languages = self.ledger["article"]["languages"]
        fallback = FALLBACK if FALLBACK in languages else languages[0]
        pages = [(HTML_LANG[lang], self.page(lang)) for lang in languages]
        return [*pages, ("x-default", self.page(fallback))]
