"""The work of the checks in units, done by two processes that share what was read.

A check that looks at one language after the other is a unit a language. Each process has its own
languages, so that what it reads for one stays apart from the other; of the rest it takes the next
unit as soon as it is done with one, so that both end at about the same time.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from tieout.checks import BY_LANGUAGE, NAMES, OF_ALL, OF_LEDGER, load, panel, panel_places
from tieout.checks.finding import Record
from tieout.checks.finished import Finished
from tieout.checks.parting import digests, named
from tieout.checks.reuse import Answer, Kept

Heard = dict[Path, int]


class Ear(Protocol):
    """Hears which files this process opens; `earlier` is what it opened before the checks."""

    opened: Heard
    earlier: Heard

    def heard(self) -> Heard:
        """All that was opened and imported, with times."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One check, or the part of it that looks at a language, at the ledger, or at all."""

    check: str
    lang: str = ""
    part: str = ""

    @property
    def name(self) -> str:
        """What it is called among the kept records."""
        return " ".join(filter(None, (self.check, self.lang, self.part)))

    @property
    def is_keepable(self) -> bool:
        """Whether it rests on nothing but what it is given and what it opens.

        The other checks also ask which files there are, or read all pages anyway.
        """
        return self.part not in OF_ALL.get(self.check, ())

    def given(self, finished: Finished) -> Finished:
        """What this unit may see."""
        if not self.is_keepable:
            return replace(finished, part=self.part)
        langs = [self.lang] if self.lang else []
        return replace(
            finished,
            pages={lang: finished.pages[lang] for lang in langs},
            markdown={lang: finished.markdown[lang] for lang in langs},
            figures={lang: finished.figures[lang] for lang in langs},
            part=self.part,
        )

    def run(self, finished: Finished, ear: Ear) -> Answer:
        """The record, and all that this process has read by now.

        What one unit has read another may find in a cache, so each rests on all of it; of the
        finished files, which were read before, on those it is given, or on its part of them.
        """
        given = self.given(finished)
        record = load(self.check)(given)
        if not self.is_keepable:
            return record, ()
        handed = {path.absolute() for path in finished.files}
        before = (path for path in ear.earlier if path not in handed)
        texts = {path for path, _ in (*given.pages.values(), *given.markdown.values())}
        own = (
            named(str(path.absolute()), self.part if path in texts else "") for path in given.files
        )
        read = {*map(str, ear.opened), *map(str, before)}
        code = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
        return record, (*own, *read, *(file for file in code if file))


def units(languages: Iterable[str]) -> list[Unit]:
    """All units of an article, in the order in which they are begun: what reads least first."""
    each = [unit for lang in languages for unit in _of(BY_LANGUAGE, lang)]
    return [*_of(OF_LEDGER), *each, *_of(OF_ALL)]


def _of(checks: Mapping[str, Sequence[str]], lang: str = "") -> Iterator[Unit]:
    for check, parts in checks.items():
        yield from (Unit(check, lang, part) for part in parts)


def _shares(todo: Sequence[Unit]) -> tuple[list[Unit], list[Unit], list[Unit]]:
    """What the first process does, what the second, and what is done by whoever is free."""
    keepable = [unit for unit in todo if unit.is_keepable]
    rest = [unit for unit in todo if not unit.is_keepable]
    langs = list(dict.fromkeys(unit.lang for unit in keepable if unit.lang))
    if len(langs) == 1:
        # Neither process can hear what another language rests on. The last unit takes about as long
        # as all others; the rest, which are not kept, come after what is.
        return keepable[-1:], keepable[:-1], rest
    kinds = [*(unit for unit in keepable if not unit.lang), *langs]
    own: tuple[list[Unit], list[Unit]] = ([], [])
    for unit in keepable:
        own[kinds.index(unit.lang or unit) % 2].append(unit)
    return *own, rest


