"""What is said to a person when something is wrong: where, what, and how to mend it."""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

#: What is quoted from a file stays short and on its line, whatever the file holds.
LONGEST = 400
#: After how many new objects Python looks for ones that only hold each other: a verb makes tens of
#: thousands that stay, and few of those.
SELDOM = 50_000
#: The status of a verb that was interrupted, as shells have it.
INTERRUPTED = 130
_CONTROL = r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ue000-\uf8ff]"


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault: ``file:line: what: mend``. ``line`` is counted from 1; 0 means the whole file."""

    file: str
    line: int
    what: str
    mend: str

    def __str__(self) -> str:
        return f"{_tame(self.file)}:{self.line or 1}: {_tame(self.what)}: {_tame(self.mend)}"


class TieoutError(Exception):
    """One or more problems that stop the work; nothing has been written."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(dict.fromkeys(problems))
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[TieoutError], tuple[tuple[Problem, ...]]]:
        """How it crosses from one process to another: as its problems, not as their text."""
        return TieoutError, (self.problems,)


def fail(file: str | Path, line: int, what: str, mend: str) -> TieoutError:
    """A TieoutError with a single problem, to be raised by the caller."""
    return TieoutError([Problem(shown(file), line, what, mend)])


def shown(file: str | Path) -> str:
    """A path as a person knows it: relative to the current folder where it lies inside it."""
    path = Path(file)
    if not path.is_absolute():
        return path.as_posix()
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


def nearest(name: str, known: Iterable[str], count: int = 3) -> str:
    """``did you mean a, b?`` for the known names nearest to `name`, or an empty string."""
    if len(name) > LONGEST:
        return ""
    import difflib

    pool = list(dict.fromkeys(known))
    near = difflib.get_close_matches(name, pool, n=count, cutoff=0.5)
    tail = name.rsplit("/", 1)[-1]
    near += [other for other in pool if other.endswith("/" + tail) and other not in near]
    return f"did you mean {', '.join(near[:count])}?" if near else ""


def run(main: Callable[[], None]) -> None:
    """Run a verb: its TieoutError becomes lines on standard error and exit status 1."""
    gc.set_threshold(SELDOM)
    try:
        main()
    except TieoutError as error:
        print(error, file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)  # whoever has pressed Ctrl-C need not be shown where
    except OSError as error:
        name = shown(error.filename) if error.filename else "."
        reason = error.strerror or str(error)
        print(Problem(name, 0, reason, "check the path, its rights and the disk"), file=sys.stderr)
        sys.exit(1)
    finally:
        gc.freeze()  # the process ends: nothing that it holds is worth looking through


def _tame(text: str) -> str:
    """One line without control characters: a message must not move a terminal's cursor."""
    plain = re.sub(_CONTROL, lambda match: f"<U+{ord(match[0]):04X}>", text)
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1] + "…"
