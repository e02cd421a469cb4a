"""Bytes become the text that was meant, or a message; a wall is not taken for the page."""

from __future__ import annotations

import codecs
import time

import pytest

from tieout.pull.failure import FetchError
from tieout.pull.text import check_kind, decode, is_html, wall

HTML = "text/html; charset="

READ = [
    ("utf-8", "速度 1.58×".encode(), {}, "速度 1.58×"),
    ("utf-8 with a mark", codecs.BOM_UTF8 + "速度".encode(), {}, "速度"),
    ("utf-16 by its mark", "速度".encode("utf-16"), {"content-type": HTML + "utf-8"}, "速度"),
    ("utf-16 big end", codecs.BOM_UTF16_BE + "速度".encode("utf-16-be"), {}, "速度"),
    ("big5 by header", "速度".encode("big5"), {"content-type": HTML + "Big5"}, "速度"),
    (
        "big5 by the page",
        b'<meta charset="big5">' + "速度".encode("big5"),
        {"content-type": "text/html"},
        '<meta charset="big5">速度',
    ),
    (
        "utf-8 though the header says latin-1",
        "1.58× µs".encode(),
        {"content-type": HTML + "iso-8859-1"},
        "1.58× µs",
    ),
    ("latin-1 by header", b"1.58\xd7", {"content-type": HTML + '"iso-8859-1"'}, "1.58×"),
]

UNREAD = [
    ("picture", b"\x89PNG\r\n\x1a\n\x00\x00", {"content-type": "image/png"}, "no text in UTF-8"),
    ("wrong charset", b"\xff\xff1.58", {"content-type": HTML + "utf-8"}, "is not utf-8"),
    ("unknown charset", b"\xff1.58", {"content-type": HTML + "klingon"}, "is not known"),
    ("cut utf-16", b"\xff\xfe1", {}, "byte order mark says so"),
    ("no charset", b"1.58\xd7", {}, "declares no other charset"),
]


@pytest.mark.parametrize("case", READ, ids=[case[0] for case in READ])
def test_texts(case: tuple[str, bytes, dict[str, str], str]) -> None:
    """By the mark, else as UTF-8, else as declared."""
    _, body, headers, text = case
    assert decode(body, headers) == text


@pytest.mark.parametrize("case", UNREAD, ids=[case[0] for case in UNREAD])
def test_bytes_that_are_no_text(case: tuple[str, bytes, dict[str, str], str]) -> None:
    """No byte is replaced by a question mark: a digit might be among them."""
    _, body, headers, says = case
    with pytest.raises(FetchError, match=says):
        decode(body, headers)


@pytest.mark.parametrize("kind", ["markdown", "json", "yaml", "text"])
@pytest.mark.parametrize(
    "page", ["<!DOCTYPE html><p>hi", "\n <!-- x -->\n<html lang=en>", "<?xml version='1.0'?><html>"]
)
def test_a_web_page_is_no_file(kind: str, page: str) -> None:
    """Servers answer with a page of their own, and status 200, where a file is gone."""
    with pytest.raises(FetchError, match=f"a web page came where {kind} was expected"):
        check_kind(page, kind)


def test_a_login_page_is_named() -> None:
    """The message says what it looks like."""
    page = "<!doctype html><title>Sign in</title><input type=password>"
    with pytest.raises(FetchError, match="a login page came where markdown"):
        check_kind(page, "markdown")


def test_files_and_pages_of_the_right_kind_pass() -> None:
    """Markdown may begin with a tag."""
    check_kind("<p align=center>\n\n# Title", "markdown")
    check_kind("<svg xmlns=''><text>127</text></svg>", "text")
    check_kind("<!doctype html>", "html")
    with pytest.raises(FetchError, match="JSON came where a web page"):
        check_kind('{"message": "Not Found"}', "html")


@pytest.mark.parametrize(
    ("page", "name"),
    [
        ("<title>Just a moment...</title>", "a check for robots"),
        ('<div class="g-recaptcha"></div>', "a captcha"),
        ("<title>Log in to GitHub</title>", "a login page"),
        ("<input name=p type='password'>", "a login page"),
        ("<title>Hyper Optimizing Kimi K3</title>", ""),
    ],
)
def test_walls(page: str, name: str) -> None:
    """What stands in front of a page is recognized."""
    assert wall(page) == name


def test_a_page_of_comments_takes_no_time() -> None:
    """Whether it is a web page is found out in one pass."""
    started = time.monotonic()
    assert not is_html("<!-- -->" * 2400 + "x")
    assert is_html("<!-- -->" * 2000 + "<html>")
    assert time.monotonic() - started < 0.5
