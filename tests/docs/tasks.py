"""The steps of a document in docs/: what it tells an editor to type, to edit and to expect.

A fence says what its block is, in words after its language, which a reader of the page never sees:

    ```sh run                 commands that succeed; `fails` in place of `run`: that do not
    ```text shows             lines that the command before has said; `…` stands for any text
    ```diff edit FILE         lines to take away and to put in their place in a file
    ```yaml write FILE        the whole of a new file

A block without such words is only to be read.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

_FENCE = re.compile(r"^```(\w+)(?: +([^\n]*))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
VERBS = ("run", "fails", "shows", "edit", "write")


@dataclass(frozen=True, slots=True)
class Step:
    """A block of a document: its verb, the file it names if any, its text, its line."""

    verb: str
    file: str
    text: str
    line: int


def steps(document: Path) -> list[Step]:
    """The steps in order. Raises ValueError for a verb that is not known."""
    text = document.read_text("utf-8")
    found: list[Step] = []
    for match in _FENCE.finditer(text):
        words = (match[2] or "").split()
        if not words:
            continue
        line = text.count("\n", 0, match.start()) + 1
        if words[0] not in VERBS or len(words) != 1 + (words[0] in ("edit", "write")):
            raise ValueError(f"{document}:{line}: the step '{match[2]}' is not known")
        found.append(Step(words[0], words[-1], match[3], line))
    return found


def try_steps(document: Path, project: Path) -> None:
    """Do what a document says in a copy of the project. Raises AssertionError where it errs."""
    said = ""
    for step in steps(document):
        where = f"{document.name}:{step.line}"
        if step.verb == "shows":
            assert_shown(step.text, said, where)
        elif step.verb == "edit":
            edit(project / step.file, step.text, where)
        elif step.verb == "write":
            path = project / step.file
            assert not path.exists(), f"{where}: {step.file} is there already"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.text, "utf-8")
        else:
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", step.text],
                cwd=project,
                capture_output=True,
                text=True,
                check=False,
                timeout=600,
            )
            said = done.stdout + done.stderr
            assert (done.returncode == 0) == (step.verb == "run"), f"{where}:\n{said}"


def assert_shown(expected: str, said: str, where: str) -> None:
    """Each line stands in what was said, as a whole line or, between `…`, as its parts."""
    lines = said.splitlines()
    for line in expected.splitlines():
        parts = (re.escape(part.strip()) for part in line.split("…"))
        pattern = re.compile(r".*".join(parts))
        assert any(pattern.fullmatch(one.strip()) for one in lines), (
            f"{where}: {line}\nnot in:\n{said}"
        )


def edit(path: Path, text: str, where: str) -> None:
    """Put the lines with `+` in the place of those with `-`; a space before a line keeps it."""
    rows = text.splitlines()
    old = "".join(f"{row[1:]}\n" for row in rows if row[:1] in "- ")
    new = "".join(f"{row[1:]}\n" for row in rows if row[:1] in "+ ")
    content = path.read_text("utf-8")
    assert content.count(old) == 1, (
        f"{where}: this stands {content.count(old)} times in {path}:\n{old}"
    )
    path.write_text(content.replace(old, new), "utf-8")
