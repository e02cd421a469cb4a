"""The sentences of an article's templates, each with the facts it prints."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tieout.errors import shown
from tieout.files import read_text

CALL = re.compile(r"\{\{\s*(\w+)\(\s*[\"']([^\"']*)[\"'][^}]*?\)\s*\}\}")
_HELD = re.compile("\x00(\\d+)\x00")
#: Where one block of Markdown ends and the next begins.
_BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.|#{1,6}|>)\s)|\n(?=\s*\|)")
#: After the mark that ends a sentence and what may close behind it; Chinese needs no space.
_END = re.compile(r"(?<=[.!?])[\"”’)*\]]*\s+|(?<=[。！？])[」』）*”]*")
_MARKUP = re.compile(r"\*\*|(?<!\w)[*_]|[*_](?!\w)|^\s*(?:#{1,6}|[-+>]|\d+\.)\s+|\s*\{#[\w-]+\}")

Word = Callable[[str, str], str]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence as the template has it, at its line; `facts` are the ids it prints."""

    file: str
    line: int
    source: str
    facts: frozenset[str]

    def worded(self, word: Word) -> str:
        """The sentence with each call worded by ``word(function, argument)``, markup left out."""
        text = CALL.sub(lambda call: word(call[1], call[2]), self.source)
        return " ".join(_MARKUP.sub("", text).split())


def sentences(path: Path) -> list[Sentence]:
    """The sentences of a template that print facts. Raises TieoutError."""
    return list(in_text(read_text(path), shown(path)))


def in_text(text: str, file: str, first: int = 1) -> Iterator[Sentence]:
    """The sentences that print facts in a text that begins on line `first` of a file."""
    return (sentence for sentence in every_sentence(text, file, first) if sentence.facts)


def every_sentence(text: str, file: str, first: int = 1) -> Iterator[Sentence]:
    """All sentences of a text that begins on line `first` of a file."""
    start = 0
    for match in [*_BLOCK.finditer(text), None]:
        end = match.start() if match else len(text)
        line = text.count("\n", 0, start) + first
        block = text[start:end]
        for part, offset in _split(block):
            names = frozenset(call[2] for call in CALL.finditer(part) if call[1] == "f")
            yield Sentence(file, line + block.count("\n", 0, offset), part.strip(), names)
        start = match.end() if match else end


def _split(block: str) -> list[tuple[str, int]]:
    """The sentences of a block and where in it they begin; a call never ends one."""
    calls: list[str] = []

    def hold(call: re.Match[str]) -> str:
        calls.append(call[0])
        return f"\x00{len(calls) - 1}\x00"

    held = CALL.sub(hold, block)
    parts: list[tuple[str, int]] = []
    start = offset = 0
    for match in [*_END.finditer(held), None]:
        end = match.end() if match else len(held)
        part = _HELD.sub(lambda mark: calls[int(mark[1])], held[start:end])
        if part.strip():
            parts.append((part, offset + len(part) - len(part.lstrip())))
        start, offset = end, offset + len(part)
    return parts


def in_strings(spec: Any, lang: str | None = None) -> Iterator[tuple[str, str]]:
    """Every text within a part of article.yaml, with the path that leads to it."""
    if isinstance(spec, str):
        yield "", spec
    elif isinstance(spec, Mapping):
        for key, value in spec.items():
            if lang is None or key not in ("en", "zh-TW") or key == lang:
                yield from ((_path(key, rest), text) for rest, text in in_strings(value, lang))
    elif isinstance(spec, list):
        for index, value in enumerate(spec):
            yield from ((_path(index, rest), text) for rest, text in in_strings(value, lang))


def _path(key: object, rest: str) -> str:
    return f"{key}.{rest}" if rest else str(key)


def names_in(spec: Any) -> set[str]:
    """The facts that a table or a figure of article.yaml shows: named alone or within a text."""
    found: set[str] = set()
    for _, text in in_strings(spec):
        found.add(text)
        found.update(call[2] for call in CALL.finditer(text) if call[1] == "f")
    return found
