"""Whatever Markdown the page room takes, the checks read on the page as its editor wrote it.

A finding in a sound article stops its publication and has no mend.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.checks.conftest import case_rows
from tests.mini_project import TESTS, Mini

from tieout.checks.finished import read_finished
from tieout.checks.text_equals_ledger import check
from tieout.yamlio import load

CONSTRUCTS = load(TESTS / "checks" / "constructs.yaml").data
EACH = [(lang, name) for lang, texts in CONSTRUCTS.items() for name in texts]
_UNFIT = re.compile(r"\{\{|\{%|!\[|^ {0,3}#|^ *(?:=+|-+)$|^ {0,3}\[|```|~~~", re.MULTILINE)
#: Rows of the case files that an article can hold: no calls, no pictures, headings with anchors.
ROWS = [
    row["markdown"]
    for row in case_rows("cjk-markdown.csv", "cjk-markdown-more.csv")
    if not _UNFIT.search(row["markdown"])
]


def found(mini: Mini, lang: str, text: str) -> list[str]:
    """What is found in the small article with a text ahead of its figure."""
    path = mini.root / f"templates/mini/article.{lang}.md.j2"
    sound = path.read_text("utf-8")
    mark = '{{ figure("paths") }}'
    assert mark in sound
    path.write_text(sound.replace(mark, f"{text}\n\n{mark}"), "utf-8", newline="")
    outcome = mini.run("page", "mini", lang)
    assert outcome.status == 0, outcome.errors
    folders = (Path("build"), Path("figures"), Path("templates"))
    return [str(each) for each in check(read_finished("mini", *folders, True)).findings]


@pytest.mark.parametrize(("lang", "name"), EACH, ids=[f"{lang} {name}" for lang, name in EACH])
def test_nothing_is_found_in_sound_markdown(mini: Mini, lang: str, name: str) -> None:
    assert found(mini, lang, CONSTRUCTS[lang][name]) == []


@pytest.mark.parametrize(
    "rows", [ROWS[at : at + 8] for at in range(0, len(ROWS), 8)], ids=lambda rows: rows[0][:20]
)
def test_nothing_is_found_in_the_rules_for_chinese(mini: Mini, rows: list[str]) -> None:
    assert found(mini, "zh-TW", "\n\n".join(rows)) == []


def test_a_link_with_a_title_is_refused(mini: Mini) -> None:
    path = mini.root / "templates/mini/article.en.md.j2"
    text = path.read_text("utf-8")
    path.write_text(text.replace("A post claims", 'A [post](https://a.b "It") claims'), "utf-8")
    outcome = mini.run("page", "mini", "en")
    assert outcome.status == 1
    assert re.match(r"templates/mini/article\.en\.md\.j2:\d+: a link with a title", outcome.errors)
