"""A figure in prose is found by the words around it, once, and never cut out of a longer one."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tieout.extract import AmbiguousError, LocateError, NotFoundError, locate
from tieout.extract.tables import TableKind

PAGE = """<h1>Results</h1>
<p>On 8 GPUs decoding reaches <b>131.5</b>
tok/s, a speedup of <i>1.5</i>x to 1.7<sup>2</sup> × over stock.</p>
<p hidden>decoding reaches 99 tok/s</p>
<script>"decoding reaches 98 tok/s"</script>
<ul><li>393<li>sessions</ul>
<p>加速比約&nbsp;18 萬次，批次 64。Version 2.5.1 costs $1,024.50 (in total).
<p>It needs 1&#8239;024 MB, 2.5x of 80GB on GB300.
<p>It takes 5 s alone and 7 s with others; 12 ms. 13 ms.
"""
MARKDOWN = """Decoding reaches **131.5**
tok/s with `draft=7` set,
see [the 2.50](https://example.org/9) figure.

| Batch | tok/s |
| ----- | ----- |
| 1     | 193.3 |
"""

FOUND: list[tuple[TableKind, str, str, str, int]] = [
    ("html", "decoding reaches", "tok/s", "131.5", 2),
    ("html", "decoding  reaches\n", " tok/s,", "131.5", 2),
    ("html", "a speedup of", "to", "1.5x", 3),
    ("html", "1.5x to", "over stock", "1.7[^2] ×", 3),
    ("html", "1.5x to", "×", "1.7[^2]", 3),
    ("html", "over stock.", "sessions", "393", 6),
    ("html", "加速比約", "萬", "18", 7),
    ("html", "約", "萬次", "18", 7),
    ("html", "批次", "。", "64", 7),
    ("html", "costs $", "(in total)", "1,024.50", 7),
    ("html", "Version", "costs", "2.5.1", 7),
    ("html", "needs", "MB", "1\u202f024", 8),
    ("html", "MB,", "x of", "2.5", 8),
    ("html", "x of", "GB on", "80", 8),
    ("html", "on GB", ".", "300", 8),
    ("html", "takes", "s alone", "5", 9),
    ("html", "others;", "ms. 13", "12", 9),
    ("html", "On", "GPUs", "8", 2),
    ("markdown", "reaches", "tok/s with", "131.5", 1),
    ("markdown", "draft=", "set", "7", 2),
    ("markdown", "see the", "figure", "2.50", 3),
]

NOT_FOUND: list[tuple[str, str, str]] = [
    ("decoding reachs", "tok/s", 'line 2 "decoding reaches 131.5'),
    ("decoding reaches", "tok/h", "found 'before', but not \"tok/h\" within 40 characters"),
    ("decoding reaches 13", "tok/s", "nowhere"),
    ("Version 2", "costs", "nowhere"),
    ("costs $1", "(in total)", "nowhere"),
    ("Version", "1 costs", "but not"),
    ("Version 2.", "costs", "nowhere"),
    ("needs 1", "MB", "nowhere"),
    ("needs", "024 MB", "but not"),
    ("ecoding reaches", "tok/s", "nowhere"),
    ("reaches 99", "tok/s", "nowhere"),
    ("DECODING reaches", "tok/s", "nowhere"),
    ("On", "over stock", "but not"),
    ("zzz", "yyy", "nearest: none"),
]
MALFORMED: list[dict[str, Any]] = [
    {"before": "a"},
    {"after": "a"},
    {"before": "", "after": "a"},
    {"before": "a", "after": " \u00a0"},
    {"before": "a", "after": 5},
    {"before": "a", "after": "b", "column": "c"},
]


@pytest.mark.parametrize(("kind", "before", "after", "text", "line"), FOUND)
def test_found(kind: TableKind, before: str, after: str, text: str, line: int) -> None:
    """White space, line ends and markup between the words do not matter."""
    document = PAGE if kind == "html" else MARKDOWN
    located = locate(document, kind, {"before": before, "after": after})
    assert (located.text, located.line) == (text, line)
    assert text in located.context


@pytest.mark.parametrize(("before", "after", "message"), NOT_FOUND)
def test_not_found(before: str, after: str, message: str) -> None:
    """Hidden text is not searched, words and numbers are not cut, case counts."""
    with pytest.raises(NotFoundError) as caught:
        locate(PAGE, "html", {"before": before, "after": after})
    assert message in str(caught.value)


def test_how_the_text_goes_on_is_shown() -> None:
    """The editor sees the words to put under `after`."""
    with pytest.raises(NotFoundError, match=r"line 2 .*reaches 131\.5 tok/s, a"):
        locate(PAGE, "html", {"before": "decoding reaches", "after": "tokens"})


def test_the_same_words_around_several_figures_are_several_places() -> None:
    text = "<p>takes 5 s\n<p>then 6 s, takes 7 s, takes 8 s."
    with pytest.raises(AmbiguousError, match=r"found 3 texts .*line 1 .*line 2 .*more"):
        locate(text, "html", {"before": "takes", "after": "s"})


def test_a_phrase_found_twice_is_an_error_with_both_places() -> None:
    text = "It takes 5 s.\n\nIt takes 5 s.\n"
    with pytest.raises(AmbiguousError, match=r"found 2 texts .*line 1 .*; line 3 "):
        locate(text, "markdown", {"before": "takes", "after": "s."})


def test_the_nearest_words_before_count() -> None:
    """A word that stands again before the figure does not make two places of one."""
    located = locate("in 2024 we ran in 5 s", "markdown", {"before": "in", "after": "s"})
    assert located.text == "5"


@pytest.mark.parametrize("locator", MALFORMED)
def test_malformed(locator: dict[str, Any]) -> None:
    with pytest.raises(LocateError, match=r"^found .*expected") as caught:
        locate(PAGE, "html", locator)
    assert type(caught.value) is LocateError


WORDS = st.text("abcdefg", min_size=1, max_size=5)
MARKUP = st.sampled_from([" ", "\n", " <b> ", "</i> ", "<!-- 1 --> ", "\u00a0", " <i>\n"])


@settings(max_examples=80, deadline=None)
@given(st.lists(WORDS, min_size=3, max_size=3), st.lists(MARKUP, min_size=4, max_size=4))
def test_any_markup_may_stand_between(words: list[str], gaps: list[str]) -> None:
    one, two, three = (f"{word}{number}x" for number, word in enumerate(words))
    page = f"<p>{one}{gaps[0]}{two}{gaps[1]}1.<b>5</b>0{gaps[2]}{three}{gaps[3]}"
    located = locate(page, "html", {"before": f"{one} {two}", "after": three})
    assert located.text.strip("\u00a0") == "1.50"


def test_candidates_of_a_large_page_come_in_time() -> None:
    page = "".join(f"<p>Line {n} of prose with words enough</p>" for n in range(20_000))
    start = time.process_time()
    with pytest.raises(NotFoundError, match="of prose with words"):
        locate(page, "html", {"before": "of prose with wards enough", "after": "x"})
    assert time.process_time() - start < 6
