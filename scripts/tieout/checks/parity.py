"""Both languages say the same: sections, figures, tables, citations, facts and directions.

Of the first two languages of an article every section is compared: its place, the facts and
citations in it, the figures and tables, and in sentences that share a fact the direction words.
Texts that article.yaml and the sources give per language are compared one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import takewhile

from tieout.checks.directions import contradiction, misfit
from tieout.checks.finding import Finding, Record, new_record, quoted
from tieout.checks.finished import BOTH, LEDGER, PAGE, Finished
from tieout.checks.page_text import PROSE, Block, Piece, main_blocks
from tieout.checks.places import article_line, template_line
from tieout.checks.shown import localized
from tieout.checks.translations import check_translations

BLIND_SPOTS = (
    "statements without figures or direction words: only the record of who read both covers them",
    "directions outside the word lists, or said with words of different axes (faster, higher)",
    "words of the page’s frame, of units, conditions and standings: they have no record",
)
#: What is counted.
COUNTED = (
    "sections",
    "sentences",
    "groups of sentences",
    "texts",
    "sections confirmed",
    "texts confirmed",
    "banners",
)
_CALL = re.compile(r"""\{\{\s*f\(\s*['"]([^'"]+)['"]\s*\)\s*\}\}""")
Section = dict[str, list[Block]]


def check(finished: Finished) -> Record:
    """Compare the languages of an article."""
    record = new_record("parity", BLIND_SPOTS, COUNTED)
    if finished.shares(PAGE):
        for lang in finished.pages:
            _figures_agree(finished, record, lang)
    if finished.shares(LEDGER):
        first, *others = finished.ledger["article"]["languages"]
        for lang in others:
            _Pair(finished, record, first, lang).texts()
    if finished.shares(BOTH):
        first, *others = finished.pages
        for lang in others:
            _Pair(finished, record, first, lang).compare()
        check_translations(finished, record)
    return record


def _figures_agree(finished: Finished, record: Record, lang: str) -> None:
    """Direction words between two figures of a sentence agree with the figures.

    In texts of the page, and in those of article.yaml that stand in pictures and attributes.
    """
    values = {
        name: (str(fact["unit"]), Fraction(fact["value"]))
        for name, fact in finished.ledger["facts"].items()
        if fact["low"] is not None and fact["value"] is not None
    }
    blocks = [*main_blocks(finished.pages[lang][1]), *_called(finished, lang)]
    for block in blocks:
        for sentence in block.sentences() if len(block.facts) > 1 else ():
            record.counts["sentences"] += 1
            wrong = misfit(sentence, lang, values)
            if wrong:
                what = f"a direction word contradicts {wrong}, in “{quoted(sentence.text)}”"
                place = article_line(finished) if not block.line else None
                place = place or _place(finished, lang, sentence)
                record.findings.append(Finding(*place, what, "turn the word, or the figures"))


def _called(finished: Finished, lang: str) -> Iterator[Block]:
    """The texts of article.yaml in which facts are called, as blocks; none of them has a line."""
    for _, texts in localized(finished.ledger, (lang, lang)):
        parts = _CALL.split(texts[lang])
        if len(parts) > 1:
            pieces = (Piece(p, fact=p) if at % 2 else Piece(p) for at, p in enumerate(parts))
            yield Block("", 0, "main", "", "", lang, tuple(pieces))


class _Pair:
    """Two languages of one article."""

    def __init__(self, finished: Finished, record: Record, first: str, second: str) -> None:
        self.finished, self.record, self.langs = finished, record, (first, second)
        self.sections: dict[str, Section] = {}

    def _read(self, lang: str) -> Section:
        found: Section = {}
        for block in main_blocks(self.finished.pages[lang][1]):
            found.setdefault(block.anchor, []).append(block)
        return found

    def _find(self, place: tuple[str, int], what: str, mend: str) -> None:
        self.record.findings.append(Finding(*place, what, mend))

    def compare(self) -> None:
        """The pages, from the order of the sections to single words."""
        self.sections = {lang: self._read(lang) for lang in self.langs}
        first, second = (list(self.sections[lang]) for lang in self.langs)
        self._same_order("", "sections", first, second)
        for anchor in first:
            if anchor in self.sections[self.langs[1]]:
                self.record.counts["sections"] += 1
                self._section(anchor)

    def _same_order(self, anchor: str, kind: str, first: list[str], second: list[str]) -> None:
        """What stands in one language stands in the other, in the same place."""
        if first == second:
            return
        both = zip(first, second, strict=False)
        same = sum(1 for _ in takewhile(lambda ends: ends[0] == ends[1], both))
        ends = [f"'{names[same]}'" if same < len(names) else "nothing" for names in (first, second)]
        where = f"in section '{anchor}' " if anchor else ""
        one, other = self.langs
        what = f"{where}the {kind} differ: {one} has {ends[0]} where {other} has {ends[1]}"
        place = template_line(self.finished, other, anchor or ends[1].strip("'"), (), 1)
        self._find(place, what, f"give both languages the same {kind} in the same order")

    def _section(self, anchor: str) -> None:
        blocks = [self.sections[lang][anchor] for lang in self.langs]
        holders, cites = ([_each(part, side) for side in blocks] for part in range(2))
        self._same_order(anchor, "figures and tables", *(list(dict.fromkeys(h)) for h in holders))
        self._same_order(anchor, "citations", *cites)
        prose = [[block for block in side if block.kind in PROSE] for side in blocks]
        self._same_facts(anchor, "the text", *(_each(2, side) for side in prose))
        rest = [[block for block in side if block.kind not in PROSE] for side in blocks]
        self._same_facts(anchor, "a figure or table", *(_each(2, side) for side in rest))
        for group in _groups(*prose):
            self._directions(*group)

    def _same_facts(self, anchor: str, where: str, first: list[str], second: list[str]) -> None:
        """What one language tells the other tells; that a table has it is not telling it."""
        told = (first, second)
        for lang, here, there in zip(self.langs, told, reversed(told), strict=True):
            other = next(each for each in self.langs if each != lang)
            for fact in dict.fromkeys(fact for fact in here if fact not in there):
                what = f"{where} in section '{anchor}' shows {fact} in {lang}, but not in {other}"
                place = template_line(self.finished, lang, anchor, (fact,), 1)
                self._find(place, what, f"say it in {other} too, or take it out here")

    def _directions(self, first: list[Block], second: list[Block]) -> None:
        texts = [" ".join(sentence.text for sentence in side) for side in (first, second)]
        self.record.counts["groups of sentences"] += 1
        axis = contradiction(texts[0], self.langs[0], texts[1], self.langs[1])
        if axis:
            both = " and ".join(f"“{quoted(text)}”" for text in texts)
            what = f"the languages point opposite ways ({axis}): {both}"
            place = _place(self.finished, self.langs[1], second[0])
            self._find(place, what, "turn the word that is wrong")

    def texts(self) -> None:
        """Texts that the ledger has per language: titles, captions, labels, notes, reasons."""
        one, other = self.langs
        seen: set[tuple[str, str]] = set()
        for path, texts in localized(self.finished.ledger, self.langs):
            pair = (texts[one], texts[other])
            if pair in seen:
                continue
            seen.add(pair)
            self.record.counts["texts"] += 1
            facts = [sorted(set(_CALL.findall(text))) for text in pair]
            place = (str(self.finished.templates / self.finished.article / "article.yaml"), 1)
            if facts[0] != facts[1]:
                odd = sorted(set(facts[0]) ^ set(facts[1]))
                what = f"{'.'.join(path)} shows {', '.join(odd)} in one language only"
                self._find(place, what, "use the same facts in every language")
            axis = contradiction(pair[0], one, pair[1], other)
            if axis:
                both = " and ".join(f"“{quoted(text)}”" for text in pair)
                what = f"{'.'.join(path)} points opposite ways ({axis}): {both}"
                self._find(place, what, "turn the word that is wrong")


def _each(part: int, blocks: list[Block]) -> list[str]:
    if part == 0:
        return [block.holder for block in blocks if block.holder]
    if part == 1:
        prose = [block for block in blocks if block.kind in PROSE]
        return [piece.source for block in prose for piece in block.pieces if piece.source]
    return [fact for block in blocks for fact in block.facts]


def _groups(first: list[Block], second: list[Block]) -> Iterator[tuple[list[Block], list[Block]]]:
    """Sentences that say the same: those that share facts, and what stands alone in one paragraph.

    Paragraphs go by their order; where their numbers differ, only shared facts bind.
    """
    if len(first) == len(second):
        for one, other in zip(first, second, strict=True):
            yield from _sentences(one.sentences(), other.sentences())
    else:
        ones = [sentence for block in first for sentence in block.sentences()]
        others = [sentence for block in second for sentence in block.sentences()]
        yield from _sentences(ones, others, loose=False)


def _sentences(
    first: list[Block], second: list[Block], loose: bool = True
) -> Iterator[tuple[list[Block], list[Block]]]:
    left, right = list(first), list(second)
    while seed := next((each for each in left if each.facts), None):
        facts: set[str] = set(seed.facts)
        while True:
            ones = [each for each in left if facts & set(each.facts)]
            others = [each for each in right if facts & set(each.facts)]
            grown = facts.union(*(each.facts for each in ones + others))
            if grown == facts:
                break
            facts = grown
        left = [each for each in left if each not in ones]
        right = [each for each in right if each not in others]
        if others:
            yield ones, others
    silent = [[each for each in side if not each.facts] for side in (left, right)]
    if loose and len(silent[0]) == len(silent[1]):
        yield from (([one], [other]) for one, other in zip(*silent, strict=True))
    elif loose and all(silent):
        yield silent[0], silent[1]


def _place(finished: Finished, lang: str, block: Block) -> tuple[str, int]:
    return template_line(finished, lang, block.anchor, block.facts, block.line)
