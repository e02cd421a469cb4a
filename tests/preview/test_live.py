"""What an editor sees of an edit in an open browser."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.preview.conftest import EN, ZH, Preview, checked, edited

SPEEDS = "sources/bench/speeds.csv"
expect.set_options(timeout=60_000)


def test_a_word_changes_in_place(preview: Preview, page: Page) -> None:
    """Without a load: the reader stays where the reader is, and what was opened stays open."""
    page.evaluate("scrollTo({ top: 400, behavior: 'instant' }); window.sameWindow = true")
    with edited(preview, EN, "We looked at", "We peered at"):
        expect(page.locator("main")).to_contain_text("We peered at")
        assert page.evaluate("[window.sameWindow, scrollY]") == [True, 400]
    expect(page.locator("main")).to_contain_text("We looked at")
    assert page.evaluate("[window.sameWindow, scrollY]") == [True, 400]


def test_a_cell_changes_everything_made_from_it(preview: Preview, page: Page) -> None:
    """Sentence, table, chart and computed figure, and the reader's place is kept over the load."""
    page.evaluate("scrollTo({ top: 400, behavior: 'instant' })")
    with edited(preview, SPEEDS, "256.4", "251.4"):
        expect(page.locator("main p").first).to_contain_text("251.4")
        expect(page.locator("#table-speeds")).to_contain_text("251.4")
        checked(page)
        assert abs(page.evaluate("scrollY") - 400) < 3
    with edited(preview, SPEEDS, "193.3", "191.3"):
        expect(page.locator("#figure-paths svg")).to_contain_text("191.3")


def test_a_fault_is_shown_until_it_is_mended(preview: Preview, page: Page) -> None:
    """With file, line and mend; the last good page stays below it."""
    with edited(preview, EN, 'f("old-large")', 'f("old-larch")'):
        line = preview.mini.line_of(EN, "old-larch")
        fault = page.locator("#preview-fault")
        expect(fault).to_contain_text(f"{EN}:{line}: unknown fact 'old-larch': did you mean")
        assert "the larger group" in page.inner_text("main")
    expect(page.locator("#preview-fault")).to_have_count(0)


def test_the_settings_are_watched_too(preview: Preview, page: Page, tmp_path: Path) -> None:
    """A fault in config.yaml is shown and goes away, however the file was saved."""
    path = preview.mini.root / "config.yaml"
    good = path.read_text("utf-8")
    line = preview.mini.line_of("config.yaml", "site:")
    fault = page.locator("#preview-fault")
    try:
        path.write_text(good.replace("  address:", "  adress:"), "utf-8")
        expect(fault).to_contain_text(f"config.yaml:{line}: site lacks address: add address")
        other = tmp_path / "saved"  # by many editors beside the file, and put in its place
        other.write_text(good.replace("tieout.example", "settings.example"), "utf-8")
        other.replace(path)
        expect(fault).to_have_count(0)
        expect(page.locator("link[rel=canonical]")).to_have_attribute(
            "href", "https://settings.example/mini/en/"
        )
    finally:
        path.write_text(good, "utf-8")


@pytest.mark.parametrize(
    ("folder", "said"),
    [("sources/shout", "'shout'"), ("templates/mini", "templates/mini/article.yaml")],
)
def test_a_folder_that_is_gone_is_a_fault(
    preview: Preview, page: Page, tmp_path: Path, folder: str, said: str
) -> None:
    """Moved away or renamed: the system names the folder alone. The page must not call it good."""
    path = preview.mini.root / folder
    for elsewhere in (path.with_name("renamed"), tmp_path / "elsewhere"):
        path.rename(elsewhere)
        try:
            expect(page.locator("#preview-fault")).to_contain_text(said)
        finally:
            elsewhere.rename(path)
        expect(page.locator("#preview-fault")).to_have_count(0)


def test_a_broken_start_waits_for_its_mend(preview: Preview, page: Page) -> None:
    """A fault in the sources, which leaves no ledger, is told like any other."""
    with edited(preview, "sources/bench/source.yaml", "kind: vendor blog", "kind: vendor bloc"):
        expect(page.locator("#preview-fault")).to_contain_text("sources/bench/source.yaml:4: ")
        page.reload()
        expect(page.locator("#preview-fault")).to_contain_text("unknown kind 'vendor bloc'")
        assert "the larger group" in page.inner_text("main")
    expect(page.locator("#preview-fault")).to_have_count(0)


def test_a_file_saved_half_way_flashes_no_fault(preview: Preview) -> None:
    """A program may empty a file before it writes it: nobody is told of the moment between."""
    path = preview.mini.root / EN
    before = path.read_text("utf-8")
    news = _news(preview)
    while next(news).get("findings") != []:
        pass
    try:
        path.write_text("", "utf-8")
        time.sleep(0.03)
        path.write_text(before.replace("We looked at", "We squinted at"), "utf-8")
        told = next(news)
        while "We squinted at" not in told.get("text", ""):
            assert told["kind"] != "faults"
            told = next(news)
    finally:
        path.write_text(before, "utf-8")


def _news(preview: Preview) -> Iterator[dict[str, Any]]:
    with urllib.request.urlopen(f"{preview.address}events/mini/en", timeout=60) as lines:
        for line in lines:
            if line.startswith(b"data: "):
                yield json.loads(line.removeprefix(b"data: "))


def test_what_the_checks_find_is_marked_in_place(preview: Preview, page: Page) -> None:
    """An untagged number: its paragraph is outlined, the panel names the line of the template."""
    with edited(preview, EN, "We looked at", "We looked 37 times at"):
        mark = page.locator(".preview-finding")
        expect(mark).to_have_count(1)
        expect(mark).to_contain_text("We looked 37 times at")
        line = preview.mini.line_of(EN, "37 times")
        expect(page.locator("#preview li").first).to_contain_text(f"{EN}:{line}: the number '37'")
        words = page.evaluate("[...CSS.highlights.get('preview-finding')].map(String)")
        assert words == ["37"]
    expect(page.locator(".preview-finding")).to_have_count(0)


def test_a_stale_translation_is_marked(preview: Preview, page: Page) -> None:
    """The heading of the section that was left behind, on the page of its own language."""
    page.goto(f"{preview.address}mini/zh-TW/")
    checked(page)
    with edited(preview, EN, "We looked at", "We peered at"):
        expect(page.locator("h2#measured.preview-finding")).to_have_count(1)
        expect(page.locator("main aside.stale")).to_have_count(1)
        expect(page.locator("#preview li").first).to_contain_text(f"{ZH}:")


def test_an_undeclared_comparison_is_marked(preview: Preview, page: Page) -> None:
    """Two speeds of unlike conditions in one paragraph."""
    old, new = (
        "We looked at",
        'It is {{ f("shout/speed") }} or {{ f("bench/speeds/small/new") }}. We looked at',
    )
    with edited(preview, EN, old, new):
        expect(page.locator("p.preview-finding")).to_contain_text("It is 257")


def test_the_build_of_the_project_is_left_alone(preview: Preview, page: Page) -> None:
    """A preview writes into its own folder and nowhere else."""
    expect(page.locator("#preview")).to_be_visible()
    found = {path.name for path in preview.mini.root.iterdir()}
    assert found == {".cache", "config.yaml", "sources", "templates"}
