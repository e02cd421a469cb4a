"""Fetch a document: one request at a time per host, every hop checked, nothing signed in."""

from __future__ import annotations

import datetime
import os
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from tieout.pull import addresses
from tieout.pull.addresses import Address, Resolve
from tieout.pull.failure import BrokenError, FetchError
from tieout.pull.limits import Limits, gather, unpack, within
from tieout.pull.retry import BUSY, persistently, retry_after

USER_AGENT = "tieout/0.1 (re-reads the figures that an article cites; started by its editor)"
GITHUB_API = "api.github.com"
#: Where GitHub's own tools keep a token; without one the API still answers, only less often.
TOKENS = ("GITHUB_TOKEN", "GH_TOKEN")
REDIRECTS = (301, 302, 303, 307, 308)
_STATUS = {
    401: ("asks for a login", "only public pages are read; save it by hand into a mirror"),
    403: ("refuses the request", "open it in a browser; save it by hand into a mirror"),
    404: ("does not exist", "correct the address in source.yaml"),
    410: ("is gone", "look for its new or its archived address"),
    451: ("is withheld for legal reasons", "look for another source"),
}


@dataclass(frozen=True, slots=True)
class Known:
    """A document kept earlier: what a conditional request says of it."""

    body: bytes
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Answer:
    """One document as received: the body without its packing, headers in lower case.

    `unchanged` says that the server answered 304 and `body` is the one known before.
    """

    url: str
    final_url: str
    body: bytes
    headers: Mapping[str, str]
    when: datetime.datetime
    unchanged: bool = False
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class _Reply:
    """A reply before it is judged."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Fetcher:
    """Fetches by address. `resolve`, `sleep` and `say` are parameters for the sake of tests."""

    limits: Limits = field(default_factory=Limits)
    resolve: Resolve = addresses.system_resolve
    sleep: Callable[[float], None] = field(default_factory=lambda: time.sleep)
    say: Callable[[str], None] = print
    _hosts: dict[str, threading.Lock] = field(default_factory=dict)
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def get(self, url: str, accept: str, known: Known | None = None) -> Answer:
        """The document at `url`, redirects followed. Raises FetchError."""
        address = addresses.parse(url)
        seen = {address.url}
        for _ in range(self.limits.redirects + 1):
            reply = self._ask(address, accept, known)
            if reply.status not in REDIRECTS:
                return _answer(url, address, reply, known)
            location = reply.headers.get("location", "")
            if not location:
                raise FetchError(f"{address.url} redirects nowhere", "correct the address")
            address = addresses.redirected(address, location)
            if address.url in seen:
                raise FetchError(f"{url} redirects in a circle", "correct the address")
            seen.add(address.url)
        what = f"{url} redirects more than {self.limits.redirects} times"
        raise FetchError(what, "give the address where it ends")

    def _ask(self, address: Address, accept: str, known: Known | None) -> _Reply:
        """A judged reply of one host, asked again where that may help, one request at a time."""
        with self._guard:
            lock = self._hosts.setdefault(address.authority, threading.Lock())
        headers = _headers(address, accept, known)

        def attempt() -> _Reply:
            # Resolved anew for each attempt, and checked anew.
            ips = addresses.checked_ips(address, self.resolve)
            return _judged(address, _request(address, ips, headers, self.limits))

        with lock:
            once = lambda: within(self.limits.total, attempt, address.url)  # noqa: E731
            return persistently(once, self.limits, self.sleep, lambda text: self.say(f"  {text}"))


def _headers(address: Address, accept: str, known: Known | None) -> dict[str, str]:
    headers = {
        "Host": address.authority,
        "User-Agent": USER_AGENT,
        "Accept": accept,
        "Accept-Encoding": "gzip",
    }
    if known and "etag" in known.headers:
        headers["If-None-Match"] = known.headers["etag"]
    elif known and "last-modified" in known.headers:
        headers["If-Modified-Since"] = known.headers["last-modified"]
    token = next((os.environ[name] for name in TOKENS if os.environ.get(name)), None)
    if token and address.host == GITHUB_API and address.scheme == "https":
        headers["Authorization"] = f"Bearer {token}"
    return headers


def _request(
    address: Address, ips: list[str], headers: Mapping[str, str], limits: Limits
) -> _Reply:
    """One request to the first checked IP that accepts a connection."""
    import urllib3
    from urllib3 import exceptions as broken

    timeout = urllib3.Timeout(connect=limits.connect, read=limits.read)
    failure: BrokenError | None = None
    for ip in ips:
        try:
            with closing(_pool(address, ip)) as pool:
                return _exchange(pool, address, headers, timeout, limits)
        except (broken.NewConnectionError, broken.ConnectTimeoutError):
            what = f"{address.host} ({ip}) does not accept a connection"
            failure = BrokenError(what, "check the network; connections go out without a proxy")
        except broken.SSLError as error:
            what = f"{address.host} shows no valid certificate ({error})"
            raise FetchError(what, "check the address and this machine's clock") from None
        except (broken.ReadTimeoutError, broken.ProtocolError) as error:
            what = f"the connection to {address.host} broke ({error})"
            raise BrokenError(what, "try again later") from None
        except broken.HTTPError as error:
            what = f"the answer of {address.host} is not understood ({error})"
            raise FetchError(what, "save the page by hand into a mirror") from None
    raise failure or BrokenError(f"{address.host} has no address", "check the address")


def _pool(address: Address, ip: str) -> Any:
    """A connection to the checked IP that still presents, and verifies, the host's name."""
    import urllib3

    if address.scheme == "http":
        return urllib3.HTTPConnectionPool(ip, address.port)
    name = address.host
    return urllib3.HTTPSConnectionPool(ip, address.port, server_hostname=name, assert_hostname=name)


