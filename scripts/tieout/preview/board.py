"""What a preview shows at the moment, and the browsers that wait for news of it."""

from __future__ import annotations

import hashlib
import queue
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tieout.preview.words import passed_over

News = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A finished page of one language: the whole, and its text, what stands within <main>."""

    html: str
    text: str

    @property
    def frame(self) -> str:
        """Tells two pages apart that differ in more than their text."""
        return hashlib.sha256(self.html.replace(self.text, "", 1).encode()).hexdigest()[:16]

    def news(self) -> News:
        """What a browser is told; one whose frame is another loads the page anew."""
        return {"kind": "page", "frame": self.frame, "text": self.text}


@dataclass(slots=True)
class _State:
    sheets: dict[str, Sheet] = field(default_factory=dict)
    faults: Sequence[str] = ()
    findings: Sequence[News] | None = None  # None while the checks are at work


class Board:
    """Shared by the thread that builds and those that serve. All news is of one article.

    `only` is the article that is previewed alone, empty when all are.
    """

    def __init__(self, only: str = "") -> None:
        self.only = only
        self._lock = threading.Lock()
        self._states: dict[str, _State] = {}
        self._waiting: dict[queue.SimpleQueue[News], tuple[str, str]] = {}

    def passes_over(self, article: str) -> bool:
        """Whether this article is not previewed, since another is alone."""
        return self.only not in ("", article)

    def subscribe(self, article: str, lang: str) -> queue.SimpleQueue[News]:
        """A queue of news, which begins with how things stand."""
        news: queue.SimpleQueue[News] = queue.SimpleQueue()
        if self.passes_over(article):
            news.put({"kind": "notice", "text": passed_over(article, self.only, lang)})
            return news
        with self._lock:
            state = self._states.setdefault(article, _State())
            if lang in state.sheets:
                news.put(state.sheets[lang].news())
            news.put(_faults(state))
            news.put(_findings(state))
            self._waiting[news] = (article, lang)
        return news

    def leave(self, news: queue.SimpleQueue[News]) -> None:
        """A browser has gone."""
        with self._lock:
            self._waiting.pop(news, None)

    def watched(self) -> set[tuple[str, str]]:
        """The pages, as article and language, that stand open in a browser."""
        with self._lock:
            return set(self._waiting.values())

    def sheet(self, article: str, lang: str) -> Sheet | None:
        """The last good page."""
        with self._lock:
            return self._states.setdefault(article, _State()).sheets.get(lang)

    def show_text(self, article: str, lang: str, text: str) -> None:
        """Show the text of a page whose frame is still being made."""
        with self._lock:
            self._tell(article, {"kind": "page", "frame": None, "text": text}, lang)

    def show_sheet(self, article: str, lang: str, sheet: Sheet) -> None:
        """Show a finished page; what the checks said of the one before no longer counts."""
        with self._lock:
            state = self._states.setdefault(article, _State())
            state.sheets[lang] = sheet
            state.findings = None
            self._tell(article, sheet.news(), lang)
            self._tell(article, _findings(state))

    def show_faults(self, article: str, faults: Sequence[str]) -> None:
        """Show what keeps the article from being built, or that nothing does any more."""
        with self._lock:
            state = self._states.setdefault(article, _State())
            if list(state.faults) != list(faults):
                state.faults = list(faults)
                self._tell(article, _faults(state))

    def show_findings(self, article: str, findings: Sequence[News]) -> None:
        """Show what the checks have found in the pages that stand here."""
        with self._lock:
            state = self._states.setdefault(article, _State())
            state.findings = list(findings)
            self._tell(article, _findings(state))

    def _tell(self, article: str, news: News, lang: str = "") -> None:
        for waiting, (its_article, its_lang) in self._waiting.items():
            if its_article == article and lang in ("", its_lang):
                waiting.put(news)


def _faults(state: _State) -> News:
    return {"kind": "faults", "lines": list(state.faults)}


def _findings(state: _State) -> News:
    checking = state.findings is None
    return {"kind": "findings", "checking": checking, "findings": list(state.findings or ())}
