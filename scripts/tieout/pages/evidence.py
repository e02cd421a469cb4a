"""The evidence section: one entry a fact, with everything a doubting reader may ask.

There are hundreds of entries, so each is a bare list of terms, its id the anchor of its fact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tieout.pages.content import Block
from tieout.pages.inline import (
    Code,
    Exempt,
    FactRef,
    Inline,
    Link,
    Mark,
    Part,
    Text,
    fact_html,
    plain,
    to_html,
)
from tieout.pages.inline_markdown import to_markdown
from tieout.pages.sources_list import standing
from tieout.pages.tables import bounds
from tieout.pages.view import View, join_cjk

Line = tuple[str, Inline]
Localized = Mapping[str, str]


def evidence_block(view: View) -> Block:
    """Entries of all facts that the page used and of all they are computed from, by source."""
    groups: dict[str, list[str]] = {name: [] for name in view.ledger["sources"]}
    groups |= {"derived": [], "assumed": []}
    for name in view.closure(view.used):
        fact = view.facts[name]
        own = "assumed" if fact["origin"] == "assumed" else "derived"
        groups[fact["source"] or own].append(name)
    html: list[str] = []
    markdown: list[str] = []
    for group, members in groups.items():
        if members:
            head = _group_head(group, view)
            html.append(f"<h3>{to_html(head, view)}</h3>")
            entries = [(name, entry_lines(name, view)) for name in members]
            html.extend(_entry_html(name, lines, view) for name, lines in entries)
            below = "\n".join(_entry_markdown(name, lines, view) for name, lines in entries)
            markdown.append(f"### {to_markdown(head, view)}\n\n{below}")
    return Block("\n".join(html) + "\n", "\n\n".join(markdown))


def _group_head(group: str, view: View) -> list[Part]:
    if group in ("derived", "assumed"):
        return [Text(view.word(f"group_{group}"))]
    return [_source_link(group, view)]


def _source_link(name: str, view: View) -> Link:
    return Link(f"#source-{name}", (Text(view.localized(view.source(name)["label"])),))


def _entry_html(name: str, lines: list[Line], view: View) -> str:
    rows = "".join(
        f"<dt>{view.word(key)}</dt><dd>{to_html(parts, view)}</dd>" for key, parts in lines
    )
    label = to_html([Text(view.localized(view.facts[name]["label"]))], view)
    value = fact_html(name, view)
    return f'<dl id="fact-{name}"><dt>{value}</dt><dd>{label}</dd>{rows}</dl>'


def _entry_markdown(name: str, lines: list[Line], view: View) -> str:
    label = to_markdown([Text(view.localized(view.facts[name]["label"]))], view)
    value = to_markdown([FactRef(name)], view)
    colon = view.word("colon")
    written = [f'- <a id="fact-{name}"></a><strong>{value}</strong>{colon}{label}']
    written += [f"{view.word(key)}{colon}{to_markdown(parts, view)}" for key, parts in lines]
    return "\\\n  ".join(written)


def entry_lines(name: str, view: View) -> list[Line]:
    """The lines of an entry: how exact, under which conditions, how computed, from where."""
    fact = view.facts[name]
    lines = _exactness(name, fact, view)
    if fact["conditions"]:
        lines.append(("conditions", _conditions(fact["conditions"], view)))
    if fact["formula"]:
        lines.extend(_formula(fact, view))
    if fact["differs"]:
        lines.append(("differs", _differs(fact["differs"], view)))
    if fact["note"]:
        lines.append(("note", [Text(view.localized(fact["note"]))]))
    return [*lines, ("source" if fact["source"] else "standing", _origin(fact, view))]


def _joined(pieces: Iterable[Inline], mark: str) -> list[Part]:
    """Pieces of a line with a mark between them."""
    parts: list[Part] = []
    for piece in pieces:
        if parts:
            parts.append(Text(mark))
        parts += piece
    return parts


def _exactness(name: str, fact: Mapping[str, Any], view: View) -> list[Line]:
    """What was printed, and what its digits leave open."""
    limits = bounds(name, view)
    if limits and fact["unit_name"]:
        unit = view.localized(fact["unit_name"])
        exact = fact["low"] == fact["high"]
        said = view.word("open") + unit + view.word("close") if exact else f" {unit}"
        limits = [*limits, Text(said)]
    printed = _printed(fact, view)
    if not printed:
        return [("bounds", limits)] if limits else []
    pieces: list[Inline] = [printed, limits] if limits else [printed]
    key = "assumed" if fact["origin"] == "assumed" else "as_printed"
    return [(key, _joined(pieces, view.word("semicolon")))]


def _printed(fact: Mapping[str, Any], view: View) -> list[Part]:
    """The source's own text; where a correction of ours holds another, that one too."""
    texts: list[Part] = [Exempt(fact["printed"], "as-printed")] if fact["printed"] else []
    replaced = fact.get("replaced")
    if not replaced:
        return texts
    gap = [Text(view.word("semicolon") + view.word("corrected") + view.word("colon"))]
    return [Exempt(replaced, "as-printed"), *([*gap, *texts] if texts else [])]


