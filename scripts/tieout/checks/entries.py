"""The entries of the evidence section, taken apart and held against the ledger piece by piece."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tieout.checks.shown import (
    any_of,
    bounds_fault,
    compared,
    consume,
    squeeze,
    text_of,
    unwrapped,
)

Words = Mapping[str, str]
_OPENING = re.compile(r'^[-*] <a id="fact-([^"]+)"></a>', re.MULTILINE)
_LINK = re.compile(r"\]\(#fact-([^)\s]+)\)")
_MARKED = re.compile(r'<(?:span|code)[^>]*data-why="bounds"[^>]*>(.*?)</', re.DOTALL)
#: Words of the page that only stand in an entry for a reason.
_CONDITIONAL = ("inference", "exact", "not_captured", "no_digit", "corrected")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: whose it is, its text without white space, the facts it links to, in order."""

    fact: str
    text: str
    linked: tuple[str, ...]
    bounds: tuple[str, ...]
    line: int


def page_entries(evidence: Any) -> Iterator[Entry]:
    """The entries in the evidence section of a page."""
    for element in evidence.iterdescendants():
        name = element.get("id") or ""
        if name.startswith("fact-"):
            links = (link.get("href") or "" for link in element.iterdescendants("a"))
            linked = (to.removeprefix("#fact-") for to in links if to.startswith("#fact-"))
            marked = element.iterfind(".//*[@data-why='bounds']")
            bounds = ("".join(each.itertext()) for each in marked)
            fact, line = name.removeprefix("fact-"), element.sourceline or 1
            yield Entry(fact, text_of(element), tuple(linked), tuple(bounds), line)


def markdown_entries(text: str, start: int) -> Iterator[Entry]:
    """The entries in article.md from a position on."""
    openings = list(_OPENING.finditer(text, start))
    line, before = 1, 0
    for index, match in enumerate(openings):
        line += text.count("\n", before, match.start())
        before = match.start()
        end = openings[index + 1].start() if index + 1 < len(openings) else len(text)
        block = re.split(r"\n\s*\n|\n(?=#)", text[match.end() : end], maxsplit=1)[0]
        bounds = tuple(unwrapped(each) for each in _MARKED.findall(block))
        linked = tuple(_LINK.findall(block))
        yield Entry(match[1], squeeze(unwrapped(block)), linked, bounds, line)


class EntryJudge:
    """Knows what an entry must hold, in one language."""

    def __init__(self, ledger: Mapping[str, Any], lang: str, words: Mapping[str, Words]) -> None:
        self.ledger, self.lang = ledger, lang
        self.facts: Mapping[str, Any] = ledger["facts"]
        self.words = {key: texts.get(lang, "") for key, texts in words.items()}
        self.allowed = any_of(w for key, w in self.words.items() if key not in _CONDITIONAL)
        self._judged: dict[tuple[object, ...], list[str]] = {}
        self.colon = squeeze(self.words.get("colon", ":"))

    def faults(self, entry: Entry, scale: int) -> list[str]:
        """What is wrong with an entry; page and Markdown mostly have the same, judged once."""
        key = (entry.fact, compared(entry.text), entry.linked, entry.bounds)
        if key not in self._judged:
            self._judged[key] = list(self._faults(entry, scale))
        return self._judged[key]

    def _faults(self, entry: Entry, scale: int) -> Iterator[str]:
        fact = self.facts[entry.fact]
        if entry.linked != (entry.fact, *fact["inputs"].values()):
            yield f"the entry of '{entry.fact}' does not show that fact and its inputs, in order"
        bounded = fact["low"] is not None and fact["low"] != fact["high"]
        if len(entry.bounds) != bounded:
            what = "no bounds" if bounded else "bounds, though it is exact or has no value"
            yield f"the entry of '{entry.fact}' shows {what}"
        elif bounded:
            fault = bounds_fault(entry.bounds[0], fact["low"], fact["high"], scale)
            if fault:
                yield f"the bounds of '{entry.fact}', '{entry.bounds[0]}', {fault}"
        wanted = [
            self.shown(entry.fact),
            *self._figure(fact),
            *self._origin(fact),
            *self._formula(fact),
            *entry.bounds,
        ]
        if fact["low"] is not None:
            wanted.append((fact["unit_name"] or {}).get(self.lang, ""))
        missing, left = consume(entry.text, wanted, self.allowed)
        for piece in missing:
            yield f"the entry of '{entry.fact}' lacks “{piece}”"
        if left:
            yield f"the entry of '{entry.fact}' says “{left}”, which the ledger does not"

    def shown(self, name: str) -> str:
        """A fact's wording, or what is said in its place."""
        fact = self.facts[name]
        lost = fact["standing"] == "lost" and not fact["inputs"]
        return str(fact["text"][self.lang] or self.words["not_captured" if lost else "no_digit"])

    def _figure(self, fact: Mapping[str, Any]) -> Iterator[str]:
        """Label, printed text, exactness, conditions."""
        yield fact["label"][self.lang]
        yield fact["printed"]
        if fact.get("replaced"):
            yield fact["replaced"]
            yield self.words["corrected"] if fact["printed"] else ""
        if fact["low"] is not None and fact["low"] == fact["high"]:
            yield self.words["exact"]
        for key, value in fact["conditions"].items():
            label = self.ledger["conditions"][key]["label"][self.lang]
            if value["en"] == "not stated":
                yield label
            elif value["en"] != "not applicable":
                yield f"{label}{self.colon}{value[self.lang]}"

    def _origin(self, fact: Mapping[str, Any]) -> Iterator[str]:
        """Source, locator, standing, intermediary, inference, place, note."""
        sources = self.ledger["sources"]
        for name in (fact["source"], fact["via"]):
            if name:
                yield sources[name]["label"][self.lang]
        yield fact["locator"]
        yield self.ledger["vocabulary"]["standings"][fact["standing"]]["label"][self.lang]
        if fact["inference"]:
            yield self.words["inference"]
        yield fact["place"]
        yield fact["note"].get(self.lang, "")

    def _formula(self, fact: Mapping[str, Any]) -> Iterator[str]:
        """Formula, inputs by name, declared differences."""
        yield fact["formula"] or ""
        for alias, name in fact["inputs"].items():
            yield f"{alias}={self.shown(name)}"
            yield self.facts[name]["label"][self.lang]
        reasons: dict[str, None] = {}
        for key, reason in fact["differs"].items():
            yield self.ledger["conditions"][key]["label"][self.lang]
            reasons[reason[self.lang]] = None
        yield from reasons
