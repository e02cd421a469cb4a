"""Where a figure is used: asked by fact, source, cell or printed text, told by file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tieout.errors import nearest, shown
from tieout.ledger import Ledger
from tieout.sentences import names_in
from tieout.uses import claimed, dependents, prose_of, words_of

_CELL = re.compile(r"([^/:]+)/([^/:]+):([^:]+):([^:]+)")
#: A comma between groups of three digits.
_GROUPING = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_TIMES = re.compile(r"(?<=\d) ?[xX*](?!\w)")
#: Full-width signs, and a printed minus, as a keyboard has them.
_KEYS: dict[int, int | str] = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    0x3000: " ",
    0x2212: "-",
}


def matches(ledger: Ledger, question: str) -> list[str]:
    """The facts that a question means, in ledger order.

    It is a fact's id, a source, a cell as `source/table:row:column`, a place as a page or a message
    names it (`sources/…/table.csv:4`, also with the column in brackets), or a text as printed or as
    worded on a page, of which a number may stand alone: `256.4` finds `256.4 tok/s`. How a sign is
    typed makes no difference: `1.68x` finds `1.68×`, `12805` finds `12,805`.
    """
    cell = _CELL.fullmatch(question)
    name = "/".join(cell.groups()) if cell else question
    if name in ledger.facts:
        return [name]
    if question in ledger.sources:
        return [key for key, fact in ledger.facts.items() if fact.source == question]
    if found := _kept_at(ledger, question):
        return found
    # The same digits within a longer number are another number.
    whole = re.compile(rf"(?<![\w.,]){re.escape(_typed(question))}(?![\w]|[.,]\d)")
    return [
        key
        for key, fact in ledger.facts.items()
        if any(whole.search(_typed(text)) for text in (fact.printed, *fact.text.values()) if text)
    ]


def _kept_at(ledger: Ledger, place: str) -> list[str]:
    """The facts that are kept at a place: a line, or one column of it."""
    places = {key: str(fact.place) for key, fact in ledger.facts.items()}
    return [key for key, at in places.items() if place in (at, at.partition(" (")[0])]


def _typed(text: str) -> str:
    """A text as somebody would type it."""
    plain = _GROUPING.sub("", text.translate(_KEYS))
    return _TIMES.sub("×", " ".join(plain.split()))


def guess(ledgers: list[Ledger], question: str) -> str:
    """What somebody may have meant whose question means nothing."""
    known = [name for ledger in ledgers for name in (*ledger.facts, *ledger.sources)]
    cell = _CELL.fullmatch(question)
    return nearest("/".join(cell.groups()) if cell else question, known)


def report(ledger: Ledger, found: list[str], templates: Path) -> Iterator[str]:
    """The lines of one article: the facts, and all that depends on them."""
    computed = dependents(ledger, found)
    every = {*found, *computed}
    document, facts = ledger.document, ledger.facts
    yield f"{ledger.article}:"
    for name in found:
        yield f"  fact {name}: {_text(ledger, name)} ({facts[name].place})"
    for name in computed:
        formula = facts[name].formula
        yield f"  formula {name} = {formula}: {_text(ledger, name)} ({facts[name].place})"
    for lang, sentences in prose_of(ledger, templates).items():
        for one in sentences:
            if one.facts & every:
                yield f"  {lang} {one.file}:{one.line}: {one.worded(words_of(ledger, lang))}"
    for part in ("tables", "figures"):
        for name, spec in document.data.get(part, {}).items():
            if names_in(spec) & every:
                yield f"  {part[:-1]} {name} ({_place(ledger, part, name)})"
    for claim in ledger.claims:
        if claimed(claim, every):
            yield f"  claim {claim.name} ({_place(ledger, 'claims', claim.name)})"


def _text(ledger: Ledger, name: str) -> str:
    fact = ledger.facts[name]
    return next((text for text in fact.text.values() if text), "not captured")


def _place(ledger: Ledger, *key: str) -> str:
    return f"{shown(ledger.document.path)}:{ledger.document.line(*key)}"