def _conditions(conditions: Mapping[str, Localized], view: View) -> list[Part]:
    """What is stated, then the names of what is not; what does not apply is left out."""
    labels = view.ledger["conditions"]
    stated: list[str] = []
    unstated: list[str] = []
    for key, value in conditions.items():
        label, words = view.localized(labels[key]["label"]), view.localized(value)
        if value["en"] == "not stated":
            unstated.append(label)
        elif value["en"] != "not applicable":
            stated.append(label + view.word("colon") + words)
    pieces: list[Inline] = []
    if stated:
        pieces.append([plain(view.word("semicolon").join(stated), "condition", view)])
    if unstated:
        listed = view.word("list_comma").join(unstated)
        pieces.append([Text(view.word("not_stated") + view.word("colon") + listed)])
    return _joined(pieces, view.word("semicolon"))


def _origin(fact: Mapping[str, Any], view: View) -> list[Part]:
    """Where a fact stands, how it was read, and in which file of this project it is kept."""
    pieces: list[Inline] = []
    if fact["source"]:
        link: list[Part] = [_source_link(fact["source"], view)]
        if fact["locator"]:
            link += [Text(view.word("comma")), plain(fact["locator"], "locator", view)]
        pieces.append(link)
    state = standing(fact["standing"], view)
    if fact["via"]:
        via = view.localized(view.source(fact["via"])["label"])
        state += view.word("comma") + join_cjk(f"{view.word('via')} {via}")
    pieces.append([Text(state)])
    if fact["inference"]:
        pieces.append([Mark((Text(view.word("inference")),), "inference")])
    pieces.append([Code(fact["place"], "place")])
    return _joined(pieces, view.word("semicolon"))


def _formula(fact: Mapping[str, Any], view: View) -> list[Line]:
    inputs: list[Inline] = []
    for alias, name in fact["inputs"].items():
        label = view.word("open") + view.localized(view.fact(name)["label"]) + view.word("close")
        inputs.append([_formula_code(alias), Text(" = "), FactRef(name), Text(label)])
    return [
        ("formula", [_formula_code(fact["formula"])]),
        ("inputs", _joined(inputs, view.word("semicolon"))),
    ]


def _formula_code(text: str) -> Code:
    return Code(text, "formula" if any(c.isdecimal() for c in text) else None)


def _differs(differs: Mapping[str, Localized], view: View) -> list[Part]:
    """The conditions that differ, those with one reason together."""
    by_reason: dict[str, list[str]] = {}
    for key, reason in differs.items():
        label = view.localized(view.ledger["conditions"][key]["label"])
        by_reason.setdefault(view.localized(reason), []).append(label)
    parts: list[Part] = []
    mark = ""
    for words, labels in by_reason.items():
        what = view.word("list_comma").join(labels) + view.word("colon") + words
        parts.append(Text(mark + what))
        mark = {".": " ", "。": ""}.get(words[-1], view.word("semicolon"))
    return parts
