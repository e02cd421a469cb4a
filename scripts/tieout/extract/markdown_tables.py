"""Tables of a Markdown document, read as GFM."""

from __future__ import annotations

from tieout.extract.characters import plain_source
from tieout.extract.errors import ExtractError
from tieout.extract.html_tables import tables_in
from tieout.extract.html_tree import parse_html
from tieout.extract.markdown_html import marked_html
from tieout.extract.tables import Table

_HINT = (
    r"a pipe within a cell, in code too, is written \|, and a blank line ends a table before text"
)


def markdown_tables(text: str) -> list[Table]:
    """The visible tables of a document, those written as HTML among them.

    Raises ExtractError for the first fault; see `extract_tables`.
    """
    html, errors = marked_html(plain_source(text))
    tables: list[Table] = []
    try:
        tables = tables_in(parse_html(html), _HINT)
    except ExtractError as error:
        errors.append(error)
    if errors:
        raise min(errors, key=lambda error: error.line)
    return tables
