"""Try spoilt files in a process of its own that may not hang, swell, write or read elsewhere.

The property: a build succeeds, or stops with a TieoutError that says where, what and the mend.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import resource
import sys
import sysconfig
import time
import traceback
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from unittest import mock

from tests.fuzz.mutate import Mutant
from tests.mini_project import MINI

from tieout.errors import TieoutError
from tieout.ledger import build_ledger
from tieout.ledger_json import to_json
from tieout.observations import observations
from tieout.pages.kept import Kept
from tieout.pages.page import Paths, build_page
from tieout.yamlio import load

#: Of the processor's time: by the clock, other work on the machine would be counted too.
SECONDS = 5.0
SITE = load(MINI / "config.yaml").data["site"]
MEMORY = 500_000_000
_MESSAGE = re.compile(r"[^\s:][^:\n]*:[1-9]\d*: .+: .+")
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES = frozenset((
    "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.link", "os.symlink", "os.truncate",
    "os.chmod", "os.chown", "shutil.rmtree", "subprocess.Popen", "os.system", "os.exec",
    "socket.connect", "os.posix_spawn", "ctypes.dlopen",
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Project:
    """A project whose files are spoilt one at a time: its folder, article, and ledger."""

    root: Path
    article: str
    content: dict[str, Any] = field(repr=False, default_factory=dict)

    def with_ledger(self) -> Project:
        """The project with its sound ledger, which spoilt templates are rendered with."""
        return Project(self.root, self.article, self._ledger())

    def _ledger(self) -> dict[str, Any]:
        ledger = build_ledger(self.article, self.root / "sources", self.root / "templates")
        observations(ledger)
        content: dict[str, Any] = json.loads(to_json(ledger, {"family": "x", "version": "1"}, SITE))
        return content

    def build(self, file: str) -> None:
        """What a change of a file makes anew: the ledger with its tables, and the pages."""
        templates = self.root / "templates"
        content = self.content if file.endswith(".j2") else self._ledger()
        places = Paths(
            templates / self.article, templates / "_layout", self.root / "figures" / self.article
        )
        for lang in content["article"]["languages"]:
            if not file.endswith(".j2") or f".{lang}." in file:
                build_page(content, places, lang)


def judge(project: Project, mutant: Mutant) -> str:
    """What is wrong with how a spoilt file is received, empty if nothing; the file is put back."""
    path = project.root / mutant.file
    before = path.read_bytes()
    path.write_bytes(mutant.content)
    _Watch.seen.clear()
    _Watch.root, _Watch.on = str(project.root), True
    start = time.process_time()
    try:
        project.build(mutant.file)
        fault = ""
    except TieoutError as error:
        unclear = [str(p) for p in error.problems if not _MESSAGE.fullmatch(str(p))]
        fault = (
            f"an unclear message: {(unclear or ['none'])[0][:300]}"
            if unclear or not error.problems
            else ""
        )
    except BaseException as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(last.filename).name}:{last.lineno}"
        fault = f"{type(error).__name__} at {place}: {str(error)[:200]}"
    finally:
        _Watch.on = False
        path.write_bytes(before)
    if _Watch.seen and not fault:
        fault = f"touched {sorted(_Watch.seen)[0]}"
    elapsed = time.process_time() - start
    return fault or (f"took {elapsed:.1f} s" if elapsed > SECONDS else "")


class _Watch:
    """What the program does to files while a spoilt one is read."""

    on = False
    root = ""
    seen: set[str] = set()  # noqa: RUF012


def _hook(event: str, args: tuple[Any, ...]) -> None:
    if not _Watch.on:
        return
    if event in _CHANGES:
        _Watch.seen.add(f"{event} {args[:1]}")
    elif event == "open" and isinstance(args[0], str | bytes | os.PathLike):
        name = os.path.abspath(os.fsdecode(args[0]))  # noqa: PTH100
        known = (_Watch.root, *_PROGRAM)
        if (args[2] or 0) & _WRITES or not name.startswith(known):
            _Watch.seen.add(f"open {name}")


_PROGRAM = (*{sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")},
            sys.base_prefix, str(Path(__file__).resolve().parents[2] / "scripts"))  # fmt: skip


class Worker:
    """Judges one spoilt file after another; one that hangs or swells costs a new process."""

    def __init__(self, projects: dict[str, Project]) -> None:
        self.projects = projects
        self.context = multiprocessing.get_context("fork")
        self._start()

    def _start(self) -> None:
        self.ours, theirs = self.context.Pipe()
        self.process = self.context.Process(target=_serve, args=(theirs, self.projects))
        self.process.daemon = True
        self.process.start()
        theirs.close()

    def judge(self, project: str, mutant: Mutant) -> str:
        """As `judge`, also for what never comes back."""
        path = self.projects[project].root / mutant.file
        before = path.read_bytes()
        self.ours.send((project, mutant))
        spent, fault = self._seconds(), f"hangs for more than {SECONDS:.0f} s"
        while self._seconds() - spent < SECONDS + 1:
            if self.ours.poll(1):
                try:
                    return str(self.ours.recv())
                except EOFError:
                    self.process.join()
                    fault = f"ends the process ({self.process.exitcode})"
                    break
        self.close()
        path.write_bytes(before)
        self._start()
        return fault

    def _seconds(self) -> float:
        """What the process has used of a processor."""
        try:
            stat = Path(f"/proc/{self.process.pid}/stat").read_text("utf-8")
        except OSError:
            return 0.0
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.join()


def _serve(pipe: Connection, projects: dict[str, Project]) -> None:
    # What pages keep of one another is neither here nor there: nothing is read or written for it.
    mock.patch.object(Kept, "made", lambda _self, _kind, _text, make: make()).start()
    mock.patch.object(Kept, "keep").start()
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, now + MEMORY))
    sys.addaudithook(_hook)
    while True:
        project, mutant = pipe.recv()
        pipe.send(judge(projects[project], mutant))
