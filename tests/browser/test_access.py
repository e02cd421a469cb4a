"""The page for everybody: axe finds nothing, headings are in order, pictures can be made out."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Literal

import pytest
from tests.browser.window import NUMBER, Opened, show
from tests.built import LANGUAGES, Built

LEVELS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
#: Rows of the evidence differ in words alone, and axe takes half a minute for all of them, finding
#: no more: leaves every fortieth of each table, and its first.
THIN = """() => {
    const seen = new Map();
    for (const entry of document.querySelectorAll('#evidence tr')) {
        const count = seen.get(entry.parentElement) ?? 0;
        seen.set(entry.parentElement, count + 1);
        if (count % 40) entry.remove();
    }
}"""
AXE = """options => axe.run({ resultTypes: ['violations'], ...options }).then(
    result => result.violations.map(
        each => [each.id, each.nodes.length, each.nodes[0].html, each.nodes[0].failureSummary]
    )
)"""
#: Of each text in a picture its contrast with what lies under it; of each mark of a fact, shape by
#: shape, the contrast of its line or its filling with the paper, whichever is stronger; of all
#: other letters that with the box they lie on, for axe leaves open what lies on a shadow.
CONTRAST = (Path(__file__).parent / "contrast.js").read_text("utf-8")


@cache
def _axe() -> str:
    import axe_playwright_python

    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_finds_nothing(opened: Opened, article: Built, lang: str, width: int) -> None:
    """WCAG 2.2 AA, all folds and the inspector open, in both schemes."""
    page = show(opened, article, lang, width)
    page.locator(NUMBER).first.hover()
    page.locator("#inspector").wait_for()
    page.evaluate(THIN)
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    page.evaluate(_axe())
    assert page.evaluate(AXE, {"runOnly": LEVELS}) == []
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(AXE, {"runOnly": ["color-contrast"]}) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_headings_are_in_order_and_pictures_have_words_and_data(article: Built, lang: str) -> None:
    root = article.page(lang)
    levels = [int(each.tag[1]) for each in root.xpath("//h1 | //h2 | //h3 | //h4 | //h5 | //h6")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    figures = root.xpath("//figure")
    assert figures
    for figure in figures:
        (picture,) = figure.xpath(".//*[local-name() = 'svg']")
        named = picture.get("aria-labelledby").split()
        told = [picture.xpath(f".//*[@id='{name}']")[0] for name in named]
        assert [str(each.tag).rpartition("}")[2] for each in told] == ["title", "desc"]
        assert all(each.text_content().strip() for each in told)
        assert figure.getnext().xpath(".//table//data"), figure.get("id")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_letters_and_pictures_can_be_made_out(
    opened: Opened, article: Built, scheme: Literal["light", "dark"]
) -> None:
    """Letters at four and a half to one, what carries a figure at three to one, as WCAG asks."""
    opened.page.emulate_media(color_scheme=scheme)
    page = show(opened, article, "en", 1280)
    measured = page.evaluate(CONTRAST)
    kinds = Counter(each["kind"] for each in measured)
    assert set(kinds) == {"text", "mark", "letter"}
    assert kinds["text"] + kinds["mark"] > 300
    assert kinds["letter"] > 4000
    least = {"text": 4.5, "mark": 3, "letter": 4.5}
    faint = [each for each in measured if each["contrast"] < least[each["kind"]]]
    assert faint == []


def test_focus_can_be_seen(opened: Opened, article: Built) -> None:
    page = show(opened, article, "en", 1280)
    for selector in ("main p a", "summary", "main > .table", ".languages a"):
        page.locator(selector).first.evaluate("e => e.focus({ focusVisible: true })")
        style = page.locator(selector).first.evaluate(
            "e => [getComputedStyle(e).outlineStyle, parseFloat(getComputedStyle(e).outlineWidth)]"
        )
        assert style[0] == "solid", selector
        assert style[1] >= 2, selector


def test_motion_is_there_only_for_those_who_do_not_mind_it(opened: Opened, article: Built) -> None:
    page = show(opened, article, "en", 1280)
    moving = """() => [getComputedStyle(document.documentElement).scrollBehavior,
        document.getAnimations().length]"""
    assert page.evaluate(moving) == ["auto", 0]
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(moving) == ["smooth", 1]
