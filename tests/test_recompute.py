"""Printed comparisons are judged by their own figures, and only where these fit."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.mini_project import Mini, copy_mini

from tieout.errors import TieoutError

BENCH, CELLS = "sources/bench/source.yaml", "sources/bench/speeds.csv"


@pytest.fixture
def mini(tmp_path: Path) -> Mini:
    """A copy that a test may spoil."""
    return copy_mini(tmp_path / "mini")


@pytest.mark.parametrize(
    ("gain", "verdict"),
    [
        ("1.58", "consistent"),
        ("1.6", "consistent"),
        ("1.580", "consistent_by_rounding"),
        ("1.59", "inconsistent"),
    ],
)
def test_verdicts(mini: Mini, gain: str, verdict: str) -> None:
    """193.3 over 122.4 is 1.579, between 1.578 and 1.581."""
    mini.edit(CELLS, "1.58", gain)
    ledger = mini.ledger()
    (found,) = ledger.verdicts
    assert found.verdict == verdict
    assert (found.printed, found.a) == ("bench/speeds/small/gain", "bench/speeds/small/new")
    fact = ledger.facts[found.recomputed]
    assert fact.text["en"] == "1.58×"
    assert fact.label["en"] == "recomputed: gain as printed, small group"


def test_a_relation_that_does_not_fit_is_refused(mini: Mini) -> None:
    """The ratio of a speed and a count is no speed-up; the line is that of the relation."""
    mini.edit(BENCH, "b: old}", "b: gpus}")
    line = mini.line_of(BENCH, "- {printed: gain")
    with pytest.raises(TieoutError) as caught:
        mini.ledger()
    assert f"{BENCH}:{line}: bench/speeds/small/gain: the formula gives" in str(caught.value)


def test_a_ratio_over_nothing_is_refused(mini: Mini) -> None:
    """Bounds that hold zero."""
    mini.edit(CELLS, "122.4", "0")
    mini.edit("templates/mini/article.yaml", "formula: large / small", "formula: small / large")
    with pytest.raises(TieoutError, match="zero"):
        mini.ledger()
