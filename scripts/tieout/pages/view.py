"""The ledger as a page reads it: one language, and a record of every fact that was shown."""

from __future__ import annotations

import hashlib
import marshal
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from tieout.errors import nearest
from tieout.pages.cjk import ends_cjk, ends_spaced, starts_cjk, starts_spaced

_BREAKS = re.compile(r" *[\t\r\n][ \t\r\n]*")


class WriterError(Exception):
    """What a writer got wrong, and the mend; whoever knows the file and line adds them."""

    def __init__(self, what: str, mend: str) -> None:
        self.what, self.mend = what, mend
        super().__init__(f"{what}: {mend}")


class View:
    """A ledger in one language. `used` collects the facts shown, in order of first appearance."""

    def __init__(self, ledger: Mapping[str, Any], words: Mapping[str, Any], lang: str) -> None:
        self.ledger, self.lang = ledger, lang
        self._words = words
        self.facts: Mapping[str, Any] = ledger["facts"]
        self.used: dict[str, None] = {}
        self._names = _any_of(ledger["article"]["glossary"])
        self._said: dict[str, str] = {}
        self._hash = b""

    def basis(self, names: Sequence[str]) -> bytes:
        """Some facts and all that this view can say of them, as bytes: same content, same bytes."""
        if not self._hash:
            said: Any = (self.ledger, self._words, self.lang)
            # Later versions of the format write what is one object once, and so are not the same.
            self._hash = hashlib.sha256(marshal.dumps(said, 2)).digest()
        return self._hash + marshal.dumps(list(names), 2)

    def word(self, key: str) -> str:
        """A word of the page's own (templates/_layout/words.yaml)."""
        if key not in self._said:  # some are said thousands of times
            self._said[key] = self.localized(self._words[key])
        return self._said[key]

    def localized(self, texts: Mapping[str, str]) -> str:
        """A text in this page's language, without the spaces that YAML puts for line breaks."""
        return join_cjk(texts[self.lang])

    def fact(self, name: str) -> Mapping[str, Any]:
        """A fact by id. Raises WriterError with the nearest names."""
        if name not in self.facts:
            raise WriterError(f"unknown fact '{name}'", self._hint(name))
        entry: Mapping[str, Any] = self.facts[name]
        return entry

    def _hint(self, name: str) -> str:
        source = name.split("/", 1)[0]
        if "/" in name and source not in self.ledger["sources"] and source != "claim":
            return f"list '{source}' under the article's sources, or correct the id"
        return nearest(name, self.facts) or "see the ids in ledger.json"

    def use(self, name: str) -> Mapping[str, Any]:
        """A fact that is about to be shown."""
        entry = self.fact(name)
        self.used.setdefault(name)
        return entry

    def text(self, name: str) -> str:
        """The wording of a fact; empty when it was not captured or no digit is supported."""
        wording: str = self.fact(name)["text"][self.lang]
        return wording

    def shown(self, name: str) -> str:
        """The wording of a fact, or what is said in its place when it has none."""
        fact = self.fact(name)
        lost = fact["standing"] == "lost" and not fact["inputs"]
        return self.text(name) or self.word("not_captured" if lost else "no_digit")

    def source(self, name: str) -> Mapping[str, Any]:
        """A source by id. Raises WriterError with the nearest names."""
        sources: Mapping[str, Mapping[str, Any]] = self.ledger["sources"]
        if name not in sources:
            mend = nearest(name, sources) or "list it under the article's sources"
            raise WriterError(f"unknown source '{name}'", mend)
        return sources[name]

    def holds_digits(self, text: str) -> bool:
        """Whether digits stand in a text outside the names of the article's glossary."""
        return any(character.isdecimal() for character in self._names.sub("", text))

    def closure(self, names: Iterable[str]) -> list[str]:
        """The facts and everything they are computed from, each once, in the ledger's order."""
        wanted: set[str] = set()
        stack = list(names)
        while stack:
            name = stack.pop()
            if name not in wanted:
                wanted.add(name)
                stack.extend(self.facts[name]["inputs"].values())
        return [name for name in self.facts if name in wanted]


@lru_cache(maxsize=8192)  # a page says its labels, words and conditions hundreds of times
def join_cjk(text: str) -> str:
    """Text without single spaces between two CJK characters, or beside full-width punctuation.

    Line breaks and tabs, which YAML keeps in some of its forms, are spaces; at the ends nothing.
    """
    pieces = _BREAKS.sub(" ", text.strip("\t\r\n")).split(" ")
    joined = pieces[0]
    for piece in pieces[1:]:
        joined += piece if no_space_between(joined, piece) else f" {piece}"
    return joined


def no_space_between(before: str, after: str) -> bool:
    """Whether Chinese sets no space between two texts, neither of them empty."""
    if not (before and after):
        return False
    cjk = ends_cjk(before) and starts_cjk(after)
    return cjk or ends_spaced(before) or starts_spaced(after)


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    """A pattern of whole names, the longest first; of nothing when there are none."""
    listed = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or r"(?!)"
    return re.compile(rf"(?<![A-Za-z0-9.])(?:{listed})(?![A-Za-z0-9]|\.[0-9])")


def machine_value(fact: Mapping[str, Any]) -> str:
    """What stands in a tag's `value`: the ledger's value, or both ends of a printed range."""
    if fact["value"] is not None:
        return str(fact["value"])
    return f"{fact['low']}..{fact['high']}"
