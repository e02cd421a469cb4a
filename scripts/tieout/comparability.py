"""Which conditions a computed figure keeps, and in which its inputs differ, with a reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tieout.conditions import Localized, Vocabulary, differing, unknown_value
from tieout.errors import Problem, nearest
from tieout.facts import STANDINGS, Fact
from tieout.sources import LANGUAGES, SPEED
from tieout.yamlio import Document


def kept_conditions(
    entry: Mapping[str, Any], parts: Iterable[Fact], words: Vocabulary
) -> dict[str, Localized]:
    """What all inputs with conditions agree on, and what the article itself says of the result."""
    measured, settings = _split(parts)
    rows = [*measured, *settings]
    apart = set(differing(measured, settings))
    kept = {key: row[key] for row in reversed(rows) for key in row if key not in apart}
    for key, value in entry.get("conditions", {}).items():
        kept[key] = words.localized(value, LANGUAGES)
    return {key: kept[key] for key in words.keys if key in kept}


def declared_differences(entry: Mapping[str, Any]) -> dict[str, Localized]:
    """The conditions that an entry of article.yaml declares to differ, each with its reason."""
    return {key: dict(reason) for key, reason in entry.get("differs", {}).items()}


def condition_problems(
    name: str, parts: Iterable[Fact], words: Vocabulary, document: Document
) -> list[Problem]:
    """Where a derived figure compares what may not be compared, or declares what is not so.

    Speeds in one formula agree in their conditions, or the difference is declared with a reason.
    """
    entry, key = document.data["derived"][name], ("derived", name)
    found: list[Problem] = []
    for part in ("conditions", "differs"):
        for unknown in (other for other in entry.get(part, {}) if other not in words.keys):
            mend = nearest(unknown, words.keys) or "see sources/conditions.yaml"
            found.append(
                document.problem((*key, part, unknown), f"unknown condition '{unknown}'", mend)
            )
    for other, value in entry.get("conditions", {}).items():
        if mend := words.slip(value):
            what = unknown_value(other, value)
            found.append(document.problem((*key, "conditions", other), what, mend))
    parts, declared = list(parts), entry.get("differs", {})
    compared = any(SPEED.fullmatch(part.unit.id) for part in parts)
    real = differing(*_split(parts)) if compared else ()
    undeclared = [other for other in real if other not in declared]
    if undeclared:
        what = f"{name}: its figures differ in {', '.join(undeclared)}"
        mend = (
            f"declare each under 'differs:', with a reason in every language ({undeclared[0]}: …)"
        )
        found.append(document.problem(key, what, mend))
    for other in declared:
        if other not in real and other in words.keys:
            what = f"{name}: '{other}' is declared to differ, but its figures agree in it"
            found.append(document.problem((*key, "differs", other), what, "remove the declaration"))
    return found


def weakest(parts: Iterable[Fact]) -> str:
    """The standing of a result: that of its weakest input."""
    return min((part.standing for part in parts), key=STANDINGS.index, default="set")


def _split(parts: Iterable[Fact]) -> tuple[list[Mapping[str, Localized]], ...]:
    """The conditions of what was measured, and those of settings and counts.

    A speed-up or a factor carried over from another test counts as measured: it was run somehow.
    """
    measured: list[Mapping[str, Localized]] = []
    settings: list[Mapping[str, Localized]] = []
    for part in parts:
        (settings if part.kind == "count" else measured).append(part.conditions)
    return measured, settings
