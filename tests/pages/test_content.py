"""The functions that writers call, and what is said when a call is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tieout.checks.exemptions import Exemptions
from tieout.errors import TieoutError
from tieout.pages.calls import is_own_count
from tieout.pages.content import Block, Writer
from tieout.pages.inline import FactRef, Text
from tieout.pages.view import WriterError

Template = Callable[[str], Path]
Writers = Callable[[str], Writer]
TOLD = "docs/en/numbers-in-a-sentence.md"

#: what a writer wrote on the third line, what the message names, what the mend names
WRONG = [
    ("{{ f('bench/line') }}", "unknown fact 'bench/line'", "did you mean bench/lines"),
    ("{{ f('ghost/line') }}", "unknown fact 'ghost/line'", "list 'ghost'"),
    ("{{ f(5) }}", "unknown fact '5'", "ledger.json"),
    ("{{ f('bench/speeds/large/old') }}", "was not captured", "in a table"),
    ("{{ x('two', 'because') }}", "unknown reason 'because'", "own-count"),
    ("{{ x('two', 'own-cont') }}", "unknown reason 'own-cont'", "did you mean own-count"),
    ("{{ x('two') }}", "x(…) is called in another way", 'write x("…", "reason")'),
    ("{{ x('two', reason='name') }}", "x(…) is called in another way", 'x("…", "reason")'),
    ("{{ f() }}", "f(…) is called in another way", 'write f("fact-id")'),
    ("{{ cite('bench', 'post') }}", "cite(…) is called in another way", 'cite("source-id")'),
    ("{{ x('999 tok/s', 'own-count') }}", "'999 tok/s' is no count", "f('fact-id')"),
    ("{{ x('12,805', 'own-count') }}", "'12,805' is no count", "below 100"),
    ("{{ x('16', 'own-count') }}", "'16' reads like a figure", "as a word"),
    ("{{ cite('bensh') }}", "unknown source 'bensh'", "did you mean bench"),
    ("{{ fact('bench/lines') }}", "'fact' is undefined", "use one of cite, f, x"),
    ("{{ f(lines) }}", "'lines' is undefined", "use one of"),
    ("{{ f('bench/lines' }}", "broken template", "braces"),
    ("{% if %}", "broken template", "braces"),
    ("{{ 1 // 0 }}", "a call fails", TOLD),
    ("{{ f.__globals__ }}", "unsafe", TOLD),
    ("{{ 'a' * 10**9 }}", "a template may not hold Mul", "f('fact-id')"),
    ("{{ 10**10**9 }}", "a template may not hold Pow", TOLD),
    ("{{ 'a'|center(9) }}", "may not hold a filter (|)", TOLD),
    ("{{ f is defined }}", "may not hold a test (is)", TOLD),
    ("{{ f(['a']) }}", "may not hold a list", TOLD),
    ("{{ f(*['a']) }}", "a call of anything but a function", TOLD),
    ("{{ f(f('bench/lines')) }}", "a call within a call", TOLD),
    ("{{ 'a'.format(1) }}", "a call of anything but a function", TOLD),
    ("{% set a = f %}", "may not hold {% set %}", TOLD),
    ("{% if true %}a{% endif %}", "may not hold {% if %}", TOLD),
    ("{% for a in range(10**9) %}{% endfor %}", "a loop over anything but texts", TOLD),
    ("{% for a in ['b'] recursive %}{{ loop(a) }}{% endfor %}", "calls itself", TOLD),
    (
        f"{{% for a in {['x'] * 40} %}}{{% for b in {['x'] * 40} %}}{{% endfor %}}{{% endfor %}}",
        "loops of more than 1000 rounds",
        TOLD,
    ),
    ("{% include 'article.yaml' %}", "may not hold Include", TOLD),
    ("{% macro m() %}{% endmacro %}", "may not hold {% macro %}", TOLD),
]


@pytest.mark.parametrize(("text", "what", "mend"), WRONG)
def test_mistake_is_named_with_its_line_and_mend(
    writer: Writers, template: Template, text: str, what: str, mend: str
) -> None:
    path = template(f"# One\n\n{text}\n")
    with pytest.raises(TieoutError) as error:
        writer("en").render(path)
    (problem,) = error.value.problems
    assert problem.line == 3
    assert what in problem.what
    assert mend in problem.mend
    with pytest.raises(WriterError, match=re.escape(what)):
        writer("en").parts(text)


def test_error_inside_a_loop_has_a_line(writer: Writers, template: Template) -> None:
    path = template("a\n{% for name in ['bench/lines', 'nope'] %}\n{{ f(name) }}\n{% endfor %}\n")
    with pytest.raises(TieoutError, match=r"article\.en\.md\.j2:3: unknown fact 'nope'"):
        writer("en").render(path)


def test_empty_article_is_refused(writer: Writers, template: Template) -> None:
    with pytest.raises(TieoutError, match="the article is empty"):
        writer("en").render(template(" \n\n"))


def test_calls_become_placeholders_that_know_what_is_seen(
    writer: Writers, template: Template
) -> None:
    """The Markdown rules for Chinese text look through a placeholder at its first and last sign."""
    made = writer("zh-TW")
    source = made.render(
        template("{{ f('bench/lines') }}行{{ x('兩', 'own-count') }}{{ cite('bench') }}")
    )
    assert source == "\ue0000\ue001行\ue0001\ue001\ue0002\ue001"
    assert [placed.visible for placed in made.inline] == ["12,805", "兩", "測試文章"]
    html = made.environment()["inline_html"]
    assert html[1] == '<span class="exempt" data-why="own-count">兩</span>'
    assert html[2] == '<a href="#source-bench">測試文章</a>'


COUNTS = ("7", "99", "two", "Three", "twenty-five", "a dozen", "兩", "三組", "十二", "二十五個")
NO_COUNTS: tuple[str, ...] = (
    "",
    "100",
    "2.5",
    "9 tok/s",
    "two tok/s",
    "twice",
    "half",
    "two-fold",
    "two thirds",
)
NO_COUNTS += (
    "two hundred",
    "about two",
    "兩倍",
    "三成",
    "一百",
    "百分之五",
    "三百組",
    "十 tok/s",
    "-2",
)


@pytest.mark.parametrize("text", COUNTS)
def test_own_count_is_a_bare_number(writer: Writers, ledger: dict[str, Any], text: str) -> None:
    """Small, whole and without a unit; page and check agree, though they share no code."""
    assert is_own_count(text)
    assert writer("en").parts(f"{{{{ x('{text}', 'own-count') }}}}")
    assert Exemptions(ledger, "en").uncovered("own-count", text, "", "") == ""


@pytest.mark.parametrize("text", NO_COUNTS)
def test_figure_is_no_own_count(ledger: dict[str, Any], text: str) -> None:
    """A reason for the article's own counts must not let a measurement through."""
    assert not is_own_count(text)
    assert Exemptions(ledger, "en")._is_figure("own-count", text)


