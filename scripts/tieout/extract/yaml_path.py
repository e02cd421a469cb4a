"""A figure in a YAML document, located by the keys that lead to it.

Scalars stay as typed: 1.80 is the text "1.80". What the project's own reader refuses (tags, merge
keys, a key that stands twice, aliases that multiply) is refused in a source too.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tieout import yamlio
from tieout.errors import TieoutError
from tieout.extract.characters import plain_source, quote
from tieout.extract.errors import ExtractError, LocateError, NotFoundError
from tieout.extract.located import Located, check_keys, choices
from tieout.extract.nearest import nearest_names

_WORDS = {True: "true", False: "false"}


def locate_path(document: str, locator: Mapping[str, Any]) -> Located:
    """The text at `path`: keys joined with dots, or a list of keys; items count from 0.

    Raises ExtractError for broken or refused YAML, LocateError for a malformed path, and
    NotFoundError where it leads to nothing, to null, or to no single value.
    """
    check_keys(locator, ("path",))
    steps = _steps(locator["path"])
    try:
        parsed = yamlio.parse(plain_source(document), Path("document"))
    except TieoutError as error:
        problem = error.problems[0]
        raise ExtractError(
            problem.line, problem.what, f"YAML as it can be read here: {problem.mend}"
        ) from None
    value, done = parsed.data, list[str | int]()
    for step in steps:
        where = f"at {quote('.'.join(map(str, done)))} (line {parsed.line(*done)})"
        key = _key(value, step)
        if key is None:
            raise NotFoundError(_absent(value, step, where))
        value = value[key]
        done.append(key)
    line = parsed.line(*done)
    if value is None or isinstance(value, dict | list):
        kind = "a mapping" if isinstance(value, dict) else "nothing" if value is None else "a list"
        found = f"found {kind} at {quote('.'.join(steps))} (line {line})"
        near = choices(list(value) if isinstance(value, dict) else [])
        raise NotFoundError(f"{found}, expected a single value; it holds: {near}")
    text = _WORDS[value] if isinstance(value, bool) else value.strip()
    return Located(text, line, ".".join(steps))


def _steps(path: Any) -> list[str]:
    """The keys of a path. A key that holds a dot itself needs the list."""
    steps = path.split(".") if isinstance(path, str) else path
    if not isinstance(steps, list) or not steps or "" in steps:
        raise LocateError(f"found {quote(str(path))} under 'path', expected a.b.0 or [a, b, 0]")
    if not all(isinstance(step, str | int) and not isinstance(step, bool) for step in steps):
        raise LocateError(f"found {quote(str(path))} under 'path', expected keys and numbers")
    return [str(step) for step in steps]


def _key(value: Any, step: str) -> str | int | None:
    """The key that a step means in a mapping or a list; None if there is none."""
    if isinstance(value, dict):
        return step if step in value else None
    if isinstance(value, list) and step.isascii() and step.isdigit():
        return int(step) if int(step) < len(value) else None
    return None


def _absent(value: Any, step: str, where: str) -> str:
    if isinstance(value, dict):
        near = choices(nearest_names(step, value))
        mend = "a key that holds a dot needs a list of keys"
        return f"found no {quote(step)} {where}, expected one of: {near}; {mend}"
    if isinstance(value, list):
        count = len(value)
        return (
            f"found a list of {count} {where}, expected a number below {count}, not {quote(step)}"
        )
    return f"found a single value {where}, expected keys with {quote(step)}"
