"""Where on a page a finding lies: the block of the text, the part of it, the words.

Checks name the line where an editor mends: of a page, a template, article.yaml or a source. From it
follow the blocks that it became. A block is told by its number among the children of <main>.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tieout.checks.finding import Finding
from tieout.checks.finished import Finished

Spot = dict[str, Any]
#: Parts of a block that can be pointed at by themselves.
_PARTS = ("tr", "li", "p", "figcaption", "caption", "dd")
_QUOTED = re.compile(r"'([^']+)'|“([^”]+)”")
_CALL = re.compile(r"\bf\(\s*[\"']([^\"']+)[\"']")
_HEAD = re.compile(r"^#{2,4}\s.*\{#([\w-]+)\}")
_KEY = re.compile(r"^( *)([\w/.-]+):")


class Placing:
    """Finds the places of findings on the pages of one article."""

    def __init__(self, finished: Finished) -> None:
        self.finished = finished
        self._lines: dict[str, list[str]] = {}
        self._mains = {
            lang: next(root.iter("main"), root) for lang, (_, root) in finished.pages.items()
        }

    def of(self, finding: Finding) -> dict[str, Spot]:
        """The place on the page of each language where it has one."""
        words = [one or other for one, other in _QUOTED.findall(finding.what)]
        found: dict[str, Spot] = {}
        for lang, main in self._mains.items():
            spot = self._on_page(finding, lang, main, words)
            if spot:
                found[lang] = spot
        return found

    def _on_page(self, finding: Finding, lang: str, main: Any, words: list[str]) -> Spot | None:
        path = Path(finding.file)
        page, markdown = self.finished.pages[lang][0], self.finished.markdown[lang][0]
        blocks: list[Any] = [element for element in main if isinstance(element.tag, str)]
        if path == page:
            return _at_line(blocks, finding.line, words)
        if path == markdown:
            return _first(blocks, range(len(blocks)), (), words)
        templates = self.finished.templates / self.finished.article
        if path == templates / f"article.{lang}.md.j2":
            return self._of_template(blocks, finding, words)
        if path == templates / "article.yaml":
            return self._of_article(blocks, finding, words)
        places = {
            name
            for name, fact in self.finished.ledger["facts"].items()
            if str(fact.get("place")).split(" ")[0] == f"{finding.file}:{finding.line}"
        }
        return _first(blocks, range(len(blocks)), places, []) if places else None

    def _of_template(self, blocks: list[Any], finding: Finding, words: list[str]) -> Spot | None:
        lines = self._text(finding.file)
        heads = [match[1] for line in lines[: finding.line] if (match := _HEAD.match(line))]
        ids = [block.get("id") for block in blocks]
        start = ids.index(heads[-1]) if heads and heads[-1] in ids else 0
        later = (n for n in range(start + 1, len(blocks)) if blocks[n].tag in ("h2", "h3", "h4"))
        section = range(start, next(later, len(blocks)))
        line = lines[finding.line - 1] if finding.line <= len(lines) else ""
        if _HEAD.match(line):
            return {"block": start, "words": ""}
        return _first(blocks, section, _CALL.findall(line), words) or {"block": start, "words": ""}

    def _of_article(self, blocks: list[Any], finding: Finding, words: list[str]) -> Spot | None:
        """An entry of article.yaml is a table, a figure, or a fact; else its line names facts."""
        lines = self._text(finding.file)[: finding.line]
        keys: dict[int, str] = {}
        for line in lines:
            if match := _KEY.match(line):
                keys = {depth: key for depth, key in keys.items() if depth < len(match[1])}
                keys[len(match[1])] = match[2]
        kind, name = keys.get(0, ""), keys.get(2, "")
        if kind in ("tables", "figures"):
            wanted = f"{kind[:-1]}-{name}"
            for number, block in enumerate(blocks):
                if any(each.get("id") == wanted for each in block.iter()):
                    return {"block": number, "words": ""}
        facts = [name] if kind == "derived" else [w for w in words if self._is_fact(w)]
        return _first(blocks, range(len(blocks)), facts, words if not facts else [])

    def _is_fact(self, word: str) -> bool:
        return word in self.finished.ledger["facts"]

    def _text(self, file: str) -> list[str]:
        if file not in self._lines:
            self._lines[file] = Path(file).read_text("utf-8", "replace").split("\n")
        return self._lines[file]


def _at_line(blocks: list[Any], line: int, words: list[str]) -> Spot | None:
    """The part that begins at a line of the page, or the last that begins before it."""
    found: Spot | None = None
    for number, block in enumerate(blocks):
        if (block.sourceline or 0) > line:
            break
        found = {"block": number, "words": _held(block, words)}
        for tag in _PARTS:
            for count, part in enumerate(block.iter(tag)):
                if part is not block and part.sourceline == line and _holds(part, words):
                    return found | {"part": tag, "count": count}
    return found


def _first(
    blocks: list[Any], numbers: Iterable[int], facts: Iterable[str], words: list[str]
) -> Spot | None:
    """The first block that shows all facts, and if there are none, the first that holds words."""
    wanted = set(facts)
    for number in numbers:
        block = blocks[number]
        shown = {each.get("data-fact") for each in block.iter()} if wanted else set()
        if wanted and wanted <= shown:
            return {"block": number, "words": _held(block, words)}
        if not wanted and _held(block, words):
            return {"block": number, "words": _held(block, words)}
    return None


def _holds(element: Any, words: list[str]) -> bool:
    return not words or bool(_held(element, words))


def _held(element: Any, words: list[str]) -> str:
    """The first of these words that stands in an element's text."""
    text = " ".join("".join(element.itertext()).split())
    return next((word for word in words if word in text), "")
