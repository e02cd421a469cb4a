"""The article in a real browser: it fits, asks for nothing, and its numbers lead to evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.browser.window import Opened, show
from tests.built import LANGUAGES, Built

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WIDTHS = (320, 360, 390, 980, 1100, 1280)
#: Elements that stick out of the window although no box around them scrolls.
STICKING_OUT = """() => [...document.querySelectorAll('body *')].filter(element => {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.right <= innerWidth + 0.5) return false;
    return !element.closest('.table, .skip');
}).slice(0, 3).map(element => element.outerHTML.slice(0, 200))"""
#: The attributes that checks read, as the browser reads them, by element.
READ = """names => [...document.querySelectorAll('body *')].filter(e => !e.closest('template')).map(
    e => names.map(name => e.getAttribute(name))).filter(values => values.some(v => v !== null))"""
#: Whether any part of what has the focus is in front.
UNCOVERED = """() => [...document.activeElement.getClientRects()].some(box => [.1, .5, .9].some(
    part => document.activeElement.contains(
        document.elementFromPoint(box.left + box.width * part, box.top + box.height / 2))))"""
CONTRAST = """selector => {
    const light = text => {
        const [r, g, b] = text.match(/[\\d.]+/g).map(Number).map(value => {
            value /= 255;
            return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ink = light(getComputedStyle(document.querySelector(selector)).color);
    const paper = light(getComputedStyle(document.body).backgroundColor);
    return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
}"""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_sticks_out_and_nothing_is_fetched(
    opened: Opened, article: Built, lang: str
) -> None:
    """Also with all details open; wide tables scroll in their own box."""
    for width in WIDTHS:
        page = show(opened, article, lang, width)
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate(STICKING_OUT) == []
    assert opened.said == []
    assert {url.partition(":")[0] for url in opened.asked} == {"file"}
    assert len(opened.asked) == len(WIDTHS)


@pytest.mark.parametrize(("box", "width"), [("claim-speed", 1280), ("claim-speed", 390)])
def test_who_goes_back_through_a_table_sees_what_has_the_focus(
    opened: Opened, article: Built, box: str, width: int
) -> None:
    """The columns that stay in sight may not cover it (WCAG 2.2, 2.4.11)."""
    page = show(opened, article, "en", width)
    page.locator(f"#{box} a").last.focus()
    places = 0
    while page.evaluate("box => !!document.activeElement.closest(`#${box} table`)", box):
        places += 1
        assert page.evaluate(UNCOVERED), page.evaluate("document.activeElement.outerHTML")
        page.keyboard.press("Shift+Tab")
    assert places > 20


def test_wide_table_scrolls_by_keyboard_and_keeps_its_row_names(
    opened: Opened, article: Built
) -> None:
    page = show(opened, article, "en", 390)
    box = page.locator("#claim-speed")
    box.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('#claim-speed').scrollLeft > 0")
    name = box.locator("tbody th").first
    left = name.evaluate("e => e.getBoundingClientRect().left")
    assert left == pytest.approx(box.evaluate("e => e.getBoundingClientRect().left"), abs=1)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_browser_reads_what_the_checks_read(browser: Browser, article: Built, lang: str) -> None:
    """End tags and quotation marks are left out where HTML allows: all parsers must agree."""
    names = ["id", "href", "class", "value", "data-fact", "data-why", "data-count", "data-of"]
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(article.file(f"{lang}/index.html").as_uri())
    read = page.evaluate(READ, names)
    context.close()
    told = [
        [element.get(name) for name in names]
        for element in article.page(lang).find("body").iterdescendants()
        if not any(each.tag == "template" for each in (element, *element.iterancestors()))
    ]
    assert read == [values for values in told if any(value is not None for value in values)]
    assert len(read) > 4000


@pytest.mark.parametrize("lang", LANGUAGES)
def test_clicking_a_number_goes_to_its_entry(opened: Opened, article: Built, lang: str) -> None:
    page = show(opened, article, lang, 390)
    link = page.locator("main a:has(> data)").first
    target = link.get_attribute("href")
    assert target
    link.click()
    assert page.evaluate("decodeURIComponent(location.hash)") == target
    entry = page.locator(f"[id='{target.removeprefix('#')}']")
    top = entry.evaluate("e => e.getBoundingClientRect().top")
    assert 0 <= top < 400
    assert entry.locator("td").first.inner_text() == entry.locator("data").first.inner_text()
    page.go_back()
    page.wait_for_function("!location.hash")


def test_dark_page_and_its_pictures_are_dark_and_readable(opened: Opened, article: Built) -> None:
    page = show(opened, article, "zh-TW", 390)
    paper: dict[str, str] = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        paper[scheme] = page.evaluate("getComputedStyle(document.body).backgroundColor")
        for selector in ("p", ".lead", "figcaption", "summary", ".note, .edition", "th"):
            assert page.evaluate(CONTRAST, selector) >= 4.5, (scheme, selector)
        fills = page.evaluate(
            "[...new Set([...document.querySelectorAll('svg text')]"
            ".map(e => getComputedStyle(e).fill))]"
        )
        assert fills
        assert paper[scheme] not in fills
    assert paper["light"] != paper["dark"]
