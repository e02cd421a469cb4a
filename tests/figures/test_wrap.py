"""Broken lines are the text to the letter, and break only where a reader would."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tieout.figures.config import Run, plain
from tieout.figures.wrap import break_lines

RUNS = st.lists(
    st.one_of(
        st.builds(Run, st.text("ab 軟體，（）", min_size=1, max_size=12)),
        st.builds(Run, st.just("842 tok/s"), fact=st.just("post/speed")),
    ),
    min_size=1,
    max_size=6,
).map(tuple)


@settings(max_examples=200, deadline=None)
@given(RUNS, st.integers(1, 40))
def test_nothing_is_lost_and_facts_stay_whole(runs: tuple[Run, ...], room: int) -> None:
    lines = break_lines(runs, len, room)
    assert "".join(map(plain, lines)) == plain(runs)
    facts = [run for line in lines for run in line if run.fact]
    assert facts == [run for run in runs if run.fact]


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("never breaks a word", 8, ["never ", "breaks ", "a word"]),
        ("內容為合成，重建。", 6, ["內容為合", "成，重建。"]),
        ("不讓逗號，開頭", 4, ["不讓逗", "號，開頭"]),
        ("括號（不落單）", 3, ["括號", "（不落", "單）"]),
        ("用 GPU 跑", 5, ["用 GPU ", "跑"]),
        ("fits", 1, ["fits"]),
    ],
)
def test_breaks(text: str, room: int, lines: list[str]) -> None:
    assert [plain(line) for line in break_lines((Run(text),), len, room)] == lines
