"""What a reader sees in each tag is what the ledger says, in every file and every place.

A tag may not be invisible, its entry must exist and tell everything that the ledger knows, and
page, Markdown and pictures must show the same.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from tieout.checks.article_blocks import BlockJudge
from tieout.checks.article_sources import SourceList
from tieout.checks.article_words import ArticleWords
from tieout.checks.captured import grid_faults
from tieout.checks.drawings import drawing
from tieout.checks.embedded import embedded_faults
from tieout.checks.entries import (
    Entry,
    EntryJudge,
    markdown_entries,
    markdown_names,
    page_entries,
    page_names,
)
from tieout.checks.evidence_rows import group_faults, mark_of
from tieout.checks.finding import Finding, Record, new_record, quoted
from tieout.checks.finished import ARTICLE, EVIDENCE, Finished
from tieout.checks.frame_words import FrameWords
from tieout.checks.markdown_text import MarkdownText
from tieout.checks.page_frame import frame_faults
from tieout.checks.page_shape import shape_faults
from tieout.checks.page_tables import TableJudge
from tieout.checks.page_tags import Tags, facts_in, links_in_order, reading_text
from tieout.checks.page_text import evidence_of
from tieout.checks.picture_marks import PictureMarks
from tieout.checks.picture_words import PictureWords
from tieout.checks.reasons import Reasons
from tieout.checks.shown import first_difference, line_at, squeeze, text_of
from tieout.checks.written import Written, well_formed, written_for

BLIND_SPOTS = (
    "what a script does to the page once a browser runs it",
    "fonts that draw a digit as another, and numbers covered by something drawn over them",
    "whether page and Markdown agree word for word where an article has footnotes, and page and "
    "template where these are written within the text",
    "whether what an editor wrote is true, and what it means",
    "colours and fillings of a picture, whose marks have their places and words checked",
    "ways of hiding that need a layout to be seen, such as a box too small for its text",
)
#: What is counted, and what is let pass.
COUNTED = ("tags", "entries", "letters compared", "letters of the text")
EXEMPTED = (
    "a text with footnotes, whose order is another on the page",
    "a template with notes within its text",
)
MEND = "undo the change by hand, and run snakemake all"


def check(finished: Finished) -> Record:
    """Look at every page, Markdown file and figure of an article."""
    record = new_record("text_equals_ledger", BLIND_SPOTS, COUNTED, EXEMPTED)
    written = written_for(finished, record)
    if written is not None:
        for lang in finished.pages:
            with well_formed(finished, record):
                _Language(finished, written, lang, record).run()
    return record


class _Language:
    """The files of one language."""

    def __init__(self, finished: Finished, written: Written, lang: str, record: Record) -> None:
        self.finished, self.written, self.lang, self.record = finished, written, lang, record
        self.ledger = finished.ledger
        self.judge = EntryJudge(self.ledger, lang, written.words.data)
        self.page, self.root = finished.pages[lang]
        path, text = finished.markdown[lang]
        self.markdown, self.text = path, MarkdownText(text)

    def run(self) -> None:
        """Page, Markdown, figures, and what they have in common."""
        words, part = self.judge.words, self.finished.part
        tags = Tags(self.root, self.ledger, self.lang, part)
        self._add(self.page, tags.faults(is_page=True))
        self._add(self.page, shape_faults(self.root, self.ledger, self.lang, words, part))
        self.record.counts["tags"] += len(tags.tagged)
        if self.finished.shares(EVIDENCE):
            self._evidence()
        if self.finished.shares(ARTICLE):
            self._rest(tags)

    def _rest(self, tags: Tags) -> None:
        """All but the evidence, and how it goes with the evidence."""
        self._add(self.page, frame_faults(self.finished, self.lang, self.root))
        frame = FrameWords(self.finished, self.lang, self.judge.words)
        self._add(self.page, frame.faults(self.root))
        tables = TableJudge(self.ledger, self.lang, self.judge, self.written)
        self._add(self.page, tables.faults(self.root))
        self._add(self.page, self._sources())
        self._article()
        self._entries()
        self._add(self.markdown, self.text.faults(self.ledger, tags))
        self._pictures()
        self._reasons()
        self._twins()

    def _article(self) -> None:
        """The article's own words, tables, figures and sources, as editors wrote them."""
        words = ArticleWords(self.finished, self.lang)
        if words.has_notes:
            self.record.exemptions[EXEMPTED[1]] += 1
        else:
            self.record.counts["letters of the text"] += len(words.written)
        self._add(self.page, words.faults(self.root))
        blocks = BlockJudge(self.ledger, self.lang, self.judge)
        self._add(self.page, blocks.faults(self.root, words))
        self._add(self.page, SourceList(self.ledger, self.lang, self.judge.words).faults(self.root))

    def _add(self, path: Path, faults: Iterator[tuple[int, str]]) -> None:
        for line, what in faults:
            self.record.findings.append(Finding(str(path), line, quoted(what), MEND))

    def _evidence(self) -> None:
        """Every entry tells what the ledger knows, in its group."""
        section, words = evidence_of(self.root), self.judge.words
        if section is not None:
            self._add(self.page, self._judged(page_entries(section, mark_of(self.root))))
            self._add(self.page, group_faults(section, self.ledger, self.lang, words))
            self._add(self.page, grid_faults(section, self.ledger, self.lang, words))
        below = markdown_entries(self.text.source, self.text.evidence)
        self._add(self.markdown, self._judged(below))

    def _entries(self) -> None:
        """Every fact shown has an entry, the same ones on the page and in the Markdown."""
        section = evidence_of(self.root)
        first = page_names(section) if section is not None else []
        second = markdown_names(self.text.source, self.text.evidence)
        shown = [(self.page, first, facts_in(links_in_order(self.root)))]
        shown.append((self.markdown, second, facts_in(self.text.links)))
        for path, entries, links in shown:
            known = {*entries}
            absent = {name: line for name, line in reversed(links) if name not in known}
            self._add(path, ((n, f"'{name}' has no entry here") for name, n in absent.items()))
            if not entries:
                self._add(path, iter([(1, "there is no evidence section with entries")]))
        self._add(self.page, embedded_faults(self.root, self.ledger, self.lang, first))
        self.record.counts["embedded facts"] += len(first)
        if first != second:
            what = "the entries are not those of the page, in the same order"
            self._add(self.markdown, iter([(1, what)]))

    def _judged(self, entries: Iterable[Entry]) -> Iterator[tuple[int, str]]:
        known: set[str] = set()
        for entry in entries:
            self.record.counts["entries"] += 1
            if entry.fact not in self.ledger["facts"]:
                yield entry.line, f"an entry for the unknown fact '{entry.fact}'"
                continue
            if entry.fact in known:
                yield entry.line, f"'{entry.fact}' has two entries"
            known.add(entry.fact)
            scale = int(self._unit(entry.fact).get("scale", 1))
            for what in self.judge.faults(entry, scale):
                yield entry.line, what

    def _unit(self, fact: str) -> Mapping[str, Any]:
        return self.written.unit_entries.get(self.ledger["facts"][fact]["unit"], {})

    def _sources(self) -> Iterator[tuple[int, str]]:
        """The list of sources: titles, addresses, days."""
        version = str(self.ledger["article"]["version"])
        for element in self.root.iterfind(".//*[@data-why='version']"):
            if text_of(element) != version:
                yield element.sourceline or 1, f"the version is {version}, not {text_of(element)}"
        for item in self.root.xpath("//li[starts-with(@id, 'source-')]"):
            source = self.ledger["sources"].get(item.get("id").removeprefix("source-"))
            if source is None:
                yield item.sourceline or 1, f"the source '{item.get('id')}' is not in the ledger"
                continue
            known = {why: set(_told(why, source)) for why in ("address", "title", "day-read")}
            for element in item.xpath(".//*[@data-why]"):
                why = element.get("data-why")
                text = "".join(element.itertext())
                if why not in known or text not in known[why]:
                    yield element.sourceline or 1, f"“{text}” is not what the ledger has as {why}"

    def _pictures(self) -> None:
        """Each figure file, and that the page shows the same picture."""
        words = PictureWords(self.ledger, self.lang, ArticleWords(self.finished, self.lang))
        inline = {svg.get("data-figure"): svg for svg in self.root.iter("svg")}
        for path, tree in self.finished.figures[self.lang]:
            tags = Tags(tree, self.ledger, self.lang)
            self._add(path, tags.faults(is_page=False))
            self._add(path, words.faults(tree))
            self._add(path, PictureMarks(self.ledger).faults(tree))
            self.record.counts["tags"] += len(tags.tagged)
            name = tree.get("data-figure")
            said = inline.get(name)
            if said is None:
                self._add(self.page, iter([(1, f"the figure '{name}' is not on the page")]))
            elif drawing(said) != drawing(tree):
                what = f"the figure '{name}' on the page is not the one in {path}"
                self._add(self.page, iter([(said.sourceline or 1, what)]))
            described = squeeze(tree.findtext("{*}desc") or "")
            place = f"/{self.finished.article}/{path.name}"
            alts = [(n, alt) for n, file, alt, _ in self.text.pictures if file.endswith(place)]
            for line, alt in alts or [(1, "")]:
                if squeeze(alt) != described:
                    what = f"the alternative text of {path.name} is not the one in the figure"
                    self._add(self.markdown, iter([(line, what)]))

    def _reasons(self) -> None:
        """Exemptions where their reasons can hold."""
        reasons = Reasons(self.finished, self.lang, self.written.article.data)
        for path, root in [(self.page, self.root), *self.finished.figures[self.lang]]:
            self._add(path, reasons.in_tree(root))
        below = reasons.in_markdown(self.text.source, self.text.evidence)
        self._add(self.markdown, below)

    def _led_elsewhere(self) -> Iterator[tuple[int, str]]:
        """The first link of the Markdown that is not the next of the page, or that one if none."""
        due = deque((unquote(target), line) for target, line in links_in_order(self.root))
        for (below, line), bare in zip(self.text.links, self.text.bare, strict=True):
            target, at = due[0] if due else ("nothing", 1)
            if target == below:
                due.popleft()
            elif not bare:
                yield line, f"a link leads to '{below}', on the page (line {at}) to '{target}'"
                return
        for target, at in islice(due, 1):
            yield 1, f"a link leads to 'nothing', on the page (line {at}) to '{target}'"

    def _twins(self) -> None:
        """Page and Markdown say the same, letter by letter."""
        if re.search(r"\[\^[^\]]+\]", self.text.source):
            self.record.exemptions[EXEMPTED[0]] += 1
            return
        self._add(self.markdown, self._led_elsewhere())
        (page, lines), (text, places) = reading_text(self.root), self.text.reading
        self.record.counts["letters compared"] += len(text)
        if page != text:
            at = first_difference(page, text)
            line, other = line_at(lines, at), line_at(places, at)
            near = max(0, at - 20)
            what = f"the page says “{page[near : at + 20]}”, {self.markdown.name} (line {other}) "
            self._add(self.page, iter([(line, what + f"“{text[near : at + 20]}”")]))


def _told(why: str, source: Mapping[str, Any]) -> Iterator[str]:
    if why == "title":
        yield source["title"]
    elif why == "day-read":
        yield from (str(source[key]) for key in ("read", "retrieved") if key in source)
    else:
        for key in ("url", "original", "also", "api", "file"):
            where = source.get(key)
            if isinstance(where, str):
                yield where
            elif where:
                yield f"{where['repo']}/{where['path']} @ {where['commit'][:12]}"
