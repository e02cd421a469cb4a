"""A finished page as a reader meets it: blocks of running text, in order, made of pieces.

A piece is plain text, a fact, a number with a reason, a cited source or code. Blocks know the
heading they stand under and the figure or table that holds them, so that checks can speak of
sections.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from tieout.checks.finished import EVIDENCE

#: Elements that do not end a run of text.
INLINE = frozenset((
    "a", "abbr", "b", "bdi", "cite", "code", "data", "em", "i", "kbd", "mark", "q", "s", "small",
    "span", "strong", "sub", "sup", "time", "tspan", "u", "var", "wbr",
))  # fmt: skip
#: Where the evidence of an article.md begins.
EVIDENCE_ANCHOR = '<a id="evidence"></a>'
SILENT = frozenset(("script", "style", "template", "metadata"))
HEADINGS = ("h2", "h3", "h4")
#: Ids of what stands in a section as a whole, and of the kinds of block whose text is prose.
HOLDERS = re.compile(r"(figure|table|data|claim)-[\w-]+|verdicts")
PROSE = frozenset(("p", "li", "h1", "h2", "h3", "h4", "blockquote", "dd", "dt"))
_SENTENCE_END = re.compile(r"[。！？]+[」』）]*|[.!?]+[”’)]*(?=\s|$)")


class Piece(NamedTuple):
    """A stretch of a block's text from one hand; a page has thousands."""

    text: str
    fact: str = ""
    why: str = ""
    source: str = ""
    code: bool = False


class Block(NamedTuple):
    """A run of text. `region` is main, evidence or frame; `holder` a figure's or table's id."""

    kind: str
    line: int
    region: str
    anchor: str
    holder: str
    lang: str
    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        """All its text, white space as it stands in the file."""
        return "".join(piece.text for piece in self.pieces)

    @property
    def facts(self) -> list[str]:
        """Ids of the facts it shows, in order."""
        return [piece.fact for piece in self.pieces if piece.fact]

    def sentences(self) -> list[Block]:
        """The block cut after each sentence; facts and code are never cut."""
        parts: list[list[Piece]] = [[]]
        for piece in self.pieces:
            if piece.fact or piece.why or piece.source or piece.code:
                parts[-1].append(piece)
                continue
            start = 0
            for end in _SENTENCE_END.finditer(piece.text):
                parts[-1].append(Piece(piece.text[start : end.end()]))
                parts.append([])
                start = end.end()
            if start < len(piece.text):
                parts[-1].append(Piece(piece.text[start:]))
        return [self._with(part) for part in parts if any(piece.text.strip() for piece in part)]

    def _with(self, pieces: list[Piece]) -> Block:
        place = (self.kind, self.line, self.region, self.anchor, self.holder, self.lang)
        return Block(*place, tuple(pieces))


@lru_cache(maxsize=8)
def blocks_outside_evidence(root: Any) -> tuple[Block, ...]:
    """The blocks of a parsed page, in the order of the file, but for those of its evidence."""
    return tuple(_Reader(evidence_of(root)).read(root))


@lru_cache(maxsize=8)
def blocks_of_evidence(root: Any) -> tuple[Block, ...]:
    """The blocks of a page's evidence, which are more than half of all."""
    evidence = evidence_of(root)
    return () if evidence is None else tuple(_Reader().read(evidence))


def evidence_of(root: Any) -> Any | None:
    """The first element that is named so, of a page or of rendered Markdown."""
    return root.find(".//*[@id='evidence']")


@lru_cache(maxsize=8)
def _in_evidence(root: Any) -> frozenset[Any]:
    evidence = evidence_of(root)
    return frozenset(() if evidence is None else evidence.iterdescendants("*"))


def belonging(root: Any, part: str) -> Callable[[Any], bool]:
    """Tells which elements of a tree are of a part of it; the evidence is what stands inside it."""
    inside = _in_evidence(root) if part else frozenset()
    if part == EVIDENCE:
        return inside.__contains__
    return lambda element: element not in inside


class _Reader:
    """Walks a tree and cuts it into blocks."""

    def __init__(self, without: Any | None = None) -> None:
        self.without = without  # an element that is passed over
        self.blocks: list[Block] = []
        self.pieces: list[Piece] = []
        self.region, self.anchor, self.holder = "frame", "", ""
        self.place = ("", 1)
        self.lang, self.why = "", ""

    def read(self, root: Any) -> list[Block]:
        # A part of a page is in the language of what it stands in.
        self.lang = next(filter(None, (each.get("lang") for each in root.iterancestors())), "")
        self._walk(root)
        self._flush()
        return self.blocks

    def _walk(self, element: Any) -> None:
        tag = _bare(element.tag)
        if tag in SILENT:
            return
        if tag in INLINE:
            self._inline(element, tag)
            return
        self._flush()
        if element is self.without:
            self.anchor = "evidence"
            return
        before = (self.region, self.holder, self.place, self.lang, self.why)
        self._enter(element, tag)
        self._children(element)
        self._flush()
        self.region, self.holder, self.place, self.lang, self.why = before

    def _enter(self, element: Any, tag: str) -> None:
        name = element.get("id") or ""
        if tag == "main":
            self.region, self.anchor = "main", "top"
        elif name == "evidence":
            self.region, self.anchor = "evidence", "evidence"
        if tag in HEADINGS and name:
            self.anchor = name
        if element.get("class") == "note" and element.getprevious() is not None:
            name = element.getprevious().get("id") or ""  # the note below a table
        if HOLDERS.fullmatch(name):
            self.holder = name
        self.place = (tag, element.sourceline or self.place[1])
        self.lang = element.get("lang") or self.lang
        if self.region == "evidence" and tag == "td" and element.get("class") == "p":
            self.why = "as-printed"  # the cell of an entry that holds the source's own text

    def _children(self, element: Any) -> None:
        if element.text:
            self.pieces.append(Piece(element.text, why=self.why))
        for child in element:
            if isinstance(child.tag, str):
                self._walk(child)
            if child.tail:
                self.pieces.append(Piece(child.tail))

    def _inline(self, element: Any, tag: str) -> None:
        fact, why = element.get("data-fact") or "", element.get("data-why") or ""
        why = "title" if element.get("class") == "title" else why  # verbatim, digits or not
        target = element.get("href") or ""
        source = target.removeprefix("#source-") if target.startswith("#source-") else ""
        foreign = element.get("lang", self.lang) != self.lang
        if not (fact or why or source or foreign or tag == "code"):
            self._children(element)
            return
        text = "".join(element.itertext())
        kind = "foreign" if foreign and not why else why
        self.pieces.append(Piece(text, fact, kind, source, tag == "code"))

    def _flush(self) -> None:
        if self.pieces and any(piece.text.strip() for piece in self.pieces):
            tag, line = self.place
            where = (tag, line, self.region, self.anchor, self.holder, self.lang)
            self.blocks.append(Block(*where, tuple(self.pieces)))
        self.pieces = []


@lru_cache(maxsize=8)
def elements_by_id(root: Any) -> dict[str, list[Any]]:
    """All elements of a page that have an id; more than one of an id is a fault."""
    found: dict[str, list[Any]] = {}
    for element in root.xpath("//*[@id]"):
        found.setdefault(element.get("id"), []).append(element)
    return found


@cache
def _bare(tag: str) -> str:
    """A tag's name without its namespace."""
    return tag.rsplit("}", 1)[-1].lower()


def main_blocks(root: Any) -> Iterator[Block]:
    """The blocks of the article's own text, without frame and evidence."""
    return (block for block in blocks_outside_evidence(root) if block.region == "main")
