"""Spoilt copies of a project's files, by bytes, lines, words and structure; a seed decides all."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.fuzz import nasty, nasty_templates

from tieout.errors import TieoutError
from tieout.yamlio import parse

_TOKEN = re.compile(r"\w+|[^\w\s]")
Way = Callable[[random.Random, bytes], bytes]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One file of the project with other content."""

    file: str
    content: bytes
    how: str


def mutants(files: Mapping[str, bytes], seed: int) -> Iterator[Mutant]:
    """Spoilt files without end."""
    chance = random.Random(seed)
    kinds = [sorted(n for n in files if n.endswith(end)) for end in (".csv", ".yaml", ".j2")]
    while True:
        name = chance.choice(chance.choices(kinds, (1, 5, 3))[0])
        content, told = files[name], list[str]()
        for _ in range(chance.choice((1, 1, 1, 2, 4))):
            way = chance.choice(_ways(name))
            content = way(chance, content)
            told.append(way.__name__.strip("_"))
        if content != files[name] and len(content) < 3_000_000:
            yield Mutant(name, content, "+".join(told))


def _ways(name: str) -> tuple[Way, ...]:
    if name.endswith(".csv"):
        return (*_RAW, _cells, _cells, _cells)
    if name.endswith(".yaml"):
        return (*_RAW, *[_node] * 6, *[_call_in_yaml] * 2)
    return (*_RAW, *[_call] * 4, *[_markdown] * 3)


def _bytes(chance: random.Random, content: bytes) -> bytes:
    start = chance.randrange(len(content) + 1)
    end = min(len(content), start + chance.choice((0, 0, 1, 2, 30, 3000)))
    piece = chance.choice((*nasty.CHARACTERS, content[start:end], bytes([chance.randrange(256)])))
    return content[:start] + piece * chance.choice((1, 1, 2, 50)) + content[end:]


def _lines(chance: random.Random, content: bytes) -> bytes:
    lines = content.split(b"\n")
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(8):
        case 0:
            del lines[at:other]
        case 1:
            lines[at:at] = lines[other : other + chance.choice((1, 5, 100))]
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = b" " * chance.choice((1, 2, 4, 300)) + lines[at]
        case 4:
            lines[at] = lines[at].lstrip()
        case 5:
            lines[at] += chance.choice((b"", b" ")) + lines[other]
        case 6:
            return content[: chance.randrange(len(content) + 1)]
        case _:
            return chance.choice((b"\r", b"\r\n", b"\n\n", b"\x0b", b"")).join(lines)
    return b"\n".join(lines)


def _words(chance: random.Random, content: bytes) -> bytes:
    text = content.decode("utf-8", "surrogateescape")
    tokens = list(_TOKEN.finditer(text))
    if not tokens:
        return content
    token, other = chance.choice(tokens), chance.choice(tokens)
    word = chance.choice((*nasty.WORDS, other[0], token[0] * 2, token[0][:-1]))
    return (text[: token.start()] + word + text[token.end() :]).encode("utf-8", "surrogateescape")


def _cells(chance: random.Random, content: bytes) -> bytes:
    try:
        rows = list(csv.reader(io.StringIO(content.decode("utf-8"), newline=""), strict=True))
        row = chance.choice(rows)
    except (UnicodeDecodeError, csv.Error, IndexError):
        return _bytes(chance, content)
    at = chance.randrange(len(row) + 1)
    cell = chance.choice((*nasty.WORDS, 'a"b', "a\nb", "a,b", "\0", '"', " ", "\ufeff"))
    match chance.randrange(6):
        case 0:
            row[at : at + 1] = [cell]
        case 1:
            row[at:at] = [cell] * chance.choice((1, 3, 2000))
        case 2:
            del row[at:]
        case 3:
            rows += [list(row)] * chance.choice((1, 2, 25_000))
        case 4:
            for each in rows:
                each[at:at] = [cell]
        case _:
            chance.shuffle(row)
    out = io.StringIO()
    writer = csv.writer(
        out, lineterminator="\n", quoting=chance.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL))
    )
    writer.writerows(rows)
    return out.getvalue().encode("utf-8", "surrogateescape")


def _node(chance: random.Random, content: bytes) -> bytes:
    """Another value, key or place of a node; the file is written again as one line of JSON."""
    from pathlib import Path

    try:
        tree = parse(content.decode("utf-8"), Path("x.yaml")).data
    except (UnicodeDecodeError, TieoutError):
        return _bytes(chance, content)
    places = list(_places(tree))
    if not places:
        return b"[]"
    holder, key = chance.choice(places)
    other, otherkey = chance.choice(places)
    match chance.randrange(7):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder[chance.choice(nasty.WORDS)] = holder.pop(key)
        case 2:
            holder[key] = json.loads(json.dumps(other[otherkey]))
        case 3 if isinstance(holder[key], str) and "/" in holder[key]:
            holder[key] = chance.choice(nasty.FORMULAS)
        case 4 if isinstance(holder[key], str):
            holder[key] = _words(chance, holder[key].encode()).decode("utf-8", "replace")
        case 5:
            holder[key], other[otherkey] = json.loads(json.dumps([other[otherkey], holder[key]]))
        case _:
            holder[key] = chance.choice(_values(chance))
    return json.dumps(tree, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")


def _values(chance: random.Random) -> tuple[Any, ...]:
    deep: Any = "x"
    for _ in range(chance.choice((3, 15, 22, 60))):
        deep = [deep] if chance.random() < 0.5 else {"a": deep}
    word = chance.choice(nasty.WORDS)
    return (None, True, [], {}, deep, word, [word], {word: word}, [word] * 3000, "9" * 60,
            {"en": word, "zh-TW": word}, {str(n): word for n in range(300)}, "\ud800", "\x00",
            -1, 1e308, 0, chance.choice(nasty_templates.CALLS),
            chance.choice(nasty.FORMULAS))  # fmt: skip


def _places(tree: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(tree, dict | list):
        for key, value in list(tree.items() if isinstance(tree, dict) else enumerate(tree)):
            yield tree, key
            yield from _places(value)


def _call(chance: random.Random, content: bytes) -> bytes:
    return _insert(chance, content, chance.choice(nasty_templates.CALLS))


def _markdown(chance: random.Random, content: bytes) -> bytes:
    return _insert(chance, content, f"\n\n{chance.choice(nasty_templates.MARKDOWN)}\n\n")


def _insert(chance: random.Random, content: bytes, piece: str) -> bytes:
    text = content.decode("utf-8", "surrogateescape")
    at = chance.choice([match.start() for match in re.finditer(r"\b|\Z", text)])
    return (text[:at] + piece + text[at:]).encode("utf-8", "surrogateescape")


def _call_in_yaml(chance: random.Random, content: bytes) -> bytes:
    """A template call in one of the texts that a reader sees."""
    text = content.decode("utf-8", "surrogateescape")
    spots = list(re.finditer(r"(?:\ben|zh-TW): *([\"']?)", text))
    if not spots:
        return _words(chance, content)
    at = chance.choice(spots).end()
    piece = chance.choice(nasty_templates.CALLS).replace("'", "''")
    return (text[:at] + piece + text[at:]).encode("utf-8", "surrogateescape")


_RAW: tuple[Way, ...] = (_bytes, _bytes, _lines, _lines, _words, _words, _words)
