"""What becomes of a mutant: caught by the build or a check, followed through, or survived."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from tieout.checks import BY_LANGUAGE, OF_ALL, panel
from tieout.checks.finding import Record
from tieout.checks.finished import Finished, UnreadableError, read_finished
from tieout.drill.following import State, unchanged, unfollowed
from tieout.drill.mutant import Kind, Mutant, applied
from tieout.drill.project import Project, encoding
from tieout.drill.rooms import rebuild
from tieout.errors import TieoutError

Check = Callable[[Finished], Record]
#: `equal` is a mutant that changed nothing: it is not counted.
Status = Literal["caught", "followed", "equal", "survived"]
WHOLENESS, PARITY = "wholeness", "parity"
#: Who notices when no check understands the change, but translations.yaml does not know the text.
RECORD = "the record of translations"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a mutant ended; `by` is who noticed (build, a check), `why` the finding or the lack."""

    status: Status
    by: str = ""
    why: str = ""


def name_of(check: Check) -> str:
    """The name of a check: that of its module."""
    return check.__module__.rsplit(".", 1)[-1]


class Judge:
    """Judges mutants in one copy of the project, which is the current folder."""

    def __init__(self, project: Project, checks: Sequence[Check], before: State) -> None:
        self.project, self.before = project, before
        self.checks = {name_of(check): check for check in checks}
        if before.records:  # what the unchanged pages say of the checks is what these have counted
            self.checks[panel.NAME] = lambda finished: panel.check(finished, before.records)
        for file in project.made_files():
            project.content(file)  # as it is before anything is changed

    def judge(self, kind: Kind, mutant: Mutant) -> Outcome:
        """Change the copy, make again what depends on it, look, and put everything back."""
        files = sorted({edit.file for edit in mutant.edits})
        for file in files:
            edits = [edit for edit in mutant.edits if edit.file == file]
            Path(file).write_bytes(applied(self.project.text(file), edits).encode(encoding(file)))
        try:
            return self._outcome(kind, mutant, files)
        except (TieoutError, UnreadableError) as error:
            return Outcome("caught", "build", str(error).split("\n", maxsplit=1)[0])
        except Exception as error:  # a room or check that breaks tells nobody what is wrong
            frame = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(frame.filename).name}:{frame.lineno}"
            return Outcome("survived", "", f"{where} broke with {type(error).__name__}: {error}")
        finally:
            self._restore([*files, *self._made(files)])

    def _outcome(self, kind: Kind, mutant: Mutant, files: Sequence[str]) -> Outcome:
        if kind.fate == "whole":
            return self._looked([WHOLENESS], read_finished(self.project.article, *_RESULTS))
        rebuild(self.project, files, kind.confirmed)
        finished = self._finished(files)
        after = State(self.project) if mutant.facts else None
        if after is not None and unchanged(self.before, after):
            return Outcome("equal", "", "the ledger is the same")
        found = self._quickly(kind, mutant, finished)
        if found is None and after is not None:
            if kind.fate == "followed":
                why = unfollowed(self.before, after, mutant.facts)
                return Outcome("survived", "", why) if why else Outcome("followed")
            if _as_before(self.before, after, mutant.facts):
                return Outcome("equal", "", "the figures are the same")
        rest = [name for name in self.checks if name != WHOLENESS]
        outcome = found or self._looked(rest, finished)
        if outcome.status == "survived" and kind.confirmed:
            return self._by_record(files) or outcome
        return outcome

    def _finished(self, files: Sequence[str]) -> Finished:
        """What is published, or drafts made anew: a build looks at these before it publishes."""
        return read_finished(self.project.article, *_RESULTS, drafts=_reach_rooms(files))

    def _by_record(self, files: Sequence[str]) -> Outcome | None:
        """Caught after all, because nobody has confirmed the changed text: the record says so."""
        if not _reach_rooms(files):
            return None
        self._restore([self.project.confirmed])
        rebuild(self.project, files, confirmed=False)
        finished = self._finished(files)
        outcome = self._looked([PARITY], finished)
        return replace(outcome, by=RECORD) if outcome.status == "caught" else None

    def _quickly(self, kind: Kind, mutant: Mutant, finished: Finished) -> Outcome | None:
        """A first look by the likeliest checks, at the changed language alone where that is one."""
        if mutant.lang and mutant.edits[0].file.startswith(("build/", "figures/")):
            finished = _only(finished, mutant.lang)
        outcome = self._looked([name for name in kind.first if name in self.checks], finished)
        return outcome if outcome.status == "caught" else None

    def _looked(self, names: Sequence[str], finished: Finished) -> Outcome:
        """The first of the checks that finds something, one language after the other."""
        for name in names:
            apart = name in BY_LANGUAGE and name not in OF_ALL
            for part in [_only(finished, lang) for lang in finished.pages] if apart else [finished]:
                if name in self.checks and (findings := self.checks[name](part).findings):
                    return Outcome("caught", name, str(findings[0]))
        return Outcome("survived", "", "no check finds anything")

    def _made(self, files: Sequence[str]) -> list[str]:
        """What the rooms may have made anew after these files had changed."""
        return self.project.made_files() if _reach_rooms(files) else []

    def _restore(self, files: Sequence[str]) -> None:
        """Put files back as they were."""
        for file in files:
            path, content = Path(file), self.project.content(file)
            if not path.is_file() or path.read_bytes() != content:
                path.write_bytes(content)


_RESULTS = (Path("build"), Path("figures"))


def _reach_rooms(files: Sequence[str]) -> bool:
    """Whether a build makes something anew from these files."""
    return any(name.startswith(("sources/", "templates/")) for name in files)


def _only(finished: Finished, lang: str) -> Finished:
    """The finished files of one language."""
    return replace(
        finished,
        pages={lang: finished.pages[lang]},
        markdown={lang: finished.markdown[lang]},
        figures={lang: finished.figures[lang]},
    )


def _as_before(before: State, after: State, names: Sequence[str]) -> bool:
    """Whether figures have the values and bounds that they had: the formula gives the same."""
    keys = ("value", "low", "high", "unit")
    return all(
        [before.facts[name][key] for key in keys] == [after.facts[name][key] for key in keys]
        for name in names
    )
