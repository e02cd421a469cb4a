"""A style attribute hides as CSS says, and only then."""

from __future__ import annotations

import pytest

from tieout.extract.hidden import displays_none

HIDES = [
    "display:none",
    "DISPLAY:NONE",
    " display : none ;",
    "display:none!important",
    "display: none ! IMPORTANT;",
    "color:red;display:none",
    "color:red;;display:none;;",
    "display:block;display:none",
    "display:none;display:nonesuch",
    "display:none;display:",
    "display:none!important;display:block",
    "display:/**/none",
    "/*a*/display/*b*/:none/*c*/",
    "display:\n\tnone",
    "content:'a;b';display:none",
    "background:url(data:a;b);display:none",
]
SHOWS = [
    "",
    "display",
    "display:none2",
    "display:none none",
    "display:none important",
    "display:none;display:block",
    "display:none;display:table-row",
    "display:none;display:inline flex",
    "display:block!important;display:none",
    "/*display:none*/",
    "/*display:none",
    "dis/**/play:none",
    "content:'display:none'",
    "content:';display:none;'",
    "background:url(;display:none)",
    "-moz-display:none",
    "--display:none",
    "visibility:hidden",
    "display:'none'",
]


@pytest.mark.parametrize("style", HIDES)
def test_hides(style: str) -> None:
    assert displays_none(style)


@pytest.mark.parametrize("style", SHOWS)
def test_shows(style: str) -> None:
    assert not displays_none(style)


def test_the_browser_agrees(browser: object) -> None:
    """The lists above are what a browser makes of them, not what we believe."""
    page = browser.new_page()  # type: ignore[attr-defined]
    script = "s => {const e = document.createElement('p'); e.setAttribute('style', s);"
    script += " document.body.append(e); return getComputedStyle(e).display == 'none'}"
    assert [style for style in HIDES if not page.evaluate(script, style)] == []
    assert [style for style in SHOWS if page.evaluate(script, style)] == []
    page.close()
