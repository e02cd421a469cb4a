"""The evidence in a browser: rows are sorted, found, numbered on paper, and read without script."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from tests.built import LANGUAGES, Built, built_article

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROWS = "#evidence tr[id^='fact-']"
GROUP = "[data-group='vllm-megakernel-blog/pure-decode']"
VALUES = f"""[...document.querySelectorAll("{GROUP} > table tbody tr")]
    .map(row => row.querySelector("data")?.value ?? "")"""


@pytest.fixture(scope="session")
def article(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The finished article."""
    return built_article(tmp_path_factory)


@pytest.fixture
def page(browser: Browser, article: Built) -> Iterator[Page]:
    """The English page at desk width; a script's error fails the test."""
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    context.set_default_timeout(20_000)
    opened, wrong = context.new_page(), list[str]()
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.goto(article.file("en/index.html").as_uri())
    yield opened
    assert wrong == []
    context.close()


def test_column_sorts_up_down_and_back(page: Page) -> None:
    before = page.evaluate(VALUES)
    head = page.locator(f"{GROUP} > table thead th").first
    told: list[str | None] = []
    sorted_values: list[list[str]] = []
    for _ in range(3):
        head.locator("button").focus()
        page.keyboard.press("Enter")
        told.append(head.get_attribute("aria-sort"))
        sorted_values.append([value for value in page.evaluate(VALUES) if value])
    assert told == ["ascending", "descending", None]
    numbers = sorted(float(value) for value in before if value)
    assert [float(value) for value in sorted_values[0]] == numbers
    assert [float(value) for value in sorted_values[1]] == numbers[::-1]
    assert page.evaluate(VALUES) == before


def test_rows_are_found_by_words_standing_and_source(page: Page) -> None:
    """The live region tells how many there are; groups without any go, links bring rows back."""
    every = page.locator(ROWS).count()
    said = page.locator(".find output")
    assert said.inner_text() == f"Shown: {every} / {every}"
    page.locator(".find input").fill("shapley factor")
    found = page.locator(f"{ROWS}:visible").count()
    assert 0 < found < every
    assert said.inner_text() == f"Shown: {found} / {every}"
    assert not page.locator(GROUP).is_visible()
    page.locator(".find input").fill("")
    standing, source = page.locator(".find select").all()
    standing.select_option("transcribed")
    source.select_option("vLLM launch post")
    rows = page.locator(f"{ROWS}:visible")
    assert rows.count()
    assert all(
        row.get_attribute("id").startswith("fact-vllm-k3-day0-blog/")  # type: ignore[union-attr]
        for row in rows.all()
    )
    page.evaluate("location.hash = '#fact-vllm-megakernel-blog/pure-decode/g8-b1/gpus'")
    page.wait_for_function(f'() => document.querySelector("{GROUP}").checkVisibility()')
    assert said.inner_text() == f"Shown: {every} / {every}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_there_without_scripts(browser: Browser, article: Built, lang: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 800})
    plain = context.new_page()
    plain.goto(article.file(f"{lang}/index.html").as_uri())
    assert plain.locator(f"{ROWS}:visible").count() == plain.locator(ROWS).count() > 300
    assert not plain.locator(".find").is_visible()
    assert plain.locator("#evidence button").count() == 0
    context.close()


def test_rows_are_blocks_on_a_phone_and_still_a_table_to_those_who_listen(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    table = page.locator(f"{GROUP} > table")
    row = table.locator("tbody tr").first
    assert row.evaluate("row => getComputedStyle(row).display") == "block"
    assert table.get_by_role("row").count() == 21
    assert row.get_by_role("rowheader").count() == 1
    assert table.get_by_role("columnheader").count() == 6
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_numbers_on_paper_name_the_notes_that_the_rows_become(page: Page) -> None:
    page.locator(".find input").fill("shapley")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    link = page.locator("main a:has(> data)").first
    mark = link.evaluate("link => link.nextElementSibling.textContent")
    name = (link.get_attribute("href") or "").removeprefix("#")
    note = page.locator(f"[id='{name}'] .note-number").inner_text()
    assert mark == f"[{note.strip().removesuffix('.')}]"
    assert page.locator(f"{ROWS} .note-number").count() == page.locator(ROWS).count()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".note-number").count() == 0


@pytest.mark.parametrize("width", [390, 1280])
def test_who_follows_a_number_sees_its_source_and_standing(
    page: Page, article: Built, width: int
) -> None:
    """The head of its group stands above the entry, within the window."""
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(article.file("en/index.html").as_uri() + "#fact-semianalysis-x-post/x-speed")
    entry = page.locator("tr:target")
    head = page.locator(".facts:has(> table tr:target) > .shared")
    assert {"SemiAnalysis post on X", "second-hand"} <= set(
        head.locator("a, span").all_inner_texts()
    )
    above, below = head.bounding_box(), entry.bounding_box()
    assert above is not None
    assert below is not None
    assert 0 <= above["y"] < below["y"] < 400


