"""Rebuild an article from its archive alone, in a clean folder, and compare file by file."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from tieout.archive.contents import is_made
from tieout.archive.unpack import read_archive, unpack
from tieout.errors import Problem, TieoutError, fail, shown

#: Seconds that a build may take; the largest article needs a hundredth of it.
LONGEST = 1800
_LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)(?:\s*;\s*(.*?))?\s*\\?$", re.MULTILINE)
_CHECKS = re.compile(r"build/([a-z0-9][a-z0-9-]*)/checks\.json")
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a replay gave: how many files were compared, and what is not the same."""

    compared: int
    differences: tuple[tuple[str, str], ...]

    @property
    def summary(self) -> str:
        """In one line."""
        same = self.compared - len(self.differences)
        return f"{same} of {self.compared} files identical"


def replay(path: Path, say: Say) -> Outcome:
    """Rebuild what an archive holds, and compare. `say` is told each step.

    Raises TieoutError when the archive cannot be trusted to be one, or its build fails.
    """
    files = read_archive(path)
    article = article_of(files, path)
    say(f"{shown(path)}: {len(files)} files, each as its checksum says")
    code = sum(name.startswith("scripts/") for name in files)
    say(
        "The archive brings its own code, and to replay it is to run that code with your rights: "
        f"Snakefile and {code} files of scripts/. Stop here if you do not know who made it."
    )
    for line in environment(files["requirements.txt"].decode("utf-8", "replace")):
        say(f"The environment differs: {line}")
    with tempfile.TemporaryDirectory(prefix="tieout-replay-") as name:
        folder = Path(name) / "project"
        folder.mkdir()
        unpack({n: data for n, data in files.items() if not is_made(n, article)}, folder)
        say(f"Building {article} in a clean folder, from the archive alone")
        _build(folder, Path(name), path)
        return compare_made(files, _made(folder, article), article)


def article_of(files: Mapping[str, bytes], path: Path) -> str:
    """The article that an archive is of. Raises TieoutError when it is of none."""
    found = [match[1] for name in files if (match := _CHECKS.fullmatch(name))]
    needed = ("Snakefile", "requirements.txt", f"templates/{(found or ['?'])[0]}/article.yaml")
    lacking = [name for name in needed if name not in files]
    if len(found) != 1 or lacking:
        what = f"this is no archive of an article (it lacks {', '.join(lacking) or 'one article'})"
        raise fail(path, 0, what, "name an archive that snakemake archive wrote")
    return found[0]


def environment(lock: str) -> Iterator[str]:
    """Where packages here are not those of a lock file; those for other systems are left out."""
    from packaging.markers import InvalidMarker, Marker

    for name, version, marker in _LOCKED.findall(lock):
        with contextlib.suppress(InvalidMarker):
            if marker and not Marker(marker.strip()).evaluate():
                continue
        try:
            here = metadata.version(name)
        except metadata.PackageNotFoundError:
            yield f"{name} {version} was used, none is installed"
            continue
        if here != version:
            yield f"{name} {version} was used, {here} is installed"


def _build(folder: Path, home: Path, archive: Path) -> None:
    """Run the archive's own workflow with this environment's Python."""
    env = {key: os.environ[key] for key in ("PATH", "LANG", "LC_ALL", "TZ") if key in os.environ}
    env |= {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "TMPDIR": str(home)}
    command = [sys.executable, "-m", "snakemake", "all"]
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=LONGEST)
    except BaseException as error:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if isinstance(error, subprocess.TimeoutExpired):
            what = f"the build from the archive took longer than {LONGEST} s and was stopped"
            raise fail(archive, 0, what, "see what its code does") from None
        raise
    if process.returncode:
        raise TieoutError(_failure(output.decode("utf-8", "replace"), archive))


def _failure(output: str, archive: Path) -> Iterator[Problem]:
    """Why a build failed: its own findings, which have a place and a mend, or its last lines."""
    mend = "see the differences of the environment above; with the locked packages it built"
    yield Problem(shown(archive), 0, "the archive does not build here", mend)
    lines = [line for line in output.splitlines() if line.strip()]
    found = [line for line in lines if re.match(r"\S+:\d+: .+: .+", line)]
    for line in dict.fromkeys(found[:10] or lines[-10:]):
        yield Problem(shown(archive), 0, "its build says", line)


def _made(folder: Path, article: str) -> dict[str, bytes]:
    found = [path for part in ("build", "figures") for path in (folder / part).rglob("*")]
    names = {path.relative_to(folder).as_posix(): path for path in found}
    return {
        name: path.read_bytes()
        for name, path in sorted(names.items())
        if is_made(name, article) and path.is_file() and not path.is_symlink()
    }


def compare_made(files: Mapping[str, bytes], made: Mapping[str, bytes], article: str) -> Outcome:
    """What a build made, against what an archive has of it."""
    wanted = {name: data for name, data in files.items() if is_made(name, article)}
    names = sorted({*wanted, *made})
    found = [(name, _difference(wanted.get(name), made.get(name))) for name in names]
    return Outcome(len(names), tuple((name, what) for name, what in found if what))


def _difference(old: bytes | None, new: bytes | None) -> str:
    if old == new:
        return ""
    if old is None:
        return "is not in the archive, and was made"
    if new is None:
        return "is in the archive, and was not made again"
    pairs = zip(old.split(b"\n"), new.split(b"\n"), strict=False)
    before = next((number for number, (a, b) in enumerate(pairs) if a != b), None)
    at = min(old.count(b"\n"), new.count(b"\n")) if before is None else before
    return f"differs from line {at + 1} on"
