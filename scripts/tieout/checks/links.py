"""Links lead somewhere, sources are real, second-hand figures say so, and days are in order.

Anchors and files are followed in pages and Markdown; the web is not asked. Addresses must have the
shape of one and be nobody's example.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from tieout.checks.finding import Finding, Record, new_record, quoted
from tieout.checks.finished import BOTH, PAGE, Finished
from tieout.checks.origins import Origins
from tieout.checks.page_text import (
    SILENT,
    blocks_of_evidence,
    blocks_outside_evidence,
    elements_by_id,
    evidence_of,
)
from tieout.checks.seals import seal_faults
from tieout.checks.standings import standing_faults
from tieout.checks.written import Written, written_for

BLIND_SPOTS = (
    "whether captures that are not on this machine hold the figures that an acceptance sealed",
    "whether an address answers, and whether what stands there is what was cited",
    "placeholders that are no known word for one, and hosts under .example",
    "days that no source states",
)
#: What is counted.
COUNTED = ("links", "second-hand", "sources")
PLACEHOLDER = re.compile(
    r"\b(?:X{3,}|TODO|TBD|TBA|FIXME|TK{2,}|PLACEHOLDER|[Ll]orem ipsum)\b|待補|待填|待查|待確認|某某"
)
NOWHERE = re.compile(r"(?:^|\.)(?:example\.(?:com|org|net|edu)|localhost|invalid|test)$")
_NAMING = ("aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "headers", "for")
_LINKING = "|".join((
    "//@href", "//@src", "//@*[local-name() = 'href']", "//@*[contains(., 'url(#')]",
    *(f"//@{name}" for name in _NAMING),
))  # fmt: skip
#: What may lead to an anchor in another page.
_AWAY = "//@*[contains(., '#') and not(starts-with(., '#'))][contains('href src', local-name())]"
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_MARKDOWN_LINK = re.compile(r"\]\((?:<([^>]*)>|([^)\s]*))\)")
_MARKDOWN_ID = re.compile(r'<a id="([^"]+)"></a>')
_ENTRY = re.compile(r'(?m)^- <a id="((?:fact|source)-[^"]+)"></a>(.*(?:\n[ \t]+\S.*)*)')


def check(finished: Finished) -> Record:
    """Follow every link of an article, and read what its sources say of themselves."""
    record = new_record("links", BLIND_SPOTS, COUNTED)
    for lang, (path, _) in finished.pages.items():
        follower = _Follower(finished, record, lang)
        if finished.shares(PAGE):
            before = record.counts["links"]
            follower.page()
            follower.markdown(*finished.markdown[lang])
            if record.counts["links"] == before:
                what = "a page without links"
                record.findings.append(Finding(str(path), 1, what, "run snakemake all"))
            _second_hand(finished, record, lang)
        if finished.shares(BOTH):
            follower.to_other_pages(*finished.markdown[lang])
    written = written_for(finished, record) if finished.shares(BOTH) else None
    if written is not None:
        _sources(finished, record, written)
    return record


class _Follower:
    """Follows the links of one page and its Markdown."""

    def __init__(self, finished: Finished, record: Record, lang: str) -> None:
        self.record, self.origins = record, Origins(finished, lang)
        self.path, self.root = finished.pages[lang]
        # Drafts link to one another by the names under which they will be published.
        self.published: dict[Path, Any] = {}
        for each in finished.ledger["article"]["languages"]:
            page, markdown = (file.resolve() for file in finished.published(each))
            self.published |= {page: finished.pages.get(each, ("", None))[1], markdown: None}

    def _find(self, line: int, what: str, mend: str) -> None:
        self.record.findings.append(Finding(str(self.path), line, what, mend))

    def page(self) -> None:
        """A page: its ids, what refers to them, its addresses, its words."""
        root = self.root
        ids = elements_by_id(root)
        for name, elements in ids.items():
            if len(elements) > 1:
                line = elements[1].sourceline or 1
                self._find(line, f"the anchor '{name}' stands twice", "give each its own")
        for value in root.xpath(_LINKING):
            line = value.getparent().sourceline or 1
            name, text = str(value.attrname), str(value)
            for target in _targets(name, text):
                self.record.counts["links"] += 1
                self._anchor(target, ids, line)
            if name.endswith(("href", "src")) and (not text.startswith("#") or text == "#"):
                self.record.counts["links"] += 1
                self._address(text, line)
        evidence = blocks_of_evidence(root) if _may_hold(PLACEHOLDER, root) else ()
        for block in (*blocks_outside_evidence(root), *evidence):
            found = PLACEHOLDER.search(block.text)
            if found:
                what = f"a placeholder “{found[0]}”, in “{quoted(block.text)}”"
                words, place = (block.text, *found.span()), (str(self.path), block.line)
                mend = "write what belongs there"
                finding = self.origins.finding(place, words, what, mend, block.anchor)
                self.record.findings.append(finding)

    def markdown(self, path: Path, text: str) -> None:
        """article.md: the same, by its own anchors."""
        page, self.path = self.path, path
        ids = dict.fromkeys(_MARKDOWN_ID.findall(text), True)
        for line, words in enumerate(text.split("\n"), start=1):
            for angled, bare in _MARKDOWN_LINK.findall(words):
                target = angled or bare
                self.record.counts["links"] += 1
                if target.startswith("#") and len(target) > 1:
                    self._anchor(target[1:], ids, line)
                else:
                    self._address(target, line)
        self.path = page

    def to_other_pages(self, markdown: Path, text: str) -> None:
        """Anchors in the page of another language, of a page and its Markdown."""
        for value in self.root.xpath(_AWAY):
            if wrong := self._lost(str(value)):
                self._find(value.getparent().sourceline or 1, wrong, "correct the link")
        page, self.path = self.path, markdown
        for match in _MARKDOWN_LINK.finditer(text):
            target = match[1] or match[2]
            if "#" in target[1:] and (wrong := self._lost(target)):
                line = text.count("\n", 0, match.start()) + 1
                self._find(line, wrong, "correct the link")
        self.path = page

    def _lost(self, target: str) -> str:
        """What is wrong with an address if it is that of an anchor in another page."""
        parts = _split(target)
        if parts.scheme or parts.netloc or not parts.path or not parts.fragment:
            return ""
        root = self.published.get((self.path.parent / unquote(parts.path)).resolve())
        lost = root is not self.root and root is not None and not _has(root, parts.fragment)
        return f"'{target}' leads to no anchor" if lost else ""

    def _anchor(self, name: str, ids: Mapping[str, Any], line: int) -> None:
        if unquote(name) not in ids and name not in ids:
            self._find(line, f"'#{name}' leads nowhere", "correct the link, or add the anchor")

    def _address(self, target: str, line: int) -> None:
        """An address of the web, or a file beside this one."""
        parts = _split(target)
        if parts.scheme in ("mailto", "data"):
            return
        if parts.scheme or target.startswith("//"):
            wrong = _wrong_address(target)
            if wrong:
                self._find(line, f"{wrong} ({quoted(target)})", "write the source's own address")
            return
        if not parts.path:
            self._find(line, f"a link without a target ('{target}')", "write where it leads")
            return
        file = (self.path.parent / unquote(parts.path)).resolve()
        if file not in self.published and not _is_there(file):
            self._find(line, f"'{target}' is no file here", "build it, or correct the link")
            return
        is_own = self.published.get(file) is self.root
        if is_own and parts.fragment and not _has(self.root, parts.fragment):
            self._find(line, f"'{target}' leads to no anchor", "correct the link")


def _is_there(file: Path) -> bool:
    """Whether there is such a file; it is opened, so that what is found here rests on it."""
    try:
        with file.open("rb"):
            return True
    except OSError:
        return False


def _has(root: Any, fragment: str) -> bool:
    return unquote(fragment) in elements_by_id(root)


def _may_hold(pattern: re.Pattern[str], root: Any) -> bool:
    """Whether a block of the evidence may match, by its letters without the edges of words.

    To cut the evidence into blocks takes ten times as long. What parts two blocks can only make a
    match more likely here; an element whose text is in no block could break one, and none is there.
    """
    evidence = evidence_of(root)
    if evidence is None:
        return False
    loose = re.sub(r"\\b", "", pattern.pattern)
    text = "".join(evidence.itertext("*"))
    return next(evidence.iter(*SILENT), None) is not None or bool(re.search(loose, text))


def _targets(name: str, value: str) -> Iterator[str]:
    """Anchors that an attribute refers to."""
    bare = name.rsplit("}", 1)[-1].rsplit(":", 1)[-1]
    if bare == "href" and value.startswith("#"):
        yield from [value[1:]] if len(value) > 1 else []
    elif name in _NAMING:
        yield from value.split()
    elif "url(#" in value:
        yield from _REFERENCE.findall(value)


def _split(address: str) -> SplitResult:
    """The parts of an address; of one that cannot be parted, a scheme that is none."""
    try:
        return urlsplit(address)
    except ValueError:  # brackets that do not close, or hold no number of a host
        return SplitResult("invalid", "", address, "", "")


def _wrong_address(address: str) -> str:
    """What is wrong with an address of the web; empty when it could be one."""
    if re.search(r"[\s<>\"{}|\\^`]", address):
        return "an address with characters that no address has"
    parts = _split(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return "not an address of the web"
    if NOWHERE.search(parts.hostname):
        return "an address that is nobody's"
    return "" if "." in parts.hostname else "an address without a domain"


def _second_hand(finished: Finished, record: Record, lang: str) -> None:
    """Second-hand figures and sources say so, and through whom, in their entries."""
    path, root = finished.pages[lang]
    markdown, text = finished.markdown[lang]
    entries = dict(_listed(text))
    ledger = finished.ledger
    label = ledger["vocabulary"]["standings"]["second-hand"]["label"][lang]
    told = {f"fact-{name}": fact for name, fact in ledger["facts"].items()}
    told |= {f"source-{name}": source for name, source in ledger["sources"].items()}
    for name, entry in told.items():
        elements = elements_by_id(root).get(name)
        if entry["standing"] != "second-hand" or not elements:
            continue
        record.counts["second-hand"] += 1
        via = entry.get("via")
        words = [label] + ([ledger["sources"][via]["label"][lang]] if via else [])
        said = "".join((*_shared(elements[0]), *elements[0].itertext()))
        places = [(path, elements[0].sourceline or 1, said)]
        places.append((markdown, 1, re.sub(r"\\(.)", r"\1", entries.get(name, ""))))
        for file, line, shown in places:
            for word in words:
                if "".join(word.split()) not in "".join(shown.split()):
                    what = f"the entry '{name}' is second-hand and does not say “{word}”"
                    record.findings.append(Finding(str(file), line, what, "run snakemake all"))


def _shared(entry: Any) -> Iterator[str]:
    """What the head of a fact's group says of it."""
    for group in [*entry.iterancestors("section")][:1]:
        for head in group.xpath("./*[@class='shared']"):
            yield from head.itertext()


