"""The files that span articles say what each article's ledger says, and lead to what is there.

The front page is read as the pages of articles are: each article on it by the same checks, against
its own ledger. Where no markup can stand, in the feeds, the words are those of the front page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from lxml import etree

from tieout.checks.addresses import TAGS, alternates, feed_address, page_address
from tieout.checks.finding import Finding
from tieout.checks.finished import Finished, parse_html
from tieout.checks.shown import squeeze, text_of
from tieout.checks.site_parts import Parts

ATOM = "{http://www.w3.org/2005/Atom}"
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
XHTML = "{http://www.w3.org/1999/xhtml}"
MEND = "run snakemake all; if it stays, mend what wrote it"
Ledgers = Mapping[str, Mapping[str, Any]]
#: The frame of the front page belongs to no article: no number has a source there.
_NOTHING: Mapping[str, Any] = {"facts": {}, "sources": {}, "claims": {}}


def check_site(
    files: Mapping[str, bytes],
    ledgers: Ledgers,
    build: Path,
    templates: Path,
    parts: Parts | None = None,
) -> list[Finding]:
    """Every fault of the files, by their names in `build`; ledgers by article.

    `parts` may know answers about parts of the front page that hold.
    """
    look = _Look(ledgers, build, templates, parts or Parts({}))
    front = look.front(files["index.html"])
    texts = dict(look.texts(front))
    for lang in ("en", "zh-TW"):
        look.feed(f"feed.{lang}.xml", files, lang, texts)
    look.site_map(files["sitemap.xml"])
    look.left_over()
    return look.findings


class _Look:
    """Looks at the files of one site."""

    def __init__(self, ledgers: Ledgers, build: Path, templates: Path, parts: Parts) -> None:
        self.ledgers, self.build, self.templates = ledgers, build, templates
        self.parts = parts
        self.findings: list[Finding] = []
        self.pages = {
            page_address(ledger, lang): (ledger, lang)
            for ledger in ledgers.values()
            for lang in ledger["article"]["languages"]
        }

    def _find(self, file: str, what: str, line: int = 1) -> None:
        self.findings.append(Finding(str(self.build / file), line, what, MEND))

    def front(self, content: bytes) -> Any:
        """Every article on the front page by the checks of pages, then what is around them."""
        root = parse_html(content.decode("utf-8"))
        shown = {(i.get("data-article"), _lang(i)) for i in root.iterfind(".//li[@data-article]")}
        wanted = {(ledger["article"]["id"], lang) for ledger, lang in self.pages.values()}
        for name, lang in sorted(wanted ^ shown):
            self._find("index.html", f"{name} in {lang} is missing, or listed without being there")
        for item in root.iterfind(".//li[@data-article]"):
            if item.get("data-article") in self.ledgers:
                self._by_checks(item, self.ledgers[item.get("data-article")], _lang(item))
        frame = deepcopy(root)
        for item in frame.xpath("//li[@data-article]"):
            item.getparent().remove(item)
        around = {**_NOTHING, "site": next(iter(self.ledgers.values()))["site"]}
        around["article"] = {
            "id": "", "version": "", "date": "", "published": "", "languages": [], "glossary": [],
        }  # fmt: skip
        for lang in ("en", "zh-TW"):
            self._by_checks(_in_language(frame, lang), around, lang)
        self._links(root)
        return root

    def _by_checks(self, tree: Any, ledger: Mapping[str, Any], lang: str) -> None:
        path = self.build / "index.html"
        finished = Finished(
            ledger["article"]["id"], dict(ledger), {lang: (path, tree)}, {lang: (path, "")},
            {lang: []}, self.build, Path("figures"), self.templates,
        )  # fmt: skip
        self.findings += self.parts.findings(finished, lang)

    def _links(self, root: Any) -> None:
        """Every link within the site leads to a file, and to an anchor in it."""
        texts: dict[Path, str] = {}
        for link in root.iter("a"):
            file, _, anchor = (link.get("href") or "").partition("#")
            path = self.build / file
            if not file or not path.is_file():
                self._find("index.html", f"'{link.get('href')}' is no file here", link.sourceline)
                continue
            if path not in texts:
                texts[path] = path.read_text("utf-8")
            text = texts[path]
            if anchor and not _is_anchor(anchor, text):
                self._find("index.html", f"'{link.get('href')}' leads nowhere", link.sourceline)

    def texts(self, root: Any) -> Iterator[tuple[str, tuple[str, str]]]:
        """Title and description of each article on the front page, by the address of its page."""
        for item in root.iterfind(".//li[@data-article]"):
            ledger = self.ledgers.get(item.get("data-article"))
            title, summary = item.find("h3"), item.find("p[@class='summary']")
            if ledger and title is not None and summary is not None:
                yield page_address(ledger, _lang(item)), (text_of(title), text_of(summary))

    def feed(
        self, name: str, files: Mapping[str, bytes], lang: str, texts: Mapping[str, Any]
    ) -> None:
        """Entries have the words of the front page, the day of the version, an id of their own."""
        root = etree.fromstring(files[name])
        own = feed_address(next(iter(self.ledgers.values())), lang)
        if [link.get("href") for link in root.findall(f"{ATOM}link[@rel='self']")] != [own]:
            self._find(name, "the feed does not say its own address")
        entries = root.findall(f"{ATOM}entry")
        ids = [entry.findtext(f"{ATOM}id") for entry in entries]
        if len(set(ids)) != len(ids):
            self._find(name, "two entries have the same id")
        found = set()
        for entry in entries:
            (page,) = (link.get("href") or "" for link in entry.findall(f"{ATOM}link"))
            found.add(page)
            said = tuple(squeeze(entry.findtext(f"{ATOM}{tag}") or "") for tag in _WORDS)
            if said != tuple(map(squeeze, texts.get(page, ()))):
                self._find(name, f"the entry of {page} has other words than the front page")
            day = self.pages[page][0]["article"]["date"] if page in self.pages else ""
            if entry.findtext(f"{ATOM}updated") != f"{day}T00:00:00Z":
                self._find(name, f"the entry of {page} has another day than its version ({day})")
        if found != {page for page, (_, own_lang) in self.pages.items() if own_lang == lang}:
            self._find(name, "the entries are not the articles of this language")

    def site_map(self, content: bytes) -> None:
        """All pages and the front page, each with the languages of its article."""
        root = etree.fromstring(content)
        front = next(iter(self.ledgers.values()))["site"]["address"]
        urls = {url.findtext(f"{SITEMAP}loc") or "": url for url in root.findall(f"{SITEMAP}url")}
        if sorted(urls) != sorted([front, *self.pages]):
            self._find("sitemap.xml", "the addresses are not those of the pages")
        for page, (ledger, _) in self.pages.items():
            links = urls[page].findall(f"{XHTML}link") if page in urls else []
            if {link.get("hreflang"): link.get("href") for link in links} != alternates(ledger):
                self._find("sitemap.xml", f"{page} has other languages than its article")

    def left_over(self) -> None:
        """Pages of articles that were renamed or removed: nobody looks at their numbers now."""
        for name in sorted({path.parts[-3] for path in self.build.glob("*/*/index.html")}):
            pages = [self.build / name / lang / "index.html" for lang in TAGS]
            if name not in self.ledgers and any(page.is_file() for page in pages):
                what = f"the pages of '{name}', an article that is in templates/ no more"
                mend = f"remove build/{name} and figures/{name}, or restore templates/{name}"
                self.findings.append(Finding(str(self.build / name), 1, what, mend))


_WORDS = ("title", "summary")


def _is_anchor(name: str, page: str) -> bool:
    """Whether a page has an element of that id, which may be written without quotation marks."""
    return any(f" id={form}" in page for form in (f'"{name}"', f"{name}>", f"{name} "))


def _lang(item: Any) -> str:
    """The language of the section in which an article is listed."""
    return next((each.get("data-lang") for each in item.iterancestors("nav")), "") or ""


def _in_language(frame: Any, lang: str) -> Any:
    """A copy of the frame with what is in that language; the head is in that of the document."""
    part = deepcopy(frame)
    outer = part.get("lang", "")
    for other in [*part.xpath("//head"), *part.xpath("//body//*[@lang]")]:
        if not lang.startswith(other.get("lang", outer).partition("-")[0]):
            other.getparent().remove(other)
    return part
