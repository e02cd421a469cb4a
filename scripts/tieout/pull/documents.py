"""Which documents a source has, and where they are fetched from."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

#: Sites that show nothing to a program: their figures are entered by hand.
BY_HAND_HOSTS = ("x.com", "twitter.com", "www.x.com", "mobile.twitter.com")
RAW = "https://raw.githubusercontent.com"
_KINDS = {
    ".md": "markdown",
    ".mdx": "markdown",
    ".markdown": "markdown",
    ".json": "json",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".html": "html",
    ".htm": "html",
}
ACCEPT = {
    "html": "text/html, */*;q=0.5",
    "json": "application/json, */*;q=0.5",
    "api": "application/vnd.github+json",
}


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a source.

    `key` is where source.yaml names it. `live` marks the present state of a file that is read at
    a commit: it is compared, but no figure is taken from it. `sha256` is the hash that source.yaml
    states for it, which a file at a commit must have.
    """

    name: str
    url: str
    kind: str
    key: tuple[str, ...]
    live: bool = False
    sha256: str | None = None

    @property
    def accept(self) -> str:
        """The Accept header to ask with."""
        return ACCEPT["api"] if self.name == "api" else ACCEPT.get(self.kind, "*/*")


def documents_of(meta: Mapping[str, Any]) -> list[Document]:
    """The documents of a source.yaml, in the order in which figures are looked for in them.

    The API of a pull request, else the file at its commit, else the page itself; `also` and
    `documents`; after them the live state of a file. Empty when no program can read the source.
    """
    found: list[Document] = []
    file, url, also = meta.get("file"), meta.get("url"), meta.get("also")
    if "api" in meta:
        found.append(Document("api", meta["api"], "json", ("api",)))
    elif file:
        found.append(_at_commit("file", file, ("file",)))
    elif url and not is_for_people(url):
        found.append(Document("url", url, kind_of(url, "html"), ("url",)))
    for name, place in {"also": also, **meta.get("documents", {})}.items():
        key = (name,) if name == "also" else ("documents", name)
        if isinstance(place, Mapping):
            found.append(_at_commit(name, place, key))
        elif place and not is_for_people(place):
            found.append(Document(name, place, kind_of(place, "html"), key))
    if file and "api" not in meta:
        found.append(_live(file, url))
    return found


def _at_commit(name: str, file: Mapping[str, str], key: tuple[str, ...]) -> Document:
    url = raw_address(file["repo"], file["commit"], file["path"])
    return Document(name, url, kind_of(file["path"], "text"), key, sha256=file.get("sha256"))


def _live(file: Mapping[str, str], url: str | None) -> Document:
    """The page a reader opens; for a file that is read on GitHub, its newest state there."""
    if url and _host(url) != "github.com":
        return Document("live", url, kind_of(url, "html"), ("url",), live=True)
    raw = raw_address(file["repo"], "HEAD", file["path"])
    return Document("live", raw, kind_of(file["path"], "text"), ("file",), live=True)


def raw_address(repo: str, commit: str, path: str) -> str:
    """Where GitHub serves the bytes of a file at a commit."""
    return f"{RAW}/{repo}/{commit}/{quote(path)}"


def kind_of(path: str, otherwise: str) -> str:
    """What a document is, by the end of its path: markdown, html, json, yaml or text."""
    return _KINDS.get(posixpath.splitext(urlsplit(path).path)[1].lower(), otherwise)


def is_for_people(url: str) -> bool:
    """Whether an address leads to a site that shows nothing to a program."""
    return _host(url) in BY_HAND_HOSTS


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").lower()
