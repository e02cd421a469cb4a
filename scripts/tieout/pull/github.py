"""A pull request as GitHub's API tells of it: its numbers, and its description as Markdown."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from tieout.extract.errors import ExtractError, NotFoundError
from tieout.extract.locate import locate
from tieout.pull.documents import Document
from tieout.pull.failure import FetchError
from tieout.pull.page import Page

BODY = "body"


@dataclass(frozen=True, slots=True)
class PullRequest:
    """What is noted of a pull request, besides its figures: it can be edited at any time."""

    title: str
    author: str
    merged: str
    updated: str
    body: str

    @property
    def body_sha256(self) -> str:
        """The hash by which an edited description is noticed."""
        return hashlib.sha256(self.body.encode("utf-8")).hexdigest()


def read_pull_request(text: str) -> PullRequest:
    """Read the API's answer. Raises FetchError if it is no pull request."""
    try:
        return PullRequest(
            title=_text(text, "/title"),
            author=_text(text, "/user/login", ""),
            merged=_text(text, "/merged_at", ""),
            updated=_text(text, "/updated_at"),
            body=_text(text, "/body", ""),
        )
    except (ExtractError, NotFoundError) as error:
        what = f"the answer is no pull request ({error})"
        raise FetchError(
            what, "check that 'api:' is …/repos/<owner>/<name>/pulls/<number>"
        ) from None


def _text(document: str, pointer: str, otherwise: str | None = None) -> str:
    """The text at a pointer; `otherwise`, if there is such a thing, where nothing stands."""
    try:
        return locate(document, "json", {"pointer": pointer}).text
    except NotFoundError:
        if otherwise is None:
            raise
        return otherwise


def body_of(api: Document) -> Document:
    """The description as a document of its own, in which tables and phrases are looked for."""
    return Document(BODY, api.url, "markdown", api.key)


def body_page(api: Document, request: PullRequest) -> Page:
    """The description and its text."""
    return Page(body_of(api), request.body)