def test_number_finds_the_rows_that_say_it(page: Page) -> None:
    """The article's name stands in the file of its formulas, and would find every computed row."""
    page.locator(".find input").fill("423")
    shown = page.locator(f"{ROWS}:not([hidden])")
    said = "row => row.closest('.facts').querySelector('.shared').textContent + row.textContent"
    texts = shown.evaluate_all(f"rows => rows.map({said})")
    assert 0 < len(texts) < 60
    own_file = "templates/kimi-k3-423"
    assert all("423" in text.replace(own_file, "") for text in texts)


def test_wide_captured_table_scrolls_in_its_own_box(page: Page) -> None:
    """It may have more columns than the window has room for; the page scrolls down alone."""
    page.evaluate("""() => {
        document.querySelectorAll('details').forEach(each => { each.open = true; });
        document.querySelectorAll('.captured table').forEach(each => {
            each.style.minWidth = '2000px';
        });
    }""")
    assert page.evaluate("document.documentElement.scrollWidth") == 1280


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("４２３ tok/s", "423 tok/s"),
        ("ＧＢ３００", "GB300"),
        ("-13%", "−13%"),
        ("1.68x", "1.68×"),
        ("1.68×", "1.68×"),
        ("12805", "12,805"),
        ("12,805", "12,805"),
        ("μs", "µs"),
        ("423tok/s", "423 tok/s"),
    ],
)
def test_rows_are_found_as_people_type(page: Page, typed: str, found: str) -> None:
    field = page.locator(".find input")
    field.fill(found)
    rows = page.locator(f"{ROWS}:visible").count()
    assert rows
    field.fill(typed)
    assert page.locator(f"{ROWS}:visible").count() >= rows
    assert page.locator(f"{ROWS}:visible").count() != page.locator(ROWS).count()


@pytest.mark.parametrize(
    ("cells", "ordered"),
    [
        (["1.7166 – 1.8", "1.49114 – 1.5"], ["1.49114 – 1.5", "1.7166 – 1.8"]),
        (["1.5 – 2.5", "1.25 – 1.35"], ["1.25 – 1.35", "1.5 – 2.5"]),
        (["“8”", "“2,014”", "“16”", "“3,094”"], ["“8”", "“16”", "“2,014”", "“3,094”"]),
        (["“about 60”", "“7”", "“−1.5”"], ["“−1.5”", "“7”", "“about 60”"]),
        (["not captured", "“9”", "exact"], ["“9”", "exact", "not captured"]),
        (["“2026-10-18”", "“2026-10-16”"], ["“2026-10-16”", "“2026-10-18”"]),
    ],
)
def test_columns_sort_by_the_numbers_that_their_cells_begin_with(
    page: Page, cells: list[str], ordered: list[str]
) -> None:
    """Decimals, thousands, marks of approximation; then words, and days as they are written."""
    kept = page.evaluate(
        """([group, cells]) => {
            const table = document.querySelector(`${group} > table`);
            const heads = [...table.tHead.rows[0].cells];
            const at = heads.findIndex(head => head.textContent === "Bounds");
            const rows = [...table.tBodies[0].rows];
            rows.forEach((row, index) => {
                row.cells[at].textContent = cells[index] ?? "";
                row.dataset.tried = index < cells.length ? "yes" : "";
            });
            table.tHead.rows[0].cells[at].querySelector("button").click();
            return [...table.tBodies[0].rows]
                .filter(row => row.dataset.tried).map(row => row.cells[at].textContent);
        }""",
        [GROUP, cells],
    )
    assert kept == ordered


def test_a_number_followed_again_brings_its_row_back(page: Page) -> None:
    """Its address has not changed, so the browser tells nobody."""
    link = page.locator("main p a:has(> data)").first
    name = link.get_attribute("href") or ""
    row = page.locator(f"[id='{name.removeprefix('#')}']")
    for _ in range(2):
        page.locator(".find input").fill("zzzz")
        assert not row.is_visible()
        link.click()
        page.wait_for_function("e => e.checkVisibility()", arg=row.element_handle())
        top = row.evaluate("e => e.getBoundingClientRect().top")
        assert 0 <= top < 800


def test_an_address_with_a_spoilt_name_is_passed_over(page: Page) -> None:
    page.evaluate("location.hash = '#%E0%A4%A'")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.locator(f"{ROWS}:visible").count() == page.locator(ROWS).count()


def test_what_was_looked_for_is_still_there_after_printing(page: Page) -> None:
    page.locator(".find input").fill("shapley")
    found = page.locator(f"{ROWS}:visible").count()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(f"{ROWS}:visible").count() == page.locator(ROWS).count()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(f"{ROWS}:visible").count() == found
