"""The front page in Chromium: each article keeps its own links, at phone and desk."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from tests.mini_project import Mini

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: Links that lie outside of their article, and pairs of links that lie on one another.
LOOK = """() => {
  const boxes = [...document.querySelectorAll("li[data-article] a")].map(link => {
    const own = link.getBoundingClientRect(), item = link.closest("li").getBoundingClientRect();
    return {own, out: own.top < item.top || own.bottom > item.bottom || own.right > item.right};
  });
  const on = boxes.flatMap((one, at) => boxes.slice(at + 1).filter(other =>
    one.own.left < other.own.right && other.own.left < one.own.right &&
    one.own.top < other.own.bottom && other.own.top < one.own.bottom));
  return [boxes.length, boxes.filter(box => box.out).length, on.length,
    document.documentElement.scrollWidth - innerWidth];
}"""


@pytest.mark.parametrize("width", [390, 1280])
def test_each_article_keeps_its_links(mini: Mini, browser: Browser, width: int) -> None:
    shutil.copytree(mini.root / "templates/mini", mini.root / "templates/other")
    shutil.copytree(mini.root / "build/mini", mini.root / "build/other")
    ledger = mini.root / "build/other/ledger.json"
    text = ledger.read_text("utf-8")
    ledger.write_text(text.replace('"id": "mini"', '"id": "other"'), "utf-8")
    assert mini.run("site").status == 0
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto((mini.root / "build/index.html").as_uri())
    links, outside, overlapping, too_wide = page.evaluate(LOOK)
    page.close()
    assert links == 2 * 2 * 3
    assert (outside, overlapping, too_wide) == (0, 0, 0)