def test_number_of_a_source_is_no_own_count(ledger: dict[str, Any]) -> None:
    """The ledger's 16 GPUs are a figure, however short they are."""
    assert Exemptions(ledger, "en").uncovered("own-count", "16", "", "") == "16"


def test_block_called_wrongly_is_named(writer: Writers, template: Template) -> None:
    made = writer("en")
    made.serve({"table": lambda name: Block(f"<hr>{name}", "---")})
    with pytest.raises(TieoutError, match=r'table\(…\) is called .*: write table\("name"\)'):
        made.render(template("{{ table() }}\n"))


def test_string_of_the_article_file_becomes_parts(writer: Writers) -> None:
    parts = writer("en").parts("Is it {{ f('shout/speed') }}?")
    assert parts == [Text("Is it "), FactRef("shout/speed"), Text("?")]


def test_block_inside_a_string_is_refused(writer: Writers) -> None:
    made = writer("en")
    made.serve({"line": lambda: Block("<hr>", "---")})
    with pytest.raises(WriterError, match="place it in the template"):
        made.parts("A {{ line() }}")


def test_anchor_of_a_heading_is_no_comment(writer: Writers, template: Template) -> None:
    source = writer("en").render(template("## A {#a}\n\n{%# left out #%}b\n"))
    assert source == "## A {#a}\n\nb\n"


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("是 {{ x('約 8 萬', 'example') }} 個", "是約 8 萬個"),
        ("是 {{ x('8', 'example') }} 個", "是 8 個"),
        ("在 {{ x('2026 年', 'example') }} 的 {{ x('一半', 'example') }}", "在 2026 年的一半"),
        ("重 點 {{ x('約 8', 'example') }}", "重 點約 8"),
        ("is {{ x('約', 'example') }} it", "is 約 it"),
        ("    {{ x('約', 'example') }}", "    約"),
    ],
)
def test_no_space_is_left_between_chinese_and_a_wording_in_chinese(
    writer: Writers, template: Template, written: str, seen: str
) -> None:
    made = writer("zh-TW")
    source = made.render(template(written))
    for index, placed in enumerate(made.inline):
        source = source.replace(f"\ue000{index}\ue001", placed.visible)
    assert source == seen


def test_blocks_are_served_by_name(writer: Writers, template: Template) -> None:
    made = writer("en")
    made.serve({"line": lambda name="x": Block(f"<hr>{name}", f"---{name}")})
    assert (
        made.render(template("{{ line('a') }}\n\n{{ line() }}\n"))
        == "\ue0020\ue003\n\n\ue0021\ue003\n"
    )
    assert made.environment()["block_html"] == ["<hr>a", "<hr>x"]
