"""Re-read every located figure of a source and say what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tieout.cell_parts import CellError, part_of
from tieout.extract.errors import ExtractError, LocateError, NotFoundError
from tieout.extract.located import Located
from tieout.pull.documents import Document
from tieout.pull.page import Page, fits
from tieout.pull.same import Sameness, compare
from tieout.pull.sites import Site

#: same: as kept. changed: the document prints something else. found: a cell that was not captured
#: is there now. missing: the locator leads nowhere, or to no such figure. unread: the document that
#: it may stand in could not be had. by hand: no program can find it. lost: not captured, and still
#: not printed where it should be.
STATUSES = ("changed", "found", "missing", "unread", "same", "by hand", "lost")
#: Those in which the document bears the figure out.
CONFIRMED = ("same", "changed", "found")


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of one figure: `text` is what an acceptance keeps, `message` says what is wrong.

    `live` is what the live address prints where it differs from the commit.
    """

    site: Site
    status: str
    document: str = ""
    line: int = 0
    where: str = ""
    text: str = ""
    message: str = ""
    live: str = ""


def reread(
    sites: Iterable[Site], pages: Sequence[Page], unread: Sequence[Document]
) -> list[Reading]:
    """A reading of each site; `unread` are documents that could not be had."""
    primary = [page for page in pages if not page.document.live]
    live = [page for page in pages if page.document.live]
    return [_live(_reading(site, primary, unread), live) for site in sites]


def _reading(site: Site, pages: Sequence[Page], unread: Sequence[Document]) -> Reading:
    if site.locate is None:
        return Reading(site, "by hand" if site.printed else "lost")
    messages: list[str] = []
    for page in pages:
        if _may_stand_in(site, page.document):
            try:
                return _judged(site, page, _find(site, page))
            except (ExtractError, LocateError) as error:
                messages.append(f"{page.document.name}: {error}")
    looked = bool(messages)
    absent = [one.name for one in unread if _may_stand_in(site, one)]
    if absent:
        messages.append(f"{', '.join(absent)}: could not be read")
    elif not messages:
        wanted = site.locate.get("document", "document that it could stand in")
        messages.append(f"the {wanted} is not one of this source")
    if not site.printed:
        return Reading(site, "lost", message="; ".join(messages))
    return Reading(
        site, "missing" if looked or not absent else "unread", message="; ".join(messages)
    )


def _may_stand_in(site: Site, document: Document) -> bool:
    """Whether a figure may stand in a document: the one that is named, else all of its kind."""
    locate = site.locate or {}
    named = locate.get("document")
    return named in (None, document.name) and fits(document, site.locator(), locate.get("part"))


def _find(site: Site, page: Page) -> Located:
    """What stands where the locator leads, or the part of it that is the figure."""
    found = page.find(site.locator(), (site.locate or {}).get("part"))
    if site.part is None:
        return found
    try:
        return replace(found, text=part_of(found.text, site.part))
    except CellError as error:
        raise NotFoundError(error.what) from None


def _compared(site: Site, found: Located) -> Sameness:
    divide = (site.locate or {}).get("divide")
    return compare(site.printed, found.text, site.unit, site.kind, divide)


def _judged(site: Site, page: Page, found: Located) -> Reading:
    result = _compared(site, found)
    reading = Reading(
        site, "same", page.document.name, found.line, found.context, result.text or site.printed
    )
    if result.problem:
        return replace(reading, status="missing", text="", message=result.problem)
    if result.empty:
        if not site.printed:
            return replace(reading, status="lost")
        what = f"the place is there, but it prints '{found.text}'"
        return replace(reading, status="missing", text="", message=what)
    if result.same:
        return replace(reading, text=site.printed)
    return replace(reading, status="changed" if site.printed else "found")


def _live(reading: Reading, pages: Sequence[Page]) -> Reading:
    """The reading, with what the live address prints if that is something else."""
    site = reading.site
    if reading.status not in CONFIRMED or site.locate is None or reading.document != "file":
        return reading
    for page in pages:
        if not page.fits(site.locator(), site.locate.get("part")):
            return replace(reading, live="not comparable")
        try:
            result = _compared(replace(site, printed=reading.text), _find(site, page))
        except (ExtractError, LocateError):
            return replace(reading, live="not found")
        if result.problem or result.empty:
            return replace(reading, live="not found")
        return replace(reading, live="same" if result.same else result.text)
    return reading
