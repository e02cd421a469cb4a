"""The conditions of a figure: what a speed must state, in which words, and where two differ."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tieout.errors import nearest
from tieout.schema import load_valid

#: A value that is known in every language.
Localized = dict[str, str]
NOT_STATED = "not stated"
NOT_APPLICABLE = "not applicable"
#: How alike two texts are, by difflib's ratio, from which on one is taken for a slip of the other.
NEAR = 0.75


@dataclass(frozen=True, slots=True)
class Question:
    """One of the questions a reader asks of a figure, and the condition keys that answer it."""

    id: str
    label: Localized
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words of sources/conditions.yaml: keys in order, questions, and values per language."""

    labels: dict[str, Localized]
    questions: tuple[Question, ...]
    values: dict[str, Localized]

    @property
    def keys(self) -> tuple[str, ...]:
        """The condition keys, in the order in which they are shown."""
        return tuple(self.labels)

    def slip(self, value: object) -> str:
        """``did you mean …?`` for a text that is nearly, but not quite, a value known here.

        Such a text would count as a condition of its own and never agree with the value meant.
        Numbers and names that hold digits (GB300, 32k) differ by little and mean something else.
        """
        if not isinstance(value, str) or value in self.values or re.search(r"\d", value):
            return ""
        near = difflib.get_close_matches(value, self.values, n=3, cutoff=NEAR)
        return f"did you mean {', '.join(near)}?" if near else ""

    def localized(self, value: str | Mapping[str, str], languages: Iterable[str]) -> Localized:
        """A value in each language: from the vocabulary, inline, or the same text everywhere."""
        if not isinstance(value, str):
            return {lang: value[lang] for lang in languages}
        known = self.values.get(value, {})
        return {lang: known.get(lang, value) for lang in languages}


def unknown_value(key: str, value: object) -> str:
    """What is said of a value that is nearly one of the vocabulary."""
    return f"unknown value '{value}' of the condition '{key}', close to one that is known"


def load_vocabulary(path: Path) -> Vocabulary:
    """Read sources/conditions.yaml. Raises TieoutError when it is broken or incomplete."""
    document = load_valid(path, "conditions")
    data: dict[str, Any] = document.data
    labels = {key: dict(entry["label"]) for key, entry in data["keys"].items()}
    for name, question in data["questions"].items():
        for index, used in enumerate(question["keys"]):
            if used not in labels:
                mend = nearest(used, labels) or f"use one of {', '.join(labels)}"
                key = ("questions", name, "keys", index)
                raise document.fail(key, f"unknown condition '{used}'", mend)
    questions = tuple(
        Question(key, dict(entry["label"]), tuple(entry["keys"]))
        for key, entry in data["questions"].items()
    )
    return Vocabulary(labels, questions, {k: dict(v) for k, v in data["values"].items()})


def differing(
    measured: Iterable[Mapping[str, Localized]], settings: Iterable[Mapping[str, Localized]] = ()
) -> tuple[str, ...]:
    """Keys on which the given conditions do not agree, in order of first appearance.

    "Not stated" differs from every stated value: what is not known cannot be called equal. The
    conditions of settings and counts speak only of the keys they hold: a number of GPUs has no
    engine path.
    """
    rows = [conditions for conditions in measured if conditions]
    extra = [conditions for conditions in settings if conditions]
    found: list[str] = []
    for key in dict.fromkeys(key for row in [*rows, *extra] for key in row):
        values = {_canonical(row.get(key)) for row in rows}
        values |= {_canonical(row[key]) for row in extra if key in row}
        if len(values) > 1:
            found.append(key)
    return tuple(found)


def unstated(conditions: Mapping[str, Localized]) -> tuple[str, ...]:
    """Keys whose value the source does not state."""
    return tuple(key for key, value in conditions.items() if _canonical(value) == NOT_STATED)


def _canonical(value: Mapping[str, str] | None) -> str:
    """What stands for a value in comparisons: its English words."""
    if value is None:
        return NOT_APPLICABLE
    return value.get("en") or next(iter(value.values()))
