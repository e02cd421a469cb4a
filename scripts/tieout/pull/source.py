"""Pull one source: fetch its documents, keep them, re-read its figures. sources/ is not touched."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from tieout import captures
from tieout.errors import Problem, shown
from tieout.pull.documents import Document, documents_of
from tieout.pull.failure import FetchError
from tieout.pull.fetch import Answer, Known
from tieout.pull.github import PullRequest, body_of, body_page, read_pull_request
from tieout.pull.keep import keep, known
from tieout.pull.page import Page
from tieout.pull.people import Readers
from tieout.pull.reread import CONFIRMED, Reading, reread
from tieout.pull.sites import Site, read_sites
from tieout.pull.text import check_kind, decode, wall
from tieout.units import Units
from tieout.yamlio import Document as Yaml


class Getter(Protocol):
    """A Fetcher or a Mirror."""

    def get(self, url: str, accept: str, known: Known | None = None) -> Answer:
        """The document at an address. Raises FetchError."""
        ...


@dataclass(frozen=True, slots=True)
class Read:
    """What became of one document. `fault` is empty where it was read; `sha256` where it was not.

    `known` says that exactly these bytes are pinned already.
    """

    document: Document
    fault: str = ""
    mend: str = ""
    final_url: str = ""
    sha256: str = ""
    size: int = 0
    day: str = ""
    by_hand: bool = False
    known: bool = False
    request: PullRequest | None = None


@dataclass(frozen=True, slots=True)
class Pulled:
    """One source after a pull: what was read, and every figure's reading.

    `absent` are the pinned captures whose bytes this machine does not have, this pull included.
    """

    source: str
    folder: Path
    yaml: Yaml
    reads: list[Read]
    readings: list[Reading]
    problems: list[Problem] = field(default_factory=list)
    absent: list[dict[str, str]] = field(default_factory=list)

    def with_status(self, *statuses: str) -> list[Reading]:
        """The readings with one of the statuses, in order."""
        return [one for one in self.readings if one.status in statuses]


def pull_source(
    folder: Path,
    units: Units,
    getter: Getter,
    kept: Path,
    say: Callable[[str], None],
) -> Pulled:
    """Pull the source of a folder. Raises TieoutError if the folder itself is broken, or OSError.

    Whatever goes wrong with its documents is among the problems of the result.
    """
    yaml, sites = read_sites(folder, units)
    source = folder.name
    reads: list[Read] = []
    pages: list[Page] = []
    answers: dict[str, Answer] = {}
    for document in documents_of(yaml.data):
        pins = captures.pinned(yaml.data)
        try:
            before = known(source, pins, document.url, kept)
            answer = getter.get(document.url, document.accept, before)
            read, found = _opened(document, answer)
        except FetchError as error:
            reads.append(Read(document, error.what, error.mend))
        else:
            pinned = any(pin["sha256"] == read.sha256 for pin in pins)
            reads.append(replace(read, known=pinned))
            pages += found
            answers[document.name] = answer
        say(f"{source}: {_told(reads[-1])}")
    readings = reread(sites, pages, _unread(reads))
    reads = [_found_something(read, pages, readings, sites) for read in reads]
    unread = _unread(reads)
    readings = reread(sites, [page for page in pages if page.document not in unread], unread)
    readers = Readers(folder, yaml.data)
    readings = [_explained(one, readers) for one in readings]
    for read in reads:
        if not read.fault:
            keep(source, answers[read.document.name], kept)
    absent = [
        pin
        for pin in captures.pinned(yaml.data)
        if not captures.path_of(source, pin["sha256"], kept).exists()
    ]
    problems = _problems(yaml, reads, readings)
    return Pulled(source, folder, yaml, reads, readings, problems, absent)


def _unread(reads: list[Read]) -> list[Document]:
    """The documents that could not be had; with a pull request, its description."""
    found = [read.document for read in reads if read.fault and not read.document.live]
    bodies = [body_of(document) for document in found if document.name == "api"]
    return [*found, *bodies]


def _explained(one: Reading, readers: Readers) -> Reading:
    """The reading, with the people behind it where no program could read."""
    if one.status != "by hand" and not (one.status == "lost" and one.site.locate is None):
        return one
    return replace(one, message=readers.of(one.site.name, one.site.people))


def _opened(document: Document, answer: Answer) -> tuple[Read, list[Page]]:
    """A received document as pages. Raises FetchError if it is not what was asked for."""
    digest = hashlib.sha256(answer.body).hexdigest()
    if document.sha256 and digest != document.sha256:
        what = f"the file at its commit has the hash {digest}, not {document.sha256}"
        raise FetchError(what, "a commit does not change: check 'commit:' and 'sha256:'")
    text = decode(answer.body, answer.headers)
    check_kind(text, document.kind)
    day = answer.when.astimezone(datetime.UTC).date().isoformat()
    read = Read(document, "", "", answer.final_url, digest, len(answer.body), day, answer.by_hand)
    if document.name != "api":
        return read, [Page(document, text)]
    request = read_pull_request(text)
    return replace(read, request=request), [Page(document, text), body_page(document, request)]


def _found_something(
    read: Read, pages: list[Page], readings: list[Reading], sites: list[Site]
) -> Read:
    """The document, unless figures were looked for in it in vain and it looks like a wall."""
    if read.fault or read.document.live or read.document.kind != "html":
        return read
    if any(one.status in CONFIRMED and one.document == read.document.name for one in readings):
        return read
    page = next(page for page in pages if page.document == read.document)
    sign = wall(page.text)
    if not (sign and any(site.locate for site in sites)):
        return read
    what = f"{sign} came in place of the page, or none of its figures is there"
    return replace(read, fault=what, mend="open it in a browser, and save it into a mirror")


def _told(read: Read) -> str:
    """One line of progress."""
    if read.fault:
        return f"{read.document.name} {read.document.url}: {read.fault}"
    state = "as kept" if read.known else f"{read.size} bytes"
    return f"{read.document.name} {read.document.url}: {state}"


def _problems(yaml: Yaml, reads: list[Read], readings: list[Reading]) -> list[Problem]:
    """Documents that could not be read, and figures that are not where they should be."""
    found = [
        yaml.problem(read.document.key, read.fault, read.mend)
        for read in reads
        if read.fault and not read.document.live
    ]
    for one in readings:
        if one.status != "missing":
            continue
        mend = "mend its 'locate:', or correct the figure"
        place = one.site.place
        line = yaml.line(*one.site.key, "locate") if one.site.cell is None else place.line
        file = shown(yaml.path) if one.site.cell is None else place.file
        found.append(Problem(file, line, f"{one.site.name} not found: {one.message}", mend))
    return found
