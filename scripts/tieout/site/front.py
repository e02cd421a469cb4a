"""build/index.html: all articles in all languages, one self-contained file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tieout.pages.inline import Exempt, FactRef, Inline, Text
from tieout.pages.kept import Kept
from tieout.pages.layout import framed, joined
from tieout.pages.view import join_cjk
from tieout.published import HTML_LANG, Addresses
from tieout.site.listing import Listed


@dataclass(frozen=True, slots=True)
class Section:
    """The articles of one language under their heading."""

    lang: str
    tag: str
    words: Mapping[str, str]
    description: str
    articles: list[Listed]


def front_page(
    sections: Mapping[str, Sequence[Listed]],
    site: Mapping[str, Any],
    words: Mapping[str, Any],
    layout: Path,
    kept: Kept,
) -> str:
    """The page; `sections` has the articles of each language, in the order of the page."""
    from markupsafe import Markup

    shown = [
        Section(
            lang,
            HTML_LANG[lang],
            {key: join_cjk(words[key][lang]) for key in ("articles", "other_language")},
            join_cjk(site["description"][lang]),
            list(articles),
        )
        for lang, articles in sections.items()
        if articles
    ]
    titles = dict.fromkeys(join_cjk(site["title"][section.lang]) for section in shown)
    at = Addresses({"site": site})
    return framed(
        layout / "site.html.j2",
        kept,
        title=" ".join(titles),
        address=at.site,
        sections=shown,
        feeds=[(section.tag, at.feed(section.lang)) for section in shown],
        style=Markup(joined(layout, "css")),
        heading=lambda one: Markup(one.html(one.title, linked=False)),
        lead=lambda one: Markup(one.html(one.description)),
        edition=lambda one: Markup(one.html(_edition(one))),
    )


def _edition(one: Listed) -> Inline:
    """Version and day, as the article's own page has them."""
    version = Exempt(one.article["version"], "version")
    before, between = one.view.word("version") + " ", one.view.word("comma")
    return (Text(before), version, Text(between), FactRef("version-day"))
