"""Evidence and embedded ledger, had from an earlier run, are those that would be made now.

A page must not show the fact of yesterday: whatever they are made of is in the key by which they
are kept, and the code that makes them is in the seal.
"""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import html
from tests.built import ARTICLE, LANGUAGES, Built, built_article
from tests.mini_project import ROOT, SCRIPTS, Mini
from tests.pages.conftest import LAYOUT

from tieout.basis import Basis
from tieout.pages import fact_parts, kept
from tieout.pages.evidence import evidence_block
from tieout.pages.fact_parts import FactParts
from tieout.pages.kept import FACTS, MAKERS, Kept
from tieout.pages.page import Page, Paths, build_page
from tieout.pages.unquoted import unquoted
from tieout.pages.view import View
from tieout.yamlio import load


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of this test's own, and code that nobody has just changed."""
    monkeypatch.setattr(kept, "FOLDER", tmp_path / "pages")
    monkeypatch.setattr(Basis, "is_settled", lambda _: True)
    return tmp_path / "pages"


@pytest.fixture(scope="module")
def article(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The real article."""
    return built_article(tmp_path_factory)


Pages = Callable[[str], Page]


@pytest.fixture(params=["mini", ARTICLE])
def pages(request: pytest.FixtureRequest, drawn: Mini) -> Pages:
    """How a page of an article is made."""
    if request.param == "mini":
        root, templates = drawn.root, drawn.root / "templates"
    else:
        root, templates = request.getfixturevalue("article").root, ROOT / "templates"
    ledger = json.loads((root / f"build/{request.param}/ledger.json").read_text("utf-8"))
    paths = Paths(templates / request.param, LAYOUT, root / "figures" / request.param)
    return lambda lang: build_page(ledger, paths, lang)


def made_anew(pages: Pages, lang: str) -> Page:
    """A page for which nothing is kept and nothing is had."""
    with (
        mock.patch.object(Kept, "made", lambda _self, _kind, _text, make: make()),
        mock.patch.object(Kept, "keep"),
    ):
        return pages(lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_is_the_same_whatever_was_kept(
    pages: Pages, lang: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing, all of it, that of other code, a damaged file: no letter differs."""
    shutil.rmtree(folder, ignore_errors=True)  # whoever built the article has filled it
    anew = made_anew(pages, lang)
    assert not folder.exists()
    assert pages(lang) == anew
    files = {path: path.read_bytes() for path in folder.iterdir()}
    assert len(files) == 2, "its text and its facts"
    with monkeypatch.context() as patch:
        patch.setattr(fact_parts, "evidence_block", lambda _: pytest.fail("it was kept"))
        patch.setattr(fact_parts, "embedded_ledger", lambda _: pytest.fail("it was kept"))
        assert pages(lang) == anew
    assert {path: path.read_bytes() for path in folder.iterdir()} == files
    for path, content in files.items():
        path.write_bytes(content[:-1])
    assert pages(lang) == anew
    monkeypatch.setattr(kept, "_basis", lambda _: Basis(list, ()))
    assert pages(lang) == anew


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_kept_unquoted_is_what_the_whole_page_would_be(pages: Pages, lang: str) -> None:
    """Parts are unquoted by themselves: none may hold half a tag, or open what others close."""
    quoted: list[str] = []
    page = "tieout.pages.page"
    with mock.patch(f"{page}.unquoted_page", lambda text, _: quoted.append(text) or text):
        pages(lang)
    head, body, rest = quoted[0].partition("<body")
    assert pages(lang).html == head + unquoted(body + rest)


def parts_of(view: View, *facts: str) -> tuple[str, str, str, list[str], str]:
    """All that is made for some facts, and what a page has used then; kept for the next."""
    for fact in facts:
        view.use(fact)
    parts = FactParts(view)
    evidence = parts.evidence()
    used, embedded = list(view.used), parts.embedded()
    parts.keep()
    return evidence.html, evidence.bare, evidence.markdown, used, embedded


def anew(view: View, *facts: str) -> tuple[str, str, str, list[str], str]:
    """The same, of which nothing is kept."""
    with (
        mock.patch.object(Kept, "made", lambda _self, _kind, _text, make: make()),
        mock.patch.object(Kept, "keep"),
    ):
        return parts_of(view, *facts)


def places(node: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Where the texts of a ledger stand."""
    if isinstance(node, dict):
        return [each for key, value in node.items() for each in places(value, (*path, key))]
    if isinstance(node, list):
        return [each for key, value in enumerate(node) for each in places(value, (*path, key))]
    return [path] if isinstance(node, str) else []


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_any_change_of_what_they_are_made_of_reaches_them(
    ledger_text: str, data: st.DataObject
) -> None:
    """A text of the ledger, a word of the frame, the language, the facts that are shown."""
    ledger = json.loads(ledger_text)
    words = load(LAYOUT / "words.yaml").data
    facts = data.draw(st.lists(st.sampled_from(sorted(ledger["facts"])), min_size=1, max_size=4))
    lang = data.draw(st.sampled_from(LANGUAGES))
    before = parts_of(View(ledger, words, lang), *facts)
    assert parts_of(View(copy.deepcopy(ledger), words, lang), *facts) == before
    what = data.draw(st.sampled_from(["fact", "ledger", "word", "lang", "shown"]))
    if what in ("fact", "ledger"):
        node = ledger if what == "ledger" else ledger["facts"][facts[0]]
        kinds = ("text", "label", "note", "locator", "title", "printed", "replaced")
        found = [path for path in places(node) if path[-1] in kinds or path[-1] in LANGUAGES]
        *path, last = data.draw(st.sampled_from(found))
        for key in path:
            node = node[key]
        node[last] += "x"
    elif what == "word":
        words[data.draw(st.sampled_from(sorted(words)))][lang] += "x"
    elif what == "lang":
        lang = "en" if lang == "zh-TW" else "zh-TW"
    else:
        facts = facts[1:] or sorted(ledger["facts"])[:1]
    try:
        due = anew(View(ledger, words, lang), *facts)
    except Exception as error:
        with pytest.raises(type(error)):
            parts_of(View(ledger, words, lang), *facts)
        return
    assert parts_of(View(ledger, words, lang), *facts) == due


def test_whoever_has_them_made_has_used_the_same(view: Callable[[str], View]) -> None:
    """What the evidence rests on has an entry in it, and so in the embedded ledger as well."""
    first = parts_of(view("en"), "step-up")
    assert parts_of(view("en"), "step-up") == first
    assert set(first[3]) == set(view("en").closure(["step-up"])) > {"step-up"}


def test_making_the_evidence_uses_nothing_else(view: Callable[[str], View]) -> None:
    """Else a page for which it was kept would not know of it."""
    one = view("en")
    for name in one.closure(one.facts):
        one.use(name)
    before = list(one.used)
    evidence_block(one)
    assert list(one.used) == before


def test_a_fact_that_is_shown_no_more_is_kept_no_more(
    view: Callable[[str], View], folder: Path
) -> None:
    parts_of(view("en"), "bench/speeds/small/old", "bench/lines")
    (path,) = folder.iterdir()
    assert b"fact-bench/lines" in path.read_bytes()
    parts_of(view("en"), "bench/speeds/small/old")
    assert b"fact-bench/lines" not in path.read_bytes()
    assert list(folder.iterdir()) == [path]


def test_each_article_and_language_has_its_own(
    ledger: dict[str, Any], view: Callable[[str], View], folder: Path
) -> None:
    parts_of(view("en"), "bench/lines")
    parts_of(view("zh-TW"), "bench/lines")
    ledger["article"]["id"] = "other"
    parts_of(view("en"), "bench/lines")
    assert len(list(folder.iterdir())) == 3


def imported(module: str) -> set[str]:
    """What of ours a module imports, by its place below scripts/tieout."""
    code = (
        f"import sys, {module}\n"
        "for one in list(sys.modules.values()):\n"
        "    if one.__name__.split('.')[0] == 'tieout': print(one.__file__)"
    )
    command = [sys.executable, "-c", code]
    said = subprocess.run(command, cwd=SCRIPTS, capture_output=True, text=True, check=True).stdout
    return {Path(line).relative_to(SCRIPTS / "tieout").as_posix() for line in said.splitlines()}


def test_all_code_that_makes_them_is_in_the_seal() -> None:
    """And nothing else, as a page would count it among what it was made from."""
    assert set(FACTS) == imported("tieout.pages.fact_parts")
    assert len(set(FACTS)) == len(FACTS)
    assert set(MAKERS) | set(FACTS) <= imported("tieout.pages.page")


@pytest.mark.parametrize("name", FACTS)
def test_other_code_of_any_of_them_makes_them_anew(
    name: str, view: Callable[[str], View], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = tmp_path / "code"
    for each in {*FACTS, *MAKERS}:
        (code / each).parent.mkdir(parents=True, exist_ok=True)
        (code / each).write_bytes((SCRIPTS / "tieout" / each).read_bytes())
    monkeypatch.setattr(kept, "_CODE", code)
    kept._basis.cache_clear()
    parts_of(view("en"), "bench/lines")
    (code / name).write_bytes((code / name).read_bytes() + b"# other\n")
    kept._basis.cache_clear()
    monkeypatch.setattr(fact_parts, "embedded_ledger", lambda _: "made anew")
    assert parts_of(view("en"), "bench/lines")[-1] == "made anew"
    kept._basis.cache_clear()


def test_a_changed_fact_reaches_a_page(drawn: Mini) -> None:
    """By the ledger that the page reads, beside what was kept of the former one."""
    ledger = json.loads((drawn.root / "build/mini/ledger.json").read_text("utf-8"))
    paths = Paths(drawn.root / "templates/mini", LAYOUT, drawn.root / "figures/mini")
    first = build_page(ledger, paths, "en")
    changed = copy.deepcopy(ledger)
    changed["facts"]["bench/lines"]["label"]["en"] = "lines that were counted"
    second = build_page(changed, paths, "en")
    row = html.document_fromstring(second.html).get_element_by_id("fact-bench/lines")
    assert "lines that were counted" in row.text_content()
    assert "lines that were counted" in second.markdown
    assert second != first
    assert build_page(ledger, paths, "en") == first
