"""Tables in both forms, and the bounds that stand in them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import html
from markdown_it import MarkdownIt

from tieout.pages.inline import Code, FactRef, Link, Text, to_plain
from tieout.pages.tables import Grid, bounds, shown_bounds, table_block
from tieout.pages.view import View

GITHUB = MarkdownIt("commonmark", {"html": True}).enable("table")
GRID = Grid(
    caption=[Text("Speeds | by <group>")],
    heads=[[Text("Group")], [Text("New | old")], [Link("#x", (Text("a]b"),))]],
    rows=[
        [[Text("small\nand large")], [FactRef("bench/speeds/small/new")], [Code("a|b`c")]],
        [[Text("")], [Text("**")], [FactRef("bench/speeds/large/old")]],
    ],
    note=[Text("- no list")],
    anchor="table-x",
    marked=frozenset({(1, 2)}),
)


def cells(root: Any) -> list[list[str]]:
    """Texts of a table, row by row."""
    rows = root.xpath(".//tr")
    return [
        [" ".join(cell.text_content().split()) for cell in row.xpath("./th|./td")] for row in rows
    ]


def test_both_forms_hold_the_same_cells(view: Callable[[str], View]) -> None:
    """Whatever stands in a cell, it neither ends it nor opens another."""
    block = table_block(GRID, view("en"))
    page = cells(html.fragment_fromstring(block.html, "div"))
    plain = cells(html.fragment_fromstring(GITHUB.render(block.markdown), "div"))
    assert page[0] == ["Group", "New | old", "a]b"]
    assert page[1] == ["small and large", "193.3 tok/s", "a|b`c"]
    assert page[2] == ["", "**", "not captured"]
    assert plain[:2] == page[:2]
    assert plain[2] == ["", "**", "not captured ≠"]  # the page leaves the sign to its styles


def test_caption_and_note_stand_around_the_table(view: Callable[[str], View]) -> None:
    block = table_block(GRID, view("en"))
    page = html.fragment_fromstring(block.html, "div")
    assert page.xpath("string(.//caption)") == "Speeds | by <group>"
    assert page.xpath("string(p[@class='note'])") == "- no list"
    plain = html.fragment_fromstring(GITHUB.render(block.markdown), "div")
    assert [child.tag for child in plain] == ["p", "table", "p"]
    assert plain.xpath("string(p[1]/strong)") == "Speeds | by <group>"


def test_wide_table_scrolls_in_a_box_that_keyboards_reach(view: Callable[[str], View]) -> None:
    box = html.fragment_fromstring(table_block(GRID, view("en")).html, "div")[0]
    assert {**box.attrib} == {
        "class": "table",
        "id": "table-x",
        "role": "group",
        "tabindex": "0",
        "aria-label": "Table, scrolls sideways",
    }
    assert box.xpath("count(.//thead//th)") == 3
    assert box.xpath("count(.//th[@scope='row'])") == 2
    assert box.xpath("string(.//td[@class='differs'])") == "not captured"


NUMBERS = st.fractions(min_value=-(10**9), max_value=10**12, max_denominator=10**6)


@settings(max_examples=200, deadline=None)
@given(NUMBERS, NUMBERS)
@example(Fraction(175, 10), Fraction(185, 10))
@example(Fraction(-1, 3), Fraction(2, 3))
def test_bounds_are_rounded_outwards_and_stay_near(one: Fraction, other: Fraction) -> None:
    """What the page prints as bounds holds every value that the digits leave open."""
    low, high = sorted((one, other))
    if low == high:
        return
    floor, ceiling = (
        Fraction(text.replace(",", "").replace("\N{MINUS SIGN}", "-"))
        for text in shown_bounds(low, high)
    )
    assert floor <= low < high <= ceiling
    assert ceiling - floor <= (high - low) * Fraction(11, 10)


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        ("193.25", "193.35", ("193.25", "193.35")),
        ("175000", "185000", ("175,000", "185,000")),
        ("1.105", "1.12", ("1.105", "1.12")),
        ("-0.5", "0.5", ("\N{MINUS SIGN}0.5", "0.5")),
        ("0.0009", "0.0011", ("0.0009", "0.0011")),
    ],
)
def test_bounds_have_no_more_digits_than_they_need(
    low: str, high: str, shown: tuple[str, str]
) -> None:
    assert shown_bounds(Fraction(low), Fraction(high)) == shown


def test_bounds_of_a_fact(view: Callable[[str], View]) -> None:
    seen = view("en")
    assert to_plain(bounds("bench/lines", seen), seen)[0] == "exact"
    assert to_plain(bounds("bench/speeds/small/gain", seen), seen)[0] == "1.575 – 1.585"
    assert bounds("bench/speeds/large/old", seen) == ()
    assert bounds("version-day", seen) == ()


def test_bounds_of_a_share_are_in_percent(view: Callable[[str], View]) -> None:
    seen = view("en")
    fact = seen.facts["bench/speeds/small/gain"]
    fact.update(unit="%", low="0.435", high="0.445")
    assert to_plain(bounds("bench/speeds/small/gain", seen), seen)[0] == "43.5 – 44.5"
