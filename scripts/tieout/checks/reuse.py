"""Answers of checks kept from one run to the next, each bound to every byte it was made from.

What a unit of the checks reads is known: the finished files it is given, what its process has
opened, and what that has imported. Its record stands again as long as all of that is the same.
Files of the project are compared by their bytes; those of Python and the packages by size and time,
as Python does before it takes compiled code. Only what passed is kept, and nothing that changed
while the checks ran. A seal finds damage: what was counted is shown on the pages.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tieout.checks.finding import Record
from tieout.checks.finished import EVIDENCE
from tieout.checks.parting import named, whole

#: Grows with the form of the file.
SCHEMA_VERSION = 3
_SEAL = ', "seal": '
#: A record, and every file that it rests on.
Answer = tuple[Record, tuple[str, ...]]
#: What reading a file that is missing or spoiled may raise.
_UNFIT = (OSError, ValueError, LookupError, TypeError, AttributeError)
_LIBRARY = f"{Path(os.__file__).parent}{os.sep}"


class Kept:
    """The kept answers of one article, in a file that may be thrown away at any time.

    To be made before anything else is read. `recall` gives the answers that still hold, each with
    all that it rests on; then `times` are those of the files of the project among them.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.started = path, time.time_ns()
        # The files of an answer are named by where they lie, so it holds nowhere else: a copy of
        # the project would otherwise be judged by the files that it was copied from.
        self.frame = f"{SCHEMA_VERSION} {sys.version} {path.absolute()}"
        self.marks: dict[str, str] = {}
        self.settled: dict[str, bool] = {}
        self.times: dict[Path, int] = {}
        self._data: Any = {"files": [], "units": {}}
        self._then: dict[str, int] = {}
        try:
            text = path.read_text("utf-8")
            data = json.loads(text)
            if data["frame"] == self.frame and text == _sealed(text[: text.rindex(_SEAL)]):
                for name, _ in data["files"]:
                    if _time(whole(name), self._then) and whole(name) == name:
                        self._mark(name)
                self._data = data
        except _UNFIT:
            pass  # missing, or not as this run would write it: every check runs

    @property
    def hashes(self) -> dict[Path, tuple[int, str]]:
        """The hashes of files of the project that were read, with their times before that."""
        own = ((f, when) for f, when in self._then.items() if f in self.marks)
        return {Path(f): (when, self.marks[f]) for f, when in own if not _is_package(f)}

    def parts(self, files: Sequence[str]) -> dict[str, str]:
        """What was noted of the parts of these files, if all of them are as they were then."""
        try:
            noted: dict[str, str] = dict(self._data["files"])
        except _UNFIT:
            return {}
        if not all(noted.get(file) and self._mark(file) == noted[file] for file in files):
            return {}
        parts = (named(file, EVIDENCE) for file in files)
        return {part: noted[part] for part in parts if part in noted}

    def recall(self, parts: Mapping[str, str]) -> dict[str, Answer]:
        """The answers that hold; `parts` tells the state of each part of page and Markdown."""
        self.marks |= parts
        known: dict[str, Answer] = {}
        try:
            files = self._data["files"]
            same = [bool(mark) and self._mark(name) == mark for name, mark in files]
            for unit, kept in self._data["units"].items():
                if all(same[number] for number in kept["rests_on"]):
                    rests_on = tuple(files[number][0] for number in kept["rests_on"])
                    known[unit] = (_record(kept["record"]), rests_on)
        except _UNFIT:
            known.clear()
        held = {whole(name) for _, rests_on in known.values() for name in rests_on}
        self.times = {Path(f): self._then[f] for f in held if not _is_package(f)}
        return known

    def text(self, answers: Mapping[str, Answer]) -> str:
        """The text of the file for answers by unit: what passed, and rests on what lies there."""
        numbers: dict[str, int] = {}
        units: dict[str, Any] = {}
        for unit, (record, read) in answers.items():
            rests_on = sorted({file for file in read if "__pycache__" not in file})
            if rests_on and not record.findings and all(map(self._settled, rests_on)):
                places = [numbers.setdefault(file, len(numbers)) for file in rests_on]
                units[unit] = {"rests_on": places, "record": record.to_json()}
        files = [(file, self._mark(file)) for file in numbers]
        return _sealed(json.dumps({"frame": self.frame, "files": files, "units": units})[:-1])

    def _mark(self, file: str) -> str:
        """What tells one state of a file from another; empty when it cannot be read."""
        if file not in self.marks:
            path = Path(file)
            try:
                if _is_package(file):
                    state = path.stat()
                    self.marks[file] = f"{state.st_size} {state.st_mtime_ns}"
                elif not path.is_file():
                    self.marks[file] = ""
                else:
                    with path.open("rb", buffering=0) as stream:
                        self.marks[file] = hashlib.sha256(stream.read()).hexdigest()
            except OSError:
                self.marks[file] = ""
        return self.marks[file]

    def _settled(self, file: str) -> bool:
        """Whether a file has stayed as it is since before this run."""
        if file not in self.settled:
            try:
                state = Path(whole(file)).stat()
                when = max(state.st_mtime_ns, state.st_ctime_ns)
                self.settled[file] = when < self.started and bool(self._mark(file))
            except OSError:
                self.settled[file] = False
        return self.settled[file]


def _sealed(content: str) -> str:
    """The text of a file of answers, from what stands before its seal."""
    seal = hashlib.sha256(content.encode("utf-8")).hexdigest()
    return f'{content}{_SEAL}"{seal}"}}\n'


def _is_package(file: str) -> bool:
    return file.startswith(_LIBRARY) or f"{os.sep}site-packages{os.sep}" in file


def _time(file: str, times: dict[str, int]) -> int:
    """When a file was last written, taken down before it is read; 0 when it is not there."""
    try:
        times[file] = Path(file).stat().st_mtime_ns
    except OSError:
        return 0
    return times[file]


def _record(kept: Mapping[str, Any]) -> Record:
    counted = (Counter[str](kept["counts"]), Counter[str](kept["exemptions"]))
    return Record(kept["check"], *counted, blind_spots=tuple(kept["blind_spots"]))
