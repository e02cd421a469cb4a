"""Markdown as the articles use it: Chinese text, placeholders, and CommonMark left alone."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

from tieout.cases import CaseResult
from tieout.cases.cjk_markdown import normalize, run
from tieout.pages.cjk import ends_cjk, starts_cjk
from tieout.pages.markdown import build_markdown, render

CASES = Path(__file__).parent.parent / "cases"
RESULTS = [
    result for name in ("cjk-markdown.csv", "cjk-markdown-more.csv") for result in run(CASES / name)
]


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: result.id)
def test_case(result: CaseResult) -> None:
    assert result.passed, result.detail


def test_comparison_keeps_spaces_inside_cells() -> None:
    html = "<tr>\n<td><b>a</b> <i>b</i></td>\n<td>&quot;</td>\n</tr>"
    assert normalize(html) == '<tr><td><b>a</b> <i>b</i></td><td>"</td></tr>'


# Without CJK nothing changes.

PIECES = [
    *"abZ19 \n\n*_`[]()!<>#|\\&~^:-+.\"'éü“”·한🎉\u00a0",
    *("**", "***", "](u)", "[^1]", "\n[^1]: ", "\n> ", "\n- ", "\n| a | b |\n| - | - |\n| "),
    *("—x", "&amp;", "&#42;", "<http://a.b>", "```\n", "    "),
]


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
@example("foo**(bar)**baz *a*_b_ **한**(x)")
@example("a\t\nb\u00a0\nc")
def test_text_without_cjk_is_plain_commonmark(text: str) -> None:
    plain = MarkdownIt("commonmark", {"html": False}).enable("table").use(footnote_plugin)
    assert render(text) == plain.render(text)


def test_rules_stay_on_their_own_parser() -> None:
    build_markdown()
    assert MarkdownIt("commonmark").render("**注意：**請") == "<p>**注意：**請</p>\n"


# General properties of Chinese text.

HAN = st.text(st.sampled_from("重點量測𠮷あカㄅ"), min_size=1, max_size=6)
FULL_WIDTH = st.sampled_from("，。、；：？！「」『』（）《》〈〉【】〔〕～％＋．／＆＃")


@settings(max_examples=100, deadline=None)
@given(HAN, FULL_WIDTH, HAN, FULL_WIDTH, st.sampled_from(["", "a", "7", "重"]))
def test_strong_between_full_width_punctuation(
    before: str, first: str, inner: str, last: str, after: str
) -> None:
    expected = f"<p>{before}<strong>{first}{inner}{last}</strong>{after}</p>\n"
    assert render(f"{before}**{first}{inner}{last}**{after}") == expected


@settings(max_examples=100, deadline=None)
@given(st.lists(HAN, min_size=2, max_size=5), st.sampled_from(["{}", "**{}**", "`{}`", "[{}](u)"]))
def test_wrapped_chinese_equals_unwrapped(lines: list[str], markup: str) -> None:
    """Where an editor wraps a Chinese paragraph must not show."""
    marked = [markup.format(line) if i % 2 else line for i, line in enumerate(lines)]
    assert render("\n".join(marked)) == render("".join(marked))


@pytest.mark.parametrize("char", [*"重𠮷あカｶㄅ々〇「。、（！～１Ａ￥㎏㈱", "——", "……"])
def test_cjk(char: str) -> None:
    assert starts_cjk(char)
    assert ends_cjk(char)


@pytest.mark.parametrize(
    "char", [*"a1%(“”‘’—…·한ﾡ🎉×→①\u3000\u00a0\ue000", "", "\ufe00", "㊗\ufe0f"]
)
def test_not_cjk(char: str) -> None:
    assert not starts_cjk(char)
    assert not ends_cjk(char)


def test_variation_selector_belongs_to_its_character() -> None:
    assert ends_cjk("葛\U000e0100")
    assert ends_cjk("。\ufe00")
    assert not ends_cjk("a\ufe00")


# Time.


@pytest.mark.parametrize(
    "unit",
    [
        "**注意：**請看\n",
        "重\n",
        "**。",
        "*「",
        "\ue0000\ue001**",
        "重 ",
        "![重\n](a)",
        "`",
        "[",
        "——",
    ],
)
def test_time_grows_with_the_length(unit: str) -> None:
    """Eight times the text in less than thirty times the time: no squares hide in the rules."""

    env = {"inline_html": ["%"]}

    def seconds(size: int) -> float:
        text = unit * (size // len(unit))
        start = time.process_time()
        render(text, env)
        return time.process_time() - start

    seconds(2_000)
    assert seconds(64_000) < 30 * seconds(8_000) + 0.2


def test_a_megabyte_takes_seconds() -> None:
    text = ("**吞吐量提高 58%。**其他設定\n不變，見[文件](u)與`碼`。" * 3 + "\n\n") * 10_000
    start = time.process_time()
    render(text)
    assert time.process_time() - start < 60
