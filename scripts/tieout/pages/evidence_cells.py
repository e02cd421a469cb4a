"""The cells of one fact in the evidence, and the head of its group, in parts of running text.

A cell is a list of pieces; page and Markdown set a mark between them, each in its own way. Numbers
that are no facts need no mark of their own here: the checks know what stands in a fact's cells,
and hold every number against the ledger.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tieout.pages.evidence_groups import Group, Localized, Shared, is_lost, place_parts
from tieout.pages.inline import Code, FactRef, Inline, Link, Mark, OwnFact, Part, Text, to_plain
from tieout.pages.source_links import SourceLinks
from tieout.pages.sources_list import standing
from tieout.pages.tables import bounds
from tieout.pages.view import View, join_cjk

#: The columns of printed, computed and set facts by their letters, with the words of their heads.
COLUMNS: Mapping[str, Mapping[str, str]] = {
    "source": {
        "v": "value", "w": "what", "p": "as_printed", "b": "bounds", "c": "conditions",
        "d": "note", "o": "where",
    },
    "derived": {
        "v": "value", "w": "what", "b": "bounds", "f": "formula", "c": "conditions",
        "d": "differs_note", "o": "where",
    },
    "assumed": {
        "v": "value", "w": "what", "p": "assumed", "b": "bounds", "d": "note", "o": "where",
    },
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that is stated, or, without a key, all those that are not."""

    key: str
    parts: Inline


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in one column of a row: pieces of text, or conditions."""

    pieces: Sequence[Inline]
    conditions: Sequence[Condition] = ()

    def __bool__(self) -> bool:
        return bool(self.pieces or self.conditions)


def cells_of(name: str, group: Group, view: View, links: SourceLinks) -> dict[str, Cell]:
    """The cells of a fact by the letter of their column, empty ones too."""
    fact, shared = view.facts[name], group.shared
    made: dict[str, Sequence[Inline]] = {
        "v": [[OwnFact(name)]],
        "w": [[Text(view.localized(fact["label"]))]],
        "p": list(_printed(fact, view, links)),
        "b": list(_bounds(name, fact, view)),
        "f": list(_formula(fact, view)),
        "d": [] if shared.remarks else list(_remarks(fact, view)),
        "o": list(_origin(fact, shared, view, links)),
    }
    own = {k: v for k, v in fact["conditions"].items() if k not in shared.conditions}
    cells = {letter: Cell(pieces) for letter, pieces in made.items()}
    cells["c"] = Cell((), tuple(conditions(own, view)))
    return {letter: cells[letter] for letter in COLUMNS[group.kind]}


def head_of(group: Group, view: View, links: SourceLinks) -> Cell:
    """What the facts of a group share."""
    shared = group.shared
    pieces: list[Inline] = []
    if shared.source:
        pieces.append([_source_link(shared.source, view)])
    pieces += _standing(shared.standing, shared.via, view)
    if shared.locator:
        pieces.append([_locator(view.facts[group.facts[0]], view, links)])
    if shared.inference:
        pieces.append([_inference(view)])
    if shared.file:
        pieces.append([Code(shared.file)])
    if shared.remarks:
        heading = Text(view.word(COLUMNS[group.kind]["d"]) + view.word("colon"))
        remarks = _remarks(view.facts[group.facts[0]], view)
        pieces += [[heading, *said] for said in remarks]
    return Cell(pieces, tuple(conditions(shared.conditions, view)))


def conditions(given: Mapping[str, Localized], view: View) -> Iterator[Condition]:
    """What is stated, then the names of what is not; what does not apply is left out."""
    labels = view.ledger["conditions"]
    colon = view.word("colon")
    unstated: list[str] = []
    for key, value in given.items():
        label = view.localized(labels[key]["label"])
        if value["en"] == "not stated":
            unstated.append(label)
        elif value["en"] != "not applicable":
            yield Condition(key, [Text(label + colon + view.localized(value))])
    if unstated:
        listed = view.word("list_comma").join(unstated)
        yield Condition("", [Text(view.word("not_stated") + colon + listed)])


def _source_link(name: str, view: View) -> Link:
    return Link(f"#source-{name}", (Text(view.localized(view.source(name)["label"])),))


def _inference(view: View) -> Mark:
    return Mark((Text(view.word("inference")),), "inference")


def _standing(name: str, via: str, view: View) -> Iterator[Inline]:
    """How far it was checked, and through whom it is quoted."""
    if name:
        yield [Mark((Text(standing(name, view)),), f"standing {name}")]
    if via:
        label = view.localized(view.source(via)["label"])
        yield [Text(join_cjk(f"{view.word('via')} {label}"))]


def _printed(fact: Mapping[str, Any], view: View, links: SourceLinks) -> Iterator[Inline]:
    """The source's own text, which leads to it on the source's page where that is possible.

    Where a correction of ours holds another text, that one too.
    """
    opened, closed = Text(view.word("open_quote")), Text(view.word("close_quote"))
    own = fact.get("replaced") or fact["printed"]
    if own:
        address = links.printed_text(fact)
        yield [opened, Link(address, (Text(own),)) if address else Text(own), closed]
    if fact.get("replaced") and fact["printed"]:
        yield [
            Text(view.word("corrected") + view.word("colon")),
            opened,
            Text(fact["printed"]),
            closed,
        ]


def _bounds(name: str, fact: Mapping[str, Any], view: View) -> Iterator[Inline]:
    """What the digits leave open, in the fact's unit."""
    limits, _ = to_plain(bounds(name, view), view)
    if not limits:
        return
    unit = view.localized(fact["unit_name"]) if fact["unit_name"] else ""
    exact = fact["low"] == fact["high"]
    said = view.word("open") + unit + view.word("close") if exact else f" {unit}"
    yield [Text(limits + (said if unit else ""))]


