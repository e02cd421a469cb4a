"""Fetching: bad servers are survived with a message, good ones are asked politely."""

from __future__ import annotations

import datetime
import gzip
import threading
import time
import zlib
from dataclasses import replace

import pytest
from tests.pull.conftest import QUICK
from tests.pull.server import Answering, Handler, Web

from tieout.pull.addresses import parse
from tieout.pull.failure import FetchError
from tieout.pull.fetch import Fetcher, Known, _headers
from tieout.pull.limits import unpack
from tieout.pull.retry import retry_after


def status(number: int, **headers: str) -> Answering:
    """A page that answers with a status."""
    return lambda handler: handler.reply(b"sorry", number, **headers)


def endless(handler: Handler) -> None:
    """A body without length and without end."""
    handler.send_response(200)
    handler.end_headers()
    while True:
        handler.wfile.write(b"x" * 50_000)


def dripping(handler: Handler) -> None:
    """A body that comes byte by byte, so that no pause is ever long."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    for _ in range(100):
        handler.wfile.write(b"x")
        handler.wfile.flush()
        time.sleep(0.1)


def silent(handler: Handler) -> None:
    """Takes the request and never answers."""
    time.sleep(2)
    handler.close_connection = True


def hanging_up(handler: Handler) -> None:
    """Ends the connection in the middle."""
    handler.reply(b"half", Content_Length="1000")
    handler.close_connection = True


def no_http(handler: Handler) -> None:
    """Answers in another language."""
    handler.wfile.write(b"220 mail ready\r\n")
    handler.close_connection = True


def here(body: bytes) -> Answering:
    """A good page."""
    return lambda handler: handler.reply(body)


def in_turn(*pages: Answering) -> Answering:
    """One page after another."""
    left = iter(pages)

    def answer(handler: Handler) -> None:
        next(left)(handler)

    return answer


BOMB = gzip.compress(b"0" * 50_000_000)
CUT = gzip.compress(b"figures " * 1000)[:-20]

BAD: dict[str, tuple[Answering, str]] = {
    "missing": (status(404), "does not exist"),
    "gone": (status(410), "is gone"),
    "refused": (status(403), "refuses the request"),
    "login": (status(401), "asks for a login"),
    "broken inside": (status(500), "cannot be read .status 500"),
    "strange status": (status(299), "cannot be read .status 299"),
    "empty": (lambda h: h.reply(b""), "empty page"),
    "blank": (lambda h: h.reply(b" \n\t "), "empty page"),
    "too large by its own word": (lambda h: h.reply(b"x", Content_Length="99999999"), "too large"),
    "endless": (endless, "too large"),
    "dripping": (dripping, "longer than"),
    "silent": (silent, "broke"),
    "hanging up": (hanging_up, "3 times"),
    "no http": (no_http, "3 times"),
    "bomb": (lambda h: h.reply(BOMB, Content_Encoding="gzip"), "unpack to far more"),
    "cut gzip": (lambda h: h.reply(CUT, Content_Encoding="gzip"), "gzip body is cut off"),
    "no gzip": (lambda h: h.reply(b"plain", Content_Encoding="gzip"), "no gzip"),
    "other packing": (lambda h: h.reply(b"??", Content_Encoding="br"), "packed as 'br'"),
    "always busy": (status(503), "too busy, 3 times"),
    "busy for long": (status(429, Retry_After="3600"), "pause of 3600 seconds"),
    "limit of an API": (status(403, X_RateLimit_Remaining="0"), "no more requests"),
    "redirect nowhere": (status(302), "redirects nowhere"),
    "redirect to a file": (status(302, Location="file:///etc/passwd"), "begins with 'file:'"),
    "redirect inside": (status(302, Location="https://10.0.0.1/"), "not a public address"),
    "redirect to metadata": (status(302, Location="http://169.254.169.254/"), "plain http"),
    "redirect loop": (status(301, Location="/page"), "in a circle"),
    "not modified, unasked": (status(304), "though nothing was known"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_answers(name: str, web: Web, fetcher: Fetcher) -> None:
    """Each is survived, within the time and the size that are allowed, and named."""
    page, says = BAD[name]
    web.pages["/page"] = page
    started = time.monotonic()
    with pytest.raises(FetchError, match=says) as caught:
        fetcher.get(web.url("/page"), "*/*")
    assert time.monotonic() - started < 6
    assert caught.value.mend


def test_too_many_redirects(web: Web, fetcher: Fetcher) -> None:
    """A chain that never closes is cut."""
    for number in range(10):
        web.pages[f"/{number}"] = status(302, Location=f"/{number + 1}")
    with pytest.raises(FetchError, match="more than 5 times"):
        fetcher.get(web.url("/0"), "*/*")


def test_a_closed_port(fetcher: Fetcher) -> None:
    """Nobody listens: said after some attempts."""
    with pytest.raises(FetchError, match=r"does not accept a connection, 3 times"):
        fetcher.get("http://127.0.0.1:9/", "*/*")


def test_a_certificate_must_be_valid(web: Web, fetcher: Fetcher) -> None:
    """A server without TLS does not get by under https."""
    address = web.url("/").replace("http:", "https:")
    with pytest.raises(FetchError, match=r"certificate|broke"):
        fetcher.get(address, "*/*")


def test_busy_servers_are_asked_again(web: Web, said: list[str]) -> None:
    """429 and 503 with a pause that is kept to, then the page."""
    web.pages["/page"] = in_turn(status(503), status(429, Retry_After="1"), here(b"here"))
    pauses: list[float] = []
    fetcher = Fetcher(limits=QUICK, sleep=pauses.append, say=said.append)
    assert fetcher.get(web.url("/page"), "*/*").body == b"here"
    assert pauses == [0.01, 1]
    assert "again in 1 s" in said[1]


def test_broken_connections_are_tried_again(web: Web, fetcher: Fetcher) -> None:
    """A body that ended early is fetched anew, never taken as it is."""
    web.pages["/page"] = in_turn(hanging_up, here(b"whole"))
    assert fetcher.get(web.url("/page"), "*/*").body == b"whole"


def test_a_name_is_resolved_and_checked_anew(web: Web) -> None:
    """A name that is this machine's at first and a private one on the second try is refused."""
    web.pages["/page"] = status(503)
    port = parse(web.url("/")).port
    ips = iter([["127.0.0.1"], ["10.0.0.1"]])
    fetcher = Fetcher(limits=QUICK, resolve=lambda *_: next(ips), say=lambda _: None)
    with pytest.raises(FetchError, match=r"leads to 10\.0\.0\.1"):
        fetcher.get(f"http://localhost:{port}/page", "*/*")
    assert len(web.requests) == 1


