"""The ledger as JSON, in the form of schemas/ledger.schema.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tieout.ledger import Ledger
from tieout.ledger_file import SCHEMA_VERSION
from tieout.sources import Source, in_languages

_METADATA = [
    "title",
    "label",
    "publisher",
    "author",
    "kind",
    "official",
    "published",
    "read",
    "retrieved",
    "url",
    "original",
    "file",
    "also",
    "api",
    "standing",
    "via",
    "missing",
    "note",
]


def to_json(ledger: Ledger, font: Mapping[str, str], site: Mapping[str, Any]) -> str:
    """The text of ledger.json; the same ledger gives the same bytes. `site` is from config.yaml."""
    data: dict[str, Any] = ledger.document.data
    content = {
        "schema": SCHEMA_VERSION,
        "article": {
            "id": ledger.article,
            **{key: data[key] for key in ("version", "date")},
            "published": data.get("published", data["date"]),
            **{key: data[key] for key in ("languages", "title", "description")},
            "glossary": data.get("glossary", []),
            **{key: data[key] for key in ("card",) if key in data},
        },
        "site": dict(site),
        "font": dict(font),
        "conditions": {key: {"label": label} for key, label in ledger.words.labels.items()},
        "questions": {
            question.id: {"label": question.label, "keys": list(question.keys)}
            for question in ledger.words.questions
        },
        "vocabulary": ledger.vocabulary,
        "factors": {unit: str(factor) for unit, factor in ledger.factors.items()},
        "sources": {name: _source(source) for name, source in ledger.sources.items()},
        "facts": {name: fact.to_json() for name, fact in ledger.facts.items()},
        "claims": {
            claim.name: claim.to_json(ledger.facts, ledger.words) for claim in ledger.claims
        },
        "verdicts": [verdict.to_json() for verdict in ledger.verdicts],
        "comparisons": [comparison.to_json() for comparison in ledger.comparisons],
        "tables": data.get("tables", {}),
        "figures": data.get("figures", {}),
    }
    return _by_line(content) + "\n"


def _by_line(content: Mapping[str, Any]) -> str:
    """JSON with an entry of each part on a line of its own: short to read, and to compare."""
    parts: list[str] = []
    for name, part in content.items():
        if isinstance(part, dict) and part:
            entries = (f"{_json(key)}: {_json(entry)}" for key, entry in part.items())
            written = "{\n  " + ",\n  ".join(entries) + "\n }"
        elif isinstance(part, list) and part:
            written = "[\n  " + ",\n  ".join(map(_json, part)) + "\n ]"
        else:
            written = _json(part)
        parts.append(f" {_json(name)}: {written}")
    return "{\n" + ",\n".join(parts) + "\n}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _source(source: Source) -> dict[str, Any]:
    entry = {key: source.meta[key] for key in _METADATA if key in source.meta}
    tables = {
        name: {
            "label": table["label"],
            "locator": in_languages(table.get("locator", "")),
            "columns": {key: spec["label"] for key, spec in table["columns"].items()},
            "row_labels": {
                row: spec["label"] for row, spec in table.get("rows", {}).items() if "label" in spec
            },
            "cells": source.cells[name],
        }
        for name, table in source.meta.get("tables", {}).items()
    }
    return {**entry, "tables": tables}
