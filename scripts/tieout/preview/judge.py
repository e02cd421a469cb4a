"""The checks of a build, run on what a preview shows, after it is shown.

They run in a process of their own, warm and polite (it yields the processor to the one that
builds), so that the next word need not wait for them.
"""

from __future__ import annotations

import os
import signal
import sys
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tieout.preview.board import Board, News
from tieout.preview.places import Places


class Judge:
    """Has one article looked through at a time, and forgets questions that have become stale."""

    def __init__(self, places: Places, board: Board) -> None:
        self.places, self.board = places, board
        self._asked: dict[str, Future[list[News]]] = {}

    def __enter__(self) -> Judge:
        self._pool = ProcessPoolExecutor(1, get_context("spawn"), _make_polite)
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def ask(self, article: str) -> None:
        """Look through an article as it lies there; the answer goes to the board."""
        before = self._asked.get(article)
        if before:
            before.cancel()
        asked = self._pool.submit(judge, article, self.places)
        self._asked[article] = asked
        asked.add_done_callback(lambda done: self._tell(article, done))

    def _tell(self, article: str, done: Future[list[News]]) -> None:
        if done.cancelled() or self._asked.get(article) is not done:
            return
        error = done.exception()
        if error:
            print(f"preview: the checks failed: {error!r}", file=sys.stderr)
            what = {"text": f"the checks failed: {error!r}", "places": {}}
            self.board.show_findings(article, [what])
        else:
            self.board.show_findings(article, done.result())


def _make_polite() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends this one
    os.nice(5)


def judge(article: str, places: Places) -> list[News]:
    """What all checks find in the drafts, each finding with its places on the pages."""
    from tieout.checks.finding import new_record
    from tieout.checks.finished import UnreadableError, read_finished
    from tieout.checks.reuse import Answer, Kept
    from tieout.checks.sharing import look_through
    from tieout.checks.wholeness import COUNTED
    from tieout.files import write_atomic
    from tieout.preview.placing import Placing
    from tieout.provenance import Trace

    # Whether all files are of one build, by its records, is a question to a build alone.
    passed_over: dict[str, Answer] = {"wholeness": (new_record("wholeness", (), COUNTED), ())}
    kept = Kept(places.own / "kept" / f"{article}.json")
    roots: dict[str, Path] = {
        "build": places.build,
        "figures": places.figures,
        "templates": places.templates,
        "sources": places.sources,
    }
    trace = Trace("verify", roots)
    try:
        finished = read_finished(article, places.build, places.figures, places.templates, True)
    except UnreadableError as error:
        return [{"text": str(error), "places": {}}]
    trace.listen_anew()
    records, answers, _ = look_through(finished, trace, kept, passed_over)
    write_atomic(kept.path, kept.text(answers))
    placing = Placing(finished)
    found: dict[str, Any] = {}
    for record in records:
        for finding in record.findings:
            found[str(finding)] = {
                "check": record.check,
                "text": str(finding),
                "places": placing.of(finding),
            }
    return list(found.values())