def _exchange(
    pool: Any, address: Address, headers: Mapping[str, str], timeout: Any, limits: Limits
) -> _Reply:
    response = pool.urlopen(
        "GET",
        address.target,
        headers=headers,
        timeout=timeout,
        retries=False,
        redirect=False,
        preload_content=False,
        decode_content=False,
    )
    with closing(response):
        received = {name.lower(): value for name, value in response.headers.items()}
        body = b""
        if response.status == 200:
            chunks = response.stream(65536, decode_content=False)
            sent = gather(chunks, received.get("content-length"), limits)
            body = unpack(sent, received.get("content-encoding", ""), limits)
        return _Reply(response.status, received, body)


def _judged(address: Address, reply: _Reply) -> _Reply:
    """The reply, if it is a document, a redirect or "not modified"."""
    status, headers = reply.status, reply.headers
    if status in (200, 304, *REDIRECTS):
        return reply
    now = datetime.datetime.now(datetime.UTC)
    if status in BUSY:
        pause = retry_after(headers.get("retry-after"), now)
        what = f"{address.url} answers {status}, too busy"
        raise BrokenError(what, "try again later", pause)
    if status in (401, 403) and headers.get("x-ratelimit-remaining") == "0":
        mend = f"wait, or set {TOKENS[0]} to a token that may only read"
        raise FetchError(f"{address.host} allows no more requests for now", mend)
    what, mend = _STATUS.get(status, ("cannot be read", "open it in a browser and see"))
    raise FetchError(f"{address.url} {what} (status {status})", mend)


def _answer(url: str, address: Address, reply: _Reply, known: Known | None) -> Answer:
    now = datetime.datetime.now(datetime.UTC)
    if reply.status == 304:
        if known is None:
            raise FetchError(f"{url} answers 304, though nothing was known", "try again later")
        return Answer(url, address.url, known.body, known.headers, now, unchanged=True)
    if not reply.body.strip():
        raise FetchError(f"{url} answers with an empty page", "open it in a browser and see")
    return Answer(url, address.url, reply.body, reply.headers, now)
