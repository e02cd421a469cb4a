"""YAML keeps what was typed, knows its lines, and refuses what could explode or surprise."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.blocks import Block, block_id, read_blocks

from tieout.errors import TieoutError
from tieout.yamlio import MAX_DEPTH, MAX_VALUES, parse

FILE = Path("a.yaml")
TEXT = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), max_size=12)
TREES: st.SearchStrategy[Any] = st.recursive(
    TEXT, lambda kids: st.lists(kids, max_size=4) | st.dictionaries(TEXT, kids, max_size=4)
)


@pytest.mark.parametrize("block", read_blocks("yaml.txt"), ids=block_id)
def test_block(block: Block) -> None:
    """What is typed is what is read; what cannot be read is said with its line."""
    if block.expected.startswith(("{", "n")):
        assert parse(block.given, FILE).data == json.loads(block.expected)
        return
    with pytest.raises(TieoutError) as caught:
        parse(block.given, FILE)
    assert str(caught.value).startswith(f"a.yaml:{block.expected}")


@settings(max_examples=150, deadline=None)
@given(TREES)
def test_any_tree_comes_back(tree: Any) -> None:
    """Whatever the texts hold (colons, quotes, hashes), they are read as they were written."""
    if "<<" in json.dumps(tree):
        return
    assert parse(json.dumps(tree, ensure_ascii=False), FILE).data == tree


@pytest.mark.parametrize("style", ["|", ">", "|-", ">-", "|+", ">+"])
def test_the_break_behind_a_block_is_no_text(style: str) -> None:
    """A label would carry it into each text that it is joined to."""
    assert parse(f"a: {style}\n  one word\n\nb: c\n", Path("a.yaml")).data["a"] == "one word"


def test_each_value_has_its_line() -> None:
    """Errors of later steps name the line of a value, or of what holds it."""
    text = "a:\n  - b: 1\n    c: 2\n  - d\ne: {f: g,\n    h: i}\n"
    document = parse(text, FILE)
    places = [("a",), ("a", 0), ("a", 0, "c"), ("a", 1), ("e", "f"), ("e", "h"), ("e", "h", "x")]
    assert [document.line(*key) for key in places] == [1, 2, 3, 4, 5, 6, 6]
    assert document.line() == 1


@pytest.mark.parametrize("text", ["[" * 500, "{a: " * 500, "- " * 5000 + "x", "? " * 5000])
def test_depth_is_bounded(text: str) -> None:
    """Deep nesting is refused where it gets too deep, not by an overflow somewhere below."""
    with pytest.raises(TieoutError, match=f"deeper than {MAX_DEPTH} levels|broken YAML|plain word"):
        parse(text, FILE)


def test_aliases_cannot_explode() -> None:
    """Nine lists of nine aliases each would be a thousand million values."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    start = time.monotonic()
    with pytest.raises(TieoutError, match=f"more than {MAX_VALUES} values"):
        parse("\n".join(lines), FILE)
    assert time.monotonic() - start < 2
