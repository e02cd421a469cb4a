"""The tables, figures and sources of a page, held against what editors wrote of them.

A head over the wrong column or a label before the wrong row makes a right number wrong. Every head,
label, cell, caption and line is compared with the ledger's own; `page_tables` looks at bounds,
formulas and claims.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tieout.checks.article_words import ArticleWords
from tieout.checks.entries import EntryJudge
from tieout.checks.shown import any_of, consume, squeeze, text_of, unlike

Fault = tuple[int, str]


class BlockJudge:
    """Knows what the blocks of a page must say, in one language."""

    def __init__(self, ledger: Mapping[str, Any], lang: str, entries: EntryJudge) -> None:
        self.ledger, self.lang = ledger, lang
        self.facts: Mapping[str, Any] = ledger["facts"]
        self.entries, self.words = entries, entries.words
        self.between = any_of([])

    def faults(self, root: Any, words: ArticleWords) -> Iterator[Fault]:
        """What is wrong with the blocks of a page."""
        for element in root.xpath("//main/div[@class='table'] | //main/details/div[@id]"):
            kind, _, name = (element.get("id") or "").partition("-")
            heads = [text_of(head) for head in element.iterfind(".//thead/tr/th")]
            rows = [list(row) for row in element.iterfind(".//tbody/tr")]
            told: Iterator[Fault] = iter(())
            if kind == "table" and name in self.ledger["tables"]:
                told = self._table(element, self.ledger["tables"][name], heads, rows, words)
            elif kind == "data" and name in self.ledger["figures"]:
                told = self._data(element, self.ledger["figures"][name], heads, rows, words)
            elif kind == "verdicts":
                told = self._verdicts(element, name, heads, rows)
            elif kind == "claim" and name in self.ledger["claims"]:
                told = self._claim(element, heads, rows)
            elif kind:  # without a name it stands in the template itself, whose words are compared
                told = iter([(element.sourceline or 1, "a table that nobody described")])
            yield from told
        for element in root.iterfind(".//main/figure"):
            yield from self._figure(element, words)

    def _frame(
        self, element: Any, caption: str, heads: Sequence[str], told: Sequence[str]
    ) -> Iterator[Fault]:
        """Caption and column heads."""
        said = "".join(map(text_of, element.iterfind(".//caption")))
        yield from unlike(element, "the caption of a table reads", said, caption)
        yield from unlike(element, "the head of a table reads", " | ".join(heads), " | ".join(told))

    def _table(
        self, element: Any, entry: Mapping[str, Any], heads: list[str], rows: list[list[Any]],
        words: ArticleWords,
    ) -> Iterator[Fault]:  # fmt: skip
        """A table of article.yaml."""

        def said(texts: Mapping[str, str]) -> str:
            return words.expanded(texts[self.lang])

        yield from self._frame(
            element, said(entry["caption"]), heads, [said(head) for head in entry["columns"]]
        )
        below = element.getnext()
        note = below if below is not None and below.get("class") == "note" else None
        told = said(entry["note"]) if "note" in entry else ""
        shown = "" if note is None else text_of(note)
        yield from unlike(element, "the note of a table reads", shown, told)
        if [len(row) for row in rows] != [len(row) for row in entry["rows"]]:
            yield element.sourceline or 1, "a table has other rows than article.yaml gives it"
            return
        for row, written in zip(rows, entry["rows"], strict=True):
            for cell, described in zip(row, written, strict=True):
                ((kind, content),) = described.items()
                if kind == "text":
                    yield from unlike(cell, "a cell reads", text_of(cell), said(content))
                elif kind == "fact":
                    yield from self._fact(cell, content)
                elif kind == "bounds":
                    yield from self._exact(cell, content)

    def _fact(self, cell: Any, name: str) -> Iterator[Fault]:
        """A cell that shows a fact, or that it has none, and leads to its entry."""
        yield from unlike(cell, "a cell reads", text_of(cell), self.entries.shown(name))
        links = [link.get("href") for link in cell.iterdescendants("a")]
        if links != [f"#fact-{name}"]:
            yield cell.sourceline or 1, f"a cell does not lead to '{name}' alone"

    def _exact(self, cell: Any, name: str) -> Iterator[Fault]:
        """What stands for bounds where there are none."""
        fact = self.facts[name]
        if fact["low"] is not None and fact["low"] != fact["high"]:
            if not cell.xpath(".//*[@data-why='bounds']"):
                yield cell.sourceline or 1, f"“{text_of(cell)}” stands for the bounds of '{name}'"
            return
        told = ("exact",) if fact["low"] is not None else ("not_captured", "")
        if text_of(cell) not in [squeeze(self.words.get(key, "")) for key in told]:
            yield cell.sourceline or 1, f"“{text_of(cell)}” stands for the bounds of '{name}'"

    def _data(
        self, element: Any, entry: Mapping[str, Any], heads: list[str], rows: list[list[Any]],
        words: ArticleWords,
    ) -> Iterator[Fault]:  # fmt: skip
        """The figures of a picture: each behind its label, before its bounds."""
        title = words.expanded(entry["title"][self.lang])
        told = [self.words[key] for key in ("what", "value", "bounds")]
        yield from self._frame(element, title, heads, told)
        yield from self._labelled(rows)
        for row in rows:
            if len(row) == len(told) and (name := _fact(row[1])) in self.facts:
                yield from self._fact(row[1], name)
                yield from self._exact(row[2], name)

    def _labelled(self, rows: list[list[Any]]) -> Iterator[Fault]:
        """Rows begin with the label of the fact behind it, no two with the same words."""
        seen: set[str] = set()
        for row in rows:
            name = _fact(row[1]) if len(row) > 1 else ""
            if name not in self.facts:
                yield row[0].sourceline or 1, "a row of a table without a fact"
                continue
            said, label = text_of(row[0]), squeeze(self.facts[name]["label"][self.lang])
            if said in seen or not said.startswith(label) or self._left(name, said, label):
                yield row[0].sourceline or 1, f"“{said}” stands before '{name}', “{label}”"
            seen.add(said)

    def _left(self, name: str, said: str, label: str) -> str:
        """What stands behind a label that does not tell its fact from others."""
        fact = self.facts[name]
        told = [
            f"{self.ledger['conditions'][key]['label'][self.lang]}{self.entries.colon}"
            + value[self.lang]
            for key, value in fact["conditions"].items()
        ]
        if fact["source"]:
            told.append(self.ledger["sources"][fact["source"]]["label"][self.lang])
        return consume(said.removeprefix(label), told, self.between)[1]

    def _verdicts(
        self, element: Any, source: str, heads: list[str], rows: list[list[Any]]
    ) -> Iterator[Fault]:
        """Printed comparisons beside recomputed ones, each with its own verdict."""
        told = [self.words[key] for key in ("what", "as_printed", "recomputed", "verdict")]
        yield from self._frame(element, self.words["verdict_caption"], heads, told)
        known = [
            each
            for each in self.ledger["verdicts"]
            if not source or each["printed"].startswith(f"{source}/")
        ]
        wanted = [(each["printed"], each["recomputed"]) for each in known]
        if [(_fact(row[1]), _fact(row[2])) for row in rows if len(row) == len(told)] != wanted:
            yield element.sourceline or 1, "the comparisons are not those of the ledger, in order"
            return
        yield from self._labelled(rows)
        for row, each in zip(rows, known, strict=True):
            words = self.ledger["vocabulary"]["verdicts"][each["verdict"]]["label"]
            yield from unlike(row[3], "a verdict reads", text_of(row[3]), words[self.lang])

    def _claim(self, element: Any, heads: list[str], rows: list[list[Any]]) -> Iterator[Fault]:
        """A claim's columns are headed by whoever printed their figures."""
        told = [self.words["what"]]
        for name in map(_fact, rows[0][1:] if rows else ()):
            fact = self.facts.get(name)
            source = self.ledger["sources"].get(fact["source"]) if fact else None
            if fact is None or source is None:
                yield element.sourceline or 1, f"'{name}' stands beside a claim, without a source"
                return
            told.append(source["label"][self.lang] + fact["label"][self.lang])
        yield from self._frame(element, self.words["claim_caption"], heads, told)
        heads_of = [self.words[key] for key in ("value", "distance", "verdict")]
        said = [text_of(row[0]) for row in rows[: len(heads_of)]]
        yield from unlike(element, "a row reads", " | ".join(said), " | ".join(heads_of))

    def _figure(self, element: Any, words: ArticleWords) -> Iterator[Fault]:
        """Title, description and caption of a picture."""
        name = (element.get("id") or "").removeprefix("figure-")
        entry = self.ledger["figures"].get(name)
        if entry is None:
            yield element.sourceline or 1, "a figure that article.yaml does not describe"
            return
        for key, tag in (("title", "svg/title"), ("alt", "svg/desc"), ("caption", "figcaption")):
            told = words.expanded(entry[key][self.lang])
            shown = "".join(map(text_of, element.iterfind(tag)))
            yield from unlike(element, f"the {key} of a figure reads", shown, told)
        for svg in element.iterfind("svg"):
            own = [each.get("id") for each in svg if each.tag in ("title", "desc")]
            if (svg.get("aria-labelledby") or "").split() != own:
                yield svg.sourceline or 1, "a picture is named by the words of another"
        if [svg.get("data-figure") for svg in element.iterfind("svg")] != [name]:
            yield element.sourceline or 1, f"the picture of '{name}' is another one"


def _fact(cell: Any) -> str:
    """The fact that a cell shows, or leads to where it was lost."""
    shown = [str(each) for each in cell.xpath(".//@data-fact")]
    links = [str(each).removeprefix("#fact-") for each in cell.xpath(".//a/@href")]
    return (shown or links or [""])[0]
