"""Links into a source: at words that were read there, at a line that the locator names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.pages.source_links import SourceLinks, file_address
from tieout.pages.view import View

Views = Callable[[str], View]
FILE = {"repo": "engine/blog", "path": "posts/bench.md", "commit": "0" * 40}
PAGE = "https://engine.example/bench"


@pytest.mark.parametrize(
    ("printed", "address"),
    [
        ("193.3", f"{PAGE}#:~:text=193.3"),
        ("12,806", f"{PAGE}#:~:text=12%2C806"),
        ("-1,000", f"{PAGE}#:~:text=%2D1%2C000"),
        ("2.51×", f"{PAGE}#:~:text=2.51%C3%97"),
        ("111", ""),  # a bare whole number stands in many places
        ("16", ""),
        ("1.5", ""),
        ("12,805", ""),  # printed twice by this source: which one is meant is not known
        ("", ""),
    ],
)
def test_printed_text_leads_to_itself_where_it_is_distinctive(
    view: Views, ledger: dict[str, Any], printed: str, address: str
) -> None:
    ledger["facts"]["bench/speeds/small/new"]["printed"] = printed
    seen = view("en")
    fact = seen.facts["bench/speeds/small/new"]
    assert SourceLinks(seen).printed_text(fact) == address


@pytest.mark.parametrize("standing", ["second-hand", "lost"])
def test_no_words_are_looked_for_in_a_source_that_nobody_read(
    view: Views, ledger: dict[str, Any], standing: str
) -> None:
    fact = ledger["facts"]["bench/speeds/small/new"]
    fact["standing"], fact["locator"] = standing, {"en": "section “How it works”", "zh-TW": "x"}
    links = SourceLinks(view("en"))
    assert (links.printed_text(fact), links.locator(fact)) == ("", "")


@pytest.mark.parametrize(
    ("locator", "address"),
    [
        ("line 248", f"{file_address(FILE)}#L248"),
        ("lines 137–153", f"{file_address(FILE)}#L137-L153"),
        ("lines 52 and 109", f"{file_address(FILE)}#L52"),
        ("/text_config/x, line 7", f"{file_address(FILE)}#L7"),
        ("headline 12", ""),  # a line only where the word is
        ("section “How it works”, item deploy/", f"{PAGE}#:~:text=How%20it%20works"),
        ("“Results”", ""),  # one word stands in many places
        ("table of speeds", ""),
    ],
)
def test_locator_leads_to_the_line_or_the_words_it_names(
    view: Views, ledger: dict[str, Any], locator: str, address: str
) -> None:
    ledger["sources"]["bench"]["file"] = FILE
    fact = ledger["facts"]["bench/speeds/small/new"]
    fact["locator"] = {"en": locator, "zh-TW": "x"}
    assert SourceLinks(view("zh-TW")).locator(fact) == address


def test_line_without_a_file_at_a_commit_is_no_link(view: Views, ledger: dict[str, Any]) -> None:
    """Lines of a file that may have changed since are not claimed."""
    fact = ledger["facts"]["bench/speeds/small/new"]
    fact["locator"] = {"en": "line 248", "zh-TW": "x"}
    assert SourceLinks(view("en")).locator(fact) == ""


def test_markdown_file_is_opened_as_written() -> None:
    assert file_address(FILE).endswith(f"/blob/{'0' * 40}/posts/bench.md?plain=1")
    assert file_address({**FILE, "path": "a b/#c.yaml"}).endswith("/a%20b/%23c.yaml")


@given(st.text(min_size=1, max_size=40).filter(lambda text: "“" not in text and "”" not in text))
def test_any_words_survive_the_address(words: str) -> None:
    """Whatever a source prints comes back from the fragment, and nothing in it ends the address."""
    ledger = {
        "facts": {}, "article": {"glossary": []}, "sources": {"s": {"url": PAGE}},
    }  # fmt: skip
    fact = {"source": "s", "standing": "transcribed", "locator": {"en": f"“a {words}”"}}
    address = SourceLinks(View(ledger, {}, "en")).locator(fact)
    page, mark, fragment = address.partition("#:~:text=")
    assert (page, mark) == (PAGE, "#:~:text=")
    assert unquote(fragment) == f"a {words}"
    assert not set(fragment) & set("-,&#\"'<> ")
