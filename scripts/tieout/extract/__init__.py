"""Documents of sources: their tables, and a located figure's printed text.

Tables of Markdown and HTML come out with every cell as it is printed; `locate` finds one figure in
Markdown, HTML, JSON or YAML. Nothing here reads a number: `2.50` stays the text "2.50".
"""

from __future__ import annotations

from tieout.extract.errors import AmbiguousError, ExtractError, LocateError, NotFoundError
from tieout.extract.locate import locate
from tieout.extract.located import Located
from tieout.extract.tables import Row, Table, extract_tables

__all__ = [
    "AmbiguousError",
    "ExtractError",
    "LocateError",
    "Located",
    "NotFoundError",
    "Row",
    "Table",
    "extract_tables",
    "locate",
]
