"""All files of the site that belong to no single article, by their names in `build/`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tieout.pages.kept import Kept
from tieout.published import HTML_LANG
from tieout.site.feed import atom_feed
from tieout.site.front import front_page
from tieout.site.listing import listed
from tieout.site.sitemap import robots, site_map


def site_files(ledgers: Sequence[Mapping[str, Any]], templates: Path) -> dict[str, bytes]:
    """The files; the same ledgers give the same bytes. There must be one ledger at least."""
    layout = templates / "_layout"
    kept = Kept("site")
    words = kept.document(layout / "words.yaml").data
    site = ledgers[0]["site"]
    first = [lang for ledger in ledgers for lang in ledger["article"]["languages"]]
    languages = dict.fromkeys([*first, *HTML_LANG])
    sections = {lang: listed(ledgers, words, lang, templates) for lang in languages}
    day = max(str(ledger["article"]["date"]) for ledger in ledgers)
    articles = [one for section in sections.values() for one in section]
    front = front_page(sections, site, words, layout, kept)
    kept.keep()
    return {
        "index.html": front.encode("utf-8"),
        **{f"feed.{lang}.xml": atom_feed(lang, sections[lang], site, day) for lang in HTML_LANG},
        "sitemap.xml": site_map(articles, site["address"], day),
        "robots.txt": robots(site["address"]).encode("utf-8"),
    }
