"""Finished pages on paper: PDF files printed by Chromium, tagged and with bookmarks.

The page itself knows how it prints: its style sheet lays it out, its script numbers the notes.
Chromium draws with the fonts of the system; one that lacks Chinese is lent the package's.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tieout.bookmarks import headings_of, with_bookmarks
from tieout.errors import TieoutError, fail
from tieout.files import read_text

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

#: Milliseconds that one page may take to open or to print.
PATIENCE = 60_000
#: Chromium fills in what the classes name: the page's title, its number, how many there are.
FOOTER = (
    '<div style="width: 100%; margin: 0 18mm; display: flex; justify-content: space-between; '
    'font: 7.5pt sans-serif; color: #555"><span class="title"></span>'
    '<span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>'
)
INSTALL = "install it (apt-get install chromium)"
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>
"""


def print_pages(pages: Sequence[Path]) -> list[bytes]:
    """The PDF file of each page, in order.

    Raises TieoutError when a page cannot be read, when Chromium or a package that printing needs is
    missing, and when Chromium does not start or print.
    """
    for page in pages:
        read_text(page)
    try:
        import pypdf  # noqa: F401 (to miss it before a page is printed)
        from playwright.sync_api import Error, sync_playwright
    except ImportError as error:
        what = f"the package {error.name}, which printing needs, is not installed"
        raise fail("requirements-dev.txt", 0, what, "run make pdf, which installs it") from None
    chromium = shutil.which("chromium")
    if chromium is None:
        raise fail("chromium", 0, "there is no Chromium on this system to print with", INSTALL)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = _started(playwright, chromium, Path(folder))
        try:
            return [_printed(browser, page) for page in pages]
        except Error as error:
            raise _failed(chromium, "Chromium does not print", error) from None
        finally:
            browser.close()


def _started(playwright: Playwright, chromium: str, folder: Path) -> Browser:
    from playwright.sync_api import Error

    sandbox = [] if os.geteuid() else ["--no-sandbox"]  # root cannot have one
    environment: dict[str, str | float | bool] = {**os.environ, **_lent_fonts(folder)}
    try:
        return playwright.chromium.launch(
            executable_path=chromium, args=sandbox, env=environment, timeout=PATIENCE
        )
    except Error as error:
        raise _failed(chromium, "Chromium does not start", error) from None


def _lent_fonts(folder: Path) -> dict[str, str]:
    """Settings by which a browser without a Traditional Chinese font of the system finds one."""
    from tieout.fonts import find_font

    font = find_font()
    if font.source == "system":
        return {}
    settings = folder / "fonts.conf"
    settings.write_text(FONTS.format(fonts=font.path.parent, cache=folder / "cache"), "utf-8")
    return {"FONTCONFIG_FILE": str(settings)}


def _printed(browser: Browser, page: Path) -> bytes:
    context = browser.new_context(color_scheme="light", reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    window = context.new_page()
    window.goto(page.absolute().as_uri())
    headings = headings_of(window)
    printed = window.pdf(
        prefer_css_page_size=True,
        display_header_footer=True,
        header_template="<span></span>",
        footer_template=FOOTER,
        print_background=True,
        tagged=True,
        outline=True,
    )
    context.close()
    try:
        return with_bookmarks(printed, headings)
    except ValueError as error:
        what = f"the bookmarks that Chromium made are not those of the headings ({error})"
        raise fail(page, 0, what, "print with another version of Chromium") from None


def _failed(chromium: str, what: str, error: Exception) -> TieoutError:
    said = str(error).strip().splitlines()
    return fail(chromium, 0, f"{what} ({said[0] if said else 'no reason given'})", INSTALL)
