"""A cell is found by what a reader would say of it, or the message shows what there is."""

from __future__ import annotations

from typing import Any

import pytest

from tieout.extract import AmbiguousError, ExtractError, LocateError, NotFoundError, locate
from tieout.extract.names import matches, rank

MARKDOWN = """# Report

## Pure decode

| GPUs | Batch size | Stock (tok/s) | Speedup[^1] |
| ---- | ---------- | ------------- | ----------- |
| 8    | 1          | 122.1         | 1.58        |
| 8    | 64         | 1,024         | **1.30**[^2] |
| 16   | 1          | 131.5         | 2.50        |

### Long input

| GPUs | ms | ms |
| ---- | -- | -- |
| 8    | 1  | 2  |
| 8    | 3  | 4  |

## Memory

| GPUs | ms (p50) | ms (p90) |
| ---- | -------- | -------- |
| Eight* | 007 | NA |
"""
HTML = """<h2>Decode</h2>
<table><caption>Table 1. Speed</caption>
<thead><tr><th rowspan=2>Batch<th colspan=2>GB300
<tr><th>8 GPUs<sup>1</sup><th>16 GPUs
<tbody><tr><td>1<td>193.3<sup>2</sup><td>256.4
</table>
<h2>Other</h2>
<table><caption>Table 2. Keys</caption>
<tr><td>source<td>vendor page
<tr><td>read<td>2026-11-29
</table>
"""

EIGHT, ONE = {"GPUs": "Eight"}, {"Batch": "1"}
READ = {"row": {"c1": "READ"}, "column": "c2"}
FOUND: list[tuple[str, dict[str, Any], str, int]] = [
    (
        MARKDOWN,
        {
            "heading": "Pure decode",
            "position": 1,
            "row": {"GPUs": "8", "Batch size": "64"},
            "column": "Speedup",
        },
        "1.30[^2]",
        8,
    ),
    (
        MARKDOWN,
        {"position": "1", "row": {"stock": "122.1"}, "column": "speedup"},
        "1.58",
        7,
    ),
    (MARKDOWN, {"position": 1, "row": {"GPUs": "16"}, "column": "STOCK  (tok/s)"}, "131.5", 9),
    (MARKDOWN, {"heading": "memory", "row": {"gpus": "eight"}, "column": "ms (p50)"}, "007", 22),
    (
        MARKDOWN,
        {"heading": "Report", "position": 3, "row": {"GPUs": "Eight"}, "column": "ms (p90)"},
        "NA",
        22,
    ),
    (
        HTML,
        {"caption": "table 1. speed", "row": {"Batch": "1"}, "column": "GB300 / 8 GPUs"},
        "193.3[^2]",
        5,
    ),
    (HTML, {"heading": "Decode", "row": {"Batch": "1"}, "column": "gb300 / 16 gpus"}, "256.4", 5),
    (HTML, {"heading": "Other", "row": {"c1": "read"}, "column": "c2"}, "2026-11-29", 10),
    (
        HTML,
        {
            "heading": "Other",
            "position": 1,
            "caption": "Table 2. Keys",
            "row": {"c1": "READ"},
            "column": "c2",
        },
        "2026-11-29",
        10,
    ),
]

ROW = {"GPUs": "8"}
NOT_FOUND: list[tuple[dict[str, Any], str]] = [
    (
        {"heading": "Decode", "row": ROW, "column": "ms"},
        'found no table under the heading "Decode", expected one of: "Pure decode"',
    ),
    ({"caption": "x", "row": ROW, "column": "ms"}, "expected one of: none"),
    (
        {"heading": "Memory", "position": 2, "row": ROW, "column": "ms"},
        "found 1 such table (line 20), expected 2 or more",
    ),
    (
        {"position": 1, "row": ROW, "column": "Speed"},
        'found no column "Speed" in the table on line 5, expected one of: "Speedup[^1]"',
    ),
    ({"position": 1, "row": {"GPU": "8"}, "column": "Speedup"}, 'found no column "GPU"'),
    (
        {"position": 1, "row": {"GPUs": "4"}, "column": "Speedup"},
        'found no row with GPUs = "4" in the table on line 5, expected one of: "8", "16"',
    ),
    (
        {"position": 1, "row": {"GPUs": "16", "Batch size": "64"}, "column": "Speedup"},
        '"16 | 1"',
    ),
]
AMBIGUOUS: list[tuple[dict[str, Any], str]] = [
    (
        {"row": ROW, "column": "ms"},
        "found 3 such tables (line 5, line 13, line 20), expected one; add",
    ),
    (
        {"heading": "Pure decode", "row": ROW, "column": "ms"},
        "found 2 such tables (line 5, line 13)",
    ),
    (
        {"position": 1, "row": ROW, "column": "Speedup"},
        'found 2 rows with GPUs = "8" in the table on line 5 (line 7, line 8)',
    ),
    (
        {"heading": "Long input", "row": ROW, "column": "ms"},
        'found "ms" in the table on line 13 in columns 2 "ms", 3 "ms"',
    ),
    (
        {"heading": "Memory", "row": EIGHT, "column": "ms"},
        'columns 2 "ms (p50)", 3 "ms (p90)"',
    ),
]
MALFORMED: list[dict[str, Any]] = [
    {},
    {"row": ROW},
    {"column": "ms"},
    {"row": {}, "column": "ms"},
    {"row": "8", "column": "ms"},
    {"row": {"GPUs": 8}, "column": "ms", "position": 1},
    {"row": ROW, "column": 2, "position": 1},
    {"row": ROW, "column": "ms", "position": 0},
    {"row": ROW, "column": "ms", "position": True},
    {"row": ROW, "column": "ms", "position": "first"},
    {"row": ROW, "column": "ms", "line": 5},
    {"row": ROW, "column": "ms", "heading": None},
]


