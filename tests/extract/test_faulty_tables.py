"""A table that breaks the rules is in nobody's way: its own figures are refused, no others."""

from __future__ import annotations

import pytest

from tieout.extract import AmbiguousError, ExtractError, NotFoundError, locate
from tieout.extract.tables import TableKind, extract_tables, read_tables

MARKDOWN = """# Results

## First

| GPUs | Speed |
|---|---|
| 8 | 1.5 |

## Second

| GPUs | Speed |
|---|---|
| 8 | 2.5 |
| 16 | 2.6 | extra |

## Third

| GPUs | Speed |
|---|---|---|
| 8 | 3.5 |

## Fourth

| GPUs | Speed |
|---|---|
| 8 | 4.5 |
"""
ROW = "<tr><td>8<td>{speed}</tr>"
HEAD = "<tr><th>GPUs<th>Speed</tr>"
HTML = "\n".join(
    [
        "<h1>Results</h1>",
        f"<h2>First</h2><table>{HEAD}{ROW.format(speed='1.5')}</table>",
        f"<h2>Second</h2><table>{HEAD}{ROW.format(speed='2.5')}",
        "<tr><td>16<td>2.6<td>extra</tr></table>",
        f"<h2>Third</h2><table>{HEAD}",
        f"<tr><td><table>{HEAD}{ROW.format(speed='3.4')}</table><td>3.5</tr>",
        f"{ROW.format(speed='3.6')}</table>",
        f"<h2>Fourth</h2><table>{HEAD}{ROW.format(speed='4.5')}</table>",
    ]
)
PAGES: dict[TableKind, str] = {"markdown": MARKDOWN, "html": HTML}
#: By kind: line and cause of the fault in the second and in the third table.
FAULTS = {
    "markdown": ("line 14: found a row of 3 cells", "line 19: found a delimiter row of 3 cells"),
    "html": ("line 4: found a row of 3 cells", "line 6: found a table inside a table cell"),
}


@pytest.mark.parametrize("kind", PAGES)
def test_the_other_tables_are_read(kind: TableKind) -> None:
    """Before the fault and behind it."""
    for heading, speed in (("First", "1.5"), ("Fourth", "4.5")):
        locator = {"heading": heading, "row": {"GPUs": "8"}, "column": "Speed"}
        assert locate(PAGES[kind], kind, locator).text == speed


@pytest.mark.parametrize("kind", PAGES)
def test_figures_of_a_faulty_table_are_refused(kind: TableKind) -> None:
    """All of them, those before the bad row too, with its line; also a table inside it."""
    for heading, says in zip(("Second", "Third"), FAULTS[kind], strict=True):
        locator = {"heading": heading, "row": {"GPUs": "8"}, "column": "Speed"}
        with pytest.raises(ExtractError) as caught:
            locate(PAGES[kind], kind, locator)
        assert str(caught.value).startswith(says)


@pytest.mark.parametrize("kind", PAGES)
def test_a_faulty_table_keeps_its_place(kind: TableKind) -> None:
    """Otherwise a position would lead to the next table, and so to a wrong figure."""
    key = {"row": {"GPUs": "8"}, "column": "Speed"}
    assert locate(PAGES[kind], kind, {"position": "4", **key}).text == "4.5"
    with pytest.raises(ExtractError):
        locate(PAGES[kind], kind, {"position": "3", **key})
    with pytest.raises(NotFoundError, match="found 4 such tables"):
        locate(PAGES[kind], kind, {"position": "5", **key})
    with pytest.raises(AmbiguousError, match="found 4 such tables"):
        locate(PAGES[kind], kind, {"heading": "Results", **key})
    assert [table.headings for table in read_tables(PAGES[kind], kind)] == [
        ("Results", name) for name in ("First", "Second", "Third", "Fourth")
    ]


@pytest.mark.parametrize("kind", PAGES)
def test_whoever_wants_all_tables_gets_the_first_fault(kind: TableKind) -> None:
    """`extract_tables` gives a document whole or not at all."""
    with pytest.raises(ExtractError) as caught:
        extract_tables(PAGES[kind], kind)
    assert str(caught.value).startswith(FAULTS[kind][0])


def test_many_tables_share_one_bound() -> None:
    """Spans could make of a small page more than memory holds, a little in each table."""
    rows = "<tr>" + "<td colspan=1000>x" * 90
    page = f"<table>{rows}</table>" * 30
    tables = read_tables(page, "html")
    assert len(tables) == 30
    assert [table.fault is None for table in tables] == [True] * 11 + [False] * 19
    assert "more than 1000000 cells" in str(tables[-1].fault)
