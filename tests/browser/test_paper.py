"""The article on paper: white, its numbers led to numbered notes, a PDF with all its parts."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.window import FACT, Opened, show
from tests.built import ARTICLE, LANGUAGES, Built
from tests.mini_project import SCRIPTS, copy_mini

from tieout.bookmarks import with_bookmarks

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader

#: Radicals that a font draws like the characters whose place they take in a PDF file.
_RADICALS = str.maketrans("⻑⻄⻘⻩", "長西青黃")


@pytest.fixture(scope="session")
def printed(
    article: Built, chromium: str, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, PdfReader]:
    """Both languages as `make pdf` prints them, by language."""
    from pypdf import PdfReader

    assert chromium
    build = tmp_path_factory.mktemp("paper") / "build"
    for lang in LANGUAGES:
        folder = build / ARTICLE / lang
        folder.mkdir(parents=True)
        shutil.copy(article.file(f"{lang}/index.html"), folder)
    command = [sys.executable, str(SCRIPTS / "pdf.py"), "--build", str(build)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {lang: PdfReader(build / "pdf" / f"{ARTICLE}.{lang}.pdf") for lang in LANGUAGES}


def words_of(page: PageObject) -> str:
    """The words of a page without white space, in the compatible forms of their characters."""
    words = unicodedata.normalize("NFKC", page.extract_text())
    return re.sub(r"\s+", "", words).translate(_RADICALS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_number_leads_to_its_note_on_paper(
    printed: dict[str, PdfReader], article: Built, lang: str
) -> None:
    """The note whose number stands behind a number says what it is; the link leads to its page."""
    fact, reader = article.ledger()["facts"][FACT], printed[lang]
    wording = re.sub(r"\s+", "", fact["text"][lang])
    mark = re.search(rf"{re.escape(wording)}\[([0-9]+)\]", words_of(reader.pages[0]))
    assert mark
    place = reader.get_destination_page_number(reader.named_destinations[f"/fact-{FACT}"])
    assert place
    note = words_of(reader.pages[place]) + words_of(reader.pages[place + 1])
    assert f"{mark[1]}.{wording}" in note


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pdf_has_title_language_tags_and_page_numbers(
    printed: dict[str, PdfReader], article: Built, lang: str
) -> None:
    reader = printed[lang]
    root = reader.trailer["/Root"]
    title = article.page(lang).findtext(".//title")
    assert reader.metadata
    assert reader.metadata.title == title
    assert root["/Lang"].startswith(lang[:2])
    assert root["/MarkInfo"]["/Marked"]
    count = len(reader.pages)
    assert f"{count}/{count}" in re.sub(r"\s+", "", reader.pages[-1].extract_text())


def bookmarks(outline: Sequence[Any], level: int = 1) -> Iterator[tuple[int, str, Any]]:
    """Level, words and the bookmark itself, in order."""
    for each in outline:
        if isinstance(each, list):
            yield from bookmarks(each, level + 1)
        else:
            yield level, each.title, each


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bookmarks_read_as_the_headings_do(
    printed: dict[str, PdfReader], article: Built, lang: str
) -> None:
    """No number of a note in them, no two words run together; each leads to its heading."""
    reader = printed[lang]
    headings = [
        (int(heading.tag[1]), " ".join(heading.text_content().split()))
        for heading in article.page(lang).iter("h1", "h2", "h3", "h4")
        if not heading.xpath("ancestor::nav | ancestor::details")
    ]
    found = list(bookmarks(reader.outline))
    assert [(level, words) for level, words, _ in found] == headings
    assert len(headings) > 60
    for _, words, bookmark in found[::9]:
        # A bookmark may lead to the end of the page before, from which its heading was pushed.
        place = reader.get_destination_page_number(bookmark) or 0
        near = "".join(words_of(page) for page in reader.pages[place : place + 2])
        heading = re.sub(r"\s+", "", unicodedata.normalize("NFKC", words))
        assert heading in re.sub(r"\[[0-9]+\]", "", near)


def test_bookmarks_without_headings_are_refused() -> None:
    """Else one would bear the words of another."""
    from pypdf import PdfReader, PdfWriter

    writer, file = PdfWriter(), io.BytesIO()
    page = writer.add_blank_page(100, 100)
    above = writer.add_outline_item(title="One", page_number=page)
    writer.add_outline_item(title="Two", page_number=page, parent=above)
    writer.write(file)
    for wrong in ([], ["First"], ["First", "Second", "Third"]):
        with pytest.raises(ValueError, match="argument"):
            with_bookmarks(file.getvalue(), wrong)
    named = PdfReader(io.BytesIO(with_bookmarks(file.getvalue(), ["First", "Second"])))
    assert [words for _, words, _ in bookmarks(named.outline)] == ["First", "Second"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_page_fits_white_paper(opened: Opened, article: Built, lang: str) -> None:
    """Chromium would shrink all of it for one line that sticks out of the sheet."""
    page = show(opened, article, lang, 658)
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator("#contents").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 658


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cells_of_a_table_on_paper_do_not_cover_each_other(
    opened: Opened, article: Built, lang: str
) -> None:
    """On a sheet across, on which wide tables lie; nothing scrolls there, so nothing may stick."""
    page = show(opened, article, lang, 986)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    covered = """() => [...document.querySelectorAll('main table')].flatMap(table => {
        const right = table.getBoundingClientRect().right + 0.5;
        return [...table.rows].flatMap(row => [...row.cells].filter((cell, at) => {
            const end = row.cells[at + 1]?.getBoundingClientRect().left ?? right;
            return cell.getBoundingClientRect().right > end + 0.5;
        }).map(cell => cell.textContent));
    })"""
    assert page.locator("main table:has(th:nth-child(10))").count() > 1
    assert page.evaluate(covered) == []


def test_without_chromium_or_a_page_the_mend_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mini = copy_mini(tmp_path / "mini")
    outcome = mini.run("pdf")
    assert outcome.status == 1
    assert outcome.errors == "build:1: there is no finished page to print: run make article\n"
    page = mini.root / "build/mini/en/index.html"
    page.parent.mkdir(parents=True)
    page.write_text("<!DOCTYPE html><title>A page</title>", "utf-8")
    monkeypatch.setenv("PATH", str(tmp_path))
    outcome = mini.run("pdf")
    assert outcome.status == 1
    assert outcome.errors.startswith("chromium:1: there is no Chromium on this system")
    assert "apt-get install chromium" in outcome.errors
    assert not (mini.root / "build/pdf").exists()
