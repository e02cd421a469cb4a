"""The list of sources on a page, as the ledger has it, and where its addresses lead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tieout.checks.shown import text_of, unlike

Fault = tuple[int, str]
_NAMES = ("url", "original", "also", "file")


class SourceList:
    """What the list tells in one language; `words` are those of the frame."""

    def __init__(self, ledger: Mapping[str, Any], lang: str, words: Mapping[str, str]) -> None:
        self.ledger, self.lang, self.words = ledger, lang, words
        self.facts: Mapping[str, Any] = ledger["facts"]

    def faults(self, root: Any) -> Iterator[Fault]:
        """Every line that says something else, and every address that leads elsewhere."""
        for item in root.xpath("//ol[@class='sources']/li"):
            yield from self._source(item)

    def _source(self, item: Any) -> Iterator[Fault]:
        """What the list tells of a source, line by line, and where its addresses lead."""
        name = (item.get("id") or "").removeprefix("source-")
        source = self.ledger["sources"].get(name)
        if source is None:
            return  # told elsewhere
        told = [self._printed(source), self._state(name, source)]
        told += [self._address(source[key]) for key in _NAMES if key in source]
        for key in ("missing", "note"):
            if key in source:
                told.append(self.words[key] + self.words["colon"] + source[key][self.lang])
        lines = [text_of(line) for line in item]
        if len(lines) != len(told):
            yield item.sourceline or 1, f"'{name}' has {len(lines)} lines, not {len(told)}"
        for shown, line in zip(lines, told, strict=False):
            yield from unlike(item, f"a line of '{name}' reads", shown, line)
        for link in item.iterdescendants("a"):
            href = link.get("href") or ""
            if not href.startswith("#") and href != text_of(link):
                yield link.sourceline or 1, f"“{text_of(link)}” leads to '{href}'"

    def _printed(self, source: Mapping[str, Any]) -> str:
        """Title, publisher, author."""
        names = [source["title"], source["publisher"][self.lang]]
        names += [source["author"]] if "author" in source else []
        return self.words["comma"].join(names)

    def _state(self, name: str, source: Mapping[str, Any]) -> str:
        """Kind, days, standing, intermediary."""
        words, vocabulary = self.words, self.ledger["vocabulary"]
        kind = vocabulary["kinds"].get(source["kind"], {self.lang: source["kind"]})[self.lang]
        published = f"{name}/published"
        known = published in self.facts
        day = self.facts[published]["text"][self.lang] if known else words["unknown_day"]
        parts = [kind, words["published"] + words["colon"] + day]
        parts += [
            words[key] + words["colon"] + source[key]
            for key in ("read", "retrieved")
            if key in source
        ]
        label = vocabulary["standings"][source["standing"]]["label"][self.lang]
        parts.append(words["standing"] + words["colon"] + label)
        said = words["semicolon"].join(parts)
        if "via" in source:
            said += words["comma"] + words["via"]
            said += self.ledger["sources"][source["via"]]["label"][self.lang]
        return said

    def _address(self, where: str | Mapping[str, str]) -> str:
        if isinstance(where, str):
            return where
        file = f"{where['repo']}/{where['path']} @ {where['commit'][:12]}"
        return f"{self.words['file']}{self.words['colon']}{file}"
