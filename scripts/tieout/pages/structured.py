"""What a page says of itself to programs: JSON-LD in the words of schema.org.

One graph: the article with all its sources, a data set for each source table that it uses, and a
review for each claim it weighs. Every number in it stands in the ledger's wording, and the facts
are named on the element as they are for a title; days are in the form that programs read. A verdict
is a word: nobody has measured it, so it has no `ratingValue`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from tieout.pages.view import View
from tieout.published import HTML_LANG, Addresses

Node = dict[str, Any]
CONTEXT = "https://schema.org"
#: Ids of the nodes that others refer to.
AUTHOR, DATA = "#author", "#observations"
#: Characters that could end the element, open a comment in it, or break a line of JavaScript.
_ESCAPED = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


@dataclass(frozen=True, slots=True)
class Plain:
    """A text without markup, and the facts in it."""

    text: str
    facts: list[str]


def structured_data(view: View, title: Plain, description: Plain) -> str:
    """The script element of a page."""
    graph = _Graph(view, Addresses(view.ledger))
    nodes = [
        graph.article(title, description),
        *graph.datasets(),
        *(graph.review(claim) for claim in view.ledger["claims"].values()),
    ]
    content = json.dumps(
        {"@context": CONTEXT, "@graph": nodes}, ensure_ascii=False, separators=(",", ":")
    )
    claimed = [claim["figure"] for claim in view.ledger["claims"].values()]
    facts = dict.fromkeys([*title.facts, *description.facts, *claimed])
    named = escape(" ".join(facts))
    text = content.translate(_ESCAPED)
    return f'<script type="application/ld+json" data-facts="{named}">{text}</script>'


@dataclass(frozen=True, slots=True)
class _Graph:
    """The nodes of one page. Ids are anchors: what stands on the page has its own, a source too."""

    view: View
    at: Addresses

    def article(self, title: Plain, description: Plain) -> Node:
        """The article in this language, its sources and its other languages."""
        article, view, site = self.view.ledger["article"], self.view, self.view.ledger["site"]
        page = self.at.page(view.lang)
        author, publisher = (
            view.localized(site["author"]["name"]),
            view.localized(site["publisher"]),
        )
        return {
            "@type": "Article",
            "@id": "#article",
            "headline": title.text,
            "description": description.text,
            "inLanguage": HTML_LANG[view.lang],
            "datePublished": article["published"],
            "dateModified": article["date"],
            "version": article["version"],
            "url": page,
            "image": self.at.card(view.lang),
            "author": {"@type": site["author"]["kind"], "@id": AUTHOR, "name": author},
            "publisher": {"@type": "Organization", "name": publisher, "url": self.at.site},
            "citation": [self._source(*source) for source in view.ledger["sources"].items()],
            **self._translations(),
        }

    def _translations(self) -> Node:
        """The language listed first is the work, the others are its translations."""
        first, *others = self.view.ledger["article"]["languages"]
        if self.view.lang == first:
            found = [self._page_in(lang) for lang in others]
            return {"workTranslation": found} if found else {}
        return {"translationOfWork": self._page_in(first)}

    def _page_in(self, lang: str) -> Node:
        return {"@type": "Article", "url": self.at.page(lang), "inLanguage": HTML_LANG[lang]}

    def _source(self, name: str, source: Mapping[str, Any]) -> Node:
        """A source as cited: what is not known of it is left out."""
        publisher = self.view.localized(source["publisher"])
        node = {
            "@type": "CreativeWork",
            "@id": f"#source-{name}",
            "name": source["title"],
            "publisher": {"@type": "Organization", "name": publisher},
            "url": source.get("url"),
            "sameAs": source.get("original"),
            "datePublished": source.get("published"),
            "creditText": source.get("author"),
        }
        return {key: value for key, value in node.items() if value is not None}

    def datasets(self) -> Iterator[Node]:
        """Each table of a source of which the page shows a figure, itself or by what follows.

        One file has them all.
        """
        view = self.view
        shown = {tuple(name.split("/")[:2]) for name in view.closure(view.used)}
        file: Node = {
            "@type": "DataDownload",
            "@id": DATA,
            "contentUrl": self.at.observations,
            "encodingFormat": "text/csv",
        }
        for name, source in view.ledger["sources"].items():
            for key, table in source["tables"].items():
                if (name, key) in shown:
                    yield {**self._dataset(name, source, table), "distribution": file}
                    file = {"@id": DATA}

    def _dataset(self, name: str, source: Mapping[str, Any], table: Mapping[str, Any]) -> Node:
        view = self.view
        label = view.localized(table["label"])
        described = view.word("dataset").replace("{title}", source["title"])
        return {
            "@type": "Dataset",
            "name": label + view.word("comma") + view.localized(source["label"]),
            "description": described.replace("{label}", label),
            "isBasedOn": {"@id": f"#source-{name}"},
            "variableMeasured": [view.localized(label) for label in table["columns"].values()],
        }

    def review(self, claim: Mapping[str, Any]) -> Node:
        """A claim as the article weighs it; its verdict in words."""
        view = self.view
        fact = view.use(claim["figure"])
        verdict = view.ledger["vocabulary"]["claim_verdicts"][claim["verdict"]]
        return {
            "@type": "ClaimReview",
            "url": self.at.page(view.lang),
            "claimReviewed": self._claimed(claim["figure"], fact),
            "itemReviewed": self._claim(fact),
            "reviewRating": {
                "@type": "Rating",
                "alternateName": view.localized(verdict["label"]),
                "ratingExplanation": view.localized(verdict["explanation"]),
            },
            "author": {"@id": AUTHOR},
            "datePublished": view.ledger["article"]["published"],
        }

    def _claimed(self, name: str, fact: Mapping[str, Any]) -> str:
        """What was claimed: the figure, and the conditions that were stated with it."""
        view, colon = self.view, self.view.word("colon")
        said = view.localized(fact["label"]) + colon + view.shown(name)
        labels = view.ledger["conditions"]
        stated = [
            view.localized(labels[key]["label"]) + colon + view.localized(value)
            for key, value in fact["conditions"].items()
            if value["en"] != "not stated"
        ]
        if not stated:
            return said
        return said + view.word("open") + view.word("semicolon").join(stated) + view.word("close")

    def _claim(self, fact: Mapping[str, Any]) -> Node:
        """The claim itself: who made it, where it appeared, how we know of it."""
        view = self.view
        source = view.source(fact["source"])
        standing = view.ledger["vocabulary"]["standings"][fact["standing"]]
        publisher = view.localized(source["publisher"])
        known = view.localized(standing["label"]) + view.word("colon")
        return {
            "@type": "Claim",
            "author": {"@type": "Organization", "name": publisher},
            "appearance": {"@id": f"#source-{fact['source']}"},
            "description": known + view.localized(standing["explanation"]),
        }
