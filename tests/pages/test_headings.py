"""Headings and their anchors: what other languages, links and readers' tools rely on."""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tieout.errors import TieoutError
from tieout.pages.headings import Heading, collect_headings, heading_anchors
from tieout.pages.markdown import build_markdown

PLACE = Path("article.en.md.j2")


def parser() -> MarkdownIt:
    """The articles' Markdown with anchors."""
    md = build_markdown()
    heading_anchors(md)
    return md


def collect(text: str) -> list[Heading]:
    """The headings of a text."""
    return collect_headings(parser().parse(text, {}), PLACE)


def test_anchor_becomes_the_id_and_leaves_the_text() -> None:
    assert parser().render("## Two words {#two-words}\n") == '<h2 id="two-words">Two words</h2>\n'


def test_heading_may_be_closed_and_hold_a_sign() -> None:
    texts = ("## Two words {#two-words} ##\n", "## In C# {#c}\n")
    assert [collect(text)[0].words.content for text in texts] == ["Two words", "In C#"]


def test_headings_in_order_with_their_lines() -> None:
    text = "Lead.\n\n## A {#a}\n\n### B `c` {#b-2}\n\n```\n## no heading\n```\n\nC {#c}\n---\n"
    assert [(h.level, h.anchor, h.line, h.words.content) for h in collect(text)] == [
        (2, "a", 3, "A"),
        (3, "b-2", 5, "B `c`"),
        (2, "c", 11, "C"),
    ]


@pytest.mark.parametrize(
    ("text", "what", "mend"),
    [
        ("## A", "has no anchor", "{#anchor}"),
        ("## A {#}", "has no anchor", "{#anchor}"),
        ("## A {#b}\n\n## C {#b}", "of another heading", "another"),
        ("## A {#Über}", "'Über'", "small letters"),
        ("## A {#evidence}", "the page itself uses", "another"),
        ("## A {#fact-x}", "the page itself uses", "another"),
        ("## A {#figure-x}", "the page itself uses", "another"),
        ("# A {#a}", "page's title", "##"),
        ("### A {#a}", "skips a level (from 1 to 3)", "one # less"),
        ("## A {#a}\n\n#### B {#b}", "skips a level (from 2 to 4)", "one # less"),
        ("## {#a}", "is empty", "words"),
        ("- ## A {#a}", "in a list", "end the list"),
        ("> ## A {#a}", "a quotation", "end the list"),
        ("## A ## {#a}", "ends with a #", "take it out"),
    ],
)
def test_heading_that_would_break_the_page_is_refused(text: str, what: str, mend: str) -> None:
    with pytest.raises(TieoutError) as error:
        collect(text)
    (problem,) = error.value.problems
    assert what in problem.what
    assert mend in problem.mend
    assert problem.line > 0
