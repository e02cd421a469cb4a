"""Large, deep and hostile pages: read in time, with right lines, or refused."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable

import pytest

from tieout.extract import ExtractError, extract_tables
from tieout.extract.tables import Table, TableKind, read_tables
from tieout.extract.visible_text import VisibleText, visible_text

Reader = Callable[[str, TableKind], VisibleText | list[Table]]

ROW = (
    '<tr class="r"><th scope="row">Alpha {n}</th><td>1,024.{n}<sup>1</sup></td>'
    '<td><a href="https://example.org/{n}">2.50</a></td><td>NA</td></tr>\n'
)
PROSE = "<p>Decoding reaches <b>131.5</b> tok/s at a batch of 1, with 7 draft tokens.</p>\n"


def test_a_page_of_a_megabyte_is_read_in_half_a_second() -> None:
    """Half of it one table, half of it prose; processor time, the best of three."""
    rows = "".join(ROW.format(n=number) for number in range(3600))
    page = f"<table>\n<tr><th>A<th>B<th>C<th>D</tr>\n{rows}</table>\n"
    page += PROSE * ((1_000_000 - len(page)) // len(PROSE) + 1)
    assert len(page) >= 1_000_000
    times: list[float] = []
    for _ in range(3):
        start = time.process_time()
        (table,) = extract_tables(page, "html")
        times.append(time.process_time() - start)
    assert table.rows[-1].cells == ("Alpha 3599", "1,024.3599[^1]", "2.50", "NA")
    assert table.rows[-1].line == 3602
    assert min(times) < 0.5


SECTION = {
    "html": "<h2>Part {n}</h2>\n" + PROSE * 4
    + "<table><tr><th>A<th>B<th>C<th>D</tr>\n{rows}</table>\n",
    "markdown": "## Part {n}\n\n" + "Decoding reaches **131.5** tok/s, with 7 draft tokens.\n\n" * 6
    + "| A | B | C | D |\n|---|---|---|---|\n{rows}\n",
}  # fmt: skip
ROWS = {"html": ROW, "markdown": "| Alpha {n} | 1,024.{n}[^1] | **2.50** | NA |\n"}
#: Seconds for a megabyte on one core of a busy machine: a few times what an idle one takes. Python
#: reads the markup in each line of Markdown, which takes it longer than a page does.
GUARDS = {"html": 1.0, "markdown": 4.0}


@pytest.mark.parametrize("reader", [read_tables, visible_text])
@pytest.mark.parametrize("kind", ["html", "markdown"])
def test_a_megabyte_of_many_tables_and_much_prose(reader: Reader, kind: TableKind) -> None:
    """Processor time of the extraction alone: what was imported does not count, nor what waits."""
    parts: list[str] = []
    size = 0
    while size < 1_000_000:
        rows = "".join(ROWS[kind].format(n=12 * len(parts) + row) for row in range(12))
        parts.append(SECTION[kind].format(n=len(parts), rows=rows))
        size += len(parts[-1])
    page = "".join(parts)
    reader(parts[0], kind)
    start = time.process_time()
    found = reader(page, kind)
    assert time.process_time() - start < GUARDS[kind]
    assert isinstance(found, VisibleText) or len(found) == len(parts)


def test_lines_beyond_65535_are_right() -> None:
    """libxml2 alone would say 65535."""
    page = "<table>\n<tr><td>1</td></tr>\n" + "\n" * 70_000 + "<tr><td>2<td>3</table>"
    with pytest.raises(ExtractError, match=r"^line 70003: ") as caught:
        extract_tables(page, "html")
    assert caught.value.line == 70003


SPANS = [
    "<tr>" + "<td colspan=1000 rowspan=0>x" * 20_000,
    "<tr><td colspan=1000>x" * 2_000,
    "<tr><td rowspan=65534 colspan=1000>x" + "<tr>" * 2_000,
    "<tr><td colspan=99999999999999999999 rowspan=99999999999999999999>x",
]


@pytest.mark.parametrize("rows", SPANS, ids=["wide", "many", "tall", "one"])
def test_spans_do_not_eat_memory(rows: str) -> None:
    """What spans would make of a small page is bounded before it is made."""
    tracemalloc.start()
    try:
        outcome = str(extract_tables(f"<table>{rows}</table>", "html"))
    except ExtractError as error:
        outcome = str(error)
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert "more than 1000000 cells" in outcome or "'c1000')" in outcome
    assert peak < 150_000_000


@pytest.mark.parametrize("tag", ["div", "b", "sup", "table", "ul><li", "i hidden"])
def test_what_is_nested_too_deeply_is_refused(tag: str) -> None:
    """libxml2 leaves out what lies deeper, so the page would seem to end there."""
    page = f"<p>1</p>\n{f'<{tag}>' * 5000}2<table><tr><td>3</table>"
    with pytest.raises(ExtractError, match=r"^line 2: found elements nested more deeply"):
        extract_tables(page, "html")
    with pytest.raises(ExtractError, match="nested more deeply"):
        visible_text(page, "html")


OPEN = ["<a ", "<!--", "<script>", '<a b="', "<a b='x", "<", "<p>", "<td>", "<!x", "<textarea>x"]


@pytest.mark.parametrize("part", OPEN)
def test_markup_that_never_ends_takes_no_time(part: str) -> None:
    """No pattern looks at the rest of the page once for every tag."""
    start = time.process_time()
    assert extract_tables(part * (200_000 // len(part)), "html") == []
    assert time.process_time() - start < 3


@pytest.mark.parametrize("text", ["", " \n", "<!-- x -->", "\ufeff", "plain", "<table></table>"])
def test_pages_without_a_table_have_none(text: str) -> None:
    assert extract_tables(text, "html") == []
    assert extract_tables(text, "markdown") == []
