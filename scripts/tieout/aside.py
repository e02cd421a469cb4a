"""A second process that makes ready while the first is at work.

Importing pandas takes as long as all the arithmetic of a ledger, and needs nothing of it. So the
import goes on beside it, on another processor, and nobody waits for it.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
from collections.abc import Callable
from typing import Any, Generic, TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class Aside(Generic[Asked, Answer]):
    """Runs `prepare` in a second process at once, and what that gives when it is asked.

    A context: the second process ends with it, asked or not. Question and answer are copied from
    one process to the other, so both must be picklable. Where a system cannot split a process, all
    is done in this one when it is asked.
    """

    def __init__(self, prepare: Callable[[], Callable[[Asked], Answer]]) -> None:
        self._prepare = prepare
        self._child = 0

    def __enter__(self) -> Aside[Asked, Answer]:
        if not hasattr(os, "fork"):
            return self
        asked, asking = os.pipe()
        answered, answering = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self._child = os.fork()
        if not self._child:
            os.close(asking)
            os.close(answered)
            _serve(self._prepare, asked, answering)
        os.close(asked)
        os.close(answering)
        self._asking, self._answered = os.fdopen(asking, "wb"), os.fdopen(answered, "rb")
        return self

    def ask(self, question: Asked) -> Answer:
        """The answer; to be asked once. Raises what the second process has raised."""
        if not self._child:
            return self._prepare()(question)
        self._close_question(pickle.dumps(question))
        told = self._answered.read()
        if not told:
            raise RuntimeError("the second process ended early")
        error, answer = pickle.loads(told)
        if error:
            raise error
        return answer  # type: ignore[no-any-return]  # it has crossed a pipe

    def _close_question(self, data: bytes = b"") -> None:
        """Send a question, or none; a second process that had a fault does not read it."""
        with contextlib.suppress(BrokenPipeError), self._asking as stream:
            stream.write(data)

    def __exit__(self, *_: object) -> None:
        if self._child:
            if not self._asking.closed:
                self._close_question()
            self._answered.close()
            os.waitpid(self._child, 0)


def _serve(prepare: Callable[[], Callable[[Any], Any]], asked: int, answering: int) -> None:
    """Answer one question and end, whatever happens; unasked, end without a word."""
    try:
        answer: tuple[Exception | None, Any]
        try:
            work = prepare()
            with os.fdopen(asked, "rb") as stream:
                question = stream.read()
            answer = (None, work(pickle.loads(question))) if question else (None, None)
        except Exception as error:
            answer = (error, None)
        with os.fdopen(answering, "wb") as stream:
            stream.write(pickle.dumps(answer))
    finally:
        os._exit(0)
