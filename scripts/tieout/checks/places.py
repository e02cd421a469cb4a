"""Where an editor mends what a check found on a page: lines of templates and of article.yaml."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tieout.checks.finished import Finished


def template_path(finished: Finished, lang: str) -> Path:
    """The template of a language."""
    return finished.templates / finished.article / f"article.{lang}.md.j2"


def template_line(
    finished: Finished, lang: str, anchor: str, facts: Iterable[str], line: int
) -> tuple[str, int]:
    """The line of the section `anchor` that holds the facts; else its heading; else the page."""
    path = template_path(finished, lang)
    lines = _lines(path)
    head = next((n for n, text in enumerate(lines) if f"{{#{anchor}}}" in text), None)
    head = 0 if anchor == "top" and lines else head
    wanted = list(facts)
    for number in range(0 if head is None else head, len(lines)):
        if head is not None and number > head and re.match(r"#{2,4}\s", lines[number]):
            break
        if wanted and all(re.search(rf"['\"]{re.escape(f)}['\"]", lines[number]) for f in wanted):
            return str(path), number + 1
    if head is not None:
        return str(path), head + 1
    return str(finished.pages[lang][0]), line


def article_line(finished: Finished, *keys: str) -> tuple[str, int]:
    """The line of nested keys of article.yaml, as far as they are found."""
    path = finished.templates / finished.article / "article.yaml"
    found, depth = 1, 0
    for number, text in enumerate(_lines(path), start=1):
        if depth < len(keys) and re.match(rf" {{{2 * depth}}}{re.escape(keys[depth])}:", text):
            found, depth = number, depth + 1
    return str(path), found


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError):
        return []
