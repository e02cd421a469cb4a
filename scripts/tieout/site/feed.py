"""An Atom feed a language (RFC 4287): one entry for the version of each article.

An entry's id (RFC 4151) names host, folder, article, language and version, so it stays as long as
the version does, and a reader's program shows a new version as a new entry. Sites that share a host
share no id.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from lxml import etree

from tieout.pages.view import join_cjk
from tieout.published import HTML_LANG, Addresses
from tieout.site.listing import Listed

ATOM = "http://www.w3.org/2005/Atom"
#: lxml's stubs know no name space without a prefix.
_SPACES: Any = {None: ATOM}


def atom_feed(lang: str, articles: Sequence[Listed], site: Mapping[str, Any], day: str) -> bytes:
    """The feed of a language; `day` is that of the newest version on the site."""
    at = Addresses({"site": site})
    feed = etree.Element(_name("feed"), nsmap=_SPACES)
    feed.set("{http://www.w3.org/XML/1998/namespace}lang", HTML_LANG[lang])
    _add(feed, "id", at.feed(lang))
    _add(feed, "title", join_cjk(site["title"][lang]))
    _add(feed, "subtitle", join_cjk(site["description"][lang]))
    _add(feed, "updated", _moment(articles[0].article["date"] if articles else day))
    _link(feed, "self", at.feed(lang), "application/atom+xml")
    _link(feed, "alternate", at.site, "text/html")
    _add(_add(feed, "author"), "name", join_cjk(site["author"]["name"][lang]))
    for one in articles:
        _entry(feed, one)
    etree.indent(feed, " ")
    return etree.tostring(feed, encoding="utf-8", xml_declaration=True) + b"\n"


def _entry(feed: Any, one: Listed) -> None:
    entry, article = _add(feed, "entry"), one.article
    _add(entry, "id", entry_id(one))
    _add(entry, "title", one.plain(one.title))
    _add(entry, "updated", _moment(article["date"]))
    _add(entry, "published", _moment(article["published"]))
    _link(entry, "alternate", one.at.page(one.view.lang), "text/html", one.tag)
    _add(entry, "summary", one.plain(one.description))


def entry_id(one: Listed) -> str:
    """A tag URI: the host had this name in the year of the version."""
    article = one.article
    site = urlsplit(one.at.site)
    specific = f"{site.path[1:]}{article['id']}/{one.view.lang}/{article['version']}"
    return f"tag:{site.hostname},{article['published'][:4]}:{specific}"


def _moment(day: str) -> str:
    """A day as the moment that Atom asks for (RFC 3339): nobody has noted the hour."""
    return f"{day}T00:00:00Z"


def _name(tag: str) -> str:
    return f"{{{ATOM}}}{tag}"


def _add(parent: Any, tag: str, text: str | None = None) -> Any:
    element = etree.SubElement(parent, _name(tag))
    element.text = text
    return element


def _link(parent: Any, rel: str, href: str, kind: str, lang: str = "") -> None:
    attributes = {"rel": rel, "type": kind, "href": href}
    if lang:
        attributes["hreflang"] = lang
    etree.SubElement(parent, _name("link"), attributes)
