"""A cell that prints two figures divides in the same way for the build and for the checks."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mini_project import Mini, copy_mini

from tieout.cell_parts import CellError, Part, part_of, with_part
from tieout.checks.parted import printed_under
from tieout.errors import TieoutError

CASES = list(
    csv.DictReader((Path(__file__).parent / "fixtures/cells-in-parts.csv").open("r", -1, "utf-8"))
)
PARTS: tuple[Part, Part] = ("before", "inside")
SHEET, TABLE = "sources/bench/source.yaml", "sources/bench/speeds.csv"
MARKED = st.tuples(
    st.sampled_from(["", "*", "**", "***", "_"]),
    st.sampled_from(["5.30 s", "1,000", "~7", "−57.2%", "+3.0 ×"]),
    st.sampled_from(["", " ", "\u00a0"]),
    st.sampled_from(["", "🚀", " ✅", " ⭐️"]),
)


def again(cell: str, part: str) -> tuple[str, str]:
    """What the checks read, and what they find wrong."""
    return printed_under({"held": cell}, "name", {"cell": {"column": "held", "part": part}})


@pytest.mark.parametrize("case", CASES, ids=[case["why"] for case in CASES])
@pytest.mark.parametrize("part", PARTS)
def test_both_readers_divide_a_cell_alike(case: dict[str, str], part: Part) -> None:
    """Each part as worked out by hand; what does not divide is refused by both."""
    text, fault = again(case["cell"], part)
    if case[part] == "!":
        with pytest.raises(CellError):
            part_of(case["cell"], part)
        assert fault
        assert text == case["cell"]  # so that its digits are seen and the fault is told
    else:
        assert part_of(case["cell"], part) == case[part]
        assert (text, fault) == (case[part], "")


@settings(max_examples=150, deadline=None)
@given(MARKED, MARKED, st.sampled_from(["", "*", "**"]), st.sampled_from(["", " 🚀"]))
def test_marks_are_no_part_of_a_figure(
    first: tuple[str, ...], second: tuple[str, ...], around: str, end: str
) -> None:
    """Whatever stands around the figures, both readers find them, and a new one takes its place."""
    before, inside = (f"{m}{text}{m}{space}{sign}" for m, text, space, sign in (first, second))
    wrapped = around if around and not {first[0], second[0]} - {""} else ""
    cell = f"{wrapped}{before}({inside}){wrapped}{end}"
    for part, figure in zip(PARTS, (first[1], second[1]), strict=True):
        assert part_of(cell, part) == figure
        assert again(cell, part) == (figure, "")
        other = PARTS[1 - PARTS.index(part)]
        changed = with_part(cell, part, "9.99")
        assert part_of(changed, part) == "9.99"
        assert part_of(changed, other) == part_of(cell, other)
        assert changed.replace("9.99", "") == cell.replace(figure, "", 1) or first[1] == second[1]


def test_an_empty_cell_takes_both_parts() -> None:
    """As a pull finds them, the one before the parentheses first."""
    assert with_part(with_part("", "before", "5.30 s"), "inside", "−57.2%") == "5.30 s(−57.2%)"


@pytest.fixture
def mini(tmp_path: Path) -> Mini:
    """The small project with a table whose newer column prints its change."""
    mini = copy_mini(tmp_path / "mini")
    said = "        label: {en: gain as printed"
    mini.edit(SHEET, said, "        cell: {column: gain, part: before}\n" + said)
    mini.edit(TABLE, "1.58\n", "**1.58 (first)** 🚀\n")
    mini.edit(TABLE, "1.88\n", "1.88 (second)\n")
    return mini


def test_the_figure_is_the_part(mini: Mini) -> None:
    """Printed, value and bounds are those of the part; its place is the cell."""
    fact = mini.ledger().facts["bench/speeds/small/gain"]
    assert fact.printed == "1.58"
    assert str(fact.place).endswith(f"{TABLE}:2 (gain)")


@pytest.mark.parametrize(
    ("cell", "what"),
    [
        ("1.61×", "'1.61×' has no parentheses, and a figure is read from them: print the cell"),
        ("1.61× (a) (b)", "'1.61× (a) (b)' has not exactly one pair of parentheses: give"),
        ("1.61× (a) b", "'1.61× (a) b' goes on behind its parentheses: leave nothing behind"),
        ("1.61× ()", "'1.61× ()' has nothing inside its parentheses: print both figures"),
    ],
)
def test_a_cell_that_does_not_divide_names_its_line(mini: Mini, cell: str, what: str) -> None:
    """With file, line, column, and the mend; and nothing is written."""
    mini.edit(TABLE, "**1.58 (first)** 🚀", cell)
    with pytest.raises(TieoutError) as stopped:
        mini.ledger()
    assert f"{TABLE}:2: column gain (read as gain): {what}" in str(stopped.value)


def test_a_column_that_is_read_must_be_there(mini: Mini) -> None:
    """A misspelt name of a column is told, and what was meant."""
    mini.edit(SHEET, "cell: {column: gain,", "cell: {column: gian,")
    with pytest.raises(TieoutError) as stopped:
        mini.ledger()
    line = mini.line_of(SHEET, "      gain:")
    what = "no column 'gian' in speeds.csv: did you mean gain?"
    assert f"{SHEET}:{line}: {what}" in str(stopped.value)


@pytest.mark.parametrize(
    "cell", ["{column: gain}", "{part: before}", "{column: gain, part: second}", "gain"]
)
def test_a_wrong_description_is_refused(mini: Mini, cell: str) -> None:
    """The schema says which keys there are and what they may be."""
    mini.edit(SHEET, "cell: {column: gain, part: before}", f"cell: {cell}")
    with pytest.raises(TieoutError) as stopped:
        mini.ledger()
    line = mini.line_of(SHEET, f"cell: {cell}")
    assert f"{SHEET}:{line}: tables.speeds.columns.gain.cell" in str(stopped.value)
