"""Validation against the published JSON Schemas, said in an editor's words, with lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tieout.errors import Problem, TieoutError, nearest
from tieout.yamlio import Document, Key, load

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
        found.extend(_explain(document, error, () if part is None else (part,)))
    return sorted(dict.fromkeys(found), key=lambda problem: problem.line)


@cache
def _validator(name: str) -> Any:
    from jsonschema import Draft202012Validator, validators

    extend: Any = validators.extend  # has no types of its own
    return extend(Draft202012Validator, {"pattern": _pattern})(load_schema(name))


def _pattern(_: Any, pattern: str, text: Any, __: Any) -> Iterator[Any]:
    """`pattern` as JSON Schema means it: $ is the very end, and \\d a digit of ASCII."""
    from jsonschema import ValidationError

    if isinstance(text, str) and not re.search(re.sub(r"\$$", r"\\Z", pattern), text, re.ASCII):
        yield ValidationError(f"{text!r} does not match {pattern!r}")


def _explain(document: Document, error: Any, root: Key) -> list[Problem]:
    path: Key = (*root, *error.absolute_path)
    where = ".".join(str(part) for part in path) or "the file"
    found, rule = error.instance, error.validator
    if rule == "additionalProperties" and isinstance(found, dict):
        return _unknown_keys(document, error, path)
    if "propertyNames" in error.absolute_schema_path:
        what = f"the name '{found}' in {where} is not allowed"
        return [document.problem((*path, found), what, _hint(error, "choose another name"))]
    if rule == "required":
        return [_missing(document, error, path, where)]
    if rule == "enum":
        allowed = [str(value) for value in error.validator_value]
        mend = nearest(str(found), allowed) or f"use {', '.join(allowed)}"
        return [document.problem(path, f"{where} is {_quoted(found)}", mend)]
    if rule in ("pattern", "anyOf", "minLength"):
        mend = _hint(error, "see its description in the schema")
        return [document.problem(path, f"{where} is {_quoted(found)}", mend)]
    if rule == "type":
        what = f"{where} is {_quoted(found)}, it should be {_kinds(error.validator_value)}"
        return [document.problem(path, what, _hint(error, "see the examples in the schema"))]
    mend = _hint(error, "see its description in the schema")
    return [document.problem(path, f"{where}: {error.message}", mend)]


def _unknown_keys(document: Document, error: Any, path: Key) -> list[Problem]:
    known = error.schema.get("properties", {})
    return [
        document.problem(
            (*path, key),
            f"unknown key '{key}'",
            nearest(key, known) or f"known keys are {', '.join(known)}",
        )
        for key in error.instance
        if key not in known
    ]


def _missing(document: Document, error: Any, path: Key, where: str) -> Problem:
    missing = [key for key in error.validator_value if key not in error.instance]
    if missing in (["en"], ["zh-TW"]):
        mend = f"add '{missing[0]}: …' beside the other language"
        return document.problem(path, f"{where} has no text in {missing[0]}", mend)
    mend = f"add {', '.join(f'{key}: …' for key in missing)}"
    return document.problem(path, f"{where} lacks {', '.join(missing)}", mend)


def _hint(error: Any, otherwise: str) -> str:
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
