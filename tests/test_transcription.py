"""Figures of pictures and posts: two readers, and the error of a reading off an axis as bounds."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from tests.mini_project import Mini, copy_mini

from tieout.errors import TieoutError

TWO = '[{by: A. Lin, day: 2026-11-29, text: "%s"}, {by: B. Wu, day: 2026-11-30, text: "%s"}]'


@pytest.fixture
def mini(tmp_path: Path) -> Mini:
    """A copy of the small project."""
    return copy_mini(tmp_path / "mini")


def note(mini: Mini, figure: str, where: str, readings: str, more: str = "") -> None:
    """Write a record of one figure."""
    text = f"figures:\n  - figure: {figure}\n    from: {where}\n    readings: {readings}\n{more}"
    (mini.root / "sources" / "shout" / "transcriptions.yaml").write_text(text, "utf-8")


def test_two_readers_who_agree(mini: Mini) -> None:
    """By value and digits, not by signs."""
    note(mini, "speed", "post", TWO % ("257", "257 tok/s"))
    assert mini.ledger().facts["shout/speed"].text["en"] == "257 tok/s"


def test_the_error_of_a_chart_becomes_the_bounds(mini: Mini) -> None:
    """The printed text carries it, so that it enters whatever is computed from the figure."""
    mini.edit("sources/shout/source.yaml", 'printed: "257"', "printed: 257 ± 5")
    note(mini, "speed", "chart", TWO % ("255", "260"), '    error: "5"\n')
    interval = mini.ledger().facts["shout/speed"].interval
    assert interval is not None
    assert (interval.low, interval.high) == (Fraction(252), Fraction(262))


BAD = {
    "one reader": ("post", '[{by: A. Lin, day: 2026-11-29, text: "257"}]', "", "second person"),
    "one reader twice": (
        "post",
        '[{by: A. Lin, day: 2026-11-29, text: "257"}, {by: a. lin, day: 2026-11-30, text: "257"}]',
        "",
        "only one person has read it",
    ),
    "readers who differ": ("post", TWO % ("257", "275"), "", "B. Wu read '275'"),
    "digits that differ": ("post", TWO % ("257", "257.0"), "", "B. Wu read '257.0'"),
    "no such day": (
        "post",
        (TWO % ("257", "257")).replace("2026-11-30", "2026-11-31"),
        "",
        "day is out of range",
    ),
    "a chart without its error": ("chart", TWO % ("257", "257"), "", "how exactly is not said"),
    "a figure without the chart's error": (
        "chart",
        TWO % ("257", "257"),
        '    error: "5"\n',
        "does not carry the reading error 5",
    ),
    "an error of a printed number": (
        "image",
        TWO % ("257", "257"),
        '    error: "5"\n',
        "nothing was read off an axis",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_records_that_stop_the_build(mini: Mini, name: str) -> None:
    """With the file and the line of the record."""
    where, readings, more, says = BAD[name]
    note(mini, "speed", where, readings, more)
    with pytest.raises(TieoutError, match=r"transcriptions\.yaml:[0-9]+: ") as caught:
        mini.ledger()
    assert says in str(caught.value)


def test_a_reading_off_the_axis_outside_its_error(mini: Mini) -> None:
    """Then the error that is stated is too small."""
    mini.edit("sources/shout/source.yaml", 'printed: "257"', "printed: 257 ± 5")
    note(mini, "speed", "chart", TWO % ("255", "264"), '    error: "5"\n')
    with pytest.raises(TieoutError, match=r"B\. Wu read '264', outside '257 ± 5'"):
        mini.ledger()


def test_a_record_of_no_figure(mini: Mini) -> None:
    """A misspelt id must not leave a figure unchecked."""
    note(mini, "sped", "post", TWO % ("257", "257"))
    with pytest.raises(TieoutError, match="there is no such figure: did you mean speed"):
        mini.ledger()
