"""The process of the checks, which somebody else may end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tieout.preview.board import Board
from tieout.preview.judge import Judge
from tieout.preview.places import Places


def test_checks_that_were_ended_say_so_and_start_again(tmp_path: Path) -> None:
    """The panel must not say for ever that they run; here there is no ledger to be found."""
    board = Board()
    news = board.subscribe("mini", "en")
    folders = (tmp_path / name for name in ("sources", "templates", "config.yaml", "own"))
    with Judge(Places(*folders), board) as judge:
        judge.ask("mini")
        judge._process.kill()
        told = _findings(news)
        assert "the checks failed: their process has ended" in told[0]["text"]
        judge._process.join()
        judge.ask("mini")
        assert "ledger.json:1: the file is missing" in _findings(news)[0]["text"]


def _findings(news: Any) -> list[dict[str, Any]]:
    while True:
        told = news.get(timeout=60)
        if told.get("findings"):
            return list(told["findings"])
