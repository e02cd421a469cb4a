"""The head of a page for search engines, feed readers and social networks.

Canonical and alternate addresses, Open Graph and the card of a link. All addresses are in full:
those who read them have no page to start from. A text with a number names its facts; an address and
a day carry their reason and are held to the ledger by the checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tieout.pages.structured import Plain
from tieout.pages.view import View
from tieout.published import OPEN_GRAPH, Addresses

#: Width and height of the card in pixels, as figures/card.py draws it.
CARD = ("1200", "630")


def social_head(view: View, title: Plain, description: Plain, alt: Plain) -> str:
    """The lines of the head; `alt` says what the card shows."""
    return "\n".join((*_links(view), *_metas(view, title, description, alt)))


def _links(view: View) -> Iterator[str]:
    at = Addresses(view.ledger)
    yield f'<link rel="canonical" href="{escape(at.page(view.lang))}">'
    for tag, address in at.alternates():
        yield f'<link rel="alternate" hreflang="{tag}" href="{escape(address)}">'
    name = escape(view.localized(view.ledger["site"]["title"]))
    feed = f'type="application/atom+xml" title="{name}" href="{escape(at.feed(view.lang))}"'
    yield f'<link rel="alternate" {feed}>'


def _metas(view: View, title: Plain, description: Plain, alt: Plain) -> Iterator[str]:
    article, at = view.ledger["article"], Addresses(view.ledger)
    yield _meta("og:type", "article")
    yield _meta("og:site_name", view.localized(view.ledger["site"]["title"]))
    yield _text("og:title", title)
    yield _text("og:description", description)
    yield _meta("og:url", at.page(view.lang), "address")
    yield _meta("og:locale", OPEN_GRAPH[view.lang])
    for lang in article["languages"]:
        if lang != view.lang:
            yield _meta("og:locale:alternate", OPEN_GRAPH[lang])
    yield _meta("og:image", at.card(view.lang), "address")
    yield _meta("og:image:type", "image/png")
    for side, pixels in zip(("width", "height"), CARD, strict=True):
        yield _meta(f"og:image:{side}", pixels, "technical")
    yield _text("og:image:alt", alt)
    yield _meta("article:published_time", article["published"], "day")
    yield _meta("article:modified_time", article["date"], "day")
    yield '<meta name="twitter:card" content="summary_large_image">'


def _meta(name: str, content: str, why: str = "") -> str:
    reason = f' data-why="{why}"' if why else ""
    return f'<meta property="{name}" content="{escape(content)}"{reason}>'


def _text(name: str, plain: Plain) -> str:
    named = escape(" ".join(plain.facts))
    return f'<meta property="{name}" content="{escape(plain.text)}" data-facts="{named}">'
