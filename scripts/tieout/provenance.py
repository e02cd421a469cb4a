"""What each room read and wrote, by hash: the records from which verify tells what has changed.

A record names files by what they are to the project (sources/…, templates/…, scripts/…, build/…,
figures/…), wherever those folders lie. It holds no time, so that the same build gives the same
bytes.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tieout.files import write_atomic

SCHEMA_VERSION = 1
PROJECT = Path(__file__).resolve().parents[2]
#: What every room rests on and none opens: the locked packages.
LOCK = "requirements.txt"
#: What a build also rests on: the workflow.
FRAME = (LOCK, "profiles/default/profile.yaml", "Snakefile", "scripts/publish.smk")
#: Stands for the hash of a file that changed while a room was at work: it equals no hash.
UNSETTLED = "changed while it was read"
#: Where lies what was made of other files, code or texts: those are what counts, and opened too.
_DERIVED = ("__pycache__", f"{PROJECT / '.cache'}{os.sep}")
_listening: list[Trace] = []


class Trace:
    """Takes down which files a room opens, from its making to its record.

    Python itself reports every file that is opened (PEP 578), so that no list of inputs has to be
    kept beside the code that reads them. Code is what was imported.
    """

    def __init__(self, room: str, roots: Mapping[str, Path]) -> None:
        self.room = room
        self.roots = {"scripts": PROJECT / "scripts"} | {k: v.resolve() for k, v in roots.items()}
        self.opened: dict[Path, int] = {}
        self.earlier: dict[Path, int] = {}
        #: Hashes that are known, by file, each with the time that the file had before it was read.
        self.known: Mapping[Path, tuple[int, str]] = {}
        self._folders: dict[str, str] = {}
        self._files = {root.name: name for name, root in self.roots.items() if root.is_file()}
        if not _listening:
            sys.addaudithook(_hear)
        _listening[:] = [self]

    def record(self, folder: Path, outputs: Iterable[Path], **told: Any) -> None:
        """Write records/<room>.json under the article's results; the last act of a room.

        `told` is what the room wants to know of itself when it runs again.
        """
        marks = {path: sha256(path) for path in outputs}
        write_record(folder, {"room": self.room, **told, **self.hashes(marks)})

    def hashes(self, outputs: Mapping[Path, str]) -> dict[str, dict[str, str]]:
        """Inputs and outputs by name, with their hashes; those of the outputs are given."""
        written = {name: mark for path, mark in outputs.items() if (name := self._name(path))}
        there = (path for path in self._read() if path.is_file())
        read = {name: path for path in there if (name := self._name(path))}
        if (PROJECT / LOCK).is_file():
            read[LOCK] = PROJECT / LOCK
        return {
            "inputs": {n: self._hash(p) for n, p in sorted(read.items()) if n not in written},
            "outputs": dict(sorted(written.items())),
        }

    def heard(self) -> dict[Path, int]:
        """What this process has opened and imported so far, with its times."""
        files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
        code = (file for file in files if isinstance(file, str) and file.endswith(".py"))
        own = [Path(file) for file in code if self._folder(_folder_of(file))]
        times = {path: path.stat().st_mtime_ns for path in own if path.is_file()}
        return times | self.opened | self.earlier

    def listen_anew(self) -> None:
        """Hear of each file again when it is opened again; what was heard before stays known."""
        self.earlier = self.opened | self.earlier
        self.opened = {}

    def add(self, heard: Mapping[Path, int]) -> None:
        """Take over what another process of this room has heard."""
        self.opened = {**heard, **self.opened}

    def _read(self) -> Iterator[Path]:
        yield from self.heard()

    def _name(self, path: Path) -> str:
        """What a file is to the project; empty for files of the system, and for records."""
        if path.is_symlink():
            path = path.resolve()
        alone = self._files.get(path.name)
        if alone and path.resolve() == self.roots[alone]:
            return alone
        folder = self._folder(_folder_of(str(path)))
        if not folder or path.name == "provenance.json":
            return ""
        return f"{folder}/{path.name}"

    def _folder(self, folder: str) -> str:
        """What a folder is to the project; asked once, as most files lie in few folders."""
        if folder not in self._folders:
            self._folders[folder] = ""
            path = Path(folder).resolve()
            for name, root in self.roots.items():
                if path.is_relative_to(root) and path.name not in ("records", "__pycache__"):
                    self._folders[folder] = (Path(name) / path.relative_to(root)).as_posix()
                    break
        return self._folders[folder]

    def _hash(self, path: Path) -> str:
        seen, now = self.opened.get(path), path.stat().st_mtime_ns
        if seen is not None and seen != now:
            return UNSETTLED
        when, mark = self.known.get(path, (None, ""))
        return mark if when == now else sha256(path)


def _folder_of(file: str) -> str:
    """What stands before a file's name; `Path.parent` takes as long as all else done for it."""
    return file[: file.rfind(os.sep) + 1]


