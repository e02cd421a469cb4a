"""The bookmarks of a printed page, worded as its headings are.

Chromium words a bookmark from the letters it has drawn: with the note numbers that only paper has,
without the spaces at the ends of lines, and twice where it has laid a heading out twice. Where the
bookmarks lead is right, and stays.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from pypdf.generic import DictionaryObject

#: The words of each heading that is printed, in order, on one line.
_HEADINGS = """() => [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
    .filter(heading => heading.checkVisibility())
    .map(heading => heading.innerText.trim().replace(/\\s+/g, " "))"""


def headings_of(window: Page) -> list[str]:
    """The headings of an open page, as it will be printed, before it is."""
    window.emulate_media(media="print")
    found: list[str] = window.evaluate(_HEADINGS)
    window.emulate_media(media="null")
    return found


def with_bookmarks(printed: bytes, headings: Sequence[str]) -> bytes:
    """A PDF file with a bookmark a heading, each worded like it.

    Raises ValueError when the file has more bookmarks than headings, or fewer: nobody could tell
    which is whose.
    """
    from pypdf import PdfWriter
    from pypdf.generic import NameObject, TextStringObject

    writer = PdfWriter(clone_from=io.BytesIO(printed))
    found = list(_below(writer.get_outline_root()))
    for bookmark, heading in zip(found, headings, strict=True):
        bookmark[NameObject("/Title")] = TextStringObject(heading)
    named = io.BytesIO()
    writer.write(named)
    return named.getvalue()


def _below(parent: DictionaryObject) -> Iterator[DictionaryObject]:
    """All bookmarks below one, in the order in which a reader shows them."""
    link = parent.get("/First")
    while link is not None:
        bookmark = link.get_object()
        yield bookmark
        yield from _below(bookmark)
        link = bookmark.get("/Next")
