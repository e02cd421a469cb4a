"""Placeholders: where they stand, what stands beside them, and that none gets lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from tieout.pages.markdown import build_markdown, render


@dataclass(frozen=True, slots=True)
class Shown:
    visible: str


def inline(index: int) -> str:
    return f"\ue000{index}\ue001"


def block(index: int) -> str:
    return f"\ue002{index}\ue003"


def environment(*texts: str) -> dict[str, Any]:
    return {
        "placeholders": [Shown(text) for text in texts],
        "inline_html": [f"<data>{text}</data>" for text in texts],
        "block_html": ["<figure>0</figure>\n", "<figure>1</figure>\n"],
    }


@pytest.mark.parametrize(
    ("text", "visible", "expected"),
    [
        ("速度{0}倍", "1.73", "速度<data>1.73</data>倍"),
        ("高**{0}**的", "58%", "高<strong><data>58%</data></strong>的"),
        ("a**{0}**b", "58%", "a**<data>58%</data>**b"),
        ("a**{0}**b", "58", "a<strong><data>58</data></strong>b"),
        ("a**{0}**b", "", "a<strong><data></data></strong>b"),
        ("{0}**(a)**{0}", "張", "<data>張</data><strong>(a)</strong><data>張</data>"),
        ("共\n{0}", "16 張", "共\n<data>16 張</data>"),
        ("{0}\n卡", "16 張", "<data>16 張</data>卡"),
        ("共\n**{0}**\n張", "十", "共<strong><data>十</data></strong>張"),
        ("`--tp {0}`", "<16>", "<code>--tp <data><16></data></code>"),
        ("![第 {0} 張](a.png)", "3", '<img src="a.png" alt="第 3 張" />'),
        ('[甲](u "第 {0} 張")', "3", '<a href="u" title="第 3 張">甲</a>'),
        ("[{0}](u)", "3", '<a href="u"><data>3</data></a>'),
        ("\\{0}", "3", "\\<data>3</data>"),
        ("\\\\{0}", "3", "\\<data>3</data>"),
    ],
)
def test_inline_placeholder(text: str, visible: str, expected: str) -> None:
    assert render(text.replace("{0}", inline(0)), environment(visible)) == f"<p>{expected}</p>\n"


def test_placeholder_of_unknown_text_acts_as_a_letter() -> None:
    env = {"inline_html": ["<i>x</i>"]}
    text = f"a**{inline(0)}**b 共\n{inline(0)}\n張"
    expected = "<p>a<strong><i>x</i></strong>b 共\n<i>x</i>\n張</p>\n"
    assert render(text, env) == expected


def test_placeholder_token_carries_its_index() -> None:
    tokens = build_markdown().parse(f"{block(1)}\n{inline(12)}")
    assert (tokens[0].type, tokens[0].meta) == ("block_placeholder", {"index": 1})
    child = (tokens[2].children or [])[0]
    assert (child.type, child.meta) == ("placeholder", {"index": 12})


def test_placeholders_in_tables_footnotes_and_fences() -> None:
    text = (
        f"| 甲 |\n| --- |\n| {inline(0)} |\n\n註[^1]與^[見 {inline(2)}]\n\n"
        f"[^1]: 共 {inline(1)} 張\n\n```sh\nrun {inline(3)}\n```\n\n    pad {inline(4)}\n"
    )
    html = render(text, environment(*"01234"))
    assert "<td><data>0</data></td>" in html
    assert "共 <data>1</data> 張" in html
    assert "見 <data>2</data>" in html
    assert '<code class="language-sh">run <data>3</data>\n' in html
    assert "<code>pad <data>4</data>\n" in html


def test_block_placeholder_interrupts_paragraphs() -> None:
    html = render(f"甲\n{block(0)} \n乙", environment())
    assert html == "<p>甲</p>\n<figure>0</figure>\n<p>乙</p>\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            f"> 甲\n> {block(0)}",
            "<blockquote>\n<p>甲</p>\n<figure>0</figure>\n</blockquote>\n",
        ),
        (
            f"> 甲\n{block(0)}",
            "<blockquote>\n<p>甲</p>\n</blockquote>\n<figure>0</figure>\n",
        ),
        (f"- 甲\n{block(0)}", "<ul>\n<li>甲</li>\n</ul>\n<figure>0</figure>\n"),
        (
            f"{block(0)}\n{block(1)}\n## 乙",
            "<figure>0</figure>\n<figure>1</figure>\n<h2>乙</h2>\n",
        ),
    ],
)
def test_block_placeholder_beside_other_blocks(text: str, expected: str) -> None:
    assert render(text, environment()) == expected


def test_block_placeholder_ends_a_table() -> None:
    html = render(f"| 甲 |\n| --- |\n| 乙 |\n{block(0)}", environment())
    assert html.endswith("</table>\n<figure>0</figure>\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("甲\n乙\ue000x", r"line 2: stray character U\+E000"),
        ("甲\r\n\r\n\ue0011", r"line 3: stray character U\+E001"),
        ("\ue0021\ue001", r"line 1: stray character U\+E002"),
        ("`\ue003`", r"line 1: stray character U\+E003"),
        (f"甲\n乙{block(0)}", "line 2: placeholder 0 is lost on the page: a block placeholder"),
        (f"甲\n\n    {block(0)}", "line 3: placeholder 0 is lost"),
        (f"```\n{block(0)}\n```", "line 2: placeholder 0 is lost"),
        (f"[甲](a/{inline(0)})", "line 1: placeholder 0 is lost on the page: keep it out"),
        (f"甲\n[乙]\n\n[乙]: a{inline(0)}", "line 4: placeholder 0 is lost"),
        (f"甲\n\n[^1]: 乙{inline(0)}", "line 3: placeholder 0 is lost"),
        (f"<https://example.org/{inline(0)}>", "line 1: placeholder 0 is lost"),
        (f"```{inline(0)}\n```", "line 1: placeholder 0 is lost"),
        ("&#xE000;0&#xE001;", r"raw character U\+E000 to U\+E003"),
        (inline(7), r"placeholder 7 has no HTML: env\['inline_html'\]"),
        (f"{block(7)}", r"placeholder 7 has no HTML: env\['block_html'\]"),
    ],
)
def test_misplaced_placeholder_is_an_error(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        render(text, environment("1"))


def test_placeholder_in_alternative_text_needs_its_text() -> None:
    with pytest.raises(ValueError, match="stands in alternative text"):
        render(f"![{inline(0)}](a.png)", {"inline_html": ["1"]})


def test_env_of_the_caller_is_left_alone() -> None:
    env = environment("1")
    before = {key: list(value) for key, value in env.items()}
    assert render(f"{inline(0)}[^1]\n\n[^1]: 註", env) == render(
        f"{inline(0)}[^1]\n\n[^1]: 註", env
    )
    assert env == before
