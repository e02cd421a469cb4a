"""Ids are found where a pattern that is plain to read, and slow, would find them."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from tieout.pages.anchors import find_ids

_SLOW = re.compile(r'<[^<>]*?\sid="([^"]*)"')
_PIECES = ["<", ">", "a", " ", "\n", 'id="x"', ' id="y"', ' id="', '"', ' data-id="z"', "id=", "="]


@settings(max_examples=2000, deadline=None)
@given(st.lists(st.sampled_from(_PIECES), max_size=14).map("".join))
def test_ids_are_those_of_the_pattern(page: str) -> None:
    assert list(find_ids(page)) == _SLOW.findall(page)


def test_ids_of_a_page() -> None:
    page = '<p id="a">id="no" <b class="x"\n id="b" id="no"> <i data-id="no"> id="no"<u id="c">'
    assert list(find_ids(page)) == ["a", "b", "c"]
