"""What depends on figures: computed facts, and the sentences in every language that print them."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from tieout.claims import Claim
from tieout.errors import shown
from tieout.ledger import Ledger
from tieout.sentences import Sentence, Word, in_text, sentences


def dependents(ledger: Ledger, figures: Collection[str]) -> list[str]:
    """The computed facts that figures enter, directly or through others, in ledger order."""
    touched = set(figures)
    grown = True
    while grown:
        before = len(touched)
        touched |= {
            name for name, fact in ledger.facts.items() if touched & {*fact.inputs.values()}
        }
        grown = len(touched) > before
    return [name for name in ledger.facts if name in touched and name not in figures]


def claimed(claim: Claim, names: Collection[str]) -> bool:
    """Whether a claim is one of these facts, or is weighed against one."""
    return claim.fact in names or any(one.fact in names for one in claim.candidates)


def words_of(ledger: Ledger, lang: str) -> Word:
    """How a ledger words the calls of a sentence; a lost figure is a box."""

    def word(function: str, argument: str) -> str:
        if function == "f":
            fact = ledger.facts.get(argument)
            return (fact.text[lang] if fact else "") or "□"
        if function == "cite" and argument in ledger.sources:
            return str(ledger.sources[argument].meta["label"][lang])
        return argument if function == "x" else ""

    return word


def prose_of(ledger: Ledger, templates: Path) -> dict[str, list[Sentence]]:
    """The sentences that print facts, by language; titles and descriptions among them."""
    folder = templates / ledger.article
    document = ledger.document
    prose: dict[str, list[Sentence]] = {}
    for lang in document.data["languages"]:
        head = [
            one
            for key in ("title", "description")
            for one in in_text(
                document.data[key][lang], shown(document.path), document.line(key, lang)
            )
        ]
        prose[lang] = head + sentences(folder / f"article.{lang}.md.j2")
    return prose
