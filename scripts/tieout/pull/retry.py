"""When to ask again: busy servers and broken connections, with growing pauses, as asked for."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from typing import TypeVar

from tieout.pull.failure import BrokenError, FetchError
from tieout.pull.limits import Limits

#: Too many requests, and three ways in which a server says that it is not well just now.
BUSY = (429, 502, 503, 504)
T = TypeVar("T")


def retry_after(header: str | None, now: datetime.datetime) -> float | None:
    """The seconds that a Retry-After header asks for: a number or a date; None if neither."""
    if not header:
        return None
    text = header.strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        when = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    if when.tzinfo is None:
        when = when.replace(tzinfo=datetime.UTC)
    return max(0.0, (when - now).total_seconds())


def persistently(
    attempt: Callable[[], T],
    limits: Limits,
    sleep: Callable[[float], None],
    say: Callable[[str], None],
) -> T:
    """The result of `attempt`, tried again after a BrokenError; the last failure is raised.

    The pauses double. A server that asks for more than `limits.longest_pause` seconds is obeyed by
    giving up.
    """
    for number in range(1, limits.attempts + 1):
        try:
            return attempt()
        except BrokenError as error:
            pause = max(limits.pause * 2 ** (number - 1), error.pause or 0)
            if pause > limits.longest_pause:
                what = f"{error.what}; it asks for a pause of {pause:.0f} seconds"
                raise FetchError(what, "pull again after that time") from None
            if number == limits.attempts:
                what = f"{error.what}, {number} times"
                raise FetchError(what, error.mend) from None
            say(f"{error.what}; again in {pause:g} s")
            sleep(pause)
    raise AssertionError("limits.attempts is at least one")
