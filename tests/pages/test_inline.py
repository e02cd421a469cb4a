"""Running text in parts: HTML, Markdown and plain text say the same, whatever the text holds."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import html
from markdown_it import MarkdownIt

from tieout.pages.inline import (
    Code,
    Exempt,
    FactRef,
    Inline,
    Link,
    Mark,
    Text,
    plain,
    to_html,
    to_plain,
)
from tieout.pages.inline_markdown import address, code, escape_markdown, guard_lines, to_markdown
from tieout.pages.view import View, WriterError, join_cjk

GITHUB = MarkdownIt("commonmark", {"html": True}).enable("table")
NASTY = [
    *"ab1 \t-+=.)(!?$:;\"'`*_[]<>#|~&\\^{}重，「",
    *(
        "**",
        "](javascript:alert(1))",
        "<script>",
        "&lt;",
        "&#42;",
        "http://a.b",
        "1. ",
        "- ",
        "$x$",
    ),
]
TEXTS = st.lists(st.sampled_from(NASTY), min_size=1, max_size=20).map("".join)


def visible(fragment: str) -> str:
    """What a reader sees of a piece of HTML, white space folded."""
    return " ".join(html.fragment_fromstring(fragment, "div").text_content().split())


@settings(max_examples=300, deadline=None)
@given(TEXTS)
@example("Look![x](y)")
@example("+ a")
@example("12) a")
@example("***")
@example("a\n===")
def test_escaped_text_is_shown_as_it_is(text: str) -> None:
    """A source's title can become neither markup nor a link, nor vanish."""
    shown = " ".join(text.split())
    paragraph = GITHUB.render(guard_lines(escape_markdown(text)))
    assert visible(paragraph) == shown
    assert [e.tag for e in html.fragment_fromstring(paragraph, "div").iterdescendants()] == (
        ["p"] if shown else []
    )
    row = f"| {escape_markdown(text)} | x |\n| - | - |\n| {escape_markdown(text)} | y |"
    cells = html.fragment_fromstring(GITHUB.render(row), "div").xpath(".//th|.//td")
    assert [" ".join(cell.text_content().split()) for cell in cells] == [shown, "x", shown, "y"]


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_code_is_shown_as_it_is_even_in_a_table(text: str) -> None:
    row = f"| {code(text)} | x |\n| - | - |"
    cells = html.fragment_fromstring(GITHUB.render(row), "div").xpath(".//th")
    assert [" ".join(cell.text_content().split()) for cell in cells] == [
        " ".join(text.split()),
        "x",
    ]


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_html_is_escaped(text: str) -> None:
    shown = to_html([Text(f"x{text}")], None)  # type: ignore[arg-type]
    element = html.fragment_fromstring(shown, "div")
    assert (len(element), element.text) == (0, f"x{text}")


PARTS: list[tuple[str, Inline, str]] = [
    ("text", [Text("a < b & **c**")], "a < b & **c**"),
    (
        "number",
        [Text("It is "), FactRef("bench/speeds/large/new"), Text(".")],
        "It is 256.4 tok/s.",
    ),
    ("lost number", [FactRef("bench/speeds/large/old")], "not captured"),
    ("reason", [Exempt("two | three", "own-count")], "two | three"),
    ("link", [Text("See!"), Link("#source-bench", (Text("the [post]"),))], "See!the [post]"),
    ("mark", [Mark((Text("far"), FactRef("shout/speed")), "verdict far")], "far257 tok/s"),
    ("code", [Code("a*b | `c`", "formula"), Code("x")], "a*b | `c`x"),
]


@pytest.mark.parametrize(("name", "parts", "words"), PARTS, ids=[name for name, *_ in PARTS])
def test_three_views_of_the_same_words(
    view: Callable[[str], View], name: str, parts: Inline, words: str
) -> None:
    assert visible(to_html(parts, view("en"))) == words, name
    assert visible(GITHUB.render(to_markdown(parts, view("en")))) == words
    assert to_plain(parts, view("en"))[0] == words


def test_number_is_a_tag_inside_a_link_to_its_entry(view: Callable[[str], View]) -> None:
    """The contract that other tools read pages by."""
    number = "bench/lines"
    shown = to_html([FactRef(number)], view("en"))
    data = '<data class="fact" value="12805" data-fact="bench/lines">12,805</data>'
    assert shown == f'<a href="#fact-bench/lines">{data}</a>'
    assert to_markdown([FactRef(number)], view("en")) == "[12,805](#fact-bench/lines)"


def test_second_hand_number_can_be_told_apart(view: Callable[[str], View]) -> None:
    assert "<a class=via " in to_html([FactRef("shout/speed")], view("en"))


def test_range_has_both_ends_as_its_value(view: Callable[[str], View]) -> None:
    shown = to_html([FactRef("step-up")], view("en"))
    value = html.fragment_fromstring(shown).xpath("string(//data/@value)")
    fact = view("en").facts["step-up"]
    assert value == fact["value"] or value == f"{fact['low']}..{fact['high']}"


def test_every_view_records_the_facts_it_shows(view: Callable[[str], View]) -> None:
    """Or a number would lead to an entry that is not there."""
    for show in (to_html, to_markdown, to_plain):
        seen = view("en")
        show([Link("#top", (FactRef("shout/speed"), FactRef("bench/lines")))], seen)
        assert list(seen.used) == ["shout/speed", "bench/lines"]


@pytest.mark.parametrize(
    ("text", "exempt"),
    [("GB300", False), ("GB3000", True), ("16 GB300", True), ("none", False), ("８ 張", True)],
)
def test_only_digits_outside_names_need_a_reason(
    view: Callable[[str], View], text: str, exempt: bool
) -> None:
    assert isinstance(plain(text, "condition", view("en")), Exempt) is exempt


def test_addresses_cannot_end_early() -> None:
    for href in ("https://a.b/(x)", "https://a.b/c d", "https://a.b/>x", "https://a.b/\\"):
        rendered = html.fragment_fromstring(GITHUB.render(f"[t]({address(href)})"), "div")
        assert [link.text for link in rendered.iter("a")] == ["t"], href


@pytest.mark.parametrize(
    ("folded", "shown"),
    [
        ("原文沒有說明， 只有結果", "原文沒有說明，只有結果"),
        ("重點 在此", "重點在此"),
        ("沒有說明， GPU 只有", "沒有說明，GPU 只有"),
        ("用 GPU （圖形） 8 張", "用 GPU（圖形）8 張"),
        ("兩行\n原文\n", "兩行原文"),
        ("two\n\n\tlines\r\n", "two lines"),
        ("用 8 張 GPU 執行", "用 8 張 GPU 執行"),
        ("two  spaces", "two  spaces"),
    ],
)
def test_folded_yaml_leaves_no_space_in_chinese(folded: str, shown: str) -> None:
    assert join_cjk(folded) == shown


def test_unknown_fact_names_the_nearest(view: Callable[[str], View]) -> None:
    with pytest.raises(WriterError, match="bench/lines"):
        view("en").fact("bench/line")
    with pytest.raises(WriterError, match="list 'ghost' under the article's sources"):
        view("en").fact("ghost/line")


def test_code_with_a_reason_is_exempt_as_all_else(view: Callable[[str], View]) -> None:
    """Whoever counts exemptions finds those in code by the same class."""
    shown = to_html([Code("a.yaml:1", "place"), Code("x")], view("en"))
    assert shown == '<code class="exempt" data-why="place">a.yaml:1</code><code>x</code>'
