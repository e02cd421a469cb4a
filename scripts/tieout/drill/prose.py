"""The prose of a template as the generators see it: sections, sentences and calls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tieout.drill.project import Project
from tieout.translations import sections

CALL = re.compile(r"\{\{\s*f\(\s*[\"'](?P<id>[^\"']+)[\"']\s*\)\s*\}\}")
_ANY_CALL = re.compile(r"\{\{.*?\}\}|\{#.*?#?\}|`[^`]*`|\]\([^)]*\)", re.DOTALL)
_END = re.compile(r"(?<=[.!?])[*”’)]*\s+|(?<=[。！？])[*」』）]*|\n\n+|\n(?=[-0-9])")


@dataclass(frozen=True, slots=True)
class Call:
    """A fact called in a section of a template; `at` is its place in the file."""

    fact: str
    at: int
    raw: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a template, and which letters of it are prose rather than a call."""

    text: str
    at: int

    @property
    def facts(self) -> list[str]:
        """The facts it calls."""
        return [match["id"] for match in CALL.finditer(self.text)]

    def prose(self) -> str:
        """Its text with every call made unreadable, its length unchanged."""
        return _ANY_CALL.sub(lambda match: "\0" * len(match[0]), self.text)


def template_sections(project: Project, lang: str) -> Iterator[tuple[str, int, str]]:
    """Anchor, place and text of each section of a template."""
    text, at = project.text(project.template(lang)), 0
    for anchor, part in sections(text).items():
        at = text.index(part, at)
        yield anchor, at, part
        at += len(part)


def calls(project: Project, lang: str) -> dict[str, list[Call]]:
    """The facts called in each section, in order."""
    return {
        anchor: [Call(m["id"], at + m.start(), m[0]) for m in CALL.finditer(part)]
        for anchor, at, part in template_sections(project, lang)
    }


def sentences(project: Project, lang: str) -> Iterator[Sentence]:
    """The sentences of a template."""
    text = project.text(project.template(lang))
    at = 0
    masked = _ANY_CALL.sub(lambda match: "\0" * len(match[0]), text)
    for end in [*_END.finditer(masked), None]:
        stop = end.start() if end else len(text)
        if text[at:stop].strip():
            yield Sentence(text[at:stop], at)
        at = end.end() if end else stop