def _formula(fact: Mapping[str, Any], view: View) -> Iterator[Inline]:
    """The formula, then each input: its name there, its value, what it is."""
    if fact["formula"]:
        yield [Code(fact["formula"])]
    for alias, name in fact["inputs"].items():
        label = view.word("open") + view.localized(view.fact(name)["label"]) + view.word("close")
        yield [Code(alias), Text(" = "), FactRef(name), Text(label)]


def _remarks(fact: Mapping[str, Any], view: View) -> Iterator[Inline]:
    """The conditions in which inputs differ, those with one reason together, and the note."""
    by_reason: dict[str, list[str]] = {}
    for key, reason in fact["differs"].items():
        label = view.localized(view.ledger["conditions"][key]["label"])
        by_reason.setdefault(view.localized(reason), []).append(label)
    said = [
        view.word("list_comma").join(labels) + view.word("colon") + words
        for words, labels in by_reason.items()
    ]
    said += [view.localized(fact["note"])] if fact["note"] else []
    text = ""
    for each in said:
        text += {"": "", ".": " ", "。": ""}.get(text[-1:], view.word("semicolon")) + each
    if text:
        yield [Text(text)]


def _locator(fact: Mapping[str, Any], view: View, links: SourceLinks) -> Part:
    """Where a fact stands in its source, as a link where that can be opened."""
    words, address = Text(view.localized(fact["locator"])), links.locator(fact)
    return Link(address, (words,)) if address else words


def _origin(
    fact: Mapping[str, Any], shared: Shared, view: View, links: SourceLinks
) -> Iterator[Inline]:
    """Where a fact stands, how it was read, where this project keeps it: what its head lacks."""
    if fact["locator"] and not shared.locator:
        yield [_locator(fact, view, links)]
    via = "" if shared.via else fact["via"] or ""
    said = shared.standing and (shared.standing == "lost" or not is_lost(fact))
    yield from _standing("" if said else fact["standing"], via, view)
    if fact["inference"] and not shared.inference:
        yield [_inference(view)]
    file, line = place_parts(fact["place"])
    yield [Code(line if shared.file else file + line)]
