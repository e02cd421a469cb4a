"""The project under drill: a copy whose texts, ledger and sources the generators read."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from tieout.drill.spans import Scalar, scalars


def encoding(file: str) -> str:
    """How the characters of a file stand in its bytes."""
    return "latin-1" if file.endswith(".png") else "utf-8"


@dataclass(frozen=True)
class Project:
    """One article in a copy of the project; files are named from the root, with slashes."""

    root: Path
    article: str
    _contents: dict[str, bytes] = field(default_factory=dict, compare=False)

    def content(self, file: str) -> bytes:
        """The bytes of a file, as they were when first asked for."""
        if file not in self._contents:
            self._contents[file] = (self.root / file).read_bytes()
        return self._contents[file]

    def text(self, file: str) -> str:
        """The text of a file; of a picture in pixels, a character a byte."""
        return self.content(file).decode(encoding(file))

    @cached_property
    def ledger(self) -> dict[str, Any]:
        """The ledger."""
        content: dict[str, Any] = json.loads(self.text(self.built("ledger.json")))
        return content

    @property
    def facts(self) -> Mapping[str, Any]:
        """The facts of the ledger by id."""
        facts: Mapping[str, Any] = self.ledger["facts"]
        return facts

    @property
    def languages(self) -> list[str]:
        """The languages of the article."""
        return list(self.ledger["article"]["languages"])

    def built(self, name: str) -> str:
        """A file under build/<article>/."""
        return f"build/{self.article}/{name}"

    def page(self, lang: str) -> str:
        """A published page."""
        return self.built(f"{lang}/index.html")

    def markdown(self, lang: str) -> str:
        """A published article.md."""
        return self.built(f"{lang}/article.md")

    def drafts(self, lang: str) -> tuple[str, str]:
        """What the page room writes anew: the drafts of page and Markdown."""
        return self.built(f"{lang}/draft.html"), self.built(f"{lang}/draft.md")

    def pictures(self, lang: str) -> list[str]:
        """The figures of a language."""
        return [f"figures/{self.article}/{name}.{lang}.svg" for name in self.ledger["figures"]]

    def card(self, lang: str) -> str:
        """The picture for social networks, as the figures are kept."""
        return f"figures/{self.article}/card.{lang}.png"

    def template(self, lang: str) -> str:
        """The prose of a language."""
        return f"templates/{self.article}/article.{lang}.md.j2"

    @property
    def confirmed(self) -> str:
        """The record of confirmed translations."""
        return f"templates/{self.article}/translations.yaml"

    @property
    def description(self) -> str:
        """article.yaml."""
        return f"templates/{self.article}/article.yaml"

    def source(self, name: str) -> str:
        """The source.yaml of a source."""
        return f"sources/{name}/source.yaml"

    def outputs(self) -> list[str]:
        """Every file that a build has made for the article."""
        folders = (self.root / "build" / self.article, self.root / "figures" / self.article)
        found = (path for folder in folders for path in sorted(folder.rglob("*")))
        return [path.relative_to(self.root).as_posix() for path in found if path.is_file()]

    def made_files(self) -> list[str]:
        """What the rooms make anew from changed sources and templates, and the confirmations."""
        names = ("ledger.json", "observations.csv", "datapackage.json")
        made = [self.built(name) for name in names]
        for lang in self.languages:
            made += [*self.drafts(lang), *self.pictures(lang), self.card(lang)]
        return [*made, self.confirmed]

    def scalars(self, file: str) -> list[Scalar]:
        """The values of a YAML file with their places in its text."""
        return scalars(self.text(file))


@dataclass(frozen=True, slots=True)
class Folders:
    """Where the parts of a project are."""

    sources: Path = Path("sources")
    templates: Path = Path("templates")
    build: Path = Path("build")
    figures: Path = Path("figures")
    config: Path = Path("config.yaml")


def copy_project(folders: Folders, article: str, to: Path) -> Project:
    """Copy what an article is made from and what was made of it."""
    shutil.copytree(folders.sources, to / "sources")
    shutil.copy2(folders.config, to / "config.yaml")
    for name in (article, "_layout"):
        shutil.copytree(folders.templates / name, to / "templates" / name)
    shutil.copytree(folders.build / article, to / "build" / article)
    shutil.copytree(folders.figures / article, to / "figures" / article)
    return Project(to, article)
