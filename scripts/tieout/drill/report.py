"""What a drill shows: a bar while it runs, then a table of kinds and every survivor."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TextIO

from tieout.drill.judging import Outcome
from tieout.drill.mutant import Kind
from tieout.drill.running import Result

_WIDTH = 30


class Bar:
    """Rewrites its line on a terminal; elsewhere a line for each tenth of the way."""

    def __init__(self, stream: TextIO) -> None:
        self.stream, self.live = stream, stream.isatty()
        self.started = time.monotonic()
        self.survived = self.tenth = 0

    def seen(self, done: int, whole: int, outcome: Outcome) -> None:
        """One more mutant was judged."""
        self.survived += outcome.status == "survived"
        seconds = int(time.monotonic() - self.started)
        clock = f"{seconds // 60}:{seconds % 60:02d}"
        line = f"{done}/{whole} mutants, {self.survived} survived, {clock}"
        if self.live:
            filled = _WIDTH * done // whole
            end = "\n" if done == whole else ""
            bar = "#" * filled + "." * (_WIDTH - filled)
            print(f"\r[{bar}] {line}", end=end, file=self.stream, flush=True)
        elif 10 * done // whole > self.tenth:
            self.tenth = 10 * done // whole
            print(line, file=self.stream, flush=True)


def table(results: Sequence[Result], kinds: Sequence[Kind]) -> Iterator[str]:
    """A line a kind: how many, what became of them, and who noticed."""
    width = max(len(kind.name) for kind in kinds)
    head = f"{'kind':<{width}} {'mutants':>8} {'caught':>7} {'followed':>9} {'survived':>9}"
    yield f"{head}  by"
    for kind in kinds:
        yield _row(kind.name, width, [o for k, _, o in results if k.name == kind.name])
    yield _row("in all", width, [outcome for _, _, outcome in results]).split("  by")[0]


def _row(name: str, width: int, outcomes: Sequence[Outcome]) -> str:
    count = Counter(outcome.status for outcome in outcomes)
    by = Counter(outcome.by for outcome in outcomes if outcome.status == "caught")
    noticed = ", ".join(f"{who} {often}" for who, often in by.most_common())
    judged = len(outcomes) - count["equal"]
    equal = f" ({count['equal']} that changed nothing)" if count["equal"] else ""
    return (
        f"{name:<{width}} {judged:>8} {count['caught']:>7} {count['followed']:>9} "
        f"{count['survived']:>9}  {noticed}{equal}"
    )


def survivors(results: Sequence[Result]) -> Iterator[str]:
    """Each mutant that nobody noticed: its kind, where it is, what was changed, what is wrong."""
    for kind, mutant, outcome in results:
        if outcome.status == "survived":
            places = ", ".join(dict.fromkeys(edit.file for edit in mutant.edits))
            yield f"{places}: {kind.name}: {mutant.what}: {outcome.why}"