def test_the_connection_goes_to_the_checked_ip(web: Web) -> None:
    """The name is not resolved a second time behind the check's back; the host is still named."""
    web.pages["/page"] = b"here"
    port = parse(web.url("/")).port
    fetcher = Fetcher(limits=QUICK, resolve=lambda *_: ["127.0.0.1"], say=lambda _: None)
    assert fetcher.get(f"http://localhost:{port}/page", "*/*").body == b"here"
    assert web.requests[0][1]["Host"] == f"localhost:{port}"


def test_gzip_is_unpacked_and_redirects_are_followed(web: Web, fetcher: Fetcher) -> None:
    """What a good server does."""
    body = gzip.compress(b"one ") + gzip.compress(b"two")
    web.pages["/new"] = lambda handler: handler.reply(body, Content_Encoding="gzip")
    web.pages["/old"] = status(301, Location="/new")
    answer = fetcher.get(web.url("/old"), "text/html")
    assert (answer.body, answer.final_url) == (b"one two", web.url("/new"))
    assert web.requests[0][1]["Accept-Encoding"] == "gzip"


def test_chunked_bodies(web: Web, fetcher: Fetcher) -> None:
    """A body without a length, in pieces."""

    def chunked(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        handler.wfile.write(b"4\r\none \r\n3\r\ntwo\r\n0\r\n\r\n")

    web.pages["/page"] = chunked
    assert fetcher.get(web.url("/page"), "*/*").body == b"one two"


def test_the_request_says_who_asks(web: Web, fetcher: Fetcher) -> None:
    """An honest name, no cookies, no language, nothing of the editor's machine."""
    web.pages["/page"] = lambda handler: handler.reply(b"here", Set_Cookie="id=1")
    fetcher.get(web.url("/page"), "text/html")
    fetcher.get(web.url("/page"), "text/html")
    sent = web.requests[1][1]
    assert sent["User-Agent"].startswith("tieout/")
    assert {name.lower() for name in sent} == {"host", "user-agent", "accept", "accept-encoding"}


def test_conditional_requests(web: Web, fetcher: Fetcher) -> None:
    """What is known already is not sent again."""

    def page(handler: Handler) -> None:
        same = handler.headers.get("If-None-Match") == '"v1"'
        handler.reply(b"" if same else b"here", 304 if same else 200, ETag='"v1"')

    web.pages["/page"] = page
    first = fetcher.get(web.url("/page"), "*/*")
    again = fetcher.get(web.url("/page"), "*/*", Known(first.body, first.headers))
    assert again.unchanged
    assert again.body == b"here"


def test_conditional_requests_by_day(web: Web, fetcher: Fetcher) -> None:
    """A server without ETag is asked by Last-Modified."""
    day = "Fri, 16 Oct 2026 08:00:00 GMT"
    web.pages["/page"] = status(304)
    answer = fetcher.get(web.url("/page"), "*/*", Known(b"here", {"last-modified": day}))
    assert answer.unchanged
    assert web.requests[0][1]["If-Modified-Since"] == day


def test_one_request_at_a_time_per_host(web: Web, fetcher: Fetcher) -> None:
    """However many sources a host has."""

    def slow(handler: Handler) -> None:
        time.sleep(0.02)
        handler.reply(b"here")

    web.pages["/page"] = slow
    ask = lambda: fetcher.get(web.url("/page"), "*/*")  # noqa: E731
    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(web.requests), web.most) == (8, 1)


def test_a_token_goes_to_the_api_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither to another host nor to a name that only looks like it."""
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    api, *others = (
        _headers(parse(url), "*/*", None)
        for url in (
            "https://api.github.com/repos/a/b",
            "https://api.github.com.example.org/",
            "https://github.com/",
            "http://127.0.0.1/",
        )
    )
    assert api["Authorization"] == "Bearer secret"
    assert not [sent for sent in others if "Authorization" in sent]


def test_retry_after_in_both_forms() -> None:
    """Seconds or a date; what is neither counts as nothing."""
    now = datetime.datetime(2026, 11, 29, 12, 0, 0, tzinfo=datetime.UTC)
    assert retry_after("7", now) == 7
    assert retry_after("Sun, 29 Nov 2026 12:00:30 GMT", now) == 30
    assert retry_after("Sun, 29 Nov 2026 11:00:00 GMT", now) == 0
    assert [retry_after(text, now) for text in (None, "", "soon", "-5", "٣")] == [None] * 5


def test_deflate_bomb_in_one_member_is_bounded() -> None:
    """Unpacking stops at the limit; it does not first unpack and then look."""
    packed = zlib.compressobj(wbits=31)
    body = packed.compress(b"0" * 3_000_000) + packed.flush()
    with pytest.raises(FetchError, match="unpack to far more"):
        unpack(body, "gzip", replace(QUICK, body=1000))
