"""What the rows of a table of facts are called, so that no two are called the same."""

from __future__ import annotations

from collections.abc import Sequence

from tieout.pages.inline import Inline, Part, Text, plain
from tieout.pages.view import View


def row_labels(names: Sequence[str], view: View) -> list[Inline]:
    """The label of each fact; behind one that others share, what tells it from them.

    That is its source and, among figures of one source, the conditions in which they differ.
    """
    alike: dict[str, list[str]] = {}
    for name in names:
        alike.setdefault(view.localized(view.fact(name)["label"]), []).append(name)
    named = {name: (label, group) for label, group in alike.items() for name in group}
    return [_label(name, *named[name], view) for name in names]


def _label(name: str, label: str, group: Sequence[str], view: View) -> Inline:
    source = view.fact(name)["source"]
    same = [each for each in group if view.fact(each)["source"] == source]
    marks: list[list[Part]] = []
    if source and len(same) < len(group):
        marks.append([Text(view.localized(view.source(source)["label"]))])
    if len(same) > 1:
        marks += _conditions(name, same, view)
    parts: list[Part] = [Text(label)]
    for number, mark in enumerate(marks):
        parts += [Text(view.word("semicolon" if number else "open")), *mark]
    return [*parts, Text(view.word("close"))] if marks else parts


def _conditions(name: str, group: Sequence[str], view: View) -> list[list[Part]]:
    """The conditions of a fact that are not the same in the whole group."""
    own = view.fact(name)["conditions"]
    others = [view.fact(each)["conditions"] for each in group]
    return [
        [
            Text(view.localized(view.ledger["conditions"][key]["label"]) + view.word("colon")),
            plain(view.localized(value), "condition", view),
        ]
        for key, value in own.items()
        if any(conditions.get(key) != value for conditions in others)
    ]