def _listed(text: str) -> Iterator[tuple[str, str]]:
    """The entries of article.md, each with the head above its list."""
    head, end = "", 0
    for match in _ENTRY.finditer(text):
        between = text[end : match.start()]
        if between.strip():
            head = between.rpartition("\n#")[2].partition("\n")[2]
        end = match.end()
        yield match[1], (head if match[1].startswith("fact-") else "") + match[2]


def _sources(finished: Finished, record: Record, written: Written) -> None:
    """What source.yaml says of address, intermediary and days."""
    sources, today = finished.ledger["sources"], str(finished.ledger["article"]["date"])
    read = {source.get("via") for source in sources.values()}  # the intermediaries themselves
    for name, source in sources.items():
        tree = written.sources[name]

        def find(key: str, what: str, mend: str, tree: Any = tree) -> None:
            record.findings.append(Finding(str(tree.path), tree.line(key), what, mend))

        record.counts["sources"] += 1
        for key in ("url", "original", "also", "api"):
            address = source.get(key)
            wrong = _wrong_address(str(address)) if isinstance(address, str) else ""
            if wrong:
                find(key, f"{wrong} ({quoted(str(address))})", "write the source's own address")
        addresses = [source.get(key) for key in ("url", "original", "file", "also")]
        if not any(addresses) and name not in read:
            find("title", "a source without any address", "add 'url:' or 'file:'")
        quotes = source["standing"] == "second-hand" and name not in read
        if quotes and source.get("via") not in sources:
            find("standing", "a second-hand source that names no intermediary", "add 'via:'")
        for key, text in _texts(source):
            found = PLACEHOLDER.search(text)
            if found:
                find(key, f"a placeholder “{found[0]}”", "write what belongs there")
        _days(source, sources, today, find)
    for path, where, what, mend in (*standing_faults(written.sources), *seal_faults(written)):
        record.findings.append(Finding(str(path), where, what, mend))
    for name, fact in finished.ledger["facts"].items():
        if fact["unit"] == "date" and fact["value"] and str(fact["value"]) > today:
            file, _, line = str(fact["place"]).split(" ")[0].rpartition(":")
            what = f"{name} is {fact['value']}, after the day of the article ({today})"
            record.findings.append(Finding(file, int(line), what, "correct one of the days"))


