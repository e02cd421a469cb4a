"""article.md: its tags, pictures and anchors, and its text as it reads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any
from urllib.parse import unquote

from tieout.checks.captured import captured_text
from tieout.checks.page_tags import Tags
from tieout.checks.page_text import EVIDENCE_ANCHOR
from tieout.checks.plain_markdown import read_markdown
from tieout.checks.shown import Lines, compared, spaced, squeeze, text_of, unwrapped

#: What is escaped opens no tag; the words of a tag hold no bracket that is not.
_TAG = re.compile(r"\\.|\[((?:\\.|[^\[\]\\])*)\]\(#fact-([^)\s]+)\)")
_IMAGE = re.compile(r"!\[((?:\\.|[^\]\\])*)\]\(([^)]*)\)")
_NAMED = re.compile(r'<span data-facts="([^"]*)">\Z')
#: What hides or turns a text; and the classes that the renderer gives to code and notes.
_HIDING = ("hidden", "style", "class", "aria-hidden", "popover", "dir")
_RENDERED = re.compile(r"language-\S+|footnotes|footnote-(?:ref|backref)")
_KNOWN = frozenset((
    *("html", "body", "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote"),
    *("pre", "hr", "table", "thead", "tbody", "tr", "th", "td", "img", "del", "section"),
    *("a", "span", "strong", "code", "em", "sub", "sup", "br", "kbd"),
))  # fmt: skip
#: What must be as often in the text of the page as in the Markdown, and where it is on the page.
_SHAPES = {
    "pre": ("//main//pre", "blocks of code"),
    "code": ("//main//code", "pieces of code"),
    "li": ("//main//li", "items of lists"),
    "table": ("//main//table", "tables"),
    "img": ("//main/figure", "pictures"),
    "blockquote": ("//main//blockquote | //main//aside", "quotations"),
    "del": ("//main//del", "words struck out"),
}


class MarkdownText:
    """One Markdown file of an article."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.lines = Lines(source)
        at = source.find(EVIDENCE_ANCHOR)
        self.evidence = at if at >= 0 else len(source)
        self.tags = [
            (match[2], spaced(unwrapped(match[1])), self.lines.at(match.start()))
            for match in _TAG.finditer(source)
            if match[2]
        ]

    @cached_property
    def grids(self) -> frozenset[int]:
        """The lines of the evidence's tables: they show sources as captured."""
        first = self.lines.at(self.evidence)
        lines = enumerate(self.source.split("\n"), start=1)
        return frozenset(n for n, text in lines if n > first and text.startswith("|"))

    @cached_property
    def tree(self) -> Any:
        """The file as GitHub shows it, to be left as it is."""
        return read_markdown(self.source)

    @cached_property
    def links(self) -> list[tuple[str, int]]:
        """Where the links lead, in order, with lines."""
        return [(unquote(link.get("href")), _line(link)) for link in self._anchors]

    @cached_property
    def bare(self) -> list[bool]:
        """Of each link, whether it shows where it leads: GitHub makes links of addresses."""
        return [_is_bare(link) for link in self._anchors]

    @cached_property
    def _anchors(self) -> list[Any]:
        return [link for link in self.tree.iter("a") if link.get("href") is not None]

    @cached_property
    def pictures(self) -> list[tuple[int, str, str, list[str]]]:
        """Line, file, alternative text and the facts named beside it, of each picture."""
        found: list[tuple[int, str, str, list[str]]] = []
        for match in _IMAGE.finditer(self.source):
            named = _NAMED.search(self.source[max(0, match.start() - 4000) : match.start()])
            names = named[1].split() if named else []
            found.append((self.lines.at(match.start()), match[2], unwrapped(match[1]), names))
        return found

    def faults(self, ledger: Mapping[str, Any], tags: Tags) -> Iterator[tuple[int, str]]:
        """What is wrong with tags, pictures and markup, each with its line."""
        facts: Mapping[str, Any] = ledger["facts"]
        for name, text, line in self.tags:
            if line in self.grids and squeeze(text) == squeeze(captured_text(ledger, name)):
                continue
            told = facts.get(name, {}).get("text", {}).get(tags.lang)
            if told is None:
                yield line, f"a link leads to the fact '{name}', which the ledger does not have"
            elif told and squeeze(text) != squeeze(told):
                said = f"“{squeeze(text)}”, the ledger says “{told}”"
                yield line, f"the tag of '{name}' reads {said}"
            elif told and text != spaced(told):
                yield line, f"the tag of '{name}' reads “{text}”, with other spaces than “{told}”"
            elif not told and any(character.isdecimal() for character in text):
                yield line, f"the tag of '{name}' reads “{text}”, the ledger has no number for it"
        for line, _, alt, names in self.pictures:
            yield from ((line, what) for what in tags.listed(names, alt))
        yield from self._markup()
        yield from self._structure(tags.root)

    def _structure(self, page: Any) -> Iterator[tuple[int, str]]:
        """Headings, lists, code and links, as a reader of Markdown sees them, are the page's.

        Four spaces or a number sign make another thing of a line without changing a word of it.
        """
        tree = self.tree
        for level in ("h1", "h2", "h3", "h4"):
            above = page.iterfind(
                f".//body/header//{level}" if level == "h1" else f".//main//{level}"
            )
            first, second = (
                [text_of(each) for each in side] for side in (above, _above(tree, level))
            )
            if list(map(compared, first)) != list(map(compared, second)):
                odd = next((each for each in second if each not in first), "")
                yield 1, f"the headings of level {level[1]} are not the page's (“{odd}”)"
        lists = page.xpath("//main//ol[not(@class='sources' or ancestor::section)]")
        if [each.get("start") for each in lists] != [e.get("start") for e in _above(tree, "ol")]:
            yield 1, "the lists do not begin with the numbers of those on the page"
        for tag, (path, what) in _SHAPES.items():
            due = len(page.xpath(f"({path})[not(ancestor::section)]"))
            if due != (found := len(list(_above(tree, tag)))):
                yield 1, f"{found} {what}, the page has {due}"

    def _markup(self) -> Iterator[tuple[int, str]]:
        """Anchors that stand twice, and markup that could hide or change what stands in it."""
        seen: set[str] = set()
        for element in self.tree.iter():
            if not isinstance(element.tag, str):
                yield _line(element), f"'{str(element)[:40]}' can hide what stands in it"
                continue
            anchor = element.get("id")
            if anchor is not None:
                if anchor in seen:
                    yield _line(element), f"the anchor '{anchor}' stands twice"
                seen.add(anchor)
            if element.tag not in _KNOWN or any(
                key in _HIDING and not (key == "class" and _RENDERED.fullmatch(value))
                for key, value in element.items()
            ):
                yield _line(element), f"'<{element.tag}>' can hide what stands in it"

    @cached_property
    def reading(self) -> tuple[str, list[tuple[int, int]]]:
        """The text as `compared`, without pictures; where each block begins, and its line."""
        parts: list[str] = []
        places: list[tuple[int, int]] = []
        size = 0
        stack: list[Any] = [self.tree]
        while stack:
            element = stack.pop()
            if isinstance(element, str):
                piece = compared(element)
                parts.append(piece)
                size += len(piece)
                continue
            if element.tail:
                stack.append(element.tail)
            if isinstance(element.tag, str):
                if element.get("data-line"):
                    places.append((size, int(element.get("data-line"))))
                stack += reversed(element)
                if element.text:
                    stack.append(element.text)
        return "".join(parts), places


def _line(element: Any) -> int:
    """The line of the block that an element of rendered Markdown is, or stands in."""
    while element is not None:
        if isinstance(element.tag, str) and element.get("data-line"):
            return int(element.get("data-line"))
        element = element.getparent()
    return 1


def _is_bare(link: Any) -> bool:
    """Whether a link may be an address that GitHub made one: it shows where it leads."""
    shown, target = "".join(link.itertext()), unquote(link.get("href"))
    return target in (shown, f"http://{shown}", f"mailto:{shown}")


def _above(tree: Any, tag: str) -> Iterator[Any]:
    """The elements of a kind in rendered Markdown up to the account of the checks."""
    for block in tree.find("body"):
        if block.find(".//a[@id='checked']") is not None:
            return
        yield from block.iter(tag)
