"""Sentences are cut as readers cut them, in both languages, and shown without their markup."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.mini_project import ROOT

from tieout.quoting import plain, quoted
from tieout.sentences import CALL, in_text, names_in, sentences

F = '{{ f("a/%s") }}'

CASES = [
    (f"It makes {F % 1}, or 1.5. Then {F % 2} (of 3.5). Nothing here.", ["a/1", "a/2"]),
    (f"是 {F % 1}，很快。但是 {F % 2}！沒有。", ["a/1", "a/2"]),
    (f"- one {F % 1}\n- two {F % 2}\n", ["a/1", "a/2"]),
    (f"One {F % 1} line\nand {F % 2} next.", ["a/1 a/2"]),
    (f"## Is it {F % 1}? {{#anchor}}\n\nYes, “{F % 2}.” So {F % 3}.", ["a/1", "a/2", "a/3"]),
    ("{{ cite('b') }} says {{ x('two', 'name') }}.", []),
    ("", []),
]


@pytest.mark.parametrize(("text", "facts"), CASES)
def test_where_sentences_end(text: str, facts: list[str]) -> None:
    """At a mark with a space behind it, at a Chinese mark, at a block; never within a number."""
    found = [" ".join(sorted(one.facts)) for one in in_text(text, "a.md")]
    assert found == facts


def test_lines_and_wording() -> None:
    """The line is that of the sentence's start; calls are worded, marks of markup dropped."""
    text = f"# Title\n\nFirst one.\n**Second** {F % 1} of {{{{ cite('b') }}}}. `code` {F % 2}.\n"
    first, second = in_text(text, "a.md", 10)
    words = {"a/1": "842 tok/s", "a/2": "1.58×", "b": "the post"}
    assert first.worded(lambda _, name: words[name]) == "Second 842 tok/s of the post."
    assert second.worded(lambda _, name: words[name]) == "`code` 1.58×."
    assert (first.line, second.line) == (13, 13)


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("templates/*/article.*.md.j2")), ids=lambda p: p.name
)
def test_every_fact_of_an_article_is_in_a_sentence(path: Path) -> None:
    """No call escapes the cut, so a report misses no sentence."""
    called = {call[2] for call in CALL.finditer(path.read_text("utf-8")) if call[1] == "f"}
    found = sentences(path)
    assert set().union(*(one.facts for one in found)) == called
    assert all("{{" not in one.worded(lambda _, name: name) for one in found)


def test_names_in_a_part_of_an_article() -> None:
    """Facts named alone and within texts, at any depth."""
    spec = {"rows": [{"fact": "a/1"}, {"text": {"en": f"of {F % 2}"}}], "kind": "bars"}
    assert {"a/1", "a/2"} <= names_in(spec)


def test_text_of_a_page_stays_text() -> None:
    """Neither code spans nor links nor control characters come through into a report."""
    assert quoted("a`b``c") == "```a`b``c```"
    assert quoted("`a") == "`` `a ``"
    assert plain("[x](y) *b* <b> | #\x1b[2J\u202e") == "\\[x\\](y) \\*b\\* \\<b\\> \\| \\# \\[2J "
    assert len(quoted("x" * 1000)) < 310
