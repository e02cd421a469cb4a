"""A job that failed is due until it has ended well, also when its inputs are the recorded ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tieout import underway


def test_mark_lies_from_the_beginning_to_the_good_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    underway.begin("mini", "ledger")
    assert underway.mark("mini", "ledger").is_file()
    underway.end("mini", "ledger")
    assert not underway.mark("mini", "ledger").exists()


@pytest.mark.parametrize("name", ["../out", "a/b", "/tmp/out"])
def test_no_mark_leaves_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    underway.begin(name, "ledger")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
