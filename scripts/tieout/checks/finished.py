"""The finished files of one article, read as a stranger would: pages, Markdown, figures, ledger.

Pages and Markdown are read as published, or as the drafts that are about to be; in either case
with empty slots for what the checks will count.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lxml import etree

from tieout.checks.slots import Slot, emptied

#: What the checks ask of a ledger. A file without it is no ledger.
REQUIRED = ("article", "facts", "sources", "figures")
#: The names of a page and its Markdown: as drafts, and as published.
DRAFTS, PUBLISHED = ("draft.html", "draft.md"), ("index.html", "article.md")

#: What a check is to look at: all; the article or its evidence alone; or the share of its work that
#: it does on the ledger, on the page of one language, or on what the pages have in common.
WHOLE, ARTICLE, EVIDENCE = "", "article", "evidence"
LEDGER, PAGE, BOTH = "ledger", "page", "both"
#: The name of the picture for social networks beside a published page.
CARD = "card.png"


class UnreadableError(Exception):
    """A finished file that is missing or broken: `file:line: what: mend`."""


@dataclass(frozen=True, slots=True)
class Finished:
    """Paths and trees of one article's results, by language; Markdown as it stands in its file.

    `texts` are pages and Markdown with empty slots, by path, `slots` what stood in these.
    `are_drafts` tells that they are still to be published under other names.
    """

    article: str
    ledger: dict[str, Any]
    pages: dict[str, tuple[Path, Any]]
    markdown: dict[str, tuple[Path, str]]
    figures: dict[str, list[tuple[Path, Any]]]
    build: Path = Path("build")
    drawn: Path = Path("figures")
    templates: Path = Path("templates")
    sources: Path = Path("sources")
    are_drafts: bool = False
    #: What a check is to look at, for those that can do so apart.
    part: str = WHOLE
    texts: dict[Path, str] = field(default_factory=dict)
    slots: dict[Path, list[Slot]] = field(default_factory=dict)

    @property
    def files(self) -> list[Path]:
        """All files whose content is here."""
        drawn = [path for pictures in self.figures.values() for path, _ in pictures]
        texts = [path for path, _ in (*self.pages.values(), *self.markdown.values())]
        return [self.build / self.article / "ledger.json", *texts, *drawn]

    def shares(self, share: str) -> bool:
        """Whether a check is to do this share of its work: asked for none, it does all."""
        return self.part in (WHOLE, share)

    def published(self, lang: str) -> tuple[Path, Path]:
        """Where readers find the page of a language, and its Markdown."""
        page, markdown = (self.build / self.article / lang / name for name in PUBLISHED)
        return page, markdown

    def card(self, lang: str) -> Path:
        """The picture for social networks, as it was drawn; it is published beside the page."""
        return self.drawn / self.article / f"card.{lang}.png"

    def published_card(self, lang: str) -> Path:
        """Where social networks find it."""
        return self.build / self.article / lang / CARD

    @property
    def glossary(self) -> list[str]:
        """Names that may hold digits."""
        return list(self.ledger["article"]["glossary"])


def read_finished(
    article: str,
    build: Path,
    figures: Path,
    templates: Path = Path("templates"),
    drafts: bool = False,
) -> Finished:
    """Read all finished files of an article, or its drafts. Raises UnreadableError."""
    folder = build / article
    ledger = _ledger(folder / "ledger.json")
    pages: dict[str, tuple[Path, Any]] = {}
    markdown: dict[str, tuple[Path, str]] = {}
    drawn: dict[str, list[tuple[Path, Any]]] = {}
    texts: dict[Path, str] = {}
    slots: dict[Path, list[Slot]] = {}
    for lang in ledger["article"]["languages"]:
        page, below = (folder / lang / name for name in (DRAFTS if drafts else PUBLISHED))
        for path in (page, below):
            texts[path], slots[path] = emptied(_text(path))
        pages[lang] = (page, _page(page, texts[page]))
        markdown[lang] = (below, texts[below])
        paths = [figures / article / f"{name}.{lang}.svg" for name in ledger["figures"]]
        drawn[lang] = [(path, _svg(path)) for path in paths]
    found = Finished(article, ledger, pages, markdown, drawn, build, figures, templates)
    return replace(found, are_drafts=drafts, texts=texts, slots=slots)


def _unreadable(path: Path, what: str, line: int = 1) -> UnreadableError:
    # A build makes no file again that was changed by hand, as long as it lies there.
    mend = "remove it, and run snakemake all" if path.exists() else "run snakemake all"
    return UnreadableError(f"{path}:{line}: {what}: {mend}")


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise _unreadable(path, "the file is missing") from None
    except UnicodeDecodeError:
        raise _unreadable(path, "the file is not UTF-8") from None


def _ledger(path: Path) -> dict[str, Any]:
    try:
        data: dict[str, Any] = json.loads(_text(path))
        absent = [key for key in REQUIRED if not isinstance(data[key], dict)]
    except ValueError as error:
        raise _unreadable(path, f"broken JSON ({error})") from None
    except (KeyError, TypeError) as error:
        raise _unreadable(path, f"no ledger (it lacks {error})") from None
    if absent:
        raise _unreadable(path, f"no ledger ({absent[0]} is no mapping)")
    return data


def _page(path: Path, text: str) -> Any:
    if not text.strip():
        raise _unreadable(path, "the page is empty")
    root = parse_html(text)
    if root is None:
        raise _unreadable(path, "the page is empty")
    return root


def parse_html(text: str) -> Any:
    """The tree of an HTML document, None for one without elements.

    Of lxml's plain elements: those of lxml.html choose a class anew at every touch.
    """
    return etree.fromstring(text, etree.HTMLParser())


def _svg(path: Path) -> Any:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        return etree.fromstring(_text(path).encode("utf-8"), parser)
    except etree.XMLSyntaxError as error:
        raise _unreadable(path, f"broken SVG ({error.msg})", error.lineno or 1) from None
