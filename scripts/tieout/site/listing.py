"""Every article in every language as the site lists it, from the ledgers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from tieout.errors import fail
from tieout.pages.content import Writer
from tieout.pages.inline import (
    Code,
    Computed,
    Exempt,
    FactRef,
    Inline,
    Link,
    Mark,
    OwnFact,
    Part,
    Slot,
    Text,
    to_plain,
)
from tieout.pages.view import View, WriterError, machine_value
from tieout.published import HTML_LANG, NAMES, Addresses


@dataclass(frozen=True, slots=True)
class Listed:
    """One article in one language: its ledger, and its title and description in parts."""

    view: View
    title: Inline
    description: Inline

    @property
    def article(self) -> Mapping[str, Any]:
        """What the ledger says of the article."""
        article: Mapping[str, Any] = self.view.ledger["article"]
        return article

    @property
    def at(self) -> Addresses:
        """The addresses of the article once published."""
        return Addresses(self.view.ledger)

    @property
    def tag(self) -> str:
        """Its language for programs."""
        return HTML_LANG[self.view.lang]

    @property
    def path(self) -> str:
        """Its page from the front page; with its file's name, so that it opens from a disk too."""
        return f"{self.article['id']}/{self.view.lang}/index.html"

    def plain(self, parts: Inline) -> str:
        """Parts where no markup can stand; numbers keep the ledger's wording."""
        return to_plain(parts, self.view)[0]

    def html(self, parts: Inline, linked: bool = True) -> str:
        """Parts with their numbers tagged; `linked` to their entries on the page."""
        return "".join(self._html(part, linked) for part in parts)

    def _html(self, part: Part, linked: bool) -> str:
        match part:
            case Text(text):
                return escape(text, quote=False)
            case Exempt(text, why):
                shown = escape(text, quote=False)
                return f'<span class="exempt" data-why="{escape(why)}">{shown}</span>'
            case Code(text, _):
                return f"<code>{escape(text, quote=False)}</code>"
            case Mark(inner, _) | Computed(_, inner):
                return self.html(inner, linked)
            case Link(href, inner):
                target = f"{self.path}{href}" if href.startswith("#") else href
                words = self.html(inner, linked)
                return f'<a href="{escape(target)}">{words}</a>' if linked else words
            case FactRef(name) | OwnFact(name):
                return self._fact(name, linked)
            case Slot():  # no title counts the checks
                return ""

    def _fact(self, name: str, linked: bool) -> str:
        fact, text = self.view.use(name), escape(self.view.shown(name), quote=False)
        if self.view.text(name):
            value, tag = escape(machine_value(fact)), escape(name)
            text = f'<data class="fact" value="{value}" data-fact="{tag}">{text}</data>'
        kind = ' class="second-hand"' if fact["standing"] == "second-hand" else ""
        href = escape(f"{self.path}#fact-{name}")
        return f'<a{kind} href="{href}">{text}</a>' if linked else text

    def others(self) -> list[tuple[str, str, str]]:
        """Tag, page and name of its other languages."""
        return [
            (HTML_LANG[lang], f"{self.article['id']}/{lang}/index.html", NAMES[lang])
            for lang in self.article["languages"]
            if lang != self.view.lang
        ]


def listed(
    ledgers: Sequence[Mapping[str, Any]], words: Mapping[str, Any], lang: str, templates: Path
) -> list[Listed]:
    """The articles that have a language, the newest first, those of a day by name.

    Raises TieoutError when a title or description holds a call that is not understood.
    """
    by_name = sorted(ledgers, key=lambda ledger: str(ledger["article"]["id"]))
    by_day = sorted(by_name, key=lambda ledger: str(ledger["article"]["date"]), reverse=True)
    return [
        _one(ledger, words, lang, templates)
        for ledger in by_day
        if lang in ledger["article"]["languages"]
    ]


def _one(ledger: Mapping[str, Any], words: Mapping[str, Any], lang: str, templates: Path) -> Listed:
    view, article = View(ledger, words, lang), ledger["article"]
    writer = Writer(view)
    try:
        title, description = (
            writer.parts(view.localized(article[key])) for key in ("title", "description")
        )
    except WriterError as error:
        path = templates / article["id"] / "article.yaml"
        raise fail(path, 0, error.what, error.mend) from None
    return Listed(view, title, description)
