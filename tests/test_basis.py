"""What something was made with: none of it may change without what was kept losing its worth."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tieout import basis
from tieout.basis import Basis


def _of(*makers: Path, packages: tuple[str, ...] = ()) -> Basis:
    return Basis(lambda: makers, packages)


@pytest.fixture
def code(tmp_path: Path) -> Path:
    path = tmp_path / "maker.py"
    path.write_text("1\n")
    return path


def test_what_is_sealed_is_opened_and_nothing_else_is(code: Path) -> None:
    content = _of(code).sealed(b"data")
    assert _of(code).opened(content) == b"data"
    for place in range(len(content)):
        other = bytearray(content)
        other[place] ^= 1
        assert _of(code).opened(bytes(other)) is None
    assert _of(code).opened(content[:-1]) is None
    assert _of(code).opened(b"") is None


def test_the_code_counts_by_its_bytes(code: Path) -> None:
    """A time says nothing: it comes back with a backup."""
    content, state = _of(code).sealed(b"data"), code.stat()
    code.write_text("2\n")
    os.utime(code, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert _of(code).opened(content) is None
    code.write_text("1\n")
    assert _of(code).opened(content) == b"data"


def test_a_package_counts_by_place_size_and_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of it is imported to find that out."""
    package = tmp_path / "tieout_made_up" / "__init__.py"
    package.parent.mkdir()
    package.write_text("raise ImportError\n")
    monkeypatch.syspath_prepend(tmp_path)
    content = _of(packages=("tieout_made_up",)).sealed(b"data")
    assert _of(packages=("tieout_made_up",)).opened(content) == b"data"
    assert _of().opened(content) is None
    os.utime(package, (1, 1))
    assert _of(packages=("tieout_made_up",)).opened(content) is None


def test_another_python_made_something_else(code: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = _of(code).sealed(b"data")
    monkeypatch.setattr("sys.version", "another")
    assert _of(code).opened(content) is None


def test_code_is_settled_once_it_is_older_than_the_process(
    code: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By when it was put there too: `cp -p` and git bring old times along."""
    os.utime(code, (1, 1))
    assert not _of(code).is_settled()
    monkeypatch.setattr(basis, "_IMPORTED", time.time_ns() + basis._MARGIN + 10**9)
    assert _of(code).is_settled()
