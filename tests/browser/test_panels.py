"""Tables that a reader chooses in, in a real browser: what shows is what the ledger says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from tests.built import LANGUAGES, Built, built_article

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

Open = Callable[..., "Page"]
#: Tables to choose in: every one of the article, found in its ledger.
PANELS = ("decomposition", "acceptance")
#: How far what is in sight has moved without an act of the reader's.
SHIFTS = """() => new Promise(done => {
    let sum = 0;
    new PerformanceObserver(list => list.getEntries().forEach(each => { sum += each.value; }))
        .observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(sum), 300);
})"""
#: Text of the panel that its table, caption and note do not have.
OWN_WORDS = """panel => {
    const table = panel.nextElementSibling;
    const note = table.nextElementSibling;
    const known = (table.textContent + (note.matches('.note') ? note.textContent : ''))
        .replace(/\\s+/g, '');
    const walker = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
        const text = walker.currentNode.data.replace(/\\s+/g, '');
        if (!known.includes(text)) found.push(text);
    }
    return found;
}"""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The finished article."""
    return built_article(tmp_path_factory)


@pytest.fixture
def open_page(browser: Browser, built: Built) -> Iterator[Open]:
    """Open the article in a language and width; nothing may be said on the console."""
    contexts: list[Any] = []
    said: list[str] = []

    def opened(lang: str, width: int = 1280, where: str = "", **more: Any) -> Page:
        contexts.append(browser.new_context(reduced_motion="reduce", **more))
        page: Page = contexts[-1].new_page()
        page.set_viewport_size({"width": width, "height": 800})
        page.set_default_timeout(20_000)
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(built.file(f"{lang}/index.html").as_uri() + where)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert said == []


def panel_of(page: Page, name: str) -> Locator:
    """The choices of a table and their result."""
    return page.locator(f".choose:has(+ #table-{name})")


def parts(ledger: Any, lang: str, cell: dict[str, Any]) -> tuple[str | None, list[str]]:
    """What a cell shows by the ledger: its text, if one fact or plain words, and its facts."""
    facts = ledger["facts"]
    ((kind, content),) = cell.items()
    if kind == "fact":
        return facts[content]["text"][lang], [content]
    if kind == "formula":
        return None, list(facts[content]["inputs"].values())
    if kind == "bounds" or "f('" in content[lang]:
        return None, []
    return content[lang], []


def pick(panel: Locator, combination: tuple[int, ...]) -> None:
    """Choose the n-th option of each set."""
    for axis, option in enumerate(combination):
        panel.locator("fieldset").nth(axis).locator("label").nth(option).click()


def combinations(entry: dict[str, Any]) -> list[tuple[int, ...]]:
    """The places of each row's leading cells among the options of their column."""
    count = int(entry["choose"])
    columns = [list(dict.fromkeys(str(row[k]) for row in entry["rows"])) for k in range(count)]
    found = [
        tuple(column.index(str(cell)) for column, cell in zip(columns, row, strict=False))
        for row in entry["rows"]
    ]
    assert sorted(found) == sorted(product(*(range(len(column)) for column in columns)))
    return found


def test_every_table_to_choose_in_is_tested(built: Built) -> None:
    tables = built.ledger()["tables"]
    assert {name for name, entry in tables.items() if "choose" in entry} == set(PANELS)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", PANELS)
def test_every_choice_shows_what_the_ledger_says(
    open_page: Open, built: Built, lang: str, name: str
) -> None:
    """Wording and links of every cell of the chosen row, and no other row's."""
    ledger = built.ledger()
    entry = ledger["tables"][name]
    page = open_page(lang)
    panel = panel_of(page, name)
    count = int(entry["choose"])
    for index, combination in enumerate(combinations(entry)):
        pick(panel, combination)
        shown = panel.locator("output > span > span:last-child")
        expected = [parts(ledger, lang, cell) for cell in entry["rows"][index][count:]]
        assert shown.count() == len(expected)
        for place, (words, facts) in enumerate(expected):
            cell = shown.nth(place)
            assert words is None or cell.inner_text() == words
            tags = cell.locator("data.fact").evaluate_all("all => all.map(e => e.dataset.fact)")
            assert tags == facts
        assert_lead_to_entries(page, panel.locator("output a"))
        chosen = page.locator(f"#table-{name} tr[aria-current='true']")
        assert chosen.count() == 1
        assert chosen.evaluate("row => row.rowIndex - 1") == index
        table = page.locator(f"#table-{name} tbody tr").nth(index).locator("th, td")
        assert shown.all_inner_texts() == table.all_inner_texts()[count:]


def assert_lead_to_entries(page: Page, links: Locator) -> None:
    """Each link leads to an entry of this page that shows the same number."""
    for link in links.all():
        target, text = link.get_attribute("href"), link.inner_text()
        assert target
        assert target.startswith("#fact-")
        entry = page.locator(f"[id='{target.removeprefix('#')}']")
        assert entry.locator("data.fact").first.text_content() == text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", PANELS)
