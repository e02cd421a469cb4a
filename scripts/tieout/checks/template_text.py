"""A template as its writer wrote it: stretches of text and calls, in the order of the page.

The template language has more than one way to write a call: names for its arguments, escapes in
them, a loop over texts, a passage that is left as it is. It is parsed by its own library, and
nothing in it runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

#: The arguments of the calls that writers have, by name.
_NAMES = {
    "f": ("name",), "cite": ("name",), "x": ("text", "why"), "figure": ("name",),
    "table": ("name",), "claim_table": ("name",), "verdict_table": ("source",),
}  # fmt: skip
_TEXT = r"(?:'[^'\\\n{}]+'|\"[^\"\\\n{}]+\")"
#: A call as nearly all are written: names and texts of it in quotation marks, no escapes.
_PLAIN = re.compile(
    rf"\{{\{{[ \n]*(?P<name>[a-z_]+)\((?P<given> *{_TEXT}(?: *, *{_TEXT})* *|)\)[ \n]*\}}\}}"
)
_ARGUMENT = re.compile(r"'([^']*)'|\"([^\"]*)\"")
#: More pieces than an article has: loops within loops end here.
_MOST = 50_000
#: Stands for what no template may hold, so that its text is like none on a page.
_STRANGE = "\ufffd"


@dataclass(frozen=True, slots=True)
class Called:
    """A call: the function's name, and its arguments in the order in which it takes them."""

    name: str
    given: tuple[str, ...]


@lru_cache(maxsize=1024)
def template_pieces(text: str) -> tuple[str | Called, ...]:
    """Text and calls; a template that cannot be read is one text, which no page shows."""
    if "{{" not in text and "{%" not in text:
        return (text,)
    if plain := _plain_pieces(text):
        return plain
    return parsed_pieces(text)


def _plain_pieces(text: str) -> tuple[str | Called, ...]:
    """The same of a text whose calls are all of the usual form; nothing if another may be there.

    Most texts have no other, and then the library need not even be imported.
    """
    calls = list(_PLAIN.finditer(text))
    if "{%" in text or "\r" in text or len(calls) != text.count("{{"):
        return ()
    found: list[str | Called] = []
    end = 0
    for call in calls:
        found += [text[end : call.start()]] if call.start() > end else []
        given = (one or other for one, other in _ARGUMENT.findall(call["given"]))
        found.append(Called(call["name"], tuple(given)))
        end = call.end()
    return (*found, text[end:]) if end < len(text) else tuple(found)


def parsed_pieces(text: str) -> tuple[str | Called, ...]:
    """The same by the library of the template language, whatever the form."""
    from jinja2 import TemplateSyntaxError

    try:
        tree = _parser().parse(text)
    except (TemplateSyntaxError, RecursionError):
        return (text, _STRANGE)
    found: list[str | Called] = []
    for piece in _pieces(tree, {}):
        found.append(piece)
        if len(found) > _MOST:
            return (_STRANGE,)
    return tuple(found)


def _pieces(node: Any, names: Mapping[str, str]) -> Iterator[str | Called]:
    """What a node stands for; `names` are those of the loops around it."""
    match type(node).__name__:
        case "Template":
            for each in node.body:
                yield from _pieces(each, names)
        case "Output":
            for each in node.nodes:
                yield from _pieces(each, names)
        case "For" if type(node.iter).__name__ == "List" and type(node.target).__name__ == "Name":
            for item in node.iter.items:
                inner = {**names, node.target.name: _text(item, names)}
                for each in node.body:
                    yield from _pieces(each, inner)
        case "TemplateData":
            yield str(node.data)
        case "Call" if type(node.node).__name__ == "Name":
            yield _call(node, names)
        case _:
            yield _text(node, names)


def _call(node: Any, names: Mapping[str, str]) -> Called:
    name = str(node.node.name)
    given = [_text(each, names) for each in node.args]
    named = {str(each.key): _text(each.value, names) for each in node.kwargs}
    given += [named.pop(key) for key in _NAMES.get(name, ())[len(given) :] if key in named]
    return Called(name, (*given, *named.values()))


def _text(node: Any, names: Mapping[str, str]) -> str:
    match type(node).__name__:
        case "Const":
            return str(node.value)
        case "Name" if node.name in names:
            return names[node.name]
    return _STRANGE


@cache
def _parser() -> Any:
    from jinja2 import Environment

    return Environment(
        comment_start_string="{%#", comment_end_string="#%}", keep_trailing_newline=True
    )
