"""Each exemption stands where its reason can hold, and what a writer exempts he has written.

Whether a reason covers its text is judged in `exemptions`. Here it is asked whether the reason has
any business in its place: the mark of an axis outside a picture exempts nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tieout.checks.excuses import WRITTEN
from tieout.checks.finished import Finished
from tieout.checks.places import template_path
from tieout.checks.shown import Lines, squeeze, text_of, unwrapped
from tieout.checks.template_text import Called, template_pieces
from tieout.checks.written import read_text

Fault = tuple[int, str]
_ENTRY = frozenset(("as-printed", "bounds", "condition", "locator", "place", "formula"))
_PICTURE = frozenset((*WRITTEN, "axis", "condition", "bounds"))
_META = frozenset(("technical", "address", "day"))
_PANEL = frozenset(("counted", "version"))
_TEXT = frozenset((
    *WRITTEN, "bounds", "condition", "version", "address", "title", "day-read", "footnote",
    "tolerance",
))  # fmt: skip
#: What a text has that exempts anything.
_EXEMPTING = re.compile(r"\bx\s*\(")
_MARKED = re.compile(r'<(span|code)[^>]*\bdata-why="([^"]*)"[^>]*>(.*?)</\1>', re.DOTALL)


class Reasons:
    """The reasons that may stand in each place of one language, and those that its writer gave.

    `article` is what article.yaml holds.
    """

    def __init__(self, finished: Finished, lang: str, article: Any) -> None:
        texts = [read_text(template_path(finished, lang)), *_texts(article)]
        self.given = {
            (squeeze(piece.given[0]), piece.given[1])
            for text in texts
            for piece in (template_pieces(text) if _EXEMPTING.search(text) else ())
            if isinstance(piece, Called) and piece.name == "x" and len(piece.given) == 2
        }

        #: Every text exempted on the pages and pictures seen so far, with its reason.
        self.seen: set[tuple[str, str]] = set()

    def in_tree(self, root: Any) -> Iterator[Fault]:
        """Faults of a page or picture."""
        for element in root.xpath("//*[@data-why]"):
            why, text = element.get("data-why"), text_of(element)
            self.seen.add((why, text))
            what = self._fault(why, text, _place(element))
            if what:
                yield element.sourceline or 1, what

    def in_markdown(self, text: str, evidence: int) -> Iterator[Fault]:
        """Faults of an article.md whose entries begin at a position; its page was seen before."""
        lines, checked = Lines(text), text.find('<a id="checked"></a>')
        for match in _MARKED.finditer(text):
            below = checked >= 0 and match.start() > checked
            place = _ENTRY if match.start() > evidence else _PANEL if below else _TEXT
            why, said = match[2], squeeze(unwrapped(match[3]))
            what = self._fault(why, said, place)
            if not what and (why, said) not in self.seen:
                what = f"“{said}” is exempt as '{why}', which it is not on the page"
            if what:
                yield lines.at(match.start()), what

    def _fault(self, why: str, text: str, place: frozenset[str]) -> str:
        if why not in place:
            return f"“{text}” is exempt as '{why}', which cannot be where it stands"
        if why in WRITTEN and place is _TEXT and (text, why) not in self.given:
            return f"“{text}” is exempt as '{why}', but no template says so"
        return ""


def _place(element: Any) -> frozenset[str]:
    if element.tag == "meta":
        return _META
    for each in (element, *element.iterancestors()):
        if str(each.tag).rsplit("}", 1)[-1] == "svg":
            return _PICTURE
        if (each.get("id") or "").startswith("fact-"):
            return _ENTRY
        if each.get("id") == "checked":
            return _PANEL
    return _TEXT


def _texts(node: Any) -> Iterator[str]:
    """All texts of a tree."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, (dict, list)):
        for each in node.values() if isinstance(node, dict) else node:
            yield from _texts(each)
