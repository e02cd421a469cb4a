"""YAML as editors write it: every scalar stays the text that was typed, every value has a line.

`2.50` stays "2.50" and `2026-10-16` stays "2026-10-16": a typed loader would eat the digits that
bounds are read from. Tags and duplicate keys are refused, depth and the size after aliases are
bounded, and the tree is built from libyaml's events without recursion, so hostile input cannot
explode.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tieout.errors import Problem, TieoutError, fail, shown
from tieout.files import read_text, refuse_unseen

MAX_DEPTH = 24
MAX_VALUES = 50_000  # in one file, each alias counted as if it were written out
#: Plain words that are no text.
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "": None}
Key = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed YAML file: nested dicts, lists and texts, and the line of each by its path."""

    path: Path
    data: Any
    lines: dict[Key, int] = field(repr=False)

    def line(self, *key: str | int) -> int:
        """The line (from 1) of the value at `key`, or of its nearest ancestor."""
        for length in range(len(key), -1, -1):
            if key[:length] in self.lines:
                return self.lines[key[:length]]
        return 1

    def problem(self, key: Key, what: str, mend: str) -> Problem:
        """A problem at the line of `key`."""
        return Problem(shown(self.path), self.line(*key), what, mend)

    def fail(self, key: Key, what: str, mend: str) -> TieoutError:
        """An error at the line of `key`, to be raised by the caller."""
        return TieoutError([self.problem(key, what, mend)])


class _Builder:
    """Turns the events of one document into a tree, with a stack instead of recursion."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines: dict[Key, int] = {}
        self.root: Any = None
        self.stack: list[Any] = []
        self.keys: list[Any] = []  # the pending key of each open mapping, None when one is due
        self.where: list[Key] = []
        self.size = 0
        self.shared: dict[str, tuple[Any, int]] = {}  # an anchor's value and its size
        self.anchors: list[tuple[str, int, int]] = []  # open ones: name, depth, size before
        self.named: str | None = None

    def begin_anchor(self, name: str) -> None:
        """The next value is named, to be repeated by an alias."""
        self.named = name

    def alias(self, name: str, line: int) -> None:
        """Repeat a value named before."""
        if self._key_due():
            raise fail(self.path, line, "an alias (*) stands as a key", "write the key out")
        if name not in self.shared:
            mend = f"add &{name} to a value that is complete before this line"
            raise fail(self.path, line, f"*{name} names no value", mend)
        value, size = self.shared[name]
        self._place(line)
        self._attach(value)
        self._grow(size, line)

    def _grow(self, size: int, line: int) -> None:
        self.size += size
        if self.size > MAX_VALUES:
            raise fail(self.path, line, f"more than {MAX_VALUES} values", "split the file")

    def _begin(self, value: Any, line: int) -> None:
        """Count a value; if it is anchored, keep it once it is complete."""
        if self.named is not None:
            self.anchors.append((self.named, len(self.stack), self.size))
            self.named = None
        self._grow(1, line)
        if not isinstance(value, (dict, list)):  # a union is made anew each time
            self._complete(value)

    def _complete(self, value: Any) -> None:
        while self.anchors and self.anchors[-1][1] == len(self.stack):
            name, _, before = self.anchors.pop()
            self.shared[name] = (value, self.size - before)

    def _place(self, line: int) -> Key:
        if not self.stack:
            return ()
        top = self.stack[-1]
        last: str | int = len(top) if isinstance(top, list) else self.keys[-1]
        key = (*self.where[-1], last)
        self.lines.setdefault(key, line)
        return key

    def _attach(self, value: Any) -> None:
        if not self.stack:
            self.root = value
            return
        top = self.stack[-1]
        if isinstance(top, list):
            top.append(value)
        else:
            top[self.keys[-1]] = value
            self.keys[-1] = None

    def _key_due(self) -> bool:
        return bool(self.stack) and isinstance(self.stack[-1], dict) and self.keys[-1] is None

    def scalar(self, text: str, line: int, plain: bool) -> None:
        """A key, or a value: plain true, false and null keep their meaning, all else is text."""
        refuse_unseen(text, self.path, line)  # escapes such as "\\0" bring them in past read_text
        if self._key_due():
            self._key(text, line)
            return
        self._place(line)
        value = _WORDS[text] if plain and text in _WORDS else text
        self._attach(value)
        self._begin(value, line)

    def _key(self, text: str, line: int) -> None:
        if self.named is not None:
            raise fail(self.path, line, "an anchor (&) names a key", "name the value instead")
        if text == "<<":
            raise fail(self.path, line, "<< merges mappings", "write the keys out")
        if text in self.stack[-1]:
            raise fail(self.path, line, f"the key '{text}' stands twice", "keep one of them")
        self.keys[-1] = text
        self.lines[(*self.where[-1], text)] = line

    def open(self, value: Any, line: int) -> None:
        """A mapping or sequence begins."""
        if self._key_due():
            raise fail(self.path, line, "a key is not a plain word", "write the key as plain text")
        if len(self.stack) >= MAX_DEPTH:
            raise fail(self.path, line, f"nested deeper than {MAX_DEPTH} levels", "flatten it")
        place = self._place(line)
        self.lines.setdefault(place, line)
        self._attach(value)
        self._begin(value, line)
        self.stack.append(value)
        self.keys.append(None)
        self.where.append(place)

    def close(self) -> None:
        """The innermost mapping or sequence ends."""
        value = self.stack.pop()
        self.keys.pop()
        self.where.pop()
        self._complete(value)


def load(path: Path) -> Document:
    """Read one YAML document.

    Raises TieoutError, with file and line, for broken YAML and for anything beyond plain data.
    """
    return parse(read_text(path), path)


def parse(text: str, path: Path) -> Document:
    """Parse YAML `text`; `path` is only named in errors."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    builder = _Builder(path)
    documents = 0
    event: Any
    try:
        for event in yaml.parse(text, Loader=loader):
            line = event.start_mark.line + 1
            documents += type(event) is yaml.DocumentStartEvent
            if documents > 1:
                raise fail(path, line, "a second document begins with ---", "keep one document")
            _take(builder, event, line)
    except yaml.YAMLError as error:
        what: Any = getattr(error, "problem", None) or str(error).splitlines()[0]
        mark: Any = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        mend = "mend the YAML (indentation, quotes, colons)"
        raise fail(path, line, f"broken YAML, {what}", mend) from None
    return Document(path, builder.root, builder.lines)


def _take(builder: _Builder, event: Any, line: int) -> None:
    kind = type(event).__name__  # a name, as libyaml's events have no common method to call
    if kind in ("MappingEndEvent", "SequenceEndEvent"):
        builder.close()
        return
    if kind == "AliasEvent":
        builder.alias(str(event.anchor), line)
        return
    if getattr(event, "anchor", None):
        builder.begin_anchor(event.anchor)
    if getattr(event, "tag", None):
        raise fail(builder.path, line, f"the tag {event.tag} is not read here", "remove the tag")
    if kind == "ScalarEvent":
        # A block ends where the next key begins: the break before it is no part of its text.
        text = event.value.rstrip("\n") if event.style in ("|", ">") else event.value
        builder.scalar(text, line, plain=event.style is None or event.style == "")
    elif kind == "MappingStartEvent":
        builder.open({}, line)
    elif kind == "SequenceStartEvent":
        builder.open([], line)
