"""The evidence section: an entry for every number, with what a doubting reader asks."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from typing import Any

import pytest
from lxml import html
from markdown_it import MarkdownIt

from tieout.pages.content import Block
from tieout.pages.evidence import evidence_block
from tieout.pages.view import View

GITHUB = MarkdownIt("commonmark", {"html": True}).enable("table")
Views = Callable[[str], View]


def tree(block: Block) -> Any:
    """The section as a browser reads it."""
    return html.fragment_fromstring(block.html, "div")


def words(element: Any) -> str:
    """What an element says: its items parted by a semicolon, as its cells are."""
    items = [" ".join(item.text_content().split()) for item in element.iter("li")]
    return "; ".join(items) or " ".join(element.text_content().split())


def entries(block: Block) -> dict[str, dict[str, str]]:
    """Each entry by its columns' heads, with the head of its group under ''."""
    found: dict[str, dict[str, str]] = {}
    for group in tree(block).iterfind(".//section"):
        heads = [words(head) for head in group.find("table").iterfind("thead//th")]
        shared = [words(part) for part in group.find_class("shared")[0]]
        for row in group.find("table").iterfind("tbody/tr"):
            cells = dict(zip(heads, map(words, row), strict=True))
            name = row.get("id").removeprefix("fact-")
            found[name] = {"": "; ".join(shared), **{k: v for k, v in cells.items() if v}}
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
    root = tree(evidence(seen, *seen.facts))
    ids = root.xpath("//tr/@id")
    links = root.xpath("//a[starts-with(@href,'#fact')]/@href")
    assert {link.removeprefix("#") for link in links} <= set(ids)
    assert not root.xpath("//tr[.//a/@href = concat('#', @id)]")  # which would lead nowhere
    formulas = root.xpath("//td[@class='f']//a/@href")
    assert set(formulas) == {
        f"#fact-{each}" for fact in seen.facts.values() for each in fact["inputs"].values()
    }
    assert len(ids) == len(set(ids)) == len(seen.facts)


def test_entry_of_a_printed_number(view: Views) -> None:
    shown = entries(evidence(view("en"), "bench/speeds/large/new", "bench/speeds/small/old"))
    assert shown["bench/speeds/large/new"] == {
        "": "bench post; transcribed; table of speeds; sources/bench/speeds.csv; "
        "Counted per: the whole group",
        "Value": "256.4 tok/s",
        "What": "new path, large group",
        "As printed": "“256.4”",
        "Bounds": "256.35 – 256.45 tok/s",
        "Conditions": "GPUs: 16; Engine path: new path",
        "Where it stands": ":3 (new)",
    }


def test_entry_of_a_computed_number(view: Views) -> None:
    shown = entries(evidence(view("en"), "old-large", "step-up"))
    assert shown["old-large"] == {
        "": "transcribed; templates/mini/article.yaml; "
        "Engine path: old path; Counted per: the whole group",
        "Value": "136 tok/s",
        "What": "old path on the large group",
        "Bounds": "135.99 – 136.78 tok/s",
        "Formula and inputs": "speed / gain; speed = 256.4 tok/s (new path, large group); "
        "gain = 1.88× (gain as printed, large group)",
        "Conditions": "GPUs: 16",
        "What differs, and notes": "Engine path: The gain is new over old.",
        "Where it stands": "our inference; :20",
    }


def test_entry_of_second_hand_lost_exact_and_set_numbers(view: Views) -> None:
    names = ("shout/speed", "bench/speeds/large/old", "bench/lines", "lone-user")
    second_hand, lost, exact, ours = (entries(evidence(view("en"), *names))[name] for name in names)
    assert "second-hand; quoted through bench post" in second_hand[""]
    assert (lost["Value"], lost["What"]) == ("not captured", "old path, large group")
    assert "As printed" not in lost
    assert (exact["As printed"], exact["Bounds"]) == ("“12,805”", "exact (lines)")
    assert (ours["Set to"], ours["Bounds"]) == ("“1”", "exact (GPUs)")
    assert ours["Note"] == "There is none below it."


def test_lost_cell_says_so_beneath_the_standing_of_its_table(view: Views) -> None:
    shown = entries(evidence(view("en"), "bench/speeds/large/old", "bench/speeds/large/new"))
    assert "transcribed" in shown["bench/speeds/large/old"][""]
    assert "not captured" in shown["bench/speeds/large/old"]["Where it stands"]
    assert "transcribed" not in shown["bench/speeds/large/new"]["Where it stands"]