def _hear(event: str, args: tuple[Any, ...]) -> None:
    """Audit hook: keep the name of each file opened to be read, and its time."""
    if event != "open" or not isinstance(args[0], str | bytes | os.PathLike):
        return
    mode, flags = args[1], args[2] or 0
    if (mode or "r")[:1] != "r" or (mode is None and flags & os.O_ACCMODE != os.O_RDONLY):
        return
    file = os.fsdecode(args[0])
    if any(folder in file for folder in _DERIVED):
        return
    path = Path(file).absolute()
    if path not in _listening[0].opened:
        with contextlib.suppress(OSError):
            _listening[0].opened[path] = path.stat().st_mtime_ns


def sha256(path: Path) -> str:
    """The SHA-256 of a file's bytes."""
    with path.open("rb", buffering=0) as stream:  # a run reads hundreds of small files
        return hashlib.sha256(stream.read()).hexdigest()


def merge(article: str, folder: Path, verify: Trace, outputs: Mapping[Path, str | bytes]) -> str:
    """The text of provenance.json: all inputs and outputs of a build, and which room had which.

    `outputs` are the contents that verify is about to write with it: the pages of each language.
    The records of one that the article has no more are passed over.
    """
    marks = {
        path: hashlib.sha256(
            content.encode("utf-8") if isinstance(content, str) else content
        ).hexdigest()
        for path, content in outputs.items()
    }
    folders = {path.parent for path in outputs}
    records = [
        json.loads(path.read_text("utf-8"))
        for path in sorted(folder.glob("records/*.json"))
        if (lang := path.stem.partition(".")[2]) == "" or folder / lang in folders
    ]
    records.append({"room": verify.room, **verify.hashes(marks)})
    written = {name: mark for record in records for name, mark in record["outputs"].items()}
    read = {name: mark for record in records for name, mark in record["inputs"].items()}
    read |= {name: sha256(PROJECT / name) for name in FRAME if (PROJECT / name).is_file()}
    content = {
        "schema": SCHEMA_VERSION,
        "article": article,
        "inputs": {name: read[name] for name in sorted(read.keys() - written.keys())},
        "outputs": dict(sorted(written.items())),
        "rooms": {
            record["room"]: {part: list(record[part]) for part in ("inputs", "outputs")}
            for record in records
        },
    }
    return sealed(content)


def read_record(path: Path) -> dict[str, dict[str, str]]:
    """The inputs and outputs of a record, with their hashes, if its seal is whole.

    Raises OSError when it cannot be read, ValueError, LookupError or TypeError when it is spoilt.
    """
    content = whole_record(path)
    return {part: dict(content[part]) for part in ("inputs", "outputs")}


def whole_record(path: Path) -> dict[str, Any]:
    """All that a record holds but its seal. Raises as `read_record` does."""
    content: dict[str, Any] = json.loads(path.read_text("utf-8"))
    seal = content.pop("seal")
    written = json.dumps(content, ensure_ascii=False, indent=1)
    if hashlib.sha256(written.encode("utf-8")).hexdigest() != seal:
        raise ValueError("it was edited by hand")
    return content


def write_record(folder: Path, content: Mapping[str, Any]) -> None:
    """Write the record of a room under the results of its article."""
    text = sealed({"schema": SCHEMA_VERSION, **content})
    write_atomic(folder / "records" / f"{content['room']}.json", text)


def sealed(content: Mapping[str, Any]) -> str:
    """The text of a record under a seal, the hash of that text without it.

    A record is what tells that a file was edited by hand, so it must tell of itself as well.
    """
    text = json.dumps(content, ensure_ascii=False, indent=1)
    seal = hashlib.sha256(text.encode("utf-8")).hexdigest()
    return json.dumps({**content, "seal": seal}, ensure_ascii=False, indent=1) + "\n"
