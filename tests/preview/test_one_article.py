"""A preview of one article among two: who opens the other is told why nothing comes."""

from __future__ import annotations

import http.client
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.mini_project import copy_mini
from tests.preview.conftest import PATIENCE, Preview, started


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Preview]:
    """A preview of `mini` alone, in a project that has `second` as well, previewed before."""
    mini = copy_mini(tmp_path_factory.mktemp("alone") / "mini")
    shutil.copytree(mini.root / "templates/mini", mini.root / "templates/second")
    former = mini.root / ".cache/preview/build/second/en/draft.md"
    former.parent.mkdir(parents=True)
    former.write_text("of an earlier preview", "utf-8")
    with started(mini, "--article", "mini") as running:
        yield running


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Only the article mini is being previewed, not second."),
        ("zh-TW", "目前只預覽文章 mini"),
    ],
)
def test_the_other_says_that_it_is_not_previewed(
    alone: Preview, browser: Browser, lang: str, said: str
) -> None:
    """In the language of its page, with both ways to see it, and without waiting for anything."""
    window = browser.new_page()
    window.set_default_timeout(PATIENCE)
    window.goto(f"{alone.address}second/{lang}/")
    notice = window.locator("#preview-notice")
    expect(notice).to_contain_text(said, timeout=PATIENCE)
    expect(notice).to_contain_text("make preview ARTICLE=second")
    expect(window.locator("#preview-fault")).to_have_count(0)
    assert window.locator("#preview").get_attribute("data-state") == "passed-over"
    window.goto(f"{alone.address}mini/{lang}/")
    window.wait_for_selector("#preview[data-state=checked]")
    expect(notice).to_have_count(0)
    window.close()


def test_what_an_earlier_preview_left_of_it_is_not_served(alone: Preview) -> None:
    """It may be old; the same is said in its place."""
    connection = http.client.HTTPConnection("127.0.0.1", alone.port, timeout=30)
    connection.request("GET", "/second/en/article.md")
    answer = connection.getresponse()
    assert (answer.status, b"Only the article mini" in answer.read()) == (404, True)
    connection.close()
