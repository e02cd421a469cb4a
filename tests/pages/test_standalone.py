"""article.md shows under a stranger's renderer what the page shows."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from tieout.cases.cjk_markdown import normalize
from tieout.pages.headings import heading_anchors
from tieout.pages.kept import Kept
from tieout.pages.markdown import build_markdown
from tieout.pages.standalone import standalone

CASES = Path(__file__).parent.parent / "cases"
ROWS = [
    row
    for name in ("cjk-markdown.csv", "cjk-markdown-more.csv")
    for row in csv.DictReader((CASES / name).read_text("utf-8-sig").splitlines(keepends=True))
]
NO_BLOCKS: Any = SimpleNamespace(inline=[], blocks=[], view=None, kept=Kept("no page"))
_ANCHOR = re.compile(r'<a id="[^"]*"></a>|(?<=<h\d) id="[^"]*"|<!-- -->')
# White space at these places is not seen; neither is whether a list item's words are a paragraph.
_UNSEEN = re.compile(r"\s*</?p>\s*|\s+(?=</?(?:ul|ol|li|code|br))|(?<=>) | (?=<[/a-z])")


def both(markdown: str) -> tuple[str, str] | None:
    """What the page's parser shows of a text, and a stranger of its article.md.

    None for what a page refuses: images, links in links, headings inside other blocks.
    """
    own = build_markdown()
    heading_anchors(own)
    environment: dict[str, Any] = {}
    tokens = own.parse(markdown, environment)
    page: str = own.renderer.render(tokens, own.options, environment)
    if "<img" in page or re.search(r"<a (?:(?!</a>).)*<a ", page, re.DOTALL) or _nested(tokens):
        return None
    for token in tokens:
        if token.type == "heading_open":
            token.attrs.setdefault("id", "x")
    stranger = MarkdownIt("commonmark", {"html": True}).enable("table").use(footnote_plugin)
    return seen(page), seen(stranger.render(standalone(tokens, NO_BLOCKS)))


def _nested(tokens: list[Token]) -> bool:
    return any(token.type == "heading_open" and token.level for token in tokens)


def seen(html: str) -> str:
    """HTML without what cannot be seen."""
    return _UNSEEN.sub("", normalize(_ANCHOR.sub("", html.replace("<br />", "<br>"))))


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_rules_for_chinese_survive_elsewhere(row: dict[str, str]) -> None:
    """Emphasis beside Chinese and joined lines are this project's own; nobody else knows them."""
    shown = both(row["markdown"])
    if shown:
        assert shown[1] == shown[0], row["why"]


@pytest.mark.parametrize(
    "markdown",
    [
        "a\n\n- b\n- c\n\n  d\n\n3. e\n4. f\n\n> g\n> h\n",
        "- a\n  - b\n    1. c\n",
        "- a\n\n[^n]: note\n\n- b[^n]\n",
        "| a | b | c |\n|:-|:-:|-:|\n| `x` | **y** | [z](https://a.b 'it\"s') |\n",
        "``a ` b`` `|` <https://a.b>\n",
        "```py\nx = '```'\n```\n\n    indented\n",
        "a  \nb\\\nc\n\n***\n\n字^[現場寫的：*註*](x)\n",
        "## A *b* {#a}\n\n1\\. no list\n\n\\- no list\n\n#hash\n",
        "他說**「好。」**然後*走了*。\n注意：**重點**\n",
    ],
)
def test_constructs_of_markdown(markdown: str) -> None:
    shown = both(markdown)
    assert shown is not None
    assert shown[1] == shown[0]


def test_stars_stay_where_a_stranger_reads_them() -> None:
    tokens = build_markdown().parse("a **b** c\n\n**注意：**請看", {})
    assert standalone(tokens, NO_BLOCKS) == "a **b** c\n\n<strong>注意：</strong>請看"


PIECES = [
    *"abZ1 \n*_`[]()<>#|\\&~-+=.\"'$!:重點，。：「」（",
    *("**", "***", "](u)", "&amp;", "&#42;", "  \n", "\\\n", "http://a.b", "<http://a.b>"),
    *("[^n]", "^[note]", " 1. ", "\n- ", "\n> "),
]
WORDS = (
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=12)
    .map("".join)
    .map(lambda text: "字" + re.sub(r"\n\s*\n", "\n", text).rstrip("\\ \n"))
)


def _listed(mark: str) -> st.SearchStrategy[str]:
    items = st.lists(WORDS, min_size=1, max_size=3)
    rest = "\n" + " " * len(mark)
    return items.map(lambda texts: "\n".join(mark + text.replace("\n", rest) for text in texts))


def _cell(text: str) -> str:
    return text.replace("\n", " ").replace("|", "\\|")


BLOCKS = st.one_of(
    WORDS,
    WORDS.map(lambda text: "## " + text.replace("\n", " ")),
    _listed("- "),
    _listed("3. "),
    WORDS.map(lambda text: "> " + text.replace("\n", "\n> ")),
    WORDS.map(lambda text: f"| {_cell(text)} | b |\n| :- | - |\n| c | {_cell(text)} |"),
    WORDS.map(lambda text: f"```x\n{text.replace('```', '')}\n```"),
    st.sampled_from(["---", "[^n]: a note"]),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(BLOCKS, min_size=1, max_size=4).map("\n\n".join))
@example("字\n- ***")
@example("字^[note]()")
@example("- 字\n  > a\n  >   \n  a")
def test_any_text_reads_the_same_elsewhere(markdown: str) -> None:
    shown = both(markdown)
    if shown:
        assert shown[1] == shown[0]
