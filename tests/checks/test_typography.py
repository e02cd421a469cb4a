"""Type: what is wrong is found, and what is right is left alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from tieout.checks.finished import Finished
from tieout.checks.taiwan import mainland_terms, simplified_forms
from tieout.checks.typography import _Found, _Text, check
from tieout.checks.typography_rules import CHINESE, ENGLISH, EVERYWHERE, MASK

CASES: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    (Path(__file__).parent / "typography.yaml").read_text("utf-8")
)
LISTED = [(lang, case) for lang, cases in CASES.items() for case in cases]


def said(lang: str, body: str, markdown: str = "", glossary: tuple[str, ...] = ()) -> list[str]:
    """What the check says of a page with one paragraph."""
    tag = {"en": "en", "zh-TW": "zh-Hant-TW"}[lang]
    root = html.document_fromstring(f'<html lang="{tag}"><main><p>{body}</p></main></html>')
    ledger: dict[str, Any] = {"article": {"glossary": list(glossary)}, "sources": {}}
    nowhere = Path("nowhere")
    pages = {lang: (Path("page.html"), root)}
    texts = {lang: (Path("article.md"), markdown)}
    finished = Finished("a", ledger, pages, texts, {}, nowhere, nowhere, nowhere, nowhere)
    return [str(finding) for finding in check(finished).findings]


@pytest.mark.parametrize(("lang", "case"), LISTED, ids=[case["html"][:40] for _, case in LISTED])
def test_case(lang: str, case: dict[str, Any]) -> None:
    """A sound text has no finding; a fault has its own, and no other is made up."""
    found = said(lang, case["html"])
    if "says" not in case:
        assert found == []
    else:
        assert any(case["says"] in line for line in found), found or "nothing was found"


def test_name_of_the_glossary_is_left_alone() -> None:
    assert said("zh-TW", "讀軟件誌的人。", glossary=("軟件誌",)) == []
    assert said("zh-TW", "讀軟件的人。", glossary=("軟件誌",)) != []


def test_same_fault_is_said_once_with_its_count() -> None:
    found = said("zh-TW", "軟件</p>\n<p>x</p>\n<p>軟件")
    assert [line for line in found if "(2 times)" in line] == found != []


def test_what_markdown_leaves_is_found_with_its_line() -> None:
    (found,) = said("en", "Fine.", markdown="Fine.\n\nA {{ f('x') }}.\n")
    assert found.startswith("article.md:3: ")


def test_attributes_are_read() -> None:
    """Nobody sees alternative texts, and some people hear nothing else."""
    assert any("軟件" in line for line in said("zh-TW", '<img alt="一個軟件" src="x.svg">'))


def test_positions_are_those_of_the_text() -> None:
    text = "第一行\n这個\n默認"
    assert [(text[at], own) for at, own, _ in simplified_forms(text)] == [("这", "这")]
    assert [text[at : at + 2] for at, _, _ in mainland_terms(text)] == ["默認"]


#: What texts are made of, and whether it is the article's own writing.
PIECES = st.sampled_from((
    *((own, True) for own in ("說明", "A", "測試", " ", "，", ",", "--", "...", "word word")),
    *((own, True) for own in ("“", "'", "?", "（", ")", "軟件", "…", "<b", ">", "\u200d", "Kimi")),
    *((code, False) for code in ("說明A", "軟體b", "a  b", "x,y", "8-9", "—", "it's", "。", "<i>")),
))  # fmt: skip
TEXTS = st.lists(st.lists(PIECES, min_size=1, max_size=6), min_size=1, max_size=5)


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
@given(texts=TEXTS)
def test_what_is_wrong_with_a_text_is_so_beside_any_other(
    lang: str, texts: list[list[tuple[str, bool]]]
) -> None:
    """Of a page that is looked at again only new texts are: they have other neighbours."""
    made = []
    for pieces in texts:
        shown = "".join(text for text, _ in pieces)
        own = "".join(text if is_own else MASK * len(text) for text, is_own in pieces)
        start, end = len(shown) - len(shown.lstrip()), len(shown.rstrip())
        made.append(_Text(shown[start:end], own[start:end], 1))
    alone = [_faults(lang, [text]) for text in made]
    assert _faults(lang, made) == set().union(*alone)


def _faults(lang: str, texts: list[_Text]) -> set[tuple[str, str, str]]:
    nowhere = Path("nowhere")
    ledger: dict[str, Any] = {"article": {"glossary": ["Kimi"]}, "sources": {}}
    finished = Finished("a", ledger, {}, {}, {}, nowhere, nowhere, nowhere, nowhere)
    found = _Found(finished, lang, nowhere, texts)
    for rule in (*EVERYWHERE, *(ENGLISH if lang == "en" else CHINESE)):
        found.apply(rule)
    if lang == "zh-TW":
        found.taiwan()
    return {*found.faults}


def test_code_stands_as_it_is_wherever_it_stands() -> None:
    """A paragraph of nothing but code is none of the article's own writing."""
    assert said("zh-TW", "<code>說明A</code></p>\n<p>好。") == []
    assert said("zh-TW", "好。</p>\n<p><code>說明A</code></p>\n<p>好。") == []
