"""A page without needless quotation marks is the same document, in every program that reads it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree, html

from tieout.pages.unquoted import unquoted, unquoted_page

#: Whatever may stand in a value: what HTML allows unquoted, and each letter that it does not.
VALUES = st.text(st.sampled_from(list("aZ09_#.:/-=<>`' \t\n&;é字\u00a0\u3000")), max_size=6)


@pytest.mark.parametrize(
    ("given_", "left"),
    [
        ('<data class="fact" value="8">8</data>', "<data class=fact value=8>8</data>"),
        ('<a href="#fact-a/b-c_d">1</a>', "<a href=#fact-a/b-c_d>1</a>"),
        ('<tr id="x"><td>', "<tr id=x><td>"),
        ('<p class="a b">c</p>', '<p class="a b">c</p>'),
        ('<p id="">c</p>', '<p id="">c</p>'),
        ('<a href="?a=b&amp;c">c</a>', '<a href="?a=b&amp;c">c</a>'),
        ('<a href="a/">c</a>', '<a href="a/">c</a>'),
        ('<path d="M0 1" class="x"/>', '<path d="M0 1" class="x"/>'),
        ('<path class="x" d="M0"/>', '<path class=x d="M0"/>'),
        ('<p title="8" aria-label="9">c</p>', '<p title="8" aria-label="9">c</p>'),
        ("<p title='a b=\"c\"'>d</p>", "<p title='a b=\"c\"'>d</p>"),
        ('<p>a="b" c</p>', '<p>a="b" c</p>'),
        ('<p title=\'id="x"\' id="y">c</p>', '<p title=\'id="x"\' id="y">c</p>'),
        ('<p title="x id=&quot;y&quot;">c</p>', '<p title="x id=&quot;y&quot;">c</p>'),
        ("<script>a = '<b c=\"d\">'</script>", "<script>a = '<b c=\"d\">'</script>"),
        ('<style>[a="b"] {}</style>', '<style>[a="b"] {}</style>'),
        ('<!-- <b c="d"> -->', '<!-- <b c="d"> -->'),
        (
            '<span data-why="counted" data-count="links">…</span>',
            '<span data-why="counted" data-count="links">…</span>',
        ),
    ],
)
def test_quotation_marks_stay_where_they_are_needed(given_: str, left: str) -> None:
    assert unquoted(given_) == left


def test_head_keeps_its_quotation_marks() -> None:
    """Programs that ask for a title or a picture often look for them with quotation marks."""
    page = '<html lang="en"><head><meta name="x" content="y"></head><body id="top">'
    assert unquoted_page(page) == page.replace('"top"', "top")


def test_parts_that_are_known_stand_as_they_are() -> None:
    """What is not there, or stands before the one ahead of it, is unquoted with the rest."""
    one, two = (f'<p id="{name}">{"same beginning " * 9}{name}</p>' for name in ("one", "two"))
    page = f'<head id="a"><body id="b">{one}<i id="c">{two}<b id="d">'
    assert unquoted_page(page, [(one, "1"), ("<u>", "no"), (two, "2")]) == (
        '<head id="a"><body id=b>1<i id=c>2<b id=d>'
    )
    assert unquoted_page(page, [(two, "2"), (one, "no")]) == (
        f'<head id="a"><body id=b>{unquoted(one)}<i id=c>2<b id=d>'
    )
    assert unquoted_page(page, [(f"{one[:-4]}!", "no")]) == unquoted_page(page)


@given(st.lists(st.tuples(st.sampled_from(["id", "href", "data-fact", "class", "title"]), VALUES)))
def test_every_attribute_keeps_its_value(attributes: list[tuple[str, str]]) -> None:
    """Whatever stands in it, as the writers of pages escape it."""
    root = html.document_fromstring("<body></body>")
    for name, value in attributes:
        each = etree.SubElement(root[0], "p", {name: value, "data-x": "y"})
        etree.SubElement(each, "wbr", {name: value}).tail = value
    page = html.tostring(root, encoding="unicode")
    before, after = (html.document_fromstring(text) for text in (page, unquoted(page)))
    assert html.tostring(after) == html.tostring(before)
    assert unquoted(unquoted(page)) == unquoted(page)
