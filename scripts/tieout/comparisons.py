"""Comparisons that an article makes in prose, tables or figures, and declares to differ.

A formula declares its differences itself; here stand those of speeds that are only set side by
side. Whether each such place has its declaration is for the checks to see.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tieout.conditions import Localized, Vocabulary, differing
from tieout.errors import Problem, TieoutError, nearest
from tieout.facts import Fact
from tieout.yamlio import Document, Key

#: What an entry may be about; exactly one of them.
SUBJECTS = ("facts", "table", "figure")


@dataclass(frozen=True, slots=True)
class Comparison:
    """Speeds set side by side: named figures, or those of a table or a figure of the article.

    `subject` is the key of SUBJECTS, `names` the facts or the one table or figure, `differs` the
    reason for each condition in which they differ.
    """

    subject: str
    names: tuple[str, ...]
    differs: dict[str, Localized]

    def to_json(self) -> dict[str, Any]:
        """The comparison as ledger.json holds it."""
        named: Any = list(self.names) if self.subject == "facts" else self.names[0]
        return {self.subject: named, "differs": self.differs}


def read_comparisons(
    document: Document, facts: Mapping[str, Fact], words: Vocabulary
) -> tuple[Comparison, ...]:
    """The comparisons of article.yaml.

    Raises TieoutError for an unknown fact, table, figure or condition, and for figures that differ
    otherwise than declared.
    """
    found: list[Comparison] = []
    problems: list[Problem] = []
    for index, entry in enumerate(document.data.get("comparisons", [])):
        key = ("comparisons", index)
        subject = next(each for each in SUBJECTS if each in entry)
        names = tuple(entry["facts"]) if subject == "facts" else (entry[subject],)
        wrong = _unknown(document, key, subject, names, facts) + _conditions(document, key, words)
        if subject == "facts" and not wrong:
            wrong = _differences(document, key, [facts[name] for name in names])
        problems += wrong
        found.append(Comparison(subject, names, {k: dict(v) for k, v in entry["differs"].items()}))
    if problems:
        raise TieoutError(problems)
    return tuple(found)


def _unknown(
    document: Document, key: Key, subject: str, names: tuple[str, ...], facts: Mapping[str, Fact]
) -> list[Problem]:
    if subject != "facts":
        known = document.data.get(f"{subject}s", {})
        mend = nearest(names[0], known) or f"describe it under '{subject}s:'"
        what = f"unknown {subject} '{names[0]}'"
        return [] if names[0] in known else [document.problem((*key, subject), what, mend)]
    found: list[Problem] = []
    for index, name in enumerate(names):
        where = (*key, "facts", index)
        if name not in facts:
            mend = nearest(name, facts) or "see build/<article>/ledger.json for the ids"
            found.append(document.problem(where, f"unknown fact '{name}'", mend))
        elif not facts[name].conditions and not facts[name].inputs:
            what = f"'{name}' states no condition, so it cannot differ in one"
            found.append(document.problem(where, what, "name figures that state conditions"))
    return found


def _conditions(document: Document, key: Key, words: Vocabulary) -> list[Problem]:
    unknown = [name for name in _declared(document, key) if name not in words.keys]
    return [
        document.problem(
            (*key, "differs", name),
            f"unknown condition '{name}'",
            nearest(name, words.keys) or "see sources/conditions.yaml",
        )
        for name in unknown
    ]


def _differences(document: Document, key: Key, parts: list[Fact]) -> list[Problem]:
    """What is declared against what is so.

    A condition that a computed figure does not keep because its inputs differ may be declared.
    """
    declared = _declared(document, key)
    real = differing(part.conditions for part in parts)
    missing = [name for name in real if name not in declared]
    found: list[Problem] = []
    if missing:
        what = f"the compared figures differ in {', '.join(missing)}"
        mend = f"declare each under 'differs:' with a reason in every language ({missing[0]}: …)"
        found.append(document.problem(key, what, mend))
    for name in declared:
        if name not in real and all(name in part.conditions for part in parts if part.conditions):
            what = f"'{name}' is declared to differ, but the compared figures agree in it"
            found.append(document.problem((*key, "differs", name), what, "remove the declaration"))
    return found


def _declared(document: Document, key: Key) -> Mapping[str, Any]:
    entry: Mapping[str, Any] = document.data["comparisons"][key[1]]["differs"]
    return entry