def test_panel_says_nothing_that_its_table_does_not(open_page: Open, lang: str, name: str) -> None:
    """What the checks of the table have read is all that can show."""
    panel = panel_of(open_page(lang), name)
    for last in (False, True):
        if last:
            panel.locator("fieldset").first.locator("label").last.click()
        assert panel.evaluate(OWN_WORDS) == []
    assert panel.locator("output data").count() > 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_script_every_combination_is_visible(
    open_page: Open, built: Built, lang: str
) -> None:
    ledger = built.ledger()
    page = open_page(lang, java_script_enabled=False)
    assert page.locator(".choose").count() == 0
    for name in PANELS:
        entry = ledger["tables"][name]
        rows = page.locator(f"#table-{name} tbody tr")
        assert rows.count() == len(entry["rows"])
        for index, row in enumerate(entry["rows"]):
            assert rows.nth(index).is_visible()
            cells = rows.nth(index).locator("th, td").all_inner_texts()
            for shown, cell in zip(cells, row, strict=True):
                words, _ = parts(ledger, lang, cell)
                assert shown
                assert words is None or shown == words


def test_choosing_by_keyboard(open_page: Open) -> None:
    """One stop of the tab key for each set, arrows within it; the result is told to listeners."""
    page = open_page("en")
    panel = panel_of(page, "decomposition")
    output = panel.locator("output")
    assert output.get_attribute("aria-live") == "polite"
    before = output.inner_text()
    panel.locator("input").first.focus()
    page.keyboard.press("ArrowDown")
    assert panel.locator("input:checked").first.get_attribute("value") != "Pure decode"
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    fieldset = panel.locator("fieldset").nth(1)
    assert fieldset.evaluate("set => set.contains(document.activeElement)")
    assert fieldset.locator("input").nth(1).is_checked()
    assert output.inner_text() != before
    assert "no run of the specialized path" in output.inner_text()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_choices_have_names(open_page: Open, lang: str) -> None:
    """Every control has its label, every set its legend, the whole the table's caption."""
    page = open_page(lang)
    for name in PANELS:
        panel = panel_of(page, name)
        caption = page.locator(f"[id='{panel.get_attribute('aria-labelledby')}']")
        assert caption.inner_text() == page.locator(f"#table-{name} caption").inner_text()
        for fieldset in panel.locator("fieldset").all():
            assert fieldset.locator("legend").inner_text()
            labels = fieldset.locator("label").all_inner_texts()
            assert len(set(labels)) == len(labels) == fieldset.locator("input").count()
            assert all(labels)
    names = page.locator(".choose input").evaluate_all("all => all.map(e => e.name)")
    assert len(set(names)) == 3
    ids = page.locator("[id]").evaluate_all("all => all.map(e => e.id)")
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("width", [390, 1280])
def test_choosing_moves_nothing(open_page: Open, built: Built, width: int) -> None:
    """The table below stays where it is; also after the window has changed its width."""
    for lang, name in product(LANGUAGES, PANELS):
        page = open_page(lang, width=700)
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_timeout(100)
        panel = panel_of(page, name)
        place = partial(page.evaluate, f"document.getElementById('table-{name}').offsetTop")
        before = place()
        for combination in combinations(built.ledger()["tables"][name]):
            pick(panel, combination)
            assert place() == before
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.close()


@pytest.mark.parametrize("where", ["", "#decomposition", "#limits"])
def test_panels_come_without_a_shift(open_page: Open, where: str) -> None:
    """The script puts them in; a reader who enters in the middle must not be moved."""
    assert open_page("en", where=where).evaluate(SHIFTS) < 0.01


def test_paper_has_the_table_alone(open_page: Open) -> None:
    page = open_page("zh-TW")
    panel_of(page, "decomposition").locator("label").nth(1).click()
    page.emulate_media(media="print")
    for name in PANELS:
        assert not panel_of(page, name).is_visible()
        assert page.locator(f"#table-{name} tbody tr").last.is_visible()
    chosen = page.locator("tr[aria-current] > *").first
    assert chosen.evaluate("e => getComputedStyle(e).boxShadow") == "none"


def test_claim_stays_in_sight_beside_its_farthest_candidate(open_page: Open) -> None:
    """On a desk the names and the claim stand still, on a telephone the names do."""
    for width, still in ((1280, 2), (390, 1)):
        page = open_page("en", width=width)
        box = page.locator("#claim-speed")
        cells = box.locator("tbody tr").first.locator("th, td")
        places = [cells.nth(index).bounding_box() for index in range(still)]
        box.evaluate("e => { e.scrollLeft = e.scrollWidth; }")
        assert [cells.nth(index).bounding_box() for index in range(still)] == places
        last, edge = cells.last.bounding_box(), places[-1]
        assert last
        assert edge
        assert last["x"] >= edge["x"] + edge["width"] - 1
        page.close()
