"""Validation against the published JSON Schemas, said in an editor's words, with lines."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tieout.errors import Problem, TieoutError, nearest
from tieout.yamlio import Document, Key, load

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError

FOLDER = Path(__file__).parent / "schemas"
_KINDS = {"object": "a mapping", "array": "a list", "string": "text", "boolean": "true or false"}


@cache
def load_schema(name: str) -> dict[str, Any]:
    """The schema `schemas/<name>.schema.json`."""
    schema: dict[str, Any] = json.loads((FOLDER / f"{name}.schema.json").read_text("utf-8"))
    return schema


def load_valid(path: Path, name: str) -> Document:
    """Read a YAML file that must follow the schema `name`. Raises TieoutError with all problems."""
    document = load(path)
    found = problems(document, name)
    if found:
        raise TieoutError(found)
    return document


def problems(document: Document, name: str, part: str | None = None) -> list[Problem]:
    """Where a document, or the part of it under one key, departs from a schema, in its order."""
    data = document.data if part is None else document.data[part]
    found: list[Problem] = []
    for error in _validator(name).iter_errors(data):
        departure = _departure(error, load_schema(name), () if part is None else (part,))
        found.extend(_explain(document, departure))
    return sorted(dict.fromkeys(found), key=lambda problem: problem.line)


def ledger_fault(ledger: Any) -> str:
    """Where something departs from the ledger's schema, in a few words; empty when it does not."""
    for error in _validator("ledger").iter_errors(ledger):
        departure = _departure(error, load_schema("ledger"), ())
        where = "/".join(str(part) for part in departure.path) or "its top"
        return f"{where} breaks the rule '{departure.rule}'"
    return ""


@cache
def _validator(name: str) -> Any:
    from jsonschema_rs import Draft202012Validator

    return Draft202012Validator(load_schema(name))


@dataclass(frozen=True, slots=True)
class _Departure:
    """One rule of a schema that a document does not follow.

    `path` is the place in the document; `schema` the part of the schema in which `rule`, with the
    value `wanted`, stands; `in_name` tells that the rule is one for names of keys.
    """

    path: Key
    found: Any
    rule: str
    wanted: Any
    schema: Mapping[str, Any]
    in_name: bool
    message: str


def _departure(error: ValidationError, schema: Any, root: Key) -> _Departure:
    *place, rule = error.schema_path
    wanted: Any = schema
    for step in place:
        wanted = wanted[step]
    in_name = error.kind.name == "propertyNames"
    return _Departure(
        path=(*root, *error.instance_path),
        found=error.kind.value.instance if in_name else error.instance,
        rule=str(rule),
        wanted=wanted[rule],
        schema=wanted,
        in_name=in_name,
        message=error.message,
    )


def _explain(document: Document, error: _Departure) -> list[Problem]:
    path, found, rule = error.path, error.found, error.rule
    where = ".".join(str(part) for part in path) or "the file"
    if rule == "additionalProperties" and isinstance(found, dict):
        return _unknown_keys(document, error)
    if error.in_name:
        what = f"the name '{found}' in {where} is not allowed"
        return [document.problem((*path, found), what, _hint(error, "choose another name"))]
    if rule == "required":
        return [_missing(document, error, where)]
    if rule == "enum":
        allowed = [str(value) for value in error.wanted]
        mend = nearest(str(found), allowed) or f"use {', '.join(allowed)}"
        return [document.problem(path, f"{where} is {_quoted(found)}", mend)]
    if rule in ("pattern", "anyOf", "minLength"):
        mend = _hint(error, "see its description in the schema")
        return [document.problem(path, f"{where} is {_quoted(found)}", mend)]
    if rule == "type":
        what = f"{where} is {_quoted(found)}, it should be {_kinds(error.wanted)}"
        return [document.problem(path, what, _hint(error, "see the examples in the schema"))]
    mend = _hint(error, "see its description in the schema")
    return [document.problem(path, f"{where}: {error.message}", mend)]


def _unknown_keys(document: Document, error: _Departure) -> list[Problem]:
    known = error.schema.get("properties", {})
    return [
        document.problem(
            (*error.path, key),
            f"unknown key '{key}'",
            nearest(key, known) or f"known keys are {', '.join(known)}",
        )
        for key in error.found
        if key not in known
    ]


def _missing(document: Document, error: _Departure, where: str) -> Problem:
    missing = [key for key in error.wanted if key not in error.found]
    if missing in (["en"], ["zh-TW"]):
        mend = f"add '{missing[0]}: …' beside the other language"
        return document.problem(error.path, f"{where} has no text in {missing[0]}", mend)
    mend = f"add {', '.join(f'{key}: …' for key in missing)}"
    return document.problem(error.path, f"{where} lacks {', '.join(missing)}", mend)


def _hint(error: _Departure, otherwise: str) -> str:
    """The mend that a schema names itself, or the good example of its description."""
    schema = error.schema
    example = re.search(r"Good: (.+?)(?: Bad: |$)", schema.get("description", ""), re.DOTALL)
    hint = schema.get("errorHint") or (f"as in: {example[1].rstrip('.')}" if example else otherwise)
    return str(hint)


def _quoted(value: Any) -> str:
    """A value as an editor would call it."""
    if isinstance(value, dict | list):
        return "a mapping" if isinstance(value, dict) else "a list"
    words = {None: "empty", True: "true", False: "false"}
    return words.get(value, f"'{value}'") if not isinstance(value, str) else f"'{value}'"


def _kinds(kind: str | list[str]) -> str:
    kinds = [kind] if isinstance(kind, str) else kind
    return " or ".join(_KINDS.get(one, one) for one in kinds)
