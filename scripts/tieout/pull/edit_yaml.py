"""Change single values of a YAML file and leave its comments, order and style as they are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

Key = tuple[str | int, ...]

#: Plain texts that other readers of YAML would take for a number, a day, or true and false.
_TYPED = re.compile(r"[-+.\d][\d_,.:eE+-]*|true|false|yes|no|on|off|null|~", re.IGNORECASE)
#: Plain text that needs no quotes anywhere, in a flow mapping either.
_PLAIN = re.compile(r"[\w.~±≈][\w.%±~×≈ /@+=()-]*")


class YamlEditor:
    """Collects changes to one YAML text; all are made at once, from the end to the start."""

    def __init__(self, text: str) -> None:
        import yaml

        self.text = text
        self._newline = "\r\n" if "\r\n" in text else "\n"
        self._root: Any = yaml.compose(text, Loader=yaml.SafeLoader)
        self._edits: list[tuple[int, int, int, str]] = []  # start, end, order, text

    def result(self) -> str:
        """The text with every change made."""
        text = self.text
        for start, end, _, new in sorted(self._edits, key=lambda edit: edit[:3], reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def value(self, key: Key) -> str | None:
        """The scalar at a path, or None."""
        node = self._node(key)
        return str(node.value) if node is not None and _is_scalar(node) else None

    def set(self, key: Key, value: str) -> None:
        """Replace the scalar at `key`, in the quotes it has. Raises KeyError."""
        node = self._node(key)
        if node is None or not _is_scalar(node):
            raise KeyError(key)
        self._edit(node.start_mark.index, node.end_mark.index, _scalar(value, node.style))

    def put(self, mapping: Key, name: str, value: str, after: str) -> None:
        """Set a key of a mapping, or add it behind the key `after` (or at the end)."""
        if self._node((*mapping, name)) is not None:
            self.set((*mapping, name), value)
        else:
            self.add(mapping, f"{name}: {_scalar(value, None)}", after)

    def add(self, mapping: Key, entry: str, after: str) -> None:
        """Add ``key: value``, written out, behind the key `after` of a mapping, or at its end.

        Further lines of `entry` are indented as the mapping is.
        """
        node = self._node(mapping)
        if node is None:
            raise KeyError(mapping)
        if node.flow_style:
            last = node.value[-1][1]
            self._edit(last.end_mark.index, last.end_mark.index, f", {entry}")
            return
        pairs = {key.value: (key, value) for key, value in node.value}
        key, value = pairs.get(after, node.value[-1])
        indent = " " * key.start_mark.column
        lines = "".join(f"{indent}{line}\n" for line in entry.split("\n"))
        self._insert(self._line_end(value), lines)

    def append(self, sequence: Key, entry: str) -> None:
        """Add a mapping, a line a key, written out without its dash, at the end of a sequence."""
        node = self._node(sequence)
        if node is None or not node.value:
            raise KeyError(sequence)
        last = node.value[-1]
        if node.flow_style:
            at = last.end_mark.index
            self._edit(at, at, f", {{{', '.join(entry.splitlines())}}}")
            return
        indent = " " * (last.start_mark.column - 2)
        first, *rest = entry.split("\n")
        lines = f"{indent}- {first}\n" + "".join(f"{indent}  {line}\n" for line in rest)
        self._insert(self._line_end(last), lines)

    def remove(self, name: str) -> None:
        """Remove a key of the outermost mapping, with its value's lines."""
        for key, value in self._root.value:
            if key.value == name:
                start = self.text.rfind("\n", 0, key.start_mark.index) + 1
                self._edit(start, self._line_end(value), "")

    def _insert(self, at: int, lines: str) -> None:
        before = "" if at == 0 or self.text[at - 1] == "\n" else "\n"
        self._edit(at, at, (before + lines).replace("\n", self._newline))

    def _edit(self, start: int, end: int, new: str) -> None:
        # Insertions at one place come out in the order in which they were asked for.
        self._edits.append((start, end, len(self._edits), new))

    def _node(self, key: Key) -> Any:
        node = self._root
        for part in key:
            if isinstance(part, int):
                node = node.value[part] if part < len(node.value) else None
            else:
                pairs: Mapping[str, Any] = {k.value: v for k, v in getattr(node, "value", ())}
                node = pairs.get(part)
            if node is None:
                return None
        return node

    def _line_end(self, node: Any) -> int:
        """The place behind the last line of a value, trailing comment included."""
        last = node
        while not _is_scalar(last) and not last.flow_style and last.value:
            last = last.value[-1][1] if isinstance(last.value[-1], tuple) else last.value[-1]
        at: int = last.end_mark.index
        if at > 0 and self.text[at - 1] == "\n":  # a block scalar ends behind its line
            return at
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end + 1


def _is_scalar(node: Any) -> bool:
    return isinstance(node.value, str)


def _scalar(value: str, style: str | None) -> str:
    """A text as YAML, in the quotes it had or in those it needs."""
    if style == "'":
        return "'" + value.replace("'", "''") + "'"
    if style is None and _PLAIN.fullmatch(value) and not _TYPED.fullmatch(value):
        return value
    if style is None and re.fullmatch(
        r"\d{4}-\d{2}-\d{2}|[0-9a-f]{64}|\d{4}-\d{2}-\d{2}T\S+", value
    ):
        return value
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
