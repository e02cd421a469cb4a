"""Reading one figure's configuration: its facts, its labels in a language, and what is wrong.

Facts stand under the keys of FACT_KEYS, and in any text as ``{{ f('fact-id') }}``. A number that is
no fact stands in a text as ``{{ x('text', 'reason') }}``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tieout.errors import nearest
from tieout.figures.facts import Facts, Mark
from tieout.figures.named import CALL, FigureError, Key
from tieout.figures.style import LOST
from tieout.pages.view import join_cjk, no_space_between


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text from one hand: a writer's words, a fact, or a number with a reason."""

    text: str
    fact: str = ""
    why: str = ""


Runs = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One mapping of a figure's configuration, in one language, and the way that led to it."""

    data: Mapping[str, Any]
    facts: Facts
    lang: str
    key: Key

    def fail(self, what: str, mend: str, *key: str | int) -> FigureError:
        """An error at this mapping, or at a key inside it."""
        return FigureError((*self.key, *key), what, mend)

    def need(self, key: str) -> Any:
        """The value at `key`. Raises FigureError when there is none."""
        if self.data.get(key) is None:
            raise self.fail(f"'{key}' is missing", f"add '{key}:' to this entry")
        return self.data[key]

    def has(self, key: str) -> bool:
        """Whether the key is given."""
        return self.data.get(key) is not None

    def at(self, key: str) -> Entry:
        """The mapping at `key`."""
        value = self.need(key)
        if not isinstance(value, Mapping):
            raise self.fail(f"'{key}' is not a mapping", f"write '{key}: {{…}}'", key)
        return replace(self, data=value, key=(*self.key, key))

    def items(self, key: str) -> list[Entry]:
        """The list of mappings at `key`; at least one."""
        value = self.need(key)
        if not isinstance(value, list) or not all(isinstance(one, Mapping) for one in value):
            raise self.fail(f"'{key}' is not a list of entries", "begin each entry with '- '", key)
        if not value:
            raise self.fail(f"'{key}' is empty", "list at least one entry", key)
        return [replace(self, data=one, key=(*self.key, key, n)) for n, one in enumerate(value)]

    def mark(self, key: str = "fact") -> Mark:
        """The fact at `key`. Raises FigureError, with the nearest ids, when there is no such."""
        return self._fact(str(self.need(key)), key)

    def text(self, key: str = "label") -> Runs:
        """The text at `key` in this language, cut into runs."""
        given = self.need(key)
        if not isinstance(given, Mapping) or not given.get(self.lang):
            what = f"'{key}' has no text in {self.lang}"
            raise self.fail(what, f"add '{self.lang}: …' beside the other language", key)
        return self.runs(str(given[self.lang]), key)

    def runs(self, text: str, *key: str | int) -> Runs:
        """A text with ``{{ f(…) }}`` and ``{{ x(…) }}``, cut into runs."""
        parts: list[Run] = []
        end = 0
        for found in CALL.finditer(text):
            parts.append(Run(text[end : found.start()]))
            end = found.end()
            if found["call"] == "x":
                parts.append(Run(found["first"], why=found["second"] or "name"))
            else:
                mark = self._fact(found["first"], *key)
                lost = Run(LOST[self.lang])
                parts.append(lost if mark.lost and not mark.text else Run(mark.text, fact=mark.id))
        parts.append(Run(text[end:]))
        parts = [*closed_up(parts)]
        left = "".join(part.text for part in parts if not part.fact and not part.why)
        if "{{" in left or "{%" in left:
            mend = "write {{ f('fact-id') }} or {{ x('text', 'reason') }}"
            raise self.fail(f"a call in “{text}” is not understood", mend, *key)
        return tuple(part for part in parts if part.text)

    def _fact(self, name: str, *key: str | int) -> Mark:
        mark = self.facts.get(name)
        if mark is None:
            mend = nearest(name, self.facts.ids()) or "take an id from the ledger"
            raise self.fail(f"there is no fact '{name}'", mend, *key)
        return mark


def closed_up(parts: Sequence[Run]) -> Runs:
    """Runs without the space between Chinese and a fact whose wording is Chinese there.

    As in running text: a writer sets a space before a digit and cannot know that it reads 約.
    """
    closed: list[Run] = []
    for part, after in zip(parts, [*parts[1:], Run("")], strict=True):
        if not part.fact and not part.why:
            before, behind = plain(tuple(closed))[-2:], after.text[:2]
            text = join_cjk(part.text)
            if text.startswith(" ") and no_space_between(before, text[1:] or behind):
                text = text[1:]
            if text.endswith(" ") and no_space_between(text[:-1], behind):
                text = text[:-1]
            closed.append(Run(text))
        else:
            closed.append(part)
    return tuple(closed)


def plain(runs: Runs) -> str:
    """The runs as one string."""
    return "".join(run.text for run in runs)
