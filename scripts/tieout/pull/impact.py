"""What depends on a figure: computed facts, sentences in every language, pictures and tables.

The new values come from a ledger built of a copy of the sources in which the changes are made, by
the same code that an acceptance uses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tieout.article import find_articles
from tieout.errors import TieoutError
from tieout.ledger import Ledger, build_ledger
from tieout.pull.sentences import Sentence, names_in, sentences


@dataclass(frozen=True, slots=True)
class Impact:
    """One article before and after the changes; `after` is None where it would not build."""

    article: str
    before: Ledger
    after: Ledger | None
    fault: str
    prose: Mapping[str, list[Sentence]]

    def of(self, figure: str) -> dict[str, Any]:
        """What a changed figure touches, with the wording before and after."""
        touched = dependents(self.before, figure)
        every = {figure, *touched}
        data = self.before.document.data
        return {
            "facts": [self._fact(name) for name in touched],
            "sentences": {
                lang: [self._sentence(one, lang) for one in found if one.facts & every]
                for lang, found in self.prose.items()
            },
            **{
                part: [n for n, spec in data.get(part, {}).items() if names_in(spec) & every]
                for part in ("figures", "tables")
            },
            "claims": [c.name for c in self.before.claims if _claimed(c, every)],
        }

    def touches(self, figure: str) -> bool:
        """Whether the article has the figure in its ledger."""
        return figure in self.before.facts

    def _fact(self, name: str) -> dict[str, str]:
        after = self.after.facts.get(name) if self.after else None
        return {
            "id": name,
            "before": self.before.facts[name].text["en"],
            "after": after.text["en"] if after else "",
        }

    def _sentence(self, one: Sentence, lang: str) -> dict[str, Any]:
        return {
            "file": one.file,
            "line": one.line,
            "before": one.worded(_words(self.before, lang)),
            "after": one.worded(_words(self.after, lang)) if self.after else "",
        }


def _claimed(claim: Any, names: set[str]) -> bool:
    return claim.fact in names or any(one.fact in names for one in claim.candidates)


def _words(ledger: Ledger, lang: str) -> Any:
    def word(function: str, argument: str) -> str:
        if function == "f":
            fact = ledger.facts.get(argument)
            return (fact.text[lang] if fact else "") or "□"
        if function == "cite" and argument in ledger.sources:
            return str(ledger.sources[argument].meta["label"][lang])
        return argument if function == "x" else ""

    return word


def dependents(ledger: Ledger, figure: str) -> list[str]:
    """The computed facts that a figure enters, directly or through others, in ledger order."""
    touched = {figure}
    grown = True
    while grown:
        before = len(touched)
        touched |= {
            name for name, fact in ledger.facts.items() if touched & {*fact.inputs.values()}
        }
        grown = len(touched) > before
    return [name for name in ledger.facts if name in touched and name != figure]


def impacts(source: str, sources: Path, changed: Path, templates: Path) -> list[Impact]:
    """What happens to each article that uses a source.

    `sources` is the folder as it is, `changed` the copy with the changes made. Articles that do
    not build as they are say so elsewhere and are left out.
    """
    found: list[Impact] = []
    for article in find_articles(templates):
        try:
            before = build_ledger(article, sources, templates)
        except TieoutError:
            continue
        if source not in before.sources:
            continue
        after, fault = None, ""
        try:
            after = build_ledger(article, changed, templates)
        except TieoutError as error:
            fault = str(error)
        prose = {
            lang: sentences(templates / article / f"article.{lang}.md.j2")
            for lang in before.document.data["languages"]
        }
        found.append(Impact(article, before, after, fault, prose))
    return found
