"""Headings with fixed anchors (`## Title {#anchor}`), the same in every language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from tieout.errors import fail

_ANCHOR = re.compile(r"\s*\{#([^{}\s]*)\}\s*$")
_CLOSED = re.compile(r"(?:^|[ \t])#+[ \t]*$")
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
#: Anchors that the page itself uses, and how the anchors of its parts begin.
RESERVED = ("article", "evidence", "contents", "contents-title", "top", "verdicts")
PREFIXES = ("fact-", "source-", "figure-", "table-", "data-", "claim-", "verdicts-", "fn")


@dataclass(frozen=True, slots=True)
class Heading:
    """One heading: its level, its anchor, its line (from 1), and the token of its words.

    `nested` says whether it stands in a list or a quotation.
    """

    level: int
    anchor: str
    line: int
    words: Token
    nested: bool


def heading_anchors(md: MarkdownIt) -> None:
    """Teach a parser the anchors: they become ids and leave the text."""
    md.core.ruler.after("block", "heading_anchors", _anchor_rule)


def _anchor_rule(state: StateCore) -> None:
    for index, token in enumerate(state.tokens):
        if token.type != "heading_open":
            continue
        inline = state.tokens[index + 1]
        match = _ANCHOR.search(inline.content)
        if match:
            token.attrSet("id", match[1])
            inline.content = inline.content[: match.start()]


def collect_headings(tokens: Sequence[Token], path: Path) -> list[Heading]:
    """The headings of a parsed article, in order.

    Raises TieoutError for a heading that is empty, skips a level, or repeats the page's title, and
    for an anchor that is missing, misspelt, used twice, or kept for the page.
    """
    found: list[Heading] = []
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            line = token.map[0] + 1 if token.map else 0
            anchor = str(token.attrs.get("id", ""))
            heading = Heading(int(token.tag[1:]), anchor, line, tokens[index + 1], token.level > 0)
            fault = _fault(heading, found)
            if fault:
                what, mend = fault
                title = heading.words.content or "without words"
                raise fail(path, line, f"the heading '{title}' {what}", mend)
            found.append(heading)
    return found


def _fault(heading: Heading, before: Sequence[Heading]) -> tuple[str, str] | None:
    """What is wrong with a heading, and the mend."""
    above = before[-1].level if before else 1
    if not heading.words.content.strip():
        return "is empty", "give it words, or remove it"
    if _CLOSED.search(heading.words.content):
        return "ends with a #, which a reader would see", "take it out: nothing closes a heading"
    if heading.nested:
        return "stands in a list or a quotation", "end the list before it"
    if heading.level == 1:
        return "is the page's title a second time", "begin it with ## or deeper"
    if heading.level > above + 1:
        return f"skips a level (from {above} to {heading.level})", "use one # less"
    if not heading.anchor:
        return "has no anchor", "end it with {#anchor}, the same in every language"
    if not _NAME.fullmatch(heading.anchor):
        what = f"has the anchor '{heading.anchor}'"
        return what, "use small letters, digits and hyphens"
    if heading.anchor in RESERVED or heading.anchor.startswith(PREFIXES):
        return f"has the anchor '{heading.anchor}', which the page itself uses", "choose another"
    if heading.anchor in {other.anchor for other in before}:
        return f"has the anchor '{heading.anchor}' of another heading", "choose another"
    return None
