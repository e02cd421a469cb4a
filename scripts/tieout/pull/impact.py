"""What depends on a figure: computed facts, sentences in every language, pictures and tables.

The new values come from a ledger built of a copy of the sources in which the changes are made, by
the same code that an acceptance uses.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tieout.article import find_articles
from tieout.errors import TieoutError
from tieout.ledger import Ledger, build_ledger
from tieout.sentences import Sentence, names_in
from tieout.stand_ins import stand_in_problems
from tieout.uses import claimed, dependents, prose_of, words_of


@dataclass(frozen=True, slots=True)
class Impact:
    """One article before and after the changes; `after` is None where it has no ledger.

    `fault` says why it would not build, one problem a line.
    """

    article: str
    before: Ledger
    after: Ledger | None
    fault: str
    prose: Mapping[str, list[Sentence]]

    def of(self, figure: str) -> dict[str, Any]:
        """What a changed figure touches, with the wording before and after."""
        touched = dependents(self.before, {figure})
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
            "claims": [c.name for c in self.before.claims if claimed(c, every)],
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
            "before": one.worded(words_of(self.before, lang)),
            "after": one.worded(words_of(self.after, lang)) if self.after else "",
        }


class Articles:
    """The articles as they are: built once a pull, however many sources have changed."""

    def __init__(self, sources: Path, templates: Path) -> None:
        self.sources, self.templates = sources, templates
        self._known: dict[str, tuple[Ledger, dict[str, list[Sentence]]]] | None = None

    def impacts(self, source: str, changed: Path) -> list[Impact]:
        """What happens to each article that uses a source; `changed` is sources/ with its changes.

        Articles that do not build as they are say so elsewhere and are left out.
        """
        found: list[Impact] = []
        for article, (before, prose) in self._built().items():
            if source not in before.sources:
                continue
            after, fault = None, ""
            try:
                after = build_ledger(article, changed, self.templates)
                fault = "\n".join(map(str, stand_in_problems(after)))
            except TieoutError as error:
                fault = str(error).replace(str(changed), self.sources.as_posix())
            found.append(Impact(article, before, after, fault, prose))
        return found

    def _built(self) -> dict[str, tuple[Ledger, dict[str, list[Sentence]]]]:
        if self._known is None:
            self._known = {}
            for article in find_articles(self.templates):
                with contextlib.suppress(TieoutError):
                    ledger = build_ledger(article, self.sources, self.templates)
                    self._known[article] = ledger, prose_of(ledger, self.templates)
        return self._known