def _texts(source: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in source.items():
        for text in value.values() if isinstance(value, dict) else (value,):
            if isinstance(text, str):
                yield key, text


def _days(source: Mapping[str, Any], sources: Mapping[str, Any], today: str, find: Any) -> None:
    """Published, then read or fetched, then this article; and a quotation after what it quotes."""
    days: list[tuple[str, str, str]] = []
    for key in ("read", "retrieved"):
        days += [("published", key, "this source")] if key in source else []
    order = [(source.get(a), source.get(b), a, b, where) for a, b, where in days]
    via = sources.get(source.get("via") or "", {})
    order.append((source.get("published"), via.get("published"), "published", "published", "via"))
    order += [(source.get(key), today, key, "date", "the article") for key in _DAYS]
    for first, second, one, other, where in order:
        if first and second and _day(first) and _day(second) and first > second:
            what = f"'{one}' ({first}) is later than '{other}' of {where} ({second})"
            dated = "give the article a new 'version:' and 'date:', or correct the day"
            find(one, what, dated if other == "date" else "correct one of the days")
    for key in _DAYS:
        if source.get(key) and not _day(source[key]):
            find(key, f"'{key}' is no day ({source[key]})", "write it as 2026-10-16")


_DAYS = ("published", "read", "retrieved")


def _day(text: Any) -> bool:
    try:
        return bool(date.fromisoformat(str(text)))
    except ValueError:
        return False
