"""The loop of a preview: wait for an edit, do the most urgent step, see whether there is another.

Between two steps it looks for new edits, so that a word is never kept waiting by what an earlier
edit has left to do. A fault is shown once no further edit follows at once: a program that saves a
file in two strokes would otherwise flash an error.
"""

from __future__ import annotations

import contextlib
import queue
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path

from tieout.errors import Problem, TieoutError, shown
from tieout.names import NAME
from tieout.preview.board import Board
from tieout.preview.desk import Desk, Step
from tieout.preview.judge import Judge
from tieout.preview.places import Places

#: Seconds after a fault in which another edit may still mend it unseen.
GRACE = 0.15


class _EndError(BaseException):
    """The preview is to end: no fault, and nothing that a step may take for one of its own."""


class Loop:
    """Builds the articles named, and those that come later unless `fixed`.

    Edits are put into `edits` as sets of paths; None there ends the loop.
    """

    def __init__(self, names: Iterable[str], fixed: bool, places: Places, board: Board) -> None:
        self.places, self.board, self.fixed = places, board, fixed
        self.edits: queue.SimpleQueue[frozenset[Path] | None] = queue.SimpleQueue()
        self._desks = {name: Desk(name, places, board) for name in names}
        self._judge = Judge(places, board)
        self._working = False
        self._failed: dict[str, list[str]] = {}  # not tried again before the next edit

    def run(self) -> None:
        """Work until None is put among the edits, or `end_now` is called."""
        with contextlib.suppress(_EndError), self._judge:
            self._working = True
            self._take(0)
            while True:
                while self._turn():
                    self._take(0)
                if self._failed and self._take(GRACE):
                    continue
                self._settle()
                self._take(None)

    def end_now(self) -> None:
        """End the loop in the middle of a step, which may take seconds: for a handler of signals.

        What a step writes is put away or in its place whole; the next preview makes all anew.
        """
        self.edits.put(None)
        if self._working:
            self._working = False
            raise _EndError

    def ledgers(self) -> list[dict[str, object]]:
        """The ledgers of all articles that could be built so far."""
        return [desk.ledger for desk in list(self._desks.values()) if desk.ledger]

    def _turn(self) -> bool:
        """Do one step; False when there is none."""
        for article, lang in [*self.board.watched(), *((name, "") for name in self._desks)]:
            watched = {one for name, one in self.board.watched() if name == article} | {lang}
            desk = self._desks.get(article)
            step = desk.next_step(watched) if desk and article not in self._failed else None
            if step:
                self._do(article, step)
                return True
        return False

    def _do(self, article: str, step: Step) -> None:
        try:
            step()
        except Exception as error:
            self._failed[article] = _told(error)

    def _settle(self) -> None:
        """Nothing is left to do: show what failed, and have the rest looked through."""
        for name, desk in self._desks.items():
            self.board.show_faults(name, self._failed.get(name, ()))
            if name not in self._failed and desk.unchecked:
                desk.unchecked = False
                self._judge.ask(name)

    def _take(self, patience: float | None) -> bool:
        """Take in edits, waiting for the first as long as told; False when there was none."""
        taken = False
        with contextlib.suppress(queue.Empty):
            while True:
                paths = self.edits.get(timeout=0 if taken else patience, block=patience != 0)
                if paths is None:
                    raise _EndError
                taken = True
                self._mark(paths)
        return taken

    def _mark(self, paths: Iterable[Path]) -> None:
        self._failed.clear()
        for path in paths:
            name = path.parent.name
            new = path == self.places.templates / name / "article.yaml" and NAME.fullmatch(name)
            if new and not self.fixed and name not in self._desks:
                self._desks[name] = Desk(name, self.places, self.board)
            for desk in self._desks.values():
                desk.mark(path)


def _told(error: Exception) -> list[str]:
    """What the browser shows of an error: where it is, what it is, how to mend it."""
    if isinstance(error, TieoutError):
        return [str(problem) for problem in error.problems]
    if isinstance(error, OSError):
        where = shown(error.filename) if error.filename else "."
        mend = "check the path, its rights and the disk"
        return [str(Problem(where, 0, error.strerror or str(error), mend))]
    traceback.print_exc(file=sys.stderr)
    what, mend = f"the preview failed ({error!r})", "see the terminal, and report it"
    return [str(Problem("scripts/preview.py", 0, what, mend))]