@pytest.mark.parametrize(("text", "locator", "cell", "line"), FOUND)
def test_found(text: str, locator: dict[str, Any], cell: str, line: int) -> None:
    """The text as printed, footnote marks beside it, and the line of its row."""
    located = locate(text, "html" if text == HTML else "markdown", locator)
    assert (located.text, located.line) == (cell, line)


def test_the_context_says_where_the_figure_stands() -> None:
    located = locate(MARKDOWN, "markdown", FOUND[0][1])
    assert located.context == 'table "Pure decode", GPUs = 8, Batch size = 64, Speedup[^1]'


@pytest.mark.parametrize(("locator", "message"), NOT_FOUND)
def test_not_found(locator: dict[str, Any], message: str) -> None:
    """The nearest names are shown, the likeliest first."""
    with pytest.raises(NotFoundError) as caught:
        locate(MARKDOWN, "markdown", locator)
    assert message in str(caught.value)


@pytest.mark.parametrize(("locator", "message"), AMBIGUOUS)
def test_ambiguous(locator: dict[str, Any], message: str) -> None:
    """Nothing is chosen for the editor."""
    with pytest.raises(AmbiguousError) as caught:
        locate(MARKDOWN, "markdown", locator)
    assert message in str(caught.value)


@pytest.mark.parametrize("locator", MALFORMED)
def test_malformed(locator: dict[str, Any]) -> None:
    """A locator's own fault is not the document's."""
    with pytest.raises(LocateError, match=r"^found .*expected") as caught:
        locate(MARKDOWN, "markdown", locator)
    assert type(caught.value) is LocateError


def test_a_document_without_tables_or_with_a_broken_one() -> None:
    with pytest.raises(NotFoundError, match=r"found 0 such tables \(none\), expected one"):
        locate("text", "markdown", {"row": ROW, "column": "ms"})
    with pytest.raises(ExtractError, match=r"^line 3: found a row of 1 cell"):
        locate("|a|b|\n|-|-|\n|1|", "markdown", {"row": {"a": "1"}, "column": "b"})


RANKS: list[tuple[str, str, int | None]] = [
    ("Speed", "Speed", 0),
    ("speed", "Speed", 1),
    ("Batch size", "Batch\u00a0 size", 1),
    ("Speed", "Speed[^1]", 1),
    ("Speed[^2]", "Speed [^1]", 1),
    ("Speed", "Speed¹ †", 1),
    ("Speed", "Speed [a]*", 1),
    ("GB300 / 8 GPUs", "GB300[^1] / 8 GPUs[^2]", 1),
    ("Speed (ms)", "Speed* (MS)", 1),
    ("Speed", "Speed (ms)", 2),
    ("Speed (ms)", "speed", 2),
    ("Speed", "Speed[^1] (ms)", 2),
    ("Speed", "Speed（毫秒）", 2),
    ("Speed (s)", "Speed (ms)", None),
    ("Speed", "Speed ms", None),
    ("Area (m²)", "Area (m³)", None),
    ("A", "B", None),
    ("A* search", "A search", None),
]


@pytest.mark.parametrize(("name", "other", "expected"), RANKS)
def test_rank(name: str, other: str, expected: int | None) -> None:
    assert rank(name, other, with_unit=True) == expected
    assert rank(other, name, with_unit=True) == expected
    assert rank(name, other) == (None if expected == 2 else expected)


def test_the_most_direct_match_wins() -> None:
    assert matches("ms", ["MS", "ms", "ms (p50)"], with_unit=True) == [1]
    assert matches("Ms", ["MS", "ms", "ms (p50)"], with_unit=True) == [0, 1]
    assert matches("x", ["x (a)", "x (b)"], with_unit=True) == [0, 1]
    assert matches("x", ["y"]) == []
