"""Compare the rendering of Markdown with a case file (columns id, markdown, expect_html, why)."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

from tieout.cases import CaseResult
from tieout.pages.markdown import build_markdown

_SPACE = re.compile(r"[ \t\n\r\f\v]+")
_TABLE_TAG = r"</?(?:thead|tbody|tr|th|td)\b[^>]*>"
_BETWEEN_TABLE_TAGS = re.compile(rf"({_TABLE_TAG}) (?={_TABLE_TAG})")
_BLOCKS = ("paragraph_open", "heading_open", "table_open")


def run(path: Path) -> list[CaseResult]:
    """Render each row of the file and compare its first block with the expected HTML."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return [_check(row) for row in csv.DictReader(file)]


def _check(row: dict[str, str]) -> CaseResult:
    got, expected = normalize(first_block(row["markdown"])), normalize(row["expect_html"])
    detail = "" if got == expected else f"expected {expected!r}, got {got!r} ({row['why']})"
    return CaseResult(row["id"], got == expected, detail)


def first_block(markdown: str) -> str:
    """Inner HTML of the first paragraph, heading or table, wherever it is nested."""
    md, env = build_markdown(), dict[str, Any]()
    tokens = md.parse(markdown, env)
    start = next((i for i, token in enumerate(tokens) if token.type in _BLOCKS), None)
    if start is None:
        return ""
    closing = tokens[start].type.replace("_open", "_close")
    end = next(i for i in range(start, len(tokens)) if tokens[i].type == closing)
    html: str = md.renderer.render(tokens[start + 1 : end], md.options, env)
    return html


def normalize(html: str) -> str:
    """White space folded, dropped between the tags of a table, and `&quot;` decoded."""
    folded = _SPACE.sub(" ", html).strip(" ").replace("&quot;", '"')
    return _BETWEEN_TABLE_TAGS.sub(r"\1", folded)
