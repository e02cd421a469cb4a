"""The rows of the evidence as they read: cells and items joined by the mark that Markdown sets.

Head and row of a group are tables and lists on the page and running text in article.md. Read in
this way both say the same, letter by letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tieout.checks.shown import squeeze, text_of

#: What may stand in the head of each column, by the letter of its cells.
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "v": ("value",),
    "w": ("what",),
    "p": ("as_printed", "assumed"),
    "b": ("bounds",),
    "f": ("formula",),
    "c": ("conditions",),
    "d": ("note", "differs_note"),
    "o": ("where",),
}


def mark_of(root: Any) -> str:
    """The mark between two pieces in the language of a page."""
    return "；" if (root.get("lang") or "").startswith("zh") else ";"


def head_text(head: Any, mark: str) -> str:
    """What the facts of a group share, without white space."""
    return "".join(_joined(part, mark) for part in head)


def row_text(row: Any, mark: str) -> str:
    """What the row of a fact says, without white space: its value, what it is, then the rest."""
    value, what, *rest = [_joined(cell, mark) for cell in row] + ["", ""]
    return value + mark.join(filter(None, [what, *rest]))


def _joined(element: Any, mark: str) -> str:
    items = list(element.iter("li"))
    return mark.join(map(text_of, items)) if items else text_of(element)


def group_faults(
    evidence: Any, ledger: Mapping[str, Any], lang: str, words: Mapping[str, str]
) -> Iterator[tuple[int, str]]:
    """Groups whose title, column heads or rows are not theirs."""
    part = ""
    for element in evidence:
        if element.tag == "h3":
            part = text_of(element)
        elif element.get("data-group") is not None:
            told = _Group(element, ledger, lang, words)
            yield from ((element.sourceline or 1, what) for what in told.faults(part))


class _Group:
    def __init__(
        self, section: Any, ledger: Mapping[str, Any], lang: str, words: Mapping[str, str]
    ) -> None:
        self.section, self.ledger, self.lang, self.words = section, ledger, lang, words
        self.name = section.get("data-group")
        self.rows = section.xpath(".//tr[starts-with(@id, 'fact-')]")
        self.facts = [row.get("id").removeprefix("fact-") for row in self.rows]

    def faults(self, part: str) -> Iterator[str]:
        """What is wrong with one group that stands under the heading `part`."""
        if self.section.get("id") != f"evidence-{self.name}":
            yield f"the group '{self.name}' has another name as its anchor"
        title = "".join(map(text_of, self.section.iterfind("h4")))
        if not self.rows:
            yield f"the group '{self.name}' has no rows"
        elif (part, title) not in self._titles():
            yield f"the group '{self.name}' stands under “{part}”, “{title}”"
        yield from self._columns()

    def _titles(self) -> list[tuple[str, str]]:
        """The headings that fit the group, as far as its facts tell."""
        kinds = {self._origin(fact) for fact in self.facts}
        if len(kinds) != 1:
            return []
        source, table = kinds.pop()
        if not source:
            title = "".join(map(text_of, self.section.iterfind("h4")))
            return [(squeeze(self.words[table]), title)]
        entry = self.ledger["sources"][source]
        named = entry["tables"].get(table, {}).get("label", {}).get(self.lang)
        label = squeeze(entry["label"][self.lang])
        fits = self.name == (f"{source}/{table}" if table else source)
        return [(label, squeeze(named or self.words["single_figures"]))] if fits else []

    def _origin(self, name: str) -> tuple[str, str]:
        """Source and table of a printed fact; nothing and the heading's word of another."""
        fact = self.ledger["facts"].get(name) or {}
        if fact.get("source"):
            parts = name.split("/")
            return fact["source"], parts[1] if len(parts) > 2 else ""
        return "", "group_derived" if fact.get("inputs") else "group_assumed"

    def _columns(self) -> Iterator[str]:
        """Each column has its word above it, and each row has every column."""
        heads = [text_of(head) for head in self.section.xpath("./table[1]/thead/tr/th")]
        for fact, row in zip(self.facts, self.rows, strict=True):
            letters = list(_letters(list(row)))
            fitting = [
                {squeeze(self.words.get(word, "")) for word in COLUMNS.get(letter, ())}
                for letter in letters
            ]
            if len(heads) != len(letters) or not all(map(set.__contains__, fitting, heads)):
                yield f"the row of '{fact}' does not stand under the heads of its columns"


def _letters(cells: list[Any]) -> Iterator[str]:
    """The letters of a row's cells: their class, or of those without one their place."""
    for place, cell in enumerate(cells):
        plain = "v" if place == 0 else "o" if place == len(cells) - 1 else ""
        letter = cell.get("class") or ("w" if cell.tag == "th" else plain)
        yield letter if (letter == "w") == (cell.tag == "th") else ""
