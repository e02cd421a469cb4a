"""Tables of a Markdown document, read as GFM."""

from __future__ import annotations

from tieout.extract.characters import plain_source
from tieout.extract.html_tables import tables_in
from tieout.extract.html_tree import parse_html
from tieout.extract.markdown_html import marked_html
from tieout.extract.tables import Table

_HINT = (
    r"a pipe within a cell, in code too, is written \|, and a blank line ends a table before text"
)


def markdown_tables(text: str) -> list[Table]:
    """The visible tables of a document, those written as HTML among them; see `read_tables`."""
    html, errors = marked_html(plain_source(text), prose=False)
    lost = {error.line: error for error in errors}  # a rule may meet one and the same line twice
    return tables_in(parse_html(html), _HINT, list(lost.values()))
