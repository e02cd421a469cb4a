"""A fault found on a page is named where an editor wrote it, or where it stands on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tieout.checks.finished import Finished
from tieout.checks.origins import GAP, Origins

TEMPLATE = """\
It has {{ f("a") }} lines, and 42 files in **all** of it.

## What {#what}

The rate is 42 here, says {{ cite("b") }}. We saw {{ x("three", "own-count") }} of them
and 12,805 again.

## Next {#next}

The rate is 42 here, says nobody. It costs
twice as much, &amp; 7 more. 他說"好"而已。
"""
ARTICLE = """\
title: {en: A title of 99 words, zh-TW: 標題}
note:
  en: 'The blog''s rate is 1042 here, says nobody at all.'
"""


@pytest.fixture
def finished(tmp_path: Path) -> Finished:
    """An article of two files."""
    folder = tmp_path / "templates" / "a"
    folder.mkdir(parents=True)
    (folder / "article.en.md.j2").write_text(TEMPLATE, "utf-8")
    (folder / "article.yaml").write_text(ARTICLE, "utf-8")
    ledger = {"article": {"glossary": []}, "sources": {}}
    nowhere = tmp_path / "build"
    return Finished(
        "a", ledger, {}, {}, {}, nowhere, nowhere, tmp_path / "templates", tmp_path / "sources"
    )


def lines(finished: Finished, text: str, words: str, anchor: str = "") -> list[str]:
    """Name and line of every place found for the words, as they stand in a text."""
    start = text.index(words)
    found = Origins(finished, "en").find(text, start, start + len(words), anchor)
    return [f"{Path(file).name}:{line}" for file, line in found]


@pytest.mark.parametrize(
    ("text", "words", "anchor", "expected"),
    [
        (f"It has {GAP} lines, and 42 files in all of it.", "42", "top", ["article.en.md.j2:1"]),
        (f"The rate is 42 here, says {GAP}.", "42", "what", ["article.en.md.j2:5"]),
        ("The rate is 42 here, says nobody.", "42", "next", ["article.en.md.j2:10"]),
        ("The rate is 42 here", "42", "what", ["article.en.md.j2:5"]),
        ("The rate is 42 here", "42", "", ["article.en.md.j2:5", "article.en.md.j2:10"]),
        ("three", "three", "what", ["article.en.md.j2:5"]),
        (f"We saw {GAP} of them and 12,805 again.", "12,805", "what", ["article.en.md.j2:6"]),
        ("It costs twice as much, & 7 more.", "twice", "next", ["article.en.md.j2:11"]),
        ("It costs twice as much, & 7 more.", "7", "next", ["article.en.md.j2:11"]),
        ("A title of 99 words", "99", "", ["article.yaml:1"]),
        ("The blog's rate is 1042 here", "1042", "what", ["article.yaml:3"]),
        ('他說"好"而已。', '"', "next", []),  # too little around it to be sure
        ('twice as much, & 7 more. 他說"好"而已。', '"', "next", ["article.en.md.j2:11"]),
        ("99", "99", "", ["article.yaml:1"]),  # alone, but nowhere else
        ("42", "42", "", []),  # alone, and in several places
        ("It has 43 lines.", "43", "top", []),
        ("a rate of 4", "4", "what", []),  # never a part of a longer number
    ],
)
def test_place(finished: Finished, text: str, words: str, anchor: str, expected: list[str]) -> None:
    assert lines(finished, text, words, anchor) == expected


def test_finding_keeps_the_page_where_nobody_wrote_the_words(finished: Finished) -> None:
    origins, place = Origins(finished, "en"), ("page.html", 7)
    text = "The rate is 42 here"
    assert str(origins.finding(place, (text, 0, 3), "w", "m", "what")).endswith("j2:5: w: m")
    several = origins.finding(place, (text, 12, 14), "w", "m")
    assert "(also on 1 other lines" in several.what
    other = ("It is 5.", 6, 7)
    assert str(origins.finding(place, other, "w", "m", "what")) == "page.html:7: w: m"


def test_words_of_the_site_are_mended_in_its_own_file(finished: Finished) -> None:
    """No call can stand there, so none is advised."""
    config = finished.templates.parent / "config.yaml"
    config.write_text("site:\n  description:\n    en: All 12 articles of ours.\n", "utf-8")
    text = "All 12 articles of ours."
    origins = Origins(finished, "en")
    told = origins.finding(("page", 7), (text, 4, 6), "no source", "write {{ f('a') }}")
    assert (
        str(told) == f"{config}:3: no source: say it without a number: config.yaml takes no calls"
    )
    other = origins.finding(("page", 7), (text, 4, 6), "a mark", "write another")
    assert str(other) == f"{config}:3: a mark: write another"
