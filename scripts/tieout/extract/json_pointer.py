"""A figure in a JSON document, located by a JSON Pointer (RFC 6901).

The document is read as RFC 8259 says, with numbers kept as they are printed: 1.80 stays "1.80", and
8000000000000 keeps its digits. NaN, infinities and a name that stands twice in one object are
refused, since readers differ over them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tieout.extract.characters import plain_source, quote
from tieout.extract.errors import ExtractError, LocateError, NotFoundError
from tieout.extract.located import Located, check_keys, choices, words_of
from tieout.extract.nearest import nearest_names

_TOKEN = re.compile(
    r"""(?P<mark>[{}\[\],:])
    | (?P<string>"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*+")
    | (?P<number>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)(?![0-9A-Za-z_.+-])
    | (?P<word>(?:true|false|null)\b)""",
    re.VERBOSE,
)
_SPACE = re.compile(r"[ \t\n]*+")
_ESCAPE = re.compile(r"~(?![01])")
_INDEX = re.compile(r"0|[1-9][0-9]*")


@dataclass(slots=True)
class _Value:
    """A value: its line, and its printed text, or what it holds by name or index."""

    kind: Literal["text", "null", "array", "object"]
    line: int
    text: str = ""
    members: dict[str, _Value] = field(default_factory=dict)


def locate_pointer(document: str, locator: Mapping[str, Any]) -> Located:
    """The text at `pointer`: a string's characters, a number or true or false as printed.

    Raises ExtractError for broken JSON, LocateError for a malformed pointer, and NotFoundError
    where it leads to nothing, to null, or to no single value.
    """
    check_keys(locator, ("pointer",))
    pointer = words_of(locator, "pointer")
    if pointer and not pointer.startswith("/"):
        raise LocateError(f"found the pointer {quote(pointer)}, expected one that begins with /")
    if _ESCAPE.search(pointer):
        raise LocateError(f"found ~ in {quote(pointer)}, expected ~0 for ~ and ~1 for /")
    value = _parse(plain_source(document))
    done = ""
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        named = value.kind == "object" or _INDEX.fullmatch(name)
        inside = value.members.get(name) if named else None
        if inside is None:
            raise NotFoundError(_absent(value, name, done))
        value, done = inside, f"{done}/{step}"
    if value.kind != "text":
        found = f"found {value.kind} at {quote(pointer)} (line {value.line})"
        near = choices(list(value.members))
        raise NotFoundError(f"{found}, expected a number or a text; it holds: {near}")
    return Located(value.text, value.line, pointer)


def _absent(value: _Value, name: str, done: str) -> str:
    where = f"at {quote(done)} (line {value.line})"
    if value.kind not in ("array", "object"):
        return f"found a single value {where}, expected an object or array with {quote(name)}"
    if value.kind == "array":
        count = len(value.members)
        return (
            f"found an array of {count} {where}, expected an index below {count}, not {quote(name)}"
        )
    near = choices(nearest_names(name, value.members))
    return f"found no {quote(name)} {where}, expected one of: {near}"


class _Parser:
    """One pass over the tokens, with a stack in place of recursion."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.open: list[_Value] = []

    def fail(self, found: str, expected: str) -> ExtractError:
        return ExtractError(self.line, found, expected)

    def peek(self) -> str:
        """The next character that is no white space; empty at the end."""
        match = _SPACE.match(self.text, self.at)
        if match:
            self.line += match[0].count("\n")
            self.at = match.end()
        return self.text[self.at : self.at + 1]

    def take(self, expected: str, *kinds: str) -> re.Match[str]:
        """The next token. Raises ExtractError unless it is of one of the kinds, or such a mark."""
        self.peek()
        match = _TOKEN.match(self.text, self.at)
        if match is None or (match.lastgroup not in kinds and match[0] not in kinds):
            rest = self.text[self.at : self.at + 20].split("\n")[0]
            raise self.fail(quote(rest) if rest else "the end", expected)
        self.at = match.end()
        return match

    def value(self) -> _Value:
        """A value; an object or array is left open, to be filled by the caller."""
        match = self.take("a JSON value", "string", "number", "word", "{", "[")
        if match.lastgroup != "mark":
            text = self.decoded(match[0]) if match.lastgroup == "string" else match[0]
            return _Value("null" if match[0] == "null" else "text", self.line, text)
        opened = _Value("array" if match[0] == "[" else "object", self.line)
        self.open.append(opened)
        return opened

    def decoded(self, token: str) -> str:
        text = str(json.loads(token))
        if any("\ud800" <= sign <= "\udfff" for sign in text):
            raise self.fail("half of a surrogate pair", "whole characters")
        return text

    def member(self, parent: _Value) -> None:
        """One member of the innermost open object or array, with the comma before it."""
        if parent.members:
            close = "]" if parent.kind == "array" else "}"
            self.take(f"a comma or {close}", ",")
        name = str(len(parent.members))
        if parent.kind == "object":
            name = self.decoded(self.take("a name in double quotes", "string")[0])
            if name in parent.members:
                first = parent.members[name].line
                raise self.fail(f"the name {quote(name)} twice (line {first})", "each name once")
            self.take("a colon", ":")
        parent.members[name] = self.value()


def _parse(text: str) -> _Value:
    """The document's value. Raises ExtractError at the first character that is no JSON."""
    parser = _Parser(text)
    root = parser.value()
    while parser.open:
        parent = parser.open[-1]
        if parser.peek() == ("]" if parent.kind == "array" else "}"):
            parser.at += 1
            parser.open.pop()
        else:
            parser.member(parent)
    if parser.peek():
        raise parser.fail(quote(text[parser.at : parser.at + 20]), "the end of the document")
    return root
