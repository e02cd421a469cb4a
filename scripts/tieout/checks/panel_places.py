"""Where the slots of a page's account of its checks stand: in their section alone, to be seen.

What stands in them is for `panel`, which knows what was counted; this needs nothing but the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from tieout.checks.finding import Finding, Record
from tieout.checks.finished import Finished
from tieout.checks.shown import Lines
from tieout.checks.slots import Slot
from tieout.checks.visibility import Visibility

NAME = "panel_places"
MEND = "change templates/_layout, not the page, and run snakemake all"
_OPENING, _CLOSING = '<a id="checked"></a>', '<a id="evidence"></a>'
_NAMED = re.compile(r"\bdata-(?:count\b|why=.?counted\b)")


def check(finished: Finished) -> Record:
    """Look for the slots of every page and Markdown file. The record is a part of that of panel."""
    record = Record(NAME)
    for lang, (page, root) in finished.pages.items():
        markdown, text = finished.markdown[lang]
        for path, faults in (
            (page, _on_page(root, finished.slots[page])),
            (markdown, _in_markdown(text, finished.slots[markdown])),
        ):
            record.findings += [Finding(str(path), line, what, MEND) for line, what in faults]
    return record


def _on_page(root: Any, slots: Sequence[Slot]) -> Iterator[tuple[int, str]]:
    """Slots stand in their section alone, in their one form, and can be seen."""
    section = root.xpath("//section[@id='checked']")
    if not section:
        yield 1, "there is no section 'checked' that tells how the page was checked"
    marked = root.xpath("//*[@data-count or @data-why='counted']")
    inside = {slot for each in section for slot in each.iterdescendants("span")}
    visibility = Visibility(root)
    for element in marked:
        line = element.sourceline or 1
        if element not in inside:
            yield line, "a slot stands outside the section 'checked'"
        elif hidden := visibility.why_hidden(element):
            yield line, f"the slot '{element.get('data-count')}' cannot be seen: {hidden}"
    if len(marked) != len(slots):
        yield 1, "a slot is not written as slots are"


def _in_markdown(text: str, slots: Sequence[Slot]) -> Iterator[tuple[int, str]]:
    """The same for article.md, whose sections are opened by anchors."""
    start, end = text.find(_OPENING), text.find(_CLOSING)
    if start < 0:
        yield 1, "there is no section 'checked' that tells how the page was checked"
    for slot in slots:
        if not start < slot.start < end:
            yield Lines(text).at(slot.start), "a slot stands outside the section 'checked'"
    if len(_NAMED.findall(text)) != 2 * len(slots):
        yield 1, "a slot is not written as slots are"
