"""A locator and a document -> the located figure's printed text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from tieout.extract.errors import LocateError
from tieout.extract.located import Located
from tieout.extract.tables import read_tables

DocumentKind = Literal["markdown", "html", "json", "yaml"]


def locate(document: str, kind: DocumentKind, locator: Mapping[str, Any]) -> Located:
    """The text that a locator leads to, as printed.

    Locators, by the kind of document:

    - Markdown and HTML: ``{row: {key column: text}, column: header}`` with `heading`, `caption` or
      `position` where there are several tables, or ``{before: words, after: words}``;
    - JSON: ``{pointer: /a/0/b}``; YAML: ``{path: a.0.b}`` or ``{path: [a, 0, b]}``.

    Raises ExtractError for a document that cannot be read, NotFoundError and AmbiguousError with
    the nearest candidates, LocateError for a malformed locator.
    """
    if kind == "json":
        from tieout.extract.json_pointer import locate_pointer

        return locate_pointer(document, locator)
    if kind == "yaml":
        from tieout.extract.yaml_path import locate_path

        return locate_path(document, locator)
    if kind not in ("markdown", "html"):
        raise LocateError(
            f"found a document of kind '{kind}', expected markdown, html, json or yaml"
        )
    if "before" in locator or "after" in locator:
        from tieout.extract.phrase import locate_phrase
        from tieout.extract.visible_text import visible_text

        return locate_phrase(visible_text(document, kind), locator)
    from tieout.extract.cell import locate_cell

    return locate_cell(read_tables(document, kind), locator)
