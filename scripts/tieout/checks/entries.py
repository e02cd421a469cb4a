"""The entries of the evidence section, taken apart and held against the ledger piece by piece."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tieout.checks.evidence_rows import head_text, row_text
from tieout.checks.lookups import lookup_faults
from tieout.checks.shown import (
    GAP,
    any_of,
    bounds_fault,
    compared,
    consume,
    squeeze,
    text_of,
    unwrapped,
)

Words = Mapping[str, str]
_OPENING = re.compile(r'^- <a id="fact-([^"]+)"></a>', re.MULTILINE)
_HEADING = re.compile(r"^#+ .*\n", re.MULTILINE)
_LINK = re.compile(r"\]\(#fact-([^)\s]+)\)")
_ADDRESS = re.compile(r"\]\((?:<(?P<long>https?:[^>\s]*)>|(?P<plain>https?:[^)\s]*))")
#: Two numbers with a spaced dash between them, not within a text as printed.
_BOUNDS = re.compile(r"(?<![\w“「.,−-])[−-]?[\d,]+(?:\.\d+)? – [−-]?[\d,]+(?:\.\d+)?")
#: Stands in Markdown before the conditions in which inputs differ.
DIFFERS = "≠"
#: Words of the page that only stand in an entry for a reason.
_CONDITIONAL = ("inference", "exact", "not_captured", "no_digit", "corrected")


@dataclass(frozen=True, slots=True)
class Entry:
    """What a reader is told of one fact: the head of its group, then its own row or list item.

    `text` is both without white space; `linked` are the facts that the row links to, in order;
    `addresses` lead out of the page; `conditions` are the items of its lists, on the page.
    """

    fact: str
    text: str
    linked: tuple[str, ...]
    bounds: tuple[str, ...]
    addresses: tuple[str, ...]
    line: int
    conditions: tuple[str, ...] = ()


def page_entries(evidence: Any, mark: str) -> Iterator[Entry]:
    """The entries in the evidence section of a page; `mark` parts the pieces of its language."""
    for group, rows in _groups(evidence):
        head = next(iter(group.xpath("./*[@class='shared']")), None)
        said = head_text(head, mark) if head is not None else ""
        for row in rows:
            fact, text = row.get("id").removeprefix("fact-"), f"{said}{GAP}{row_text(row, mark)}"
            yield _page_entry(fact, text, row, [row] if head is None else [head, row])


def page_names(evidence: Any) -> list[str]:
    """The facts of these entries, in the same order."""
    return [row.get("id").removeprefix("fact-") for _, rows in _groups(evidence) for row in rows]


def _groups(evidence: Any) -> Iterator[tuple[Any, list[Any]]]:
    """The evidence and the groups in it, each with the rows of facts that are in no other."""
    for group in [evidence, *evidence.iterdescendants("section")]:
        rows = [row for row in group.iterdescendants("tr") if (row.get("id") or "")[:5] == "fact-"]
        yield group, [row for row in rows if next(row.iterancestors("section"), None) is group]


def _page_entry(fact: str, text: str, row: Any, parts: list[Any]) -> Entry:
    targets = [link.get("href") or "" for part in parts for link in part.iterdescendants("a")]
    linked = tuple(to.removeprefix("#fact-") for to in targets if to.startswith("#fact-"))
    addresses = tuple(to for to in targets if not to.startswith("#"))
    bounds = tuple(_BOUNDS.findall(" ".join("".join(cell.itertext()) for cell in row)))
    items = tuple(text_of(item) for part in parts for item in part.iterdescendants("li"))
    return Entry(fact, text, linked, bounds, addresses, row.sourceline or 1, items)


def markdown_entries(text: str, start: int) -> Iterator[Entry]:
    """The entries in article.md from a position on; the heads stand above the lists."""
    openings = list(_OPENING.finditer(text, start))
    headings = [match.end() for match in _HEADING.finditer(text, start)]
    line, before, head, shared, below = 1, 0, "", "", -1
    for index, match in enumerate(openings):
        line += text.count("\n", before, match.start())
        before = match.start()
        above = headings[bisect_right(headings, before) - 1] if headings else start
        if above > below:
            head, below = text[above:before], before
            shared = squeeze(unwrapped(head))
        end = openings[index + 1].start() if index + 1 < len(openings) else len(text)
        block = re.split(r"\n\s*\n|\n(?=#)", text[match.end() : end], maxsplit=1)[0]
        said = unwrapped(block)
        linked, bounds = tuple(_LINK.findall(block)), tuple(_BOUNDS.findall(said))
        addresses = tuple(a or b for a, b in _ADDRESS.findall(head + block))
        yield Entry(match[1], f"{shared}{GAP}{squeeze(said)}", linked, bounds, addresses, line)


def markdown_names(text: str, start: int) -> list[str]:
    """The facts of these entries, in the same order."""
    return [match[1] for match in _OPENING.finditer(text, start)]


class EntryJudge:
    """Knows what an entry must hold, in one language."""

    def __init__(self, ledger: Mapping[str, Any], lang: str, words: Mapping[str, Words]) -> None:
        self.ledger, self.lang = ledger, lang
        self.facts: Mapping[str, Any] = ledger["facts"]
        self.words = {key: texts.get(lang, "") for key, texts in words.items()}
        self._judged: dict[tuple[object, ...], list[str]] = {}
        self.colon = squeeze(self.words.get("colon", ":"))

    @cached_property
    def allowed(self) -> re.Pattern[str]:
        """What may stand in an entry beside what its fact says."""
        return any_of([*self._common(), DIFFERS])

    @cached_property
    def beside_lost(self) -> re.Pattern[str]:
        """The same of a lost cell: the head above it says how far its group was checked."""
        standings = self.ledger["vocabulary"]["standings"].values()
        return any_of([*self._common(), *(each["label"][self.lang] for each in standings)])

    def _common(self) -> Iterator[str]:
        """The words of the page that may stand in any entry."""
        return (words for key, words in self.words.items() if key not in _CONDITIONAL)

    def faults(self, entry: Entry, scale: int) -> list[str]:
        """What is wrong with an entry; page and Markdown mostly have the same, judged once."""
        key = (entry.fact, compared(entry.text), entry.linked, entry.bounds, entry.addresses)
        if key not in self._judged:
            self._judged[key] = list(self._faults(entry, scale))
        return [*self._judged[key], *self._conditions(entry, self.facts[entry.fact])]

    def _faults(self, entry: Entry, scale: int) -> Iterator[str]:
        fact = self.facts[entry.fact]
        if entry.linked != tuple(fact["inputs"].values()):
            yield f"the entry of '{entry.fact}' does not link to its inputs alone, in order"
        bounded = fact["low"] is not None and fact["low"] != fact["high"]
        if len(entry.bounds) != bounded:
            what = "no bounds" if bounded else "bounds, though it is exact or has no value"
            yield f"the entry of '{entry.fact}' shows {what}"
        elif bounded:
            fault = bounds_fault(entry.bounds[0], fact["low"], fact["high"], scale)
            if fault:
                yield f"the bounds of '{entry.fact}', '{entry.bounds[0]}', {fault}"
        for what in lookup_faults(entry.addresses, fact, self.ledger["sources"]):
            yield f"the entry of '{entry.fact}': {what}"
        wanted = [
            self.shown(entry.fact),
            *self._figure(fact),
            *self._origin(fact),
            *self._formula(fact),
            *entry.bounds,
        ]
        if fact["low"] is not None:
            wanted.append((fact["unit_name"] or {}).get(self.lang, ""))
        lost = fact["standing"] == "lost" and not fact["inputs"]
        missing, left = consume(entry.text, wanted, self.beside_lost if lost else self.allowed)
        for piece in missing:
            yield f"the entry of '{entry.fact}' lacks “{piece}”"
        if left:
            yield f"the entry of '{entry.fact}' says “{left}”, which the ledger does not"

    def _conditions(self, entry: Entry, fact: Mapping[str, Any]) -> Iterator[str]:
        """Each item is one condition of the fact, label and value, or lists what is not stated."""
        stated = {
            squeeze(f"{self.ledger['conditions'][key]['label'][self.lang]}{self.colon}{value}")
            for key, value in ((k, v[self.lang]) for k, v in fact["conditions"].items())
        }
        unstated = squeeze(self.words["not_stated"]) + self.colon
        for text in entry.conditions:
            if text not in stated and not text.startswith(unstated):
                yield f"the entry of '{entry.fact}' has “{text}” as a condition, or has it twice"
            stated.discard(text)

    def shown(self, name: str) -> str:
        """A fact's wording, or what is said in its place."""
        fact = self.facts[name]
        lost = fact["standing"] == "lost" and not fact["inputs"]
        return str(fact["text"][self.lang] or self.words["not_captured" if lost else "no_digit"])

    def _quoted(self, printed: str) -> str:
        """A text as printed, in this language's quotation marks."""
        marks = self.words.get("open_quote", ""), self.words.get("close_quote", "")
        return f"{marks[0]}{printed}{marks[1]}" if printed else ""

    def _figure(self, fact: Mapping[str, Any]) -> Iterator[str]:
        """Label, printed text, exactness, conditions."""
        yield fact["label"][self.lang]
        if fact.get("replaced"):
            yield self._quoted(fact["replaced"])
            yield self.words["corrected"] if fact["printed"] else ""
        yield self._quoted(fact["printed"])
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
        yield fact["locator"].get(self.lang, "")
        yield self.ledger["vocabulary"]["standings"][fact["standing"]]["label"][self.lang]
        if fact["inference"]:
            yield self.words["inference"]
        yield from re.split(r"(?=:[0-9])", fact["place"], maxsplit=1)
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
