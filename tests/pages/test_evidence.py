"""The evidence section: an entry for every number, with what a doubting reader asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from lxml import html
from markdown_it import MarkdownIt

from tieout.pages.content import Block
from tieout.pages.evidence import evidence_block
from tieout.pages.view import View

GITHUB = MarkdownIt("commonmark", {"html": True}).enable("table")
Views = Callable[[str], View]


def entries(block: Block) -> dict[str, dict[str, str]]:
    """Each entry's lines by their terms; the first line has the term ''."""
    found: dict[str, dict[str, str]] = {}
    for entry in html.fragment_fromstring(block.html, "div").iter("dl"):
        words = [" ".join(part.text_content().split()) for part in entry]
        lines = dict(zip(words[2::2], words[3::2], strict=True))
        found[entry.get("id").removeprefix("fact-")] = {"": f"{words[0]} {words[1]}", **lines}
    return found


def evidence(view: View, *facts: str) -> Block:
    """The section of a page that shows these facts."""
    for fact in facts:
        view.use(fact)
    return evidence_block(view)


def test_inputs_of_inputs_have_entries_too(view: Views) -> None:
    """A reader can follow a computed number down to what somebody printed."""
    shown = entries(evidence(view("en"), "step-up"))
    assert list(shown) == [
        "bench/speeds/small/old",
        "bench/speeds/large/new",
        "bench/speeds/large/gain",
        "old-large",
        "step-up",
    ]


def test_every_link_of_an_entry_has_its_entry(view: Views) -> None:
    seen = view("en")
    block = evidence(seen, *seen.facts)
    ids = html.fragment_fromstring(block.html, "div").xpath("//@id")
    links = html.fragment_fromstring(block.html, "div").xpath(
        "//a[starts-with(@href,'#fact')]/@href"
    )
    assert {link.removeprefix("#") for link in links} == set(ids)
    assert len(ids) == len(set(ids)) == len(seen.facts)


def test_entry_of_a_printed_number(view: Views) -> None:
    assert entries(evidence(view("en"), "bench/speeds/large/new"))["bench/speeds/large/new"] == {
        "": "256.4 tok/s new path, large group",
        "As printed": "256.4; 256.35 – 256.45 tok/s",
        "Conditions": "GPUs: 16; Engine path: new path; Counted per: the whole group",
        "Source": "bench post, table of speeds; transcribed; sources/bench/speeds.csv:3 (new)",
    }


def test_entry_of_a_computed_number(view: Views) -> None:
    entry = entries(evidence(view("en"), "old-large"))["old-large"]
    assert entry["Formula"] == "speed / gain"
    assert entry["Inputs"] == (
        "speed = 256.4 tok/s (new path, large group); gain = 1.88× (gain as printed, large group)"
    )
    assert entry["Differs in"] == "Engine path: The gain is new over old."
    assert entry["Standing"].startswith("transcribed; our inference; templates/mini/article.yaml:")
    assert entry["Bounds"].endswith("tok/s")


def test_entry_of_second_hand_lost_exact_and_set_numbers(view: Views) -> None:
    names = ("shout/speed", "bench/speeds/large/old", "bench/lines", "lone-user")
    second_hand, lost, exact, ours = (entries(evidence(view("en"), *names))[name] for name in names)
    assert "second-hand, quoted through bench post" in second_hand["Source"]
    assert lost[""] == "not captured old path, large group"
    assert "As printed" not in lost
    assert exact["As printed"] == "12,805; exact (lines)"
    assert ours["Set to"] == "1; exact (GPUs)"
    assert ours["Note"] == "There is none below it."


def test_what_is_not_stated_is_named_and_what_does_not_apply_is_not(
    view: Views, ledger: dict[str, Any]
) -> None:
    conditions = ledger["facts"]["bench/speeds/small/new"]["conditions"]
    conditions["path"] = {"en": "not stated", "zh-TW": "未說明"}
    conditions["per"] = {"en": "not applicable", "zh-TW": "不適用"}
    for lang, words in (
        ("en", "GPUs: 8; not stated: Engine path"),
        ("zh-TW", "GPU 數：8；未說明：執行路徑"),
    ):
        entry = entries(evidence(view(lang), "bench/speeds/small/new"))["bench/speeds/small/new"]
        assert words in entry.values()


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_markdown_says_what_the_page_says(view: Views, lang: str) -> None:
    seen = view(lang)
    block = evidence(seen, *seen.facts)
    plain = html.fragment_fromstring(GITHUB.render(block.markdown), "div")
    items = plain.xpath(".//li")
    colon = "：" if lang == "zh-TW" else ": "
    for (name, lines), item in zip(entries(block).items(), items, strict=True):
        assert item.xpath("string(a/@id)") == f"fact-{name}"
        shown = [line.strip() for line in item.text_content().strip().split("\n")]
        first, *rest = (f"{term}{colon}{text}" for term, text in lines.items())
        assert shown[0].replace(colon, " ") == first.removeprefix(colon).replace(colon, " ")
        assert shown[1:] == rest


def test_groups_are_in_the_order_of_the_sources(view: Views) -> None:
    seen = view("en")
    root = html.fragment_fromstring(evidence(seen, *seen.facts).html, "div")
    assert [head.text_content() for head in root.iter("h3")] == [
        "bench post", "shouting post", "Computed in this article", "Set in this article",
    ]  # fmt: skip
