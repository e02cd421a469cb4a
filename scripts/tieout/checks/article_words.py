"""The words of a page are those that its editors wrote, letter by letter.

Page and Markdown come from one template, so a fault there changes both alike: a word lost, a
citation that names another source. The template is read here a second time, by the library that
GitHub uses, each call giving way to what the ledger has for it, and held against the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from tieout.checks.finished import Finished
from tieout.checks.places import template_path
from tieout.checks.plain_markdown import read_markdown
from tieout.checks.shown import GAP, compared, first_difference, line_at
from tieout.checks.template_text import Called, template_pieces
from tieout.checks.written import read_text

Fault = tuple[int, str]
#: A sign that opens no address in pointed brackets, of a link or alone: all else in them is text.
_OPENS = re.compile(
    r"(?<!\]\()(?<!\]: )<(?![A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*>|[^\s<>@]+@[^\s<>@]+>)"
)
_ANCHOR = re.compile(r"\s*\{#[a-z0-9-]+\}\s*$")
#: What a picture says of a number that was not captured.
LOST = {"en": "not captured", "zh-TW": "未取得"}
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
#: Stand in for what was called, and for a sign that would open an element.
_PLACED, _LESS = re.compile("\ue000([0-9]+)\ue001"), "\ue002"
#: Emphasis beside Chinese is read in two ways; another check finds the stars that are left.
_EMPHASIS = str.maketrans("", "", "*_")
_BLOCKS = ("figure", "table", "claim_table", "verdict_table", "sources_list")
_ANCHORS = (("table-", "table"), ("claim-", "claim_table"), ("verdicts", "verdict_table"))


class ArticleWords:
    """What the writers of one language wrote, as it has to read on the page."""

    def __init__(self, finished: Finished, lang: str) -> None:
        self.finished, self.lang = finished, lang
        self.facts: Mapping[str, Any] = finished.ledger["facts"]
        self.sources: Mapping[str, Any] = finished.ledger["sources"]

    def expanded(self, text: str) -> str:
        """A text of article.yaml with what its calls stand for; blocks leave a mark."""
        return "".join(
            piece if isinstance(piece, str) else self._called(piece)
            for piece in template_pieces(text)
        )

    def parted(self, text: str) -> tuple[str, list[str]]:
        """A text without the facts that it calls, and these, in order."""
        words, facts = list[str](), list[str]()
        for piece in template_pieces(text):
            if isinstance(piece, str):
                words.append(piece)
            elif piece.name == "f" and self._is_lost(piece.given):
                words.append(LOST[self.lang])
            elif piece.name == "f":
                facts += piece.given[:1]
            else:
                words.append(self._called(piece))
        return "".join(words), facts

    def _is_lost(self, given: tuple[str, ...]) -> bool:
        """Whether pictures have words in place of a number."""
        fact = self.facts.get(given[0] if given else "", {})
        return fact.get("standing") == "lost" and not fact["text"][self.lang]

    def _called(self, call: Called) -> str:
        match call.name, call.given:
            case "f", (fact,) if fact in self.facts:
                return str(self.facts[fact]["text"][self.lang])
            case "cite", (source,) if source in self.sources:
                return str(self.sources[source]["label"][self.lang])
            case "x", (text, _):
                return str(text)
            case name, given if name in _BLOCKS:
                return f"{GAP}{name} {' '.join(given)}{GAP}"
        return ""

    def faults(self, root: Any) -> Iterator[Fault]:
        """Where heading, lead and text of a page are not what was written."""
        article = self.finished.ledger["article"]
        for path, key in (("//header/h1", "title"), ("//header/p[@class='lead']", "description")):
            shown = [(each.sourceline or 1, "".join(each.itertext())) for each in root.xpath(path)]
            told = self.expanded(article[key][self.lang])
            if [compared(text) for _, text in shown] != [compared(told)]:
                line, text = shown[0] if shown else (1, "")
                yield line, f"the page has “{text}” as its {key}, article.yaml says “{told}”"
        yield from self._prose(root)

    @property
    def has_notes(self) -> bool:
        """Whether notes are written in place (`^[…]`), which the library that reads here lacks."""
        _, page = self.finished.pages[self.lang]
        return "^[" in self._template and bool(page.xpath("//section[@class='footnotes']"))

    @property
    def _template(self) -> str:
        return read_text(template_path(self.finished, self.lang))

    def _prose(self, root: Any) -> Iterator[Fault]:
        if self.has_notes:
            return
        told, (shown, lines) = self.written, _shown(root)
        if told != shown:
            at = first_difference(told, shown)
            near = slice(max(0, at - 20), at + 20)
            where = template_path(self.finished, self.lang).name
            what = f"the page says “{_plain(shown[near])}”, {where} “{_plain(told[near])}”"
            yield line_at(lines, at), what

    @cached_property
    def written(self) -> str:
        """The template as it reads: no marks, no white space, each block in its place."""
        placed, parts = list[str](), list[str]()
        for piece in template_pieces(self._template):
            if isinstance(piece, str):
                parts.append(piece)
            else:
                parts.append(f"\ue000{len(placed)}\ue001")
                placed.append(self._called(piece))
        tree = read_markdown(_OPENS.sub(_LESS, "".join(parts)), ("table",))
        read = "".join(_unanchored(tree)).replace(_LESS, "<")
        return _bare(_PLACED.sub(lambda match: placed[int(match[1])], read))


def _unanchored(element: Any) -> Iterator[str]:
    """The text of a tree without the anchors at the end of its headings."""
    if element.tag in _HEADINGS:
        yield _ANCHOR.sub("", "".join(element.itertext()))
        return
    yield element.text or ""
    for child in element:
        yield from _unanchored(child)
        yield child.tail or ""


def _shown(root: Any) -> tuple[str, list[tuple[int, int]]]:
    """The text of a page in the same form, and the positions at which its lines begin."""
    parts: list[str] = []
    lines: list[tuple[int, int]] = []
    size, before = 0, None
    for element in root.iterfind(".//main/*"):
        piece = _piece(element, before)
        lines.append((size, element.sourceline or 1))
        parts.append(piece)
        size += len(piece)
        before = element
    return "".join(parts), lines


def _piece(element: Any, before: Any) -> str:
    """What an element of the text says, or which block it is."""
    kind, name = element.get("class"), element.get("id") or ""
    if element.tag == "figure":
        return _bare(f"{GAP}figure {name.removeprefix('figure-')}{GAP}")
    if (element.tag, kind) == ("ol", "sources"):
        return _bare(f"{GAP}sources_list {GAP}")
    if (element.tag, kind) == ("div", "table"):
        for start, block in _ANCHORS:
            if name.startswith(start):
                return _bare(f"{GAP}{block} {name.removeprefix(start).lstrip('-')}{GAP}")
    is_note = kind == "note" and before is not None and before.get("class") == "table"
    if is_note or (element.tag, kind) in (("details", "data"), ("aside", "stale")):
        return ""  # parts of their block, and the banner, have checks of their own
    if (element.tag, kind) == ("section", "footnotes"):
        arrows = set(element.xpath(".//a[@class='footnote-backref']/text()"))
        return _bare("".join(text for text in element.itertext("*") if text not in arrows))
    return _bare("".join(element.itertext("*")))


def _bare(text: str) -> str:
    return compared(text).translate(_EMPHASIS)


def _plain(text: str) -> str:
    return text.replace(GAP, "|")
