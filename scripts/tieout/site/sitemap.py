"""sitemap.xml (sitemaps.org, protocol 0.9) with each page's other languages, and robots.txt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lxml import etree

from tieout.published import Addresses
from tieout.site.listing import Listed

SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
XHTML = "http://www.w3.org/1999/xhtml"


#: lxml's stubs know no name space without a prefix.
_SPACES: Any = {None: SITEMAP, "xhtml": XHTML}


def site_map(articles: Sequence[Listed], address: str, day: str) -> bytes:
    """The front page, then every page with the day of its version."""
    root = etree.Element(f"{{{SITEMAP}}}urlset", nsmap=_SPACES)
    _url(root, address, day)
    for one in articles:
        _url(root, one.at.page(one.view.lang), one.article["date"], one.at)
    etree.indent(root, " ")
    return etree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def _url(root: etree._Element, address: str, day: str, at: Addresses | None = None) -> None:
    url = etree.SubElement(root, f"{{{SITEMAP}}}url")
    etree.SubElement(url, f"{{{SITEMAP}}}loc").text = address
    etree.SubElement(url, f"{{{SITEMAP}}}lastmod").text = day
    for tag, page in at.alternates() if at else ():
        attributes = {"rel": "alternate", "hreflang": tag, "href": page}
        etree.SubElement(url, f"{{{XHTML}}}link", attributes)


def robots(address: str) -> str:
    """Everything may be read; it counts where the site is the root of its host."""
    return f"User-agent: *\nAllow: /\n\nSitemap: {address}sitemap.xml\n"
