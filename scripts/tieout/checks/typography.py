"""Type as readers in each language expect it: punctuation, spaces, forms, words, no raw marks.

The rules of type stand in typography_rules, Taiwan's characters and words in taiwan. Both look at
every text of a page: prose, tables, evidence, pictures, titles and alternative texts.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from tieout.checks.finding import Finding, Record, new_record, quoted
from tieout.checks.finished import ARTICLE, EVIDENCE, Finished
from tieout.checks.kept import KeptTexts
from tieout.checks.origins import Origins
from tieout.checks.page_text import Piece, blocks_of_evidence, blocks_outside_evidence
from tieout.checks.parting import part_of, span_of
from tieout.checks.structured_text import (
    REASON_OF_KEY,
    is_structured,
    read_structured,
    texts_of,
)
from tieout.checks.taiwan import mainland_terms, simplified_forms
from tieout.checks.typography_rules import CHINESE, ENGLISH, EVERYWHERE, MASK, Rule

BLIND_SPOTS = (
    "what a source printed, titles, addresses and code, which stand as they are",
    "terms of the mainland outside the list, and words that both sides use otherwise",
    "forms that OpenCC takes for Traditional, and those accepted in Taiwan",
)
#: What is counted.
COUNTED = ("texts",)
#: Why a piece is not this article's own writing.
FOREIGN = ("as-printed", "locator", "address", "title", "place", "formula", "foreign", "technical")
_ATTRIBUTES = ("alt", "title", "aria-label", "content", "placeholder")
_LINES = re.compile(r"[ \t]*\n[ \t\n]*")
_LEFT_OVER = re.compile(
    r"\{\{|\{%|N(?<!\wN)(?:one\b(?! (?:of|but|the)\b)|aN\b)|<built-in|object at 0x|\ufffd"
)
#: Code stands as it is: fences, spans within a paragraph, and spans written as elements.
_CODE = re.compile(
    r"^ *(`{3,}|~{3,}).*?^ *\1|(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n).)+?(?<!`)\2(?!`)"
    r"|<code[^>]*>(?:(?!\n[ \t]*\n).)*?</code>",
    re.DOTALL | re.MULTILINE,
)


class _Text(NamedTuple):
    """A run of text: as shown, and with what is not the article's own writing masked."""

    shown: str
    own: str
    line: int


def check(finished: Finished) -> Record:
    """Look at every text of every page, and at article.md for marks of its making."""
    record = new_record("typography", BLIND_SPOTS, COUNTED)
    for lang, (path, whole) in finished.pages.items():
        root = part_of(whole, finished.part)
        if root is None:
            continue
        titles = [source["title"] for source in finished.ledger["sources"].values()]
        blocks = (*_blocks(whole, finished.part), *_attributes(root))
        texts = list(dict.fromkeys([*blocks, *_structured(root, titles)]))
        record.counts["texts"] += len(texts)
        if not texts:
            record.findings.append(Finding(str(path), 1, "a page without text", "build it again"))
        record.findings += _faults(finished, lang, path, texts)
        markdown, source = finished.markdown[lang]
        code = [match.span() for match in _CODE.finditer(source)]
        for match in _LEFT_OVER.finditer(source, *span_of(source, finished.part)):
            if any(start < match.start() and match.end() < end for start, end in code):
                continue
            line = source.count("\n", 0, match.start()) + 1
            what = f"“{quoted(match[0])}” is left in the Markdown"
            record.findings.append(Finding(str(markdown), line, what, "mend what wrote it"))
    return record


def _faults(finished: Finished, lang: str, path: Path, texts: list[_Text]) -> list[Finding]:
    """What is wrong with the texts of a page, or of a part of it."""
    # Of every text its line, which says nothing of what is wrong with it, is left out.
    told = {(text.shown, text.own): True for text in texts}
    names = [name for name in finished.glossary if name]
    kept = KeptTexts("type", finished.article, finished.part, lang, *names)
    found = _Found(finished, lang, path, [t for t in texts if (t.shown, t.own) not in kept])
    if found.texts:
        for rule in (*EVERYWHERE, *(ENGLISH if lang == "en" else CHINESE)):
            found.apply(rule)
        if lang == "zh-TW":
            found.taiwan()
    findings = list(found.findings())
    if not findings:
        kept.keep(told)
    return findings


def _blocks(root: Any, part: str) -> Iterator[_Text]:
    """The running texts of a page, or of a part of it."""
    for block in blocks_outside_evidence(root) if part != EVIDENCE else ():
        yield _text(block.pieces, block.line)
    for block in blocks_of_evidence(root) if part != ARTICLE else ():
        yield _text(block.pieces, block.line)


