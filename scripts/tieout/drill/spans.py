"""Where things stand in a text, to the character: values of YAML, cells of CSV, visible letters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Key = tuple[str | int, ...]
_CELL = re.compile(r'"(?:[^"]|"")*"|[^,\n]*')
_PIECE = re.compile(r"<!--.*?-->|<(/?)([a-zA-Z][\w:-]*)[^>]*>|[^<]+", re.DOTALL)
_ENTITY = re.compile(r"&[#\w]+;")
#: Elements of a page that a reader takes in as a whole.
LANDMARKS = ("head", "header", "nav", "table", "figure", "section", "main", "svg")
_SILENT = ("style", "script")
_VOID = ("meta", "link", "br", "hr", "img", "followed", "wbr")
_MARKDOWN_HIDDEN = re.compile(r"!\[(?:\\.|[^\]\\])*\]\([^)]*\)|\]\([^)]*\)|<[^>]*>|\\\n")
_MARKDOWN_ALT = re.compile(r"!\[((?:\\.|[^\]\\])*)\]")


@dataclass(frozen=True, slots=True)
class Scalar:
    """A value of a YAML file, and `raw` as it is written; `shared` if an alias repeats it."""

    key: Key
    value: str
    start: int
    raw: str
    shared: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a CSV file, by row id and column."""

    row: str
    column: str
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """Letters between two tags: where they stand, in what; `landmark` with its number."""

    text: str
    start: int
    element: str
    landmark: str


def scalars(text: str) -> list[Scalar]:
    """The values of a YAML text, each once, where it is written."""
    import yaml

    loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    seen: dict[int, int] = {}
    found: list[tuple[Key, Any]] = []
    stack: list[tuple[Key, Any]] = [((), yaml.compose(text, Loader=loader))]
    while stack:
        key, node = stack.pop()
        seen[id(node)] = seen.get(id(node), 0) + 1
        if seen[id(node)] == 1 and node.id == "scalar":
            found.append((key, node))
        elif node.id == "mapping":
            stack += [((*key, name.value), item) for name, item in reversed(node.value)]
        elif node.id == "sequence":
            stack += [((*key, at), item) for at, item in reversed(list(enumerate(node.value)))]
    values: list[Scalar] = []
    for key, node in found:
        start, end = (starts[mark.line] + mark.column for mark in (node.start_mark, node.end_mark))
        raw = text[start:end].rstrip()
        values.append(Scalar(key, node.value, start, raw, seen[id(node)] > 1))
    return values


def cells(text: str) -> Iterator[Cell]:
    """The cells of a CSV text whose first column is the row's id; the header is left out."""
    columns: list[str] = []
    at = 0
    for line in text.splitlines(keepends=True):
        row = [(m[0], at + m.start()) for m in _line_cells(line.rstrip("\r\n"))]
        at += len(line)
        plain = [(cell.strip('"'), start + cell.startswith('"')) for cell, start in row]
        if not columns:
            columns = [cell.strip() for cell, _ in plain]
            continue
        for column, (cell, start) in zip(columns[1:], plain[1:], strict=False):
            yield Cell(plain[0][0].strip(), column, cell, start)


def _line_cells(line: str) -> Iterator[re.Match[str]]:
    at = 0
    while at <= len(line) and (match := _CELL.match(line, at)):
        yield match
        at = match.end() + 1


def stretches(markup: str) -> Iterator[Stretch]:
    """The letters of a page or picture that is written without stray angle brackets.

    Styles and scripts are left out; entities are cut out, since their digits are not read.
    """
    elements: list[str] = []
    landmarks: list[str] = []
    count = 0
    for piece in _PIECE.finditer(markup):
        name = (piece[2] or "").lower()
        if name and piece[1]:
            while elements and elements.pop() != name:
                pass
            if landmarks and landmarks[-1].split()[0] == name:
                landmarks.pop()
        elif name and not piece[0].endswith("/>") and name not in _VOID:
            elements.append(name)
            if name in LANDMARKS:
                count += 1
                landmarks.append(f"{name} {count}")
        elif not name and elements and elements[-1] not in _SILENT and piece[0].strip():
            where = landmarks[-1] if landmarks else "body"
            at = 0
            for entity in [*_ENTITY.finditer(piece[0]), None]:
                end = entity.start() if entity else len(piece[0])
                if end > at:
                    start = piece.start() + at
                    yield Stretch(piece[0][at:end], start, elements[-1], where)
                at = entity.end() if entity else end


def markdown_stretches(text: str) -> Iterator[tuple[str, int]]:
    """What a reader of rendered Markdown sees, cut at what he does not see, with its places."""
    at = 0
    for hidden in [*_MARKDOWN_HIDDEN.finditer(text), None]:
        end = hidden.start() if hidden else len(text)
        if end > at:
            yield text[at:end], at
        at = hidden.end() if hidden else end


def markdown_alts(text: str) -> Iterator[tuple[str, int]]:
    """The alternative texts of the pictures in a Markdown text, with their places."""
    for match in _MARKDOWN_ALT.finditer(text):
        yield match[1], match.start(1)