def test_what_is_not_stated_is_named_and_what_does_not_apply_is_not(
    view: Views, ledger: dict[str, Any]
) -> None:
    conditions = ledger["facts"]["bench/speeds/small/new"]["conditions"]
    conditions["path"] = {"en": "not stated", "zh-TW": "未說明"}
    conditions["per"] = {"en": "not applicable", "zh-TW": "不適用"}
    for lang, head, said in (
        ("en", "Conditions", "GPUs: 8; not stated: Engine path"),
        ("zh-TW", "條件", "GPU 數：8; 未說明：執行路徑"),
    ):
        shown = entries(evidence(view(lang), "bench/speeds/small/new", "bench/speeds/large/new"))
        assert shown["bench/speeds/small/new"][head] == said


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_head_and_row_together_state_each_condition_once(view: Views, lang: str) -> None:
    """What a group shares is in its head, the rest in the row, nothing in both."""
    seen = view(lang)
    for group in tree(evidence(seen, *seen.facts)).iterfind(".//section"):
        shared = [words(item) for item in group.find_class("shared")[0].iterfind(".//li")]
        for row in group.find("table").iterfind("tbody/tr"):
            own = [words(item) for item in row.iterfind(".//li")]
            conditions = seen.facts[row.get("id").removeprefix("fact-")]["conditions"]
            silent = ("not stated", "not applicable")
            stated = [
                f"{seen.ledger['conditions'][key]['label'][lang]}{seen.word('colon')}{value[lang]}"
                for key, value in conditions.items()
                if value["en"] not in silent
            ]
            lists = [each for each in shared + own if each.startswith(seen.word("not_stated"))]
            assert sorted(shared + own) == sorted([*stated, *lists])


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_markdown_says_what_the_page_says(view: Views, lang: str) -> None:
    """Under a renderer that knows none of our rules, item by item."""
    seen = view(lang)
    block = evidence(seen, *seen.facts)
    plain = html.fragment_fromstring(GITHUB.render(block.markdown), "div")
    rows = tree(block).xpath(".//tr[@id]")
    for row, item in zip_longest(rows, plain.xpath(".//li")):
        assert item.xpath("string(a/@id)") == row.get("id")
        told = "".join(item.text_content().replace("≠ ", "").split())
        for sign in ("；", "：", ":"):
            told = told.replace(sign, ";")
        cells = "".join("".join(map(words, row)).split())
        for sign in ("；", "：", ":"):
            cells = cells.replace(sign, ";")
        assert told.replace(";", "") == cells.replace(";", "")
    heads = [words(head) for head in tree(block).xpath(".//h3|.//h4")]
    assert [words(head) for head in plain.xpath(".//h3|.//h4")] == heads


def test_groups_are_in_the_order_of_the_sources(view: Views) -> None:
    seen = view("en")
    root = tree(evidence(seen, *seen.facts))
    assert [head.text_content() for head in root.iter("h3", "h4")] == [
        "bench post", "Speeds", "Single figures",
        "shouting post", "Single figures",
        "Computed in this article", "From bench post (Speeds)",
        "From bench post (Speeds); shouting post",
        "Set in this article", "Values and reasons",
    ]  # fmt: skip
    names = [group.get("data-group") for group in root.iter("section")]
    assert [group.get("id") for group in root.iter("section")] == [f"evidence-{n}" for n in names]
    assert names[:3] == ["bench/speeds", "bench", "shout"]


def test_computed_facts_that_are_nearly_alone_share_a_group(view: Views) -> None:
    """A head for every one of them would outweigh what it says."""
    root = tree(evidence(view("en"), "old-large", "step-up"))
    (group,) = root.xpath("//section[contains(@data-group, 'computed')]")
    assert (group.get("data-group"), words(group.find("h4"))) == (
        "computed.others",
        "Other results",
    )


def test_table_as_captured_marks_what_is_used_unused_and_lost(view: Views) -> None:
    root = tree(evidence(view("en"), "bench/speeds/large/new", "bench/speeds/large/old"))
    (grid,) = root.xpath("//details//table")
    cells = [
        (cell.get("class"), words(cell), cell.xpath("string(a/@href)"))
        for cell in grid.xpath(".//tbody/tr[2]/td")
    ]
    assert cells == [
        ("unused", "16", ""),
        ("used", "256.4", "#fact-bench/speeds/large/new"),
        ("lost", "not captured", "#fact-bench/speeds/large/old"),
        ("unused", "1.88", ""),
    ]
    assert [words(mark) for mark in root.xpath("//p[@class='legend']/span")] == [
        "linked, used on this page", "not linked, not used on this page", "“not captured”, lost",
    ]  # fmt: skip


def test_corrected_cell_is_captured_as_its_file_has_it(view: Views, ledger: dict[str, Any]) -> None:
    """The grid shows the source's own slip; the entry shows what was made of it."""
    ledger["sources"]["bench"]["tables"]["speeds"]["cells"]["large"]["new"] = "265.4"
    root = tree(evidence(view("en"), "bench/speeds/large/new"))
    assert root.xpath("string(//details//tbody/tr[2]/td[2])") == "265.4"
    assert root.xpath("string(//tr[@id]//td[@class='p'])") == "“256.4”"


def test_columns_in_which_nothing_stands_are_left_out(view: Views) -> None:
    shown = tree(evidence(view("en"), "version-day")).xpath("//section//thead//th/text()")
    assert shown == ["Value", "What", "Set to", "Where it stands"]


def test_hostile_texts_stay_texts(view: Views, ledger: dict[str, Any]) -> None:
    hostile = '<script>x</script> | `y` ](javascript:z) "q" \'a=b'
    fact = ledger["facts"]["bench/speeds/small/new"]
    fact["label"]["en"] = fact["locator"]["en"] = fact["printed"] = hostile
    fact["conditions"]["path"]["en"] = hostile
    table = ledger["sources"]["bench"]["tables"]["speeds"]
    table["label"]["en"] = table["row_labels"]["small"]["en"] = hostile
    table["cells"]["small"]["new"] = hostile
    block = evidence(view("en"), "bench/speeds/small/new")
    stranger: Any = html.fragment_fromstring(GITHUB.render(block.markdown), "div")
    for root in (tree(block), stranger):
        assert not root.xpath(".//script|.//*[contains(@href, 'javascript:')][not(@data-x)]")
        assert root.text_content().count("<script>x</script>") >= 6
