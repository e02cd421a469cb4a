"""A comparison for people, as Markdown and as HTML, and for programs, as JSON.

Both forms for people come from the same sections. Whatever an archive holds is text in them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tieout.archive.differences import VALUE, Change, Comparison
from tieout.quoting import plain

_LANGUAGES = {"en": "English", "zh-TW": "正體中文"}
#: What is quoted of a text; a table of the report must stay readable.
_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, and a table below it."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def sections(comparison: Comparison) -> Iterator[Section]:
    """The report's sections, those without rows left out."""
    old, new = comparison.old.facts, comparison.new.facts
    changed = ("Figure", "Before", "After", "Cell", "Reason")
    values = [change for change in comparison.changed if change.is_value]
    others = [change for change in comparison.changed if not change.is_value]
    named = ("Figure", "What it is", "Says", "Cell")
    found = [
        Section("Values changed", changed, tuple(map(_value_row, values))),
        Section("Figures added", named, tuple(_row(new[name]) for name in comparison.added)),
        Section("Figures removed", named, tuple(_row(old[name]) for name in comparison.removed)),
        Section("Figures described anew", ("Figure", "What", "Cell"), tuple(map(_other, others))),
        *(_reworded(comparison, lang) for lang in _LANGUAGES),
        Section("Pictures", ("Picture", "What"), comparison.pictures),
        Section("Checks", ("Check", "What", "Before", "After"), comparison.checks),
    ]
    yield from (section for section in found if section.rows)


def _value_row(change: Change) -> tuple[str, ...]:
    before, after = said(change.old), said(change.new)
    if before == after:
        after = "the same wording: only digits that it does not show (see changes.json)"
    return change.fact, before, after, change.place, why(change)


def said(fact: Any) -> str:
    """What a page says of a fact."""
    return str(fact["text"]["en"] or fact["printed"] or "nothing")


def why(change: Change) -> str:
    """The reason of a change, in words."""
    if change.reason:
        return str(change.reason["en"])
    if change.follows:
        return f"follows from {', '.join(change.follows)}"
    return "no reason is given"


def _row(fact: Any) -> tuple[str, ...]:
    return str(fact["id"]), str(fact["label"]["en"]), said(fact), str(fact["place"])


def _other(change: Change) -> tuple[str, ...]:
    return change.fact, ", ".join(change.fields), change.place


def _reworded(comparison: Comparison, lang: str) -> Section:
    rows = [
        (text.place or "prose", text.old or "(new)", text.new or "(gone)")
        for text in comparison.texts
        if text.lang == lang
    ]
    return Section(f"Texts, {_LANGUAGES[lang]}", ("Place", "Before", "After"), tuple(rows))


def _title(comparison: Comparison) -> str:
    old, new = comparison.old, comparison.new
    return f"{new.article}: {old.version} to {new.version}"


def to_markdown(comparison: Comparison) -> str:
    """changes.md."""
    parts = [f"# {plain(_title(comparison))}", plain(summary(comparison))]
    for section in sections(comparison):
        lines = [section.columns, tuple("---" for _ in section.columns)]
        lines += [tuple(plain(cell, _LONGEST) for cell in row) for row in section.rows]
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        parts.append(f"## {section.title}\n\n{table}")
    return "\n\n".join(parts) + "\n"


def to_html(comparison: Comparison) -> str:
    """changes.html, one file that asks for nothing."""
    from jinja2 import Environment

    page = Environment(autoescape=True, trim_blocks=True).from_string(_PAGE)
    told = {"title": _title(comparison), "summary": summary(comparison)}
    return page.render(**told, sections=list(sections(comparison))) + "\n"


def summary(comparison: Comparison) -> str:
    """All of it in one sentence."""
    values = sum(change.is_value for change in comparison.changed)
    texts, pictures = len(comparison.texts), len(comparison.pictures)
    counted = [
        f"Values changed: {values} (without a reason: {len(comparison.unexplained)})",
        f"figures added: {len(comparison.added)}, removed: {len(comparison.removed)}",
        f"described anew: {len(comparison.changed) - values}",
        f"texts reworded: {texts}, pictures changed: {pictures}",
        f"changes of checks: {len(comparison.checks)}",
    ]
    return "; ".join(counted) + "."


def to_json(comparison: Comparison) -> str:
    """changes.json; its form stands in schemas/comparison.schema.json."""
    content = {
        "schema": 1,
        "article": comparison.new.article,
        "old": _version(comparison.old),
        "new": _version(comparison.new),
        "added": list(comparison.added),
        "removed": list(comparison.removed),
        "changed": [_change(change) for change in comparison.changed],
        "texts": [
            {"language": text.lang, "place": text.place, "old": text.old, "new": text.new}
            for text in comparison.texts
        ],
        "pictures": [{"name": name, "what": what} for name, what in comparison.pictures],
        "checks": [
            {"check": check, "what": what, "old": old, "new": new}
            for check, what, old, new in comparison.checks
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _version(snapshot: Any) -> dict[str, str]:
    article = snapshot.ledger["article"]
    return {"version": article["version"], "date": article["date"]}


def _change(change: Change) -> dict[str, Any]:
    return {
        "fact": change.fact,
        "place": change.place,
        "fields": list(change.fields),
        "old": {key: change.old[key] for key in (*VALUE, "text")},
        "new": {key: change.new[key] for key in (*VALUE, "text")},
        "reason": dict(change.reason),
        "follows": list(change.follows),
        "explained": change.is_explained,
    }


_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ title }}</title>
<style>
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem }
div { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid; overflow-wrap: anywhere; padding: .3rem .6rem .3rem 0 }
th, td { min-width: 6rem; text-align: start; vertical-align: top }
</style>
</head>
<body>
<h1>{{ title }}</h1>
<p>{{ summary }}</p>
{% for section in sections %}
<h2>{{ section.title }}</h2>
<div>
<table>
<thead>
<tr>{% for column in section.columns %}<th scope="col">{{ column }}</th>{% endfor %}</tr>
</thead>
<tbody>
{% for row in section.rows %}
<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}</tr>
{% endfor %}
</tbody>
</table>
</div>
{% endfor %}
</body>
</html>"""
