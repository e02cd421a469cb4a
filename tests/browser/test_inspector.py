"""The inspector: it says what the evidence says, to mouse, keyboard and finger alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.browser.window import FACT, NUMBER, Opened, show
from tests.built import LANGUAGES, Built

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: A number that is computed from others.
COMPUTED = "stock-g8"
TOUCH = {"has_touch": True, "is_mobile": True}
#: Whether the panel lies over the number it speaks of.
COVERS = """selector => {
    const panel = document.querySelector('#inspector').getBoundingClientRect();
    const number = document.querySelector(selector).getBoundingClientRect();
    return panel.left < number.right && number.left < panel.right
        && panel.top < number.bottom && number.top < panel.bottom;
}"""
#: Texts of the panel that stand neither in the entry nor in what its group says for all.
INVENTED = """fact => {
    const entry = document.getElementById('fact-' + fact);
    const group = entry.closest('.facts');
    const heads = [...entry.closest('table')?.tHead.rows[0].cells ?? []].map(e => e.textContent);
    const known = [entry, group?.querySelector('.shared')].map(e => e?.textContent ?? '');
    const told = [...known, ...heads].join(' ').replace(/\\s+/g, '');
    const walk = document.createTreeWalker(document.querySelector('#inspector'), 4);
    const invented = [];
    while (walk.nextNode()) {
        const text = walk.currentNode.textContent.replace(/\\s+/g, '');
        const own = walk.currentNode.parentElement.closest('.ways, .close');
        if (text && !own && !told.includes(text)) invented.push(text);
    }
    return invented;
}"""


def inspect(page: Page, selector: str = NUMBER) -> None:
    """Point at a number until the panel shows."""
    page.locator(selector).first.hover()
    page.locator("#inspector").wait_for()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [390, 1280])
def test_mouse_shows_what_the_entry_says_beside_the_number(
    opened: Opened, article: Built, lang: str, width: int
) -> None:
    page = show(opened, article, lang, width)
    assert page.locator("#inspector").count() == 0
    inspect(page)
    panel = page.locator("#inspector")
    fact = article.ledger()["facts"][FACT]
    said = panel.inner_text()
    assert panel.locator(".value").inner_text().strip() == fact["text"][lang]
    for key in ("gpu", "speculation"):
        assert fact["conditions"][key][lang] in said
    assert panel.locator("a[href^='#source-'], a[href^='http']").count() > 0
    assert page.evaluate(INVENTED, FACT) == []
    assert not page.evaluate(COVERS, NUMBER)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert opened.said == []


def test_computed_number_shows_formula_and_links_to_its_inputs(
    opened: Opened, article: Built
) -> None:
    page = show(opened, article, "en", 1280)
    fact = article.ledger()["facts"][COMPUTED]
    inspect(page, f"main p a[href='#fact-{COMPUTED}']")
    panel = page.locator("#inspector")
    assert fact["formula"] in panel.inner_text()
    for name in fact["inputs"].values():
        assert panel.locator(f"a[href='#fact-{name}']").count() > 0, name
    assert page.evaluate(INVENTED, COMPUTED) == []
    panel.locator("a.all").click()
    assert page.evaluate("decodeURIComponent(location.hash)") == f"#fact-{COMPUTED}"
    assert not panel.is_visible()


def test_copies_are_no_more_numbers_of_the_page(opened: Opened, article: Built) -> None:
    """Whoever saves or counts the page with the panel open gets each tag and each id once."""
    page = show(opened, article, "en", 1280)
    count = "[...document.querySelectorAll('data, [data-fact]')].length"
    before = page.evaluate(count)
    inspect(page)
    assert page.evaluate(count) == before
    assert page.evaluate(
        "(ids => ids.length === new Set(ids).size)"
        "([...document.querySelectorAll('[id]')].map(e => e.id))"
    )


def test_pointer_may_enter_and_leaving_closes(opened: Opened, article: Built) -> None:
    page = show(opened, article, "en", 1280)
    inspect(page)
    panel = page.locator("#inspector")
    panel.locator(".what").hover()
    page.wait_for_timeout(500)
    assert panel.is_visible()
    page.mouse.move(5, 5)
    panel.wait_for(state="hidden")


def test_escape_closes_without_moving_the_pointer(opened: Opened, article: Built) -> None:
    page = show(opened, article, "en", 1280)
    inspect(page)
    page.keyboard.press("Escape")
    assert not page.locator("#inspector").is_visible()
    assert page.locator(NUMBER).first.get_attribute("aria-details") is None


def test_keyboard_goes_in_behind_the_number_and_out_to_the_next(
    opened: Opened, article: Built
) -> None:
    page = show(opened, article, "en", 1280)
    # By keyboard onto the number: a focus that a script sets after a click would not be visible.
    page.evaluate("s => document.querySelector(s).focus({ focusVisible: true })", NUMBER)
    panel = page.locator("#inspector")
    panel.wait_for()
    number = page.locator(NUMBER).first
    assert number.get_attribute("aria-details") == "inspector"
    described = number.get_attribute("aria-describedby")
    assert page.locator(f"#{described}").inner_text()
    page.keyboard.press("Tab")
    inside = "document.querySelector('#inspector').contains(document.activeElement)"
    assert page.evaluate(inside)
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("s => document.activeElement === document.querySelector(s)", NUMBER)
    for _ in range(30):
        page.keyboard.press("Tab")
        if not page.evaluate(inside):
            break
    assert page.evaluate(
        "s => { const all = [...document.querySelectorAll('main a[href]')];"
        " return all.indexOf(document.activeElement) === all.indexOf(document.querySelector(s)) + 1"
        " }",
        NUMBER,
    )


def test_escape_gives_focus_back_to_the_number(opened: Opened, article: Built) -> None:
    page = show(opened, article, "en", 1280)
    page.evaluate("s => document.querySelector(s).focus({ focusVisible: true })", NUMBER)
    page.locator("#inspector").wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    assert not page.locator("#inspector").is_visible()
    assert page.evaluate("s => document.activeElement === document.querySelector(s)", NUMBER)
    page.wait_for_timeout(300)
    assert not page.locator("#inspector").is_visible()


@pytest.mark.parametrize("opened", [TOUCH], indirect=True)
@pytest.mark.parametrize("half", ["start", "end"])
def test_first_tap_shows_and_second_follows(opened: Opened, article: Built, half: str) -> None:
    """Wherever on the screen the number stands, it stays in sight."""
    page = show(opened, article, "zh-TW", 390)
    page.evaluate(
        "([s, b]) => document.querySelector(s).scrollIntoView({ block: b })", [NUMBER, half]
    )
    number = page.locator(NUMBER).first
    number.tap()
    page.locator("#inspector").wait_for()
    assert page.evaluate("location.hash") == ""
    assert not page.evaluate(COVERS, NUMBER)
    number.tap()
    page.wait_for_function("location.hash")
    assert page.evaluate("decodeURIComponent(location.hash)") == f"#fact-{FACT}"
    assert not page.locator("#inspector").is_visible()


@pytest.mark.parametrize("opened", [TOUCH], indirect=True)
def test_tap_beside_closes(opened: Opened, article: Built) -> None:
    page = show(opened, article, "en", 390)
    page.locator(NUMBER).first.tap()
    page.locator("#inspector").wait_for()
    page.touchscreen.tap(195, 790 if page.locator("#inspector.over").count() else 10)
    page.locator("#inspector").wait_for(state="hidden")


def test_next_and_previous_walk_through_all_places(opened: Opened, article: Built) -> None:
    page = show(opened, article, "en", 1280)
    inspect(page)
    panel = page.locator("#inspector")
    counted = panel.locator(".uses span")
    _, at, _, total = counted.inner_text().split()
    seen = [at]
    held = "document.querySelector('#inspector').contains(document.activeElement)"
    for _ in range(int(total)):
        panel.locator("[data-go='1']").click()
        seen.append(counted.inner_text().split()[1])
        place = page.locator("[aria-details='inspector']")
        assert place.count() == 1
        assert FACT in (place.get_attribute("href") or place.get_attribute("data-fact") or "")
        assert place.is_visible()
        assert page.evaluate(held)
    assert sorted(set(map(int, seen))) == list(range(1, int(total) + 1))
    assert seen[0] == seen[-1]
    panel.locator("[data-go='-1']").click()
    assert counted.inner_text().split()[1] == seen[-2]


def test_panel_follows_a_number_whose_table_is_scrolled(opened: Opened, article: Built) -> None:
    """It goes with the number, and away when the number is out of sight."""
    page = show(opened, article, "en", 1000)
    box = page.locator("#claim-speed")
    box.scroll_into_view_if_needed()
    number = box.locator("tbody tr a:has(> data)").nth(1)
    number.hover()
    page.locator("#inspector").wait_for()
    apart = """() => {
        const [panel, number] = ['#inspector', '[aria-details]'].map(
            name => document.querySelector(name).getBoundingClientRect());
        return panel.left - number.left;
    }"""
    was = page.evaluate(apart)
    box.evaluate("e => { e.scrollLeft += 30; }")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    assert page.evaluate(apart) == pytest.approx(was, abs=1)
    box.evaluate("e => { e.scrollLeft = e.scrollWidth; }")
    page.locator("#inspector").wait_for(state="hidden")


def test_mark_of_a_picture_shows_its_fact(opened: Opened, article: Built) -> None:
    page = show(opened, article, "en", 1280)
    mark = page.locator("figure svg [data-fact] > path").first
    fact = mark.evaluate("e => e.parentElement.dataset.fact")
    mark.hover()
    panel = page.locator("#inspector")
    panel.wait_for()
    assert (
        panel.locator(".value").inner_text().strip()
        == article.ledger()["facts"][fact]["text"]["en"]
    )
    assert page.evaluate(INVENTED, fact) == []


@pytest.mark.parametrize("opened", [{}, TOUCH], indirect=True, ids=["mouse", "touch"])
def test_number_copied_into_a_panel_shows_its_fact(
    opened: Opened, article: Built, request: pytest.FixtureRequest
) -> None:
    """It is a place of its fact like any other, is not covered, and closes with another choice."""
    touch = "touch" in request.node.callspec.id
    page = show(opened, article, "en", 390 if touch else 1280)
    panel, facts = page.locator("#inspector"), article.ledger()["facts"]
    for choice in page.locator(".choose").all():
        link = choice.locator("output a[href^='#fact-']").first
        fact = (link.get_attribute("href") or "").removeprefix("#fact-")
        link.scroll_into_view_if_needed()
        if touch:
            link.tap()
        else:
            link.hover()
        panel.wait_for()
        assert panel.locator(".value").inner_text().strip() == facts[fact]["text"]["en"]
        assert panel.locator(".uses span").inner_text().split()[1].isdecimal()
        assert page.evaluate(INVENTED, fact) == []
        assert not page.evaluate(COVERS, "[aria-details='inspector']")
        choice.locator("label").nth(1).click()
        panel.wait_for(state="hidden")


@pytest.mark.parametrize("opened", [{"java_script_enabled": False}], indirect=True)
def test_without_javascript_the_number_leads_to_its_entry(opened: Opened, article: Built) -> None:
    page = show(opened, article, "en", 1280)
    page.locator(NUMBER).first.click()
    assert page.url.endswith(f"#fact-{FACT}")
    entry = page.locator(f"[id='fact-{FACT}']").bounding_box()
    assert entry
    assert 0 <= entry["y"] < 400
    assert page.locator("#inspector").count() == 0


def test_nothing_is_built_before_a_reader_points(opened: Opened, article: Built) -> None:
    page = show(opened, article, "en", 1280)
    page.mouse.move(5, 5)
    assert page.locator("#inspector").count() == 0
    assert page.locator("template#inspector-template").count() == 1
