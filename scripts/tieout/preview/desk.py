"""One article on the desk: what of it has to be made anew, and the steps that make it."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tieout.article import article_folder
from tieout.errors import TieoutError
from tieout.files import write_atomic, write_together
from tieout.pages.page import Paths, open_page
from tieout.pages.unquoted import unquoted
from tieout.preview.board import Board, Sheet
from tieout.preview.places import Places

if TYPE_CHECKING:
    from tieout.ledger import Ledger

Step = Callable[[], None]


class Desk:
    """Keeps an article warm. What a step needs is marked stale before, and fresh once it is done.

    A step that fails raises TieoutError and leaves its mark, so that it is tried again after the
    next edit.
    """

    def __init__(self, article: str, places: Places, board: Board) -> None:
        self.article, self.places, self.board = article, places, board
        self.ledger: dict[str, Any] | None = None
        self.ledger_stale, self.unchecked = True, True
        self.drawings: set[str] = set()
        self.pages: set[str] = set()
        self.rest: list[Step] = []  # what only the checks look at
        self.edited: set[str] = set()  # languages whose own text was edited last

    @property
    def languages(self) -> list[str]:
        """The languages of the article, as far as it could be read."""
        return list(self.ledger["article"]["languages"]) if self.ledger else []

    def mark(self, path: Path) -> None:
        """Mark what rests on a file that has changed, by its path within the project."""
        if path == self.places.config:
            self.ledger_stale = True
        elif path.is_relative_to(self.places.sources):
            inside = path.relative_to(self.places.sources).parts
            self.ledger_stale |= len(inside) < 2 or self._uses(inside[0])
        elif path.is_relative_to(self.places.templates / "_layout"):
            self._mark_pages(self.languages)
        elif path.is_relative_to(self.places.templates / self.article):
            if path.name == "article.yaml":
                self.ledger_stale = True
            self.edited |= {lang for lang in self.languages if path.match(f"article.{lang}.*.j2")}
            self._mark_pages(self.languages)
        self.unchecked |= self.ledger_stale

    def _uses(self, source: str) -> bool:
        return self.ledger is None or self.ledger_stale or source in self.ledger["sources"]

    def _mark_pages(self, langs: Iterable[str]) -> None:
        self.pages |= set(langs)
        self.unchecked = True

    def next_step(self, watched: Collection[str]) -> Step | None:
        """The most urgent of what is left to do, None when all is made.

        The language that was edited comes first, then those in `watched`, open in a browser.
        """
        if self.ledger_stale:
            return self._read
        order = sorted(self.pages, key=lambda lang: (lang not in self.edited, lang not in watched))
        for lang in order:
            return partial(self._draw if lang in self.drawings else self._set_page, lang)
        return self._do_rest if self.rest else None

    def _read(self) -> None:
        """The ledger, as `scripts/ledger.py` makes it; the tidy data follows later."""
        from tieout.fonts import find_font
        from tieout.ledger import build_ledger
        from tieout.ledger_json import to_json
        from tieout.schema import load_valid
        from tieout.stand_ins import stand_in_problems

        places = self.places
        ledger = build_ledger(self.article, places.sources, places.templates)
        if problems := stand_in_problems(ledger):
            raise TieoutError(problems)
        font = find_font()
        site = load_valid(places.config, "config").data["site"]
        text = to_json(ledger, {"family": font.family, "version": font.version}, site)
        write_atomic(places.build / self.article / "ledger.json", text)
        self.ledger = json.loads(text)
        self.ledger_stale = False
        self.drawings = set(self.languages)
        cards = [partial(self._draw, lang, card=True) for lang in self.languages]
        self.rest = [*cards, partial(self._tidy, ledger)]
        self.pages.clear()
        self._mark_pages(self.languages)

    def _draw(self, lang: str, card: bool = False) -> None:
        from tieout.figures import draw_article

        document = self._folder() / "article.yaml"
        out = self.places.figures / self.article
        draw_article(self.ledger or {}, document, lang, out, card)
        self.drawings.discard(lang)

    def _do_rest(self) -> None:
        self.rest[0]()
        self.rest.pop(0)

    def _tidy(self, ledger: Ledger) -> None:
        from tieout.observations import datapackage, rows, table_text

        table = table_text(rows(ledger))
        out = self.places.build / self.article
        package = datapackage(ledger, table)
        write_together({out / "observations.csv": table, out / "datapackage.json": package})

    def _set_page(self, lang: str) -> None:
        """The text is shown as soon as it is set; the whole page follows."""
        layout = self.places.templates / "_layout"
        paths = Paths(self._folder(), layout, self.places.figures / self.article)
        opened = open_page(self.ledger or {}, paths, lang)
        text = unquoted(opened.body.html)  # as the page has it, lest it seem to be of its frame
        self.board.show_text(self.article, lang, text)
        page = opened.finish()
        out = self.places.build / self.article / lang
        write_together({out / "draft.html": page.html, out / "draft.md": page.markdown})
        self.board.show_sheet(self.article, lang, Sheet(page.html, text))
        self.pages.discard(lang)
        self.edited.discard(lang)

    def _folder(self) -> Path:
        return article_folder(self.places.templates, self.article)
