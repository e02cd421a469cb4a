"""Sequences of edits and accidents; after each a build, beside one of the same files from nothing.

The property: a build leaves what a build from nothing leaves, byte for byte, or fails. It may fail
where the other does, or until somebody follows what it says of an output that was edited by hand;
what is published stays as it was then.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.incremental.project import (
    Result,
    build,
    input_files,
    lay_out,
    output_files,
    published,
)

from tieout.yamlio import load

EDITS = Path(__file__).with_name("edits.yaml")
HOUR = 3600 * 10**9
_FORCE = re.compile(r"--forcerun (\w+)")
_REMOVE = re.compile(r"(?m)^(\S+?):\d+: .*remove (?:it|the file)\b")


@dataclass(slots=True)
class Sequence:
    """One sequence: a project in `folder`/work, and what was done to it.

    It starts from a build, `first`; that and builds from nothing serve other sequences too.
    """

    folder: Path
    seed: int
    edits: list[dict[str, Any]]
    random: Random = field(init=False)
    done: list[str] = field(default_factory=list)
    spoilt: set[str] = field(default_factory=set)
    pasts: list[dict[str, tuple[bytes, int]]] = field(default_factory=list)
    builds: int = 0

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        first = self.folder / "first"
        if not first.exists():
            lay_out(self.work)
            found = build(self.work)
            assert found.status == 0, found.errors
            self.work.rename(first)
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.rmtree(self.folder / "aside", ignore_errors=True)
        shutil.copytree(first, self.work)
        self.pasts.append(_snapshot(self.work))

    @property
    def work(self) -> Path:
        """The project that is built again and again."""
        return self.folder / "work"

    def step(self, most: int = 3) -> str:
        """Some edits, then a build; what is wrong with it, empty when nothing is."""
        before = output_files(self.work)
        for _ in range(self.random.randint(1, most)):
            self._edit()
        self.pasts.append(_snapshot(self.work))
        found = output_files(self.work)
        self.spoilt |= {name for name in before if found.get(name) != before[name]}
        self.spoilt |= found.keys() - before.keys()
        return self._judge(found)

    def _judge(self, before: dict[str, bytes]) -> str:
        fresh = self._from_nothing()
        own = self._build()
        if fresh.status:
            if not own.status:
                return f"passes, where a build from nothing fails:\n{fresh.errors}"
            return self._stays(before, fresh.files)
        rounds = 0
        while own.status:
            if wrong := self._stays(before, fresh.files):
                return wrong
            if rounds == 6 or not self._mend(own.errors):
                return f"fails, where a build from nothing passes:\n{own.errors}"
            rounds += 1
            self.done.append(f"  mended as told ({rounds})")
            before = output_files(self.work)
            own = self._build()
        self.spoilt.clear()
        return difference(output_files(self.work), fresh.files)

    def _stays(self, before: dict[str, bytes], fresh: dict[str, bytes]) -> str:
        """After a failure each published file is the former one, or has been published rightly.

        What spans articles is made after them.
        """
        after = output_files(self.work)
        for name in filter(published, before):
            if after.get(name) not in (before[name], fresh.get(name)):
                return f"fails, and {name} is another"
        return ""

    def _mend(self, errors: str) -> bool:
        """Do what the messages say."""
        rooms = sorted(set(_FORCE.findall(errors)))
        files = sorted(set(_REMOVE.findall(errors)))
        for name in files:
            (self.work / name).unlink(missing_ok=True)
        if rooms:
            self.done.append(f"  --forcerun {' '.join(rooms)}")
            self._build("--forcerun", *rooms)
        newer = re.findall(r"dated in the future, .*: run (.*), or set the clock", errors)
        for command in newer:
            subprocess.run(["bash", "-c", command], cwd=self.work, check=True)
            self.done.append(f"  {command}")
        return bool(rooms or files or newer)

    def _build(self, *options: str) -> Result:
        self.builds += 1
        return build(self.work, *options)

    def _from_nothing(self) -> Result:
        """The build of the same files in a new folder; of files seen before, what it left then."""
        state = hashlib.sha256()
        for name, path in sorted(input_files(self.work).items()):
            state.update(f"{name}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
        kept = self.folder / "fresh" / state.hexdigest()
        if not kept.exists():
            anew = self.folder / "anew"
            shutil.rmtree(anew, ignore_errors=True)
            for name, path in input_files(self.work).items():
                (anew / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, anew / name)
            self.builds += 1
            found = build(anew)
            found.keep(kept, anew)
            shutil.rmtree(anew)
        return Result.read(kept)

    def _edit(self) -> None:
        kinds = [self._text] * 10 + [self._output] * 4
        kinds += [self._touch, self._restore, self._lose_kept, self._confirm, self._confirm]
        said = self.random.choice(kinds)()
        if said:
            self.done.append(said)

    def _text(self) -> str:
        edit = self.random.choice(self.edits)
        path: Path = self.work / edit["file"]
        state = path.stat() if path.exists() else None
        text = path.read_text("utf-8") if state else ""
        before = text
        if edit.get("gone") or "made" in edit:
            return self._come_or_go(path, edit)
        if "end" in edit:
            whole = text.endswith(edit["end"])
            text = text.removesuffix(edit["end"]) if whole else text + edit["end"]
        elif edit["old"] in text:
            text = text.replace(edit["old"], edit["new"], 1)
        else:
            text = text.replace(edit["new"], edit["old"], 1)
        if not state or text == before:
            return ""
        path.write_text(text, "utf-8")
        when = self._time(path, state.st_mtime_ns)
        said = f"edited {edit['file']} ({when}): {edit.get('new', edit.get('end'))!r}"
        if edit["file"].startswith(("templates/mini", "sources")) and self.random.random() < 0.8:
            self._confirm()
            said += ", confirmed"
        return said

    def _come_or_go(self, path: Path, edit: dict[str, Any]) -> str:
        aside = self.folder / "aside" / edit["file"]
        if "made" in edit and not path.exists():
            path.write_text(edit["made"], "utf-8")
            return f"made {edit['file']} ({self._time(path, 0)})"
        if path.exists():
            aside.parent.mkdir(parents=True, exist_ok=True)
            path.rename(aside)
            return f"removed {edit['file']}"
        if aside.exists():
            aside.rename(path)
            return f"put back {edit['file']}, with its old time"
        return ""

    def _time(self, path: Path, old: int) -> str:
        """Give an edited file a time: most have that of now, as editors and git write it."""
        when = self.random.choice(["now", "now", "now", "past", "future", "kept"])
        if when == "kept" and path.suffix == ".py":
            when = "past"  # Python itself takes a file of the same time and size for the same
        if when != "now":
            now = time.time_ns()
            moment = {"past": now - 48 * HOUR, "future": now + 2 * HOUR, "kept": old or now}[when]
            os.utime(path, ns=(moment, moment))
        return when

    def _touch(self) -> str:
        files = {**input_files(self.work), **{n: self.work / n for n in output_files(self.work)}}
        name = self.random.choice(sorted(files))
        return f"touched {name} ({self._time(files[name], 0)})"

    def _restore(self) -> str:
        """All inputs as they once were, with the times that they had: rsync, tar, a backup."""
        past = self.random.choice(self.pasts)
        keep = self.random.random() < 0.5
        now = input_files(self.work)
        for name, path in now.items():
            if name not in past:
                path.unlink()
        for name, (content, when) in past.items():
            path = self.work / name
            if name not in now or path.read_bytes() != content:
                path.write_bytes(content)
                if keep:
                    os.utime(path, ns=(when, when))
        return f"put all files back as they were, {'with' if keep else 'without'} their times"

    def _confirm(self) -> str:
        command = [sys.executable, "scripts/translated.py", "mini"]
        subprocess.run(command, cwd=self.work, check=False, capture_output=True)
        return "confirmed the translations"

    def _lose_kept(self) -> str:
        name = self.random.choice([
            ".cache", ".snakemake", "build/logs", "build/logs/mini.kept.json",
            "build/logs/site.json", "build/logs/site.kept.json",
        ])  # fmt: skip
        path = self.work / name
        if path.is_dir():
            if self.random.random() < 0.5:
                shutil.rmtree(path)
                return f"removed {name}/"
            files = sorted(each for each in path.rglob("*") if each.is_file())
            if not files:
                return ""
            path = self.random.choice(files)
        if not path.exists():
            return ""
        path.write_bytes(path.read_bytes()[: self.random.choice([0, -1, -40])])
        return f"cut the end of {path.relative_to(self.work)}"

    def _output(self) -> str:
        files = sorted(output_files(self.work))
        if not files:
            return ""
        path = self.work / (name := self.random.choice(files))
        how = self.random.choice(["remove", "remove", "edit", "edit", "cut", "folder"])
        if how == "folder":
            shutil.rmtree(path.parent)
            return f"removed {path.parent.relative_to(self.work)}/"
        if how == "remove":
            path.unlink()
            return f"removed {name}"
        state, content = path.stat(), path.read_bytes()
        digits = [at for at, byte in enumerate(content) if byte in b"12345678"]
        if how == "cut" or not digits:
            path.write_bytes(content[: len(content) // 2])
            return f"cut {name} ({self._time(path, state.st_mtime_ns)})"
        at = self.random.choice(digits)
        path.write_bytes(content[:at] + bytes([content[at] + 1]) + content[at + 1 :])
        return f"edited {name} at {at} ({self._time(path, state.st_mtime_ns)})"


def difference(own: dict[str, bytes], fresh: dict[str, bytes]) -> str:
    """What differs between two builds, by name."""
    names = sorted(own.keys() | fresh.keys())
    return "\n".join(_differences(names, own, fresh))


def _differences(names: list[str], own: dict[str, bytes], fresh: dict[str, bytes]) -> Iterator[str]:
    for name in names:
        if name not in own:
            yield f"{name} is missing"
        elif name not in fresh:
            yield f"{name} is left over"
        elif own[name] != fresh[name]:
            one, other = (each[name].split(b"\n") for each in (own, fresh))
            at = next((n for n, p in enumerate(zip(one, other, strict=False)) if p[0] != p[1]), 0)
            yield f"{name}:{at + 1} is another: {one[at][:200]!r}, from nothing {other[at][:200]!r}"


def _snapshot(root: Path) -> dict[str, tuple[bytes, int]]:
    return {
        name: (path.read_bytes(), path.stat().st_mtime_ns)
        for name, path in input_files(root).items()
    }


def edits() -> list[dict[str, Any]]:
    """The edits of edits.yaml."""
    found: list[dict[str, Any]] = load(EDITS).data
    return found
