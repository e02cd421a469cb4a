"""A window of the browser with an article in it, and what the window said and asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.built import Built

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: A number of the text whose entry says much, in both languages: a speed with its conditions.
FACT = "vllm-megakernel-blog/dspark/g16-b1/specialized"
NUMBER = f"main p a[href='#fact-{FACT}'], main li a[href='#fact-{FACT}']"


@dataclass(slots=True)
class Opened:
    """A page in the browser, and what it said and asked for."""

    page: Page
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def listen(self) -> None:
        """Keep every message of the console, every error, and the address of every request."""
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))


def show(opened: Opened, article: Built, lang: str, width: int) -> Page:
    """The article in a window of that width."""
    opened.page.set_viewport_size({"width": width, "height": 800})
    opened.page.goto(article.file(f"{lang}/index.html").as_uri())
    return opened.page
