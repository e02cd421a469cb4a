"""The checks of a build, run on what a preview shows, after it is shown.

They run in a process of their own, warm and polite (it yields the processor to the one that
builds), so that the next word need not wait for them, and so that they can be ended at any moment.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tieout.preview.board import Board, News
from tieout.preview.places import Places

#: Seconds that the process has to put away what it writes when it is told to end.
LEAVE = 0.2


@dataclass(frozen=True, slots=True)
class Question:
    """An article to look through; of two about the same, the later `number` counts."""

    article: str
    number: int


@dataclass(frozen=True, slots=True)
class Reply:
    """What was found, or what kept the checks from finding anything."""

    question: Question
    found: list[News]
    error: str = ""


class Judge:
    """Has one article looked through at a time, and forgets questions that have become stale."""

    def __init__(self, places: Places, board: Board) -> None:
        self.places, self.board = places, board
        self._open: dict[str, Question] = {}  # the last about each article that is not answered
        self._numbers = itertools.count()
        self._leaving = False

    def __enter__(self) -> Judge:
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        self._leaving = True
        self._process.terminate()
        self._process.join(LEAVE)
        if self._process.is_alive() and self._process.pid:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)  # and what it has started
            self._process.kill()
        self._process.join()

    def ask(self, article: str) -> None:
        """Look through an article as it lies there; the answer goes to the board."""
        if not self._process.is_alive():  # somebody else has ended it
            self._start()
        self._open[article] = question = Question(article, next(self._numbers))
        with contextlib.suppress(OSError):  # it has ended just now, and `_listen` tells of it
            self._line.send(question)

    def _start(self) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, self.places), daemon=True)
        # Ctrl-C in a terminal reaches both, but it is this one that ends the other. What is blocked
        # here is so there from its first moment and for good; here it comes right after.
        resource_tracker.ensure_running()  # which would unblock it
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        theirs.close()
        threading.Thread(target=self._listen, args=(self._line,), daemon=True).start()

    def _listen(self, line: Connection) -> None:
        for reply in _received(line):
            self._tell(reply)
        if line is self._line and not self._leaving:
            for question in list(self._open.values()):
                error = "their process has ended; save a file to start another"
                self._tell(Reply(question, [], error))

    def _tell(self, reply: Reply) -> None:
        if self._open.get(reply.question.article) != reply.question:
            return  # asked again since
        del self._open[reply.question.article]
        found = reply.found
        if reply.error:
            print(f"preview: the checks failed: {reply.error}", file=sys.stderr)
            found = [{"text": f"the checks failed: {reply.error}", "places": {}}]
        self.board.show_findings(reply.question.article, found)


def _received(line: Connection) -> Iterator[Any]:
    """What comes, until the other side has gone."""
    try:
        while True:
            yield line.recv()
    except (EOFError, OSError):
        return


def _work(line: Connection, places: Places) -> None:
    """Answer questions until the preview ends."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # what is written to is put away first
    os.setpgrp()
    os.nice(5)
    waiting: dict[str, Question] = {}
    for question in _received(line):
        waiting[question.article] = question
        while waiting and not line.poll():
            with contextlib.suppress(OSError):  # the preview was killed: nothing more will come
                line.send(_reply(waiting.pop(next(iter(waiting))), places))


def _reply(question: Question, places: Places) -> Reply:
    try:
        return Reply(question, judge(question.article, places))
    except Exception as error:
        return Reply(question, [], repr(error))


def judge(article: str, places: Places) -> list[News]:
    """What all checks find in the drafts, each finding with its places on the pages."""
    from tieout.checks import kept as texts
    from tieout.checks.finding import new_record
    from tieout.checks.finished import UnreadableError, read_finished
    from tieout.checks.reuse import Answer, Kept
    from tieout.checks.sharing import look_through
    from tieout.checks.wholeness import COUNTED
    from tieout.files import write_atomic
    from tieout.preview.placing import Placing
    from tieout.provenance import Trace

    texts.allow()
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
    texts.open_makers()
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
