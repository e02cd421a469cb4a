"""A small project with workflow and code: what goes into a build of it, and what comes out."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.mini_project import ROOT, copy_mini

SNAKEMAKE = Path(sys.executable).with_name("snakemake")
_INPUTS = ("sources", "templates", "scripts", "profiles")
_ALONE = ("Snakefile", "requirements.txt", "config.yaml")


@dataclass(frozen=True, slots=True)
class Result:
    """What a build said, and the files it left."""

    status: int
    errors: str
    files: dict[str, bytes]

    def keep(self, folder: Path, root: Path) -> None:
        """Keep it for other sequences."""
        half = folder.with_name(f"{folder.name}.{os.getpid()}")
        for name in self.files:
            (half / "files" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, half / "files" / name)
        half.mkdir(parents=True, exist_ok=True)
        (half / "said.json").write_text(json.dumps([self.status, self.errors]), "utf-8")
        try:
            half.rename(folder)
        except OSError:
            shutil.rmtree(half)

    @classmethod
    def read(cls, folder: Path) -> Result:
        """What was kept."""
        status, errors = json.loads((folder / "said.json").read_text("utf-8"))
        return cls(status, errors, output_files(folder / "files"))


def lay_out(root: Path) -> None:
    """The small project with the real workflow and its own copy of the code."""
    copy_mini(root)
    for name in ("Snakefile", "requirements.txt"):
        shutil.copy2(ROOT / name, root / name)
    for name in ("scripts", "profiles"):
        shutil.copytree(ROOT / name, root / name)


def build(root: Path, *options: str) -> Result:
    """Run `snakemake all` as a person does."""
    command = [str(SNAKEMAKE), "all", *options]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    return Result(done.returncode, done.stderr, output_files(root))


def input_files(root: Path) -> dict[str, Path]:
    """All that a person writes, byte code left out."""
    found = [path for name in _INPUTS for path in (root / name).rglob("*")]
    found += [root / name for name in _ALONE]
    return {
        path.relative_to(root).as_posix(): path
        for path in found
        if path.is_file() and "__pycache__" not in path.parts
    }


def output_files(root: Path) -> dict[str, bytes]:
    """All that a build leaves for people, its logs and kept answers left out."""
    found = [path for name in ("build", "figures") for path in (root / name).rglob("*")]
    named = {path.relative_to(root).as_posix(): path for path in found if path.is_file()}
    return {n: p.read_bytes() for n, p in named.items() if not n.startswith("build/logs/")}


def published(name: str) -> bool:
    """Whether a file is one that readers open."""
    last = name.rsplit("/", 1)[-1]
    alone = name.startswith("build/") and name.count("/") == 1
    return alone or last in (
        "index.html", "article.md", "card.png", "checks.json", "provenance.json"
    )  # fmt: skip
