"""The article and windows to open it in, for all tests of the page in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.window import Opened
from tests.built import Built, built_article

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def article(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The finished article."""
    return built_article(tmp_path_factory)


@pytest.fixture
def opened(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Opened]:
    """A window; `show` a page in it. A test may ask for more of its context (`indirect`)."""
    more: dict[str, Any] = getattr(request, "param", {})
    context = browser.new_context(reduced_motion="reduce", **more)
    context.set_default_timeout(20_000)
    window = Opened(context.new_page())
    window.listen()
    yield window
    context.close()
