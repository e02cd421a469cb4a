"""What the tests of the side door share: a server, an impatient fetcher, a small project."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.mini_project import Mini, copy_mini
from tests.pull.bench import Bench, pullable
from tests.pull.server import Web, serving

from tieout.pull.fetch import Fetcher
from tieout.pull.limits import Limits

#: Short enough for a test, long enough for a busy machine.
QUICK = Limits(connect=2, read=1, total=3, body=200_000, attempts=3, pause=0.01, longest_pause=2)


@pytest.fixture
def web() -> Iterator[Web]:
    """A server without pages."""
    with serving() as running:
        yield running


@pytest.fixture
def said() -> list[str]:
    """What a fetcher said."""
    return []


@pytest.fixture
def fetcher(said: list[str]) -> Fetcher:
    """A fetcher with short limits."""
    return Fetcher(limits=QUICK, say=said.append)


@pytest.fixture
def mini(tmp_path: Path) -> Mini:
    """A copy of the small project."""
    return copy_mini(tmp_path / "mini")


@pytest.fixture
def bench(mini: Mini, web: Web) -> Bench:
    """The small project whose source is served as it is kept."""
    return pullable(mini, web)
