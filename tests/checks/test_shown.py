"""The small tools with which pages, Markdown and ledger are laid side by side."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.mini_project import Mini

from tieout.checks import ledger_equals_source
from tieout.checks.finished import read_finished
from tieout.checks.markdown_text import MarkdownText
from tieout.checks.shown import any_of, bounds_fault, consume, out_of_order, unwrapped


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        (r"a \[b\] \* c", "a [b] * c"),
        ("see [16](#fact-a/b) GPUs", "see 16 GPUs"),
        ("**bold** and *soft*", "bold and soft"),
        ("`a * b` stays", "a * b stays"),
        ('<span data-why="x">8</span>', "8"),
        ("![a picture](x.svg) after", " after"),
        ("[at](<https://x.example/(a)>)", "at"),
        (r"\#12", "#12"),
    ],
)
def test_markdown_reads_as_its_renderer_shows_it(markdown: str, text: str) -> None:
    """Marks, tags and addresses are no part of what a reader sees."""
    assert unwrapped(markdown) == text


@pytest.mark.parametrize(
    ("text", "low", "high", "scale", "sound"),
    [
        ("121.92 – 122.77", "121.92429022082", "122.761904761905", 1, True),
        ("121.93 – 122.77", "121.92429022082", "122.761904761905", 1, False),
        ("121.92 – 122.76", "121.92429022082", "122.761904761905", 1, False),
        ("121.9 – 122.77", "121.92429022082", "122.761904761905", 1, False),
        ("43.5 – 44.5", "0.435", "0.445", 100, True),
        ("−0.24 – 0.24", "-0.00236127508854782", "0.00236686390532544", 100, True),
        ("175,000 – 185,000", "175000", "185000", 1, True),
        ("122", "121.5", "122.5", 1, False),
    ],
)
def test_bounds_are_rounded_outwards(
    text: str, low: str, high: str, scale: int, sound: bool
) -> None:
    """A bound rounded inwards would exclude what the digits leave open."""
    assert (bounds_fault(text, low, high, scale) == "") is sound


def test_pieces_are_taken_once_and_the_rest_is_told() -> None:
    """A value that stands twice must be found twice; what nobody asked for is left over."""
    missing, left = consume("GPUs:8;8;exact;9", ["GPUs: 8", "8", "8"], any_of(["exact"]))
    assert (missing, left) == (["8"], "9")


@pytest.mark.parametrize(
    ("text", "wordings", "lacking"),
    [
        ("from 8 to 16", ["8", "16"], ""),
        ("from 16 to 8", ["8", "16"], "16"),
        ("from 18 to 16", ["8", "16"], "8"),
        ("8, 16 and 8 again", ["8", "16"], ""),
    ],
)
def test_numbers_of_a_title_stand_in_the_order_in_which_they_are_named(
    text: str, wordings: list[str], lacking: str
) -> None:
    """Else two numbers could be exchanged in an alternative text."""
    assert out_of_order(text, wordings) == lacking


def test_links_and_lines_of_markdown() -> None:
    """Findings name the line, and a picture's address is no link."""
    text = MarkdownText("# A\n\n![x](p.svg) [b](#fact-c)\n\n| [8](#fact-d) |\n| --- |\n")
    assert text.links == [("#fact-c", 3), ("#fact-d", 5)]
    assert text.reading[0] == "Ab8"


def test_sources_that_are_not_there_are_a_finding(mini: Mini) -> None:
    """A check that could not look must not pass."""
    shutil.rmtree(mini.root / "sources")
    found = ledger_equals_source.check(read_finished("mini", Path("build"), Path("figures")))
    assert "the file is missing" in found.findings[0].what
