"""Large, deep and hostile pages: read in time, with right lines, or refused."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from tieout.extract import ExtractError, extract_tables
from tieout.extract.visible_text import visible_text

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
