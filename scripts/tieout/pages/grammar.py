"""What a template may hold beside text: calls of the functions offered, with plain arguments.

The template language can do more: multiply a text a thousand million times, raise a number until
the machine hangs, count to the end of days in loops of loops. A writer needs none of it, so what is
not on this list is refused before anything runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import nodes

#: How often the inside of a loop may run, loops within loops multiplied.
MOST_ROUNDS = 1000
_PLAIN = frozenset(("Template", "Output", "TemplateData", "Const", "Name", "Keyword"))
_SAID = {
    "Getattr": "an attribute: it is unsafe",
    "Getitem": "an item in brackets",
    "Filter": "a filter (|)",
    "Test": "a test (is)",
    "FilterBlock": "{% filter %}",
    "CallBlock": "{% call %}",
    "Macro": "{% macro %}",
    "Assign": "{% set %}",
    "If": "{% if %}",
    "List": "a list outside of {% for … in […] %}",
}


def refused(tree: nodes.Template) -> tuple[int, str] | None:
    """Line and kind of the first thing that a template may not hold, None if all is well."""
    return next(_refused(tree), None)


def _refused(tree: nodes.Template) -> Iterator[tuple[int, str]]:
    stack: list[tuple[Any, int]] = [(tree, 1)]
    while stack:
        node, rounds = stack.pop()
        kind = type(node).__name__
        inner = list(node.iter_child_nodes())
        if kind == "For":
            rounds *= max(1, len(getattr(node.iter, "items", ())))
            if fault := _loop(node, rounds):
                yield node.lineno, fault
                return
            inner = node.body
        elif kind == "Call":
            if type(node.node).__name__ != "Name" or node.dyn_args or node.dyn_kwargs:
                yield node.lineno, "a call of anything but a function by its name"
                return
            inner = [*node.args, *node.kwargs]
            nested = [each for each in inner if type(each).__name__ == "Call"]
            if nested:
                yield node.lineno, "a call within a call"
                return
            inner.append(node.node)
        elif kind not in _PLAIN:
            yield node.lineno, _SAID.get(kind, f"{kind}")
            return
        stack += ((each, rounds) for each in reversed(inner))


def _loop(node: Any, rounds: int) -> str:
    """What is wrong with a loop: it runs over texts that stand in it, and not too often."""
    items = getattr(node.iter, "items", None)
    plain = items is not None and all(type(each).__name__ == "Const" for each in items)
    if not plain or type(node.target).__name__ != "Name" or node.else_ or node.test:
        return "a loop over anything but texts in brackets"
    if node.recursive:
        return "a loop that calls itself"
    return "" if rounds <= MOST_ROUNDS else f"loops of more than {MOST_ROUNDS} rounds"
