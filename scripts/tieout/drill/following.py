"""Whether a changed input was followed through: to all that depends on it, and to nothing else.

What depends on it is taken from the ledger as it was before: the facts that it is about, and all
that are computed from them. Pages, Markdown, pictures and the observations are cut into places
(sentences as paragraphs, list items, table rows, entries, pictures), each with the facts in it. An
entry is taken with the head of its group: what stands in which of them may change with any fact.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from pathlib import Path
from typing import Any

from tieout.checks.finding import Record
from tieout.drill.cutting import of_markdown, of_page, whole
from tieout.drill.project import Project

_NAMED = re.compile(r'(?:data-facts?|data-of|id="fact-|href="#fact-|\]\(#fact-)(?:="|)([^")]+)')
_WEIGHED = re.compile(r'data-weighs="([^"]*)"')
#: What an entry shows of a fact in every language, and per language.
_SHOWN = ("printed", "value", "standing", "via", "formula", "inputs", "inference", "locator")
_WORDED = ("text", "label", "unit_name", "note")


Cut = Callable[[str], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Place:
    """A part of a finished file that a reader takes in at one look.

    It shows `facts`; by the facts it `weighs` it may change without showing them.
    """

    file: str
    lang: str
    content: str
    facts: frozenset[str]
    weighs: frozenset[str] = frozenset()

    @property
    def entry(self) -> str:
        """The fact whose entry it is; empty for other places."""
        match = re.match(r'(?:<tr|- <a) id="fact-([^"]+)"', self.content)
        return match[1] if match else ""


class State:
    """The finished files of the current folder at one time, and what the checks counted in them."""

    def __init__(self, project: Project, records: Sequence[Record] = ()) -> None:
        self.project, self.records = project, records
        folder = Path("build") / project.article
        self.ledger: dict[str, Any] = json.loads((folder / "ledger.json").read_text("utf-8"))
        self.facts: Mapping[str, Any] = self.ledger["facts"]
        self.rows = (folder / "observations.csv").read_text("utf-8")

    @cached_property
    def places(self) -> dict[str, list[Place]]:
        """All places of each finished file, in order."""
        found: dict[str, list[Place]] = {}
        for lang in self.project.languages:
            page, markdown = self.project.drafts(lang)
            files: list[tuple[str, Cut]] = [(page, of_page), (markdown, of_markdown)]
            files += [(file, whole) for file in self.project.pictures(lang)]
            for file, cut in files:
                parts = cut(Path(file).read_text("utf-8"))
                found[file] = [
                    Place(file, lang, p, frozenset(_named(p)), self._weighed_in(p)) for p in parts
                ]
        return found

    def _weighed_in(self, part: str) -> frozenset[str]:
        """The candidates of all claims, for structured data: it gives the verdicts alone.

        And what stands in a group of the evidence, for its title.
        """
        if members := _WEIGHED.search(part):
            return frozenset(members[1].split())
        claims = self.ledger["claims"].values() if part.startswith("<script") else ()
        return frozenset(each["fact"] for claim in claims for each in claim["candidates"])

    @cached_property
    def observed(self) -> dict[str, tuple[str, ...]]:
        """The rows of observations.csv by fact."""
        return {row[0]: tuple(row) for row in csv.reader(io.StringIO(self.rows)) if row}


def _named(content: str) -> Iterator[str]:
    for match in _NAMED.finditer(content):
        yield from match[1].split()


def dependents(ledger: Mapping[str, Any], roots: Iterable[str]) -> set[str]:
    """The given facts, all that are computed from them, and what recomputes them."""
    found = set(roots)
    size = -1
    while len(found) != size:
        size = len(found)
        found |= {v["recomputed"] for v in ledger["verdicts"] if v["printed"] in found}
        inputs = {name: set(fact["inputs"].values()) for name, fact in ledger["facts"].items()}
        found |= {name for name, below in inputs.items() if found & below}
    return found


def unfollowed(before: State, after: State, roots: Iterable[str]) -> str:
    """What was not followed through, or changed without a reason; empty when all is well."""
    depending = dependents(before.ledger, roots) | dependents(after.ledger, roots)
    changed = {
        name
        for name in {*before.facts, *after.facts}
        if _told(before.facts.get(name)) != _told(after.facts.get(name))
    }
    if astray := sorted(changed - depending):
        return f"the fact {astray[0]} changed, which does not depend on it"
    for file, places in before.places.items():
        for was, now in _paired(places, after.places.get(file, [])):
            facts = {fact for place in (*was, *now) for fact in (*place.facts, *place.weighs)}
            if was == now and (why := _left_behind(was[0], before, after, changed)):
                return f"{file}: {why}"
            if was != now and not facts & depending:
                return (
                    f"{file} changed where nothing depends on it: {(was or now)[0].content[:120]}"
                )
    for name in {*before.observed, *after.observed} - {"id"}:
        moved = before.observed.get(name) != after.observed.get(name)
        if moved and name not in depending:
            return f"observations.csv changed in {name}, which does not depend on it"
        if not moved and name in changed:
            return f"observations.csv did not follow in {name}"
    return ""


def _paired(was: list[Place], now: list[Place]) -> Iterator[tuple[list[Place], list[Place]]]:
    """Places before and after, each with its own; together where their numbers differ."""
    matcher = SequenceMatcher(None, was, now, autojunk=False)
    for _, i, i_end, j, j_end in matcher.get_opcodes():
        if i_end - i == j_end - j:
            yield from (
                ([one], [other]) for one, other in zip(was[i:i_end], now[j:j_end], strict=True)
            )
        else:
            yield was[i:i_end], now[j:j_end]


def unchanged(before: State, after: State) -> bool:
    """Whether the change left the whole ledger as it was: then there is nothing to catch."""
    return before.ledger == after.ledger


def _told(fact: Mapping[str, Any] | None) -> Any:
    """A fact without the place where it is kept, which is no statement about it."""
    return fact and {key: value for key, value in fact.items() if key != "place"}


def _left_behind(place: Place, before: State, after: State, changed: set[str]) -> str:
    """Why a place that did not change should have; empty when it need not."""
    lang = place.lang
    for name in place.facts & changed:
        one, other = before.facts.get(name), after.facts.get(name)
        if one is None or other is None:
            return f"{name} came or went, and what shows it stayed"
        if one["text"][lang] != other["text"][lang] and not _as_printed(place, name, one, other):
            return f"{name} reads otherwise now, and what shows it stayed: {place.content[:120]}"
    name = place.entry
    if name in changed and _entry(before.facts[name], lang) != _entry(after.facts[name], lang):
        return f"the entry of {name} does not show the change"
    return ""


def _as_printed(place: Place, name: str, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether a place shows a fact as its source prints it, which stayed: in a captured table.

    There a cell of a page has a link without the tag that all other numbers have; Markdown has no
    tags, so a row of any table is taken for one.
    """
    if (
        not place.content.lstrip().startswith(("<tr", "|"))
        or f'data-fact="{name}"' in place.content
    ):
        return False
    shown = re.search(rf'href="#fact-{re.escape(name)}"[^>]*>([^<]*)<', place.content)
    below = re.search(rf"\[([^\]]*)\]\(#fact-{re.escape(name)}\)", place.content)
    told = shown or below
    return told is not None and told[1].strip() == one["printed"] == other["printed"]


def _entry(fact: Mapping[str, Any], lang: str) -> list[Any]:
    """What the entry of a fact has to show in a language."""
    worded = [(fact[key] or {}).get(lang) for key in _WORDED]
    stated = [
        (key, value[lang])
        for key, value in fact["conditions"].items()
        if value["en"] != "not applicable"
    ]
    reasons = [(key, value[lang]) for key, value in fact["differs"].items()]
    return [*(fact[key] for key in _SHOWN), *worded, stated, reasons]