def _merged(parts: Sequence[Record]) -> Record:
    """The record of a check whose languages were looked at apart; a shared fault counts once."""
    whole = Record(parts[0].check, blind_spots=parts[0].blind_spots)
    for part in parts:
        whole.counts.update(part.counts)
        whole.exemptions.update(part.exemptions)
    whole.findings = list(dict.fromkeys(each for part in parts for each in part.findings))
    return whole


def run_all(
    finished: Finished, ear: Ear, known: Mapping[str, Answer]
) -> tuple[dict[Unit, Answer], Heard]:
    """The answers of all units, and what a second process heard for them.

    `known` has answers that still hold, by the names of their units; these are not run.
    """
    todo = units(finished.pages)
    done = {unit: known[unit.name] for unit in todo if unit.name in known}
    left = [unit for unit in todo if unit not in done]
    heard: Heard = {}
    if len(left) > 1 and hasattr(os, "fork"):
        found, heard = _run_in_two(left, finished, ear)
    else:
        found = {unit: unit.run(finished, ear) for unit in left}
    done |= found
    return {unit: done[unit] for unit in todo}, heard


def look_through(
    finished: Finished, ear: Ear, kept: Kept | None, passed_over: Mapping[str, Answer] | None = None
) -> tuple[list[Record], dict[str, Answer], Heard]:
    """The record of each check, the answers by unit to be kept, and what was heard for them.

    What is `passed_over` is answered already; `kept` has answers of an earlier run.
    """
    known = kept.recall(digests(finished, kept.parts)) if kept else {}
    answers, heard = run_all(finished, ear, {**known, **(passed_over or {})})
    records = records_of(answers)
    placed = [record for unit, (record, _) in answers.items() if unit.check == panel_places.NAME]
    records.append(panel.check(finished, records, placed))
    by_name = {unit.name: answer for unit, answer in answers.items()}
    return records, by_name, heard | (kept.times if kept else {})


def records_of(answers: dict[Unit, Answer]) -> list[Record]:
    """One record a check that does not come after all others, in their order."""
    parts: dict[str, list[Record]] = {name: [] for name in NAMES}
    for unit, (record, _) in answers.items():
        if unit.check in parts:
            parts[unit.check].append(record)
    return [_merged(part) for part in parts.values()]


def _run_in_two(
    todo: Sequence[Unit], finished: Finished, ear: Ear
) -> tuple[dict[Unit, Answer], Heard]:
    """A pipe holds the numbers of the units that are common: whoever is free takes the next."""
    first, second, common = _shares(todo)
    queue, filling = os.pipe()
    os.write(filling, bytes(range(len(common))))
    os.close(filling)
    answers, answering = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if not child:
        _answer(lambda: (_take(second, queue, common, finished, ear), ear.heard()), answering)
    os.close(answering)
    try:
        own = _take(first, queue, common, finished, ear)
    except BaseException:
        os.kill(child, signal.SIGKILL)  # it only reads, and nobody waits for its answer any more
        raise
    finally:
        with os.fdopen(answers, "rb") as stream:
            told = stream.read()
        os.waitpid(child, 0)
        os.close(queue)
    other: tuple[dict[Unit, Answer], Heard] | str = pickle.loads(told) if told else "it ended early"
    if isinstance(other, str):
        raise RuntimeError(f"a check failed in the second process: {other}")
    return own | other[0], other[1]


def _take(
    own: Sequence[Unit], queue: int, common: Sequence[Unit], finished: Finished, ear: Ear
) -> dict[Unit, Answer]:
    done = {unit: unit.run(finished, ear) for unit in own}
    while number := os.read(queue, 1):
        unit = common[number[0]]
        done[unit] = unit.run(finished, ear)
    return done


def _answer(work: Callable[[], object], answering: int) -> None:
    """Do the work of the second process and end it, whatever happens, without a second word."""
    status = 1
    try:
        answer: object
        try:
            answer = work()
            status = 0
        except Exception:
            answer = traceback.format_exc()
        with os.fdopen(answering, "wb") as stream:
            stream.write(pickle.dumps(answer))
    finally:
        os._exit(status)
