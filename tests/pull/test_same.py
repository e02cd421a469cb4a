"""A figure is the same by value and digits, whatever it is printed like."""

from __future__ import annotations

import pytest
from tests.mini_project import ROOT

from tieout.pull.same import compare
from tieout.units import Units, load_units

SAME = [
    ("12,805", "12805", "lines", "count"),
    ("12805", "12,805", "lines", "count"),
    ("1.58", "1.58×", "×", "measure"),
    ("1.58", " 1.58x ", "×", "measure"),
    ("842", "842 tok/s", "tok/s", "measure"),
    ("127.2", "127.2 (7.86 ms)", "tok/s", "measure"),
    ("85.0%", "85.0%[^1]", "%", "measure"),
    ("~130", "≈ 130", "µs per layer", "measure"),
    ("44%", "44 %", "%", "measure"),
    ("2026-10-16", "2026-10-16T14:03:11Z", "date", "count"),
    ("2026-07-27", "July 27, 2026", "date", "count"),
    ("2026-07-27", "27 July 2026", "date", "count"),
    ("P90", "p90", "id", "count"),
    ("", "—", "tok/s", "measure"),
    ("", "n/a", "tok/s", "measure"),
    ("", "", "id", "count"),
]

OTHER = [
    ("2.50", "2.5", "×", "measure", "2.5"),
    ("2.5", "2.50", "×", "measure", "2.50"),
    ("842", "~842", "tok/s", "measure", "~842"),
    ("842", "843 tok/s", "tok/s", "measure", "843 tok/s"),
    ("12,805", "12,900", "lines", "count", "12,900"),
    ("", "122.4", "tok/s", "measure", "122.4"),
    ("127.2", "131.0 (7.63 ms)", "tok/s", "measure", "131.0"),
    ("218", "219[^2]", "tok/s", "measure", "219"),
    ("2026-10-16", "2026-10-17T00:00:00Z", "date", "count", "2026-10-17"),
    ("61867", "61868", "id", "count", "61868"),
]

UNREADABLE = [
    ("842", "much faster", "tok/s", "measure"),
    ("842", "842 ms", "tok/s", "measure"),
    ("842", "> 842", "tok/s", "measure"),
    ("44%", "44", "%", "measure"),
    ("2026-10-16", "last Friday", "date", "count"),
    ("2026-10-16", "2026-02-30", "date", "count"),
]


@pytest.fixture(scope="module")
def units() -> Units:
    """The project's units."""
    return load_units(ROOT / "sources" / "units.yaml")


@pytest.mark.parametrize(("kept", "found", "unit", "kind"), SAME)
def test_the_same_figure(units: Units, kept: str, found: str, unit: str, kind: str) -> None:
    """Grouping, signs, remarks and footnotes change nothing."""
    assert compare(kept, found, units[unit], kind).same


@pytest.mark.parametrize("case", OTHER)
def test_another_figure(units: Units, case: tuple[str, str, str, str, str]) -> None:
    """Digits and marks count: they are the bounds. The text to keep is the number alone."""
    kept, found, unit, kind, text = case
    result = compare(kept, found, units[unit], kind)
    assert (result.same, result.text, result.problem) == (False, text, "")


@pytest.mark.parametrize(("kept", "found", "unit", "kind"), UNREADABLE)
def test_no_figure(units: Units, kept: str, found: str, unit: str, kind: str) -> None:
    """A text that is no such number never becomes one."""
    result = compare(kept, found, units[unit], kind)
    assert not result.same
    assert result.problem


def test_an_empty_cell_where_a_figure_was(units: Units) -> None:
    """Said as such: the source has taken the figure away."""
    result = compare("842", "-", units["tok/s"], "measure")
    assert (result.same, result.empty) == (False, True)


def test_a_file_that_counts_in_other_units(units: Units) -> None:
    """Bytes per second behind terabytes per second; the words of the figure stay."""
    unit = units["TB/s/GPU"]
    assert compare("8 TB/s", "8000000000000", unit, "count", "1000000000000").same
    other = compare("8 TB/s", "7500000000000", unit, "count", "1000000000000")
    assert (other.same, other.text) == (False, "7.5 TB/s")
