"""The article on paper: white, its numbers led to numbered notes, a PDF with all its parts."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.browser.window import FACT, Opened, show
from tests.built import ARTICLE, LANGUAGES, Built
from tests.mini_project import SCRIPTS, copy_mini

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader


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
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", page.extract_text()))


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
def test_pdf_has_title_language_tags_outline_and_page_numbers(
    printed: dict[str, PdfReader], article: Built, lang: str
) -> None:
    reader = printed[lang]
    root = reader.trailer["/Root"]
    title = article.page(lang).findtext(".//title")
    assert reader.metadata
    assert reader.metadata.title == title
    assert root["/Lang"].startswith(lang[:2])
    assert root["/MarkInfo"]["/Marked"]
    assert any(len(each) > 10 for each in reader.outline if isinstance(each, list))
    count = len(reader.pages)
    assert f"{count}/{count}" in re.sub(r"\s+", "", reader.pages[-1].extract_text())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_page_fits_white_paper(opened: Opened, article: Built, lang: str) -> None:
    """Chromium would shrink all of it for one line that sticks out of the sheet."""
    page = show(opened, article, lang, 658)
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator("#contents").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 658


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