def _attributes(root: Any) -> Iterator[_Text]:
    for element in root.iter("meta", "img", "a", "nav", "div", "section", "button", "input"):
        for name in _ATTRIBUTES:
            value = element.get(name)
            if value and element.get("data-why") != "technical" and "charset" not in element.attrib:
                yield _Text(value, value, element.sourceline or 1)


def _structured(root: Any, titles: list[str]) -> Iterator[_Text]:
    """The words of structured data; titles of sources, and who is credited, stand as they are."""
    masks = {title: re.sub(r"\S", MASK, title) for title in titles}
    for element in filter(is_structured, root.iter("script")):
        try:
            data = read_structured(element)
        except ValueError:
            continue  # `structured` says so
        for key, value in texts_of(data):
            if isinstance(value, str) and key not in (*REASON_OF_KEY, "creditText"):
                own = value
                for title, mask in masks.items():
                    own = own.replace(title, mask)
                yield _Text(value, own, element.sourceline or 1)


def _text(pieces: tuple[Piece, ...], line: int) -> _Text:
    if len(pieces) == 1 and not pieces[0].code and not pieces[0].why:
        shown = own = pieces[0].text
    else:
        shown = "".join(piece.text for piece in pieces)
        own = "".join(_masked(piece) for piece in pieces)
    if "\n" in shown:
        shown, own = _LINES.sub(" ", shown), _LINES.sub(" ", own)
    start, end = len(shown) - len(shown.lstrip()), len(shown.rstrip())
    return _Text(shown[start:end], own[start:end], line)


def _masked(piece: Piece) -> str:
    if piece.code or piece.why in FOREIGN:
        return re.sub(r"\S", MASK, piece.text)
    return piece.text


class _Found:
    """Faults of one page, each once for each wording, with how often it occurs.

    Rules run over all texts at once, a line a text: calling them for each costs more than matching.
    """

    def __init__(self, finished: Finished, lang: str, path: Path, texts: list[_Text]) -> None:
        self.finished, self.lang, self.path, self.texts = finished, lang, path, texts
        self.shown = "\n".join(text.shown for text in texts)
        self.own = "\n".join(text.own for text in texts)
        self.starts = [0, *accumulate(len(text.shown) + 1 for text in texts)][:-1]
        self.names = [re.escape(name) for name in finished.glossary if name]
        self.covered = [m.span() for m in re.finditer("|".join(self.names) or r"(?!)", self.shown)]
        self.faults: dict[tuple[str, str, str], list[tuple[int, str, int, int]]] = {}

    def apply(self, rule: Rule) -> None:
        """Look for what a rule forbids; not inside a piece of another hand."""
        for match in rule.pattern.finditer(self.shown if rule.whole else self.own):
            start, end = match.span()
            # A line break is no sign of a text: whether another one stands beyond says nothing.
            if self.own[max(0, start - 1) : end + 1].strip(MASK + " \n"):
                self._add(rule.what, rule.mend, start, end)

    def taiwan(self) -> None:
        """Look for characters and words that are not Taiwan's."""
        for at, own, taiwan in simplified_forms(self.own):
            self._add(f"a Simplified form ({own})", f"write {taiwan}", at, at + 1)
        for at, term, taiwan in mainland_terms(self.own):
            self._add(f"a mainland term ({term})", f"say {taiwan}", at, at + len(term))

    def _add(self, what: str, mend: str, start: int, end: int) -> None:
        """Take note of a fault, unless it lies within a name of the glossary."""
        if any(first <= start and end <= last for first, last in self.covered):
            return
        index = bisect_right(self.starts, start) - 1
        text, origin = self.texts[index], self.starts[index]
        start, end = start - origin, end - origin
        key = (what, mend, text.shown[max(0, start - 4) : end + 4])
        self.faults.setdefault(key, []).append((text.line, text.shown, start, end))

    def findings(self) -> Iterator[Finding]:
        """The faults, where an editor mends them."""
        origins = Origins(self.finished, self.lang)
        for (what, mend, _), places in self.faults.items():
            line, shown, start, end = places[0]
            near = quoted(shown[max(0, start - 12) : end + 12])
            more = f" ({len(places)} times)" if len(places) > 1 else ""
            said = f"{what}, in “{near}”{more}"
            yield origins.finding((str(self.path), line), (shown, start, end), said, mend)
