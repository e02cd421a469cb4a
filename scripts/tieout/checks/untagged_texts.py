"""Looks for numbers without a source in the texts of one language, wherever they stand.

What a text is cut from, and what covers a part of it, is known to `untagged`, which walks files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tieout.checks.excuses import UNITS_AFTER
from tieout.checks.exemptions import GAP, Exemptions, cut_whole
from tieout.checks.finding import Record, quoted
from tieout.checks.finished import Finished
from tieout.checks.kept import KeptTexts
from tieout.checks.numbers_digits import mask_exempt
from tieout.checks.numbers_in_text import find_numbers
from tieout.checks.odd_numerals import odd_numerals
from tieout.checks.origins import Origins

MEND = (
    "write it as {{ f('fact-id') }}, give a reason with {{ x('…', 'own-count') }}, or add the name "
    "to the article's glossary"
)
_JOINED = re.compile(
    rf"[{GAP}\ufffb] ?(?P<word>百(?!分)|千(?![瓦米克公伏赫卡])|萬(?!一)|億|兆(?![瓦赫位歐])"
    rf"|(?:thousand|million|billion|trillion)\b)|(?<![\w{GAP})])(?P<sign>[-−]){GAP}"
)
#: Stands where a count of the article's own was cut out.
NUMBER_CUT = "\ufffb"
_MEASURED = re.compile(f"{NUMBER_CUT}(?:{UNITS_AFTER})")
_SPACES = re.compile(r"[ \t\r\n\f]+")
Words = tuple[str, int, int]  # a text, and where in it something is wrong


class Texts:
    """Looks at the texts of one language, each where it stands: in a file, a line, an entry."""

    def __init__(self, finished: Finished, lang: str, record: Record) -> None:
        self.facts: dict[str, Any] = finished.ledger["facts"]
        self.exemptions = Exemptions(finished.ledger, lang)
        self.glossary, self.lang, self.record = finished.glossary, lang, record
        self.origins, self.anchor = Origins(finished, lang), ""
        self.path, self.line = Path(), 1
        # Page and Markdown have the same texts, and most of those of an entry stand in another.
        self.known: dict[str, list[str]] = {}
        self.kept = KeptTexts("numbers", finished.article, finished.part, lang, *self.glossary)
        self.looked: dict[str, list[tuple[str, str, Words]]] = {}
        self.entry = ""
        self.own = ""  # the entry of article.md whose number is still to come

    def _look(self, text: str) -> None:
        if self.own:
            text = self._without_own(text)
        if self.entry and not text.isspace():
            text, told = self.exemptions.told(text, self.entry)
            for why, pieces in told.items():
                self.record.exemptions[why] += len(self._numbers(pieces))
        if text not in self.looked:
            self.looked[text] = list(self._faults(text))
        for what, mend, words in self.looked[text]:
            self._find(what, mend, words)

    def _without_own(self, text: str) -> str:
        """The text of an entry of article.md behind its number, with which it begins."""
        told, self.own = self.facts[self.own]["text"][self.lang], ""
        if not told or not text.lstrip().startswith(told):
            return text
        behind, found = cut_whole(text.lstrip()[: len(told) + 2], told)
        self.record.counts["tagged"] += found
        return behind + text.lstrip()[len(told) + 2 :]

    def _without_facts(self, text: str, named: str | None) -> str:
        """Text from which the wordings of the facts named beside it are cut."""
        texts = [self.facts[n]["text"][self.lang] for n in (named or "").split() if n in self.facts]
        for wording in sorted(filter(None, texts), key=len, reverse=True):
            text, found = cut_whole(text, wording)
            self.record.counts["tagged"] += found
        return text

    def _without(self, why: str, text: str) -> str:
        """Text of structured data without what a reason covers in it."""
        numbers = self._numbers(text)
        left = self.exemptions.uncovered(why, text, "", "") if numbers else text
        self.record.exemptions[why] += len(numbers) - len(self._numbers(left))
        return left

    def _numbers(self, text: str) -> list[str]:
        """The numbers of a text as it is shown: no list markers, and backticks are no code."""
        if text not in self.known:
            kept: list[str] | None = self.kept.get(text)
            self.known[text] = self._look_for_numbers(text) if kept is None else kept
        return self.known[text]

    def _look_for_numbers(self, text: str) -> list[str]:
        shown = GAP + _one_spaced(text).replace("`", "'")
        spans = find_numbers(shown, "en" if self.lang == "en" else "zh-TW", self.glossary)
        found = [span.text for span in spans]
        if any(True for _ in odd_numerals(shown, self.lang)):  # in few texts
            found += odd_numerals(mask_exempt(shown, self.glossary), self.lang)
        return found

    def _faults(self, text: str) -> Iterator[tuple[str, str, Words]]:
        """What is wrong with a text from which all that is covered has been cut."""
        plain = _one_spaced(text)
        joined = list(_JOINED.finditer(plain)) if GAP in text or NUMBER_CUT in text else []
        for match in joined:
            what = f"'{match['word'] or match['sign']}' beside a tag changes its number"
            span = match.span("word" if match["word"] else "sign")
            yield what, "take it into the fact, or reword the sentence", (plain, *span)
        for match in _MEASURED.finditer(plain) if NUMBER_CUT in text else ():
            what = f"a count of the article's own has a unit ('{match[0].strip(NUMBER_CUT + ' ')}')"
            yield (
                what,
                "write it as {{ f('fact-id') }}, or reword the sentence",
                (plain, *match.span()),
            )
        for number in self._numbers(text):
            if number in (match["word"] for match in joined):
                continue
            start = max(0, plain.find(number))
            near = quoted(
                plain[max(0, start - 24) : start + len(number) + 24]
                .replace(GAP, "…")
                .replace(NUMBER_CUT, "…")
            )
            what = f"the number '{number}' has no source, in “{near}”"
            yield what, MEND, (plain, start, start + len(number))

    def _find(self, what: str, mend: str, words: Words = ("", 0, 0)) -> None:
        place = (str(self.path), self.line)
        self.record.findings.append(self.origins.finding(place, words, what, mend, self.anchor))


def _one_spaced(text: str) -> str:
    """A text with one space for each run of white space; most texts are that already."""
    if text.isprintable() and "  " not in text:
        return text
    return _SPACES.sub(" ", text)
