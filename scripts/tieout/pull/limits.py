"""How much a server may cost: time, bytes, hops; and the bodies that go beyond are refused."""

from __future__ import annotations

import queue
import threading
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from tieout.pull.failure import BrokenError, FetchError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Limits:
    """Times in seconds, sizes in bytes. A page of figures stays far below all of them."""

    connect: float = 10
    read: float = 20
    total: float = 60
    body: int = 10_000_000
    redirects: int = 5
    attempts: int = 4
    pause: float = 1
    longest_pause: float = 60


def within(seconds: float, work: Callable[[], T], what: str) -> T:
    """The result of `work`, unless it takes longer than `seconds`: then FetchError.

    A socket's own timeout starts anew with every byte, so a server that drips never meets it. The
    work is left to a thread that dies with the process.
    """
    box: queue.Queue[tuple[T | None, BaseException | None]] = queue.Queue(1)

    def run() -> None:
        try:
            box.put((work(), None))
        except BaseException as error:
            box.put((None, error))

    threading.Thread(target=run, daemon=True).start()
    try:
        result, error = box.get(timeout=seconds)
    except queue.Empty:
        mend = "try again later; a page this slow can be saved by hand into a mirror"
        raise FetchError(f"{what} took longer than {seconds:g} seconds", mend) from None
    if error is not None:
        raise error
    return result  # type: ignore[return-value]


def gather(chunks: Iterable[bytes], declared: str | None, limits: Limits) -> bytes:
    """A body as sent, refused as soon as it grows too large. Raises FetchError, BrokenError.

    `declared` is its Content-Length; fewer bytes than that are a broken connection.
    """
    length = int(declared) if declared and declared.isdigit() else None
    if length is not None and length > limits.body:
        raise _too_large(f"{length} bytes", limits)
    body = bytearray()
    for chunk in chunks:
        body += chunk
        if len(body) > limits.body:
            raise _too_large("a body without end", limits)
    if length is not None and len(body) < length:
        what = f"the connection ended after {len(body)} of {length} bytes"
        raise BrokenError(what, "try again later")
    return bytes(body)


def unpack(body: bytes, encoding: str, limits: Limits) -> bytes:
    """A body without its Content-Encoding. Raises FetchError for a bomb or a cut-off archive."""
    name = encoding.strip().lower()
    if name in ("", "identity"):
        return body
    if name not in ("gzip", "x-gzip"):
        what = f"the body is packed as '{name[:40]}', which was not asked for"
        raise FetchError(what, "save the page by hand into a mirror")
    out = bytearray()
    rest = body
    while rest:  # an archive may have several members
        reader = zlib.decompressobj(wbits=31)
        try:
            out += reader.decompress(rest, limits.body + 1 - len(out))
        except zlib.error as error:
            raise FetchError(f"the body is no gzip ({error})", "try again later") from None
        if len(out) > limits.body:
            raise _too_large(f"{len(body)} bytes unpack to far more", limits)
        if not reader.eof:
            raise BrokenError("the gzip body is cut off", "try again later")
        rest = reader.unused_data
    return bytes(out)


def _too_large(what: str, limits: Limits) -> FetchError:
    mend = f"more than {limits.body} bytes are not read; give the address of a smaller page"
    return FetchError(f"the answer is too large ({what})", mend)
