"""One version of an article as it is compared: from an archive, or from a project as it lies."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tieout.archive.contents import PROJECT, Project, collect
from tieout.archive.replay import article_of
from tieout.archive.unpack import read_archive
from tieout.article import find_articles
from tieout.errors import fail
from tieout.sentences import every_sentence, in_strings
from tieout.yamlio import Document, parse

#: Parts of article.yaml whose texts a reader meets.
_TOLD = ("title", "description", "tables", "figures", "comparisons")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A version: its ledger, its files by name, and what editors wrote, read from those files."""

    place: str
    article: str
    ledger: Mapping[str, Any]
    files: Mapping[str, bytes]

    @property
    def version(self) -> str:
        """The version's number."""
        return str(self.ledger["article"]["version"])

    @property
    def facts(self) -> Mapping[str, Mapping[str, Any]]:
        """The facts of the ledger by id."""
        facts: Mapping[str, Mapping[str, Any]] = self.ledger["facts"]
        return facts

    def checks(self) -> dict[str, dict[str, Any]]:
        """What each check counted and let pass, by name."""
        data = json.loads(self.files[f"build/{self.article}/checks.json"])
        return {one["check"]: one for one in data["checks"]}

    def pictures(self) -> dict[str, bytes]:
        """The drawn figures, by name and language (decode-square.en)."""
        start = f"figures/{self.article}/"
        names = [n for n in self.files if n.startswith(start) and n.endswith(".svg")]
        return {name.removeprefix(start).removesuffix(".svg"): self.files[name] for name in names}

    def prose(self, lang: str) -> list[str]:
        """The sentences of a language's template in their order, as they are written."""
        name = f"templates/{self.article}/article.{lang}.md.j2"
        text = self.files.get(name, b"").decode("utf-8", "replace")
        return [" ".join(sentence.source.split()) for sentence in every_sentence(text, name)]

    def texts(self, lang: str) -> dict[str, str]:
        """Titles, captions, labels and reasons of a language, by their place in article.yaml."""
        told = {part: self._article().data.get(part) for part in _TOLD}
        return dict(in_strings(told, lang))

    def changes(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The entries under `changes:`, each with its source, or with nothing for the article's."""
        yield from (("", entry) for entry in self._article().data.get("changes") or [])
        for source in self.ledger["sources"]:
            document = self._yaml(f"sources/{source}/source.yaml")
            yield from ((source, entry) for entry in document.data.get("changes") or [])

    def _article(self) -> Document:
        return self._yaml(f"templates/{self.article}/article.yaml")

    def _yaml(self, name: str) -> Document:
        return parse(self.files[name].decode("utf-8", "replace"), Path(name))


def take(place: str, article: str = "") -> Snapshot:
    """The version that an archive holds, or that a project's folder (`.`) holds, verified.

    Raises TieoutError when it cannot be read, or when a project's article is not named and not
    its only one.
    """
    path = Path(place)
    if not path.is_dir():
        return _of_archive(path, place)
    if not article:
        known = find_articles(path / "templates")
        if len(known) != 1:
            mend = f"add article=NAME, one of {', '.join(known) or 'none'}"
            raise fail(path, 0, "which article to compare is not said", mend)
        article = known[0]
    code = path if (path / "scripts" / "tieout").is_dir() else PROJECT
    contents = collect(article, Project(path, code))
    return Snapshot(place, article, contents.ledger, contents.files)


def _of_archive(path: Path, place: str) -> Snapshot:
    from tieout.schema import ledger_fault

    files = read_archive(path)
    article = article_of(files, path)
    try:
        ledger = json.loads(files[f"build/{article}/ledger.json"])
        what = ledger_fault(ledger)
    except (KeyError, ValueError, RecursionError) as error:
        what = f"{type(error).__name__}: {error}"
    if what:
        mend = "compare archives that this version of Tieout wrote, or replay it with its own code"
        raise fail(path, 0, f"its ledger has not the form known here ({what})", mend)
    return Snapshot(place, article, ledger, files)


def take_both(old: str, new: str, article: str = "") -> tuple[Snapshot, Snapshot]:
    """Two versions of one article; one archive tells which article a project is asked for.

    Raises TieoutError when they are of two articles.
    """
    archives = [take(place) for place in (old, new) if not Path(place).is_dir()]
    article = article or (archives[0].article if archives else "")
    found = {snapshot.place: snapshot for snapshot in archives}
    pair = [found.get(place) or take(place, article) for place in (old, new)]
    if pair[0].article != pair[1].article:
        what = f"{old} is of '{pair[0].article}', {new} of '{pair[1].article}'"
        raise fail(new, 0, what, "compare two versions of one article")
    return pair[0], pair[1]
