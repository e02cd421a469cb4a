"""What goes into an archive: all that a build read and wrote, by the record that verify left.

A file's name in the archive is its name in the project, so that an unpacked archive is a project.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tieout.errors import Problem, TieoutError, fail, shown
from tieout.ledger_file import read_ledger

#: The folder that holds scripts/, the Snakefile and the lock files: this project's code.
PROJECT = Path(__file__).resolve().parents[3]
#: Files of the code that no build reads, and without which nobody could work with an archive.
FRAME = (
    *("Snakefile", "Makefile", "pyproject.toml", "requirements.txt", "requirements-dev.txt"),
    *("LICENSE", "profiles/default/profile.yaml"),
    "templates/_layout/site.html.j2",  # of the front page, which is no article's
)
CODE = (".py", ".smk", ".json", ".txt")
VERSION = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6}){2}", re.ASCII)
MEND_RECORD = "remove it and run make verify, which writes it anew"
AGAIN = "run snakemake all, then archive again"


@dataclass(frozen=True, slots=True)
class Project:
    """Where an article's parts lie: the project that is worked in, and the code that builds it."""

    root: Path = Path()
    code: Path = PROJECT

    def path(self, name: str) -> Path:
        """Where a file lies that has this name in records and archives."""
        own = name.startswith(("scripts/", "docs/")) or name in FRAME
        return (self.code if own else self.root) / name


@dataclass(frozen=True, slots=True)
class Contents:
    """An article's version: `files` by name, and what was recorded of its build."""

    article: str
    version: str
    day: str
    ledger: Mapping[str, Any]
    provenance: Mapping[str, Any]
    files: Mapping[str, bytes]

    @property
    def made(self) -> list[str]:
        """The names of what a build makes, and a replay makes again."""
        return [name for name in self.files if is_made(name, self.article)]


def is_made(name: str, article: str) -> bool:
    """Whether a build makes this file, so that a replay must not find it there."""
    return name.startswith((f"build/{article}/", f"figures/{article}/"))


def collect(article: str, project: Project, captures: bool = False) -> Contents:
    """Everything of a built and verified article.

    Raises TieoutError when it is not built, not verified, or has changed since.
    """
    folder = project.root / "build" / article
    provenance = _provenance(folder / "provenance.json", article)
    ledger = read_ledger(folder / "ledger.json")
    version = str(ledger["article"]["version"])
    if not VERSION.fullmatch(version):
        mend = "write it as 1.0.0 in article.yaml, and run snakemake all"
        raise fail(folder / "ledger.json", 0, f"the version is '{version}'", mend)
    files = dict(_recorded(provenance, project))
    for name in sorted({*_records(folder, project), *_code(project)} - files.keys()):
        files[name] = project.path(name).read_bytes()
    if captures:
        files |= _captures(ledger, project)
    else:
        files = {name: data for name, data in files.items() if not name.startswith("captures/")}
    day = str(ledger["article"]["date"])
    return Contents(article, version, day, ledger, provenance, dict(sorted(files.items())))


def _provenance(path: Path, article: str) -> dict[str, Any]:
    """The record of a verified build, its seal unbroken."""
    try:
        content: dict[str, Any] = json.loads(path.read_bytes())
        seal = content.pop("seal")
    except FileNotFoundError:
        raise fail(path, 0, f"'{article}' is not built and verified", AGAIN) from None
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        what = f"the record of the build is broken ({error})"
        raise fail(path, 0, what, MEND_RECORD) from None
    text = json.dumps(content, ensure_ascii=False, indent=1)
    if hashlib.sha256(text.encode("utf-8")).hexdigest() != seal:
        raise fail(path, 0, "the record of the build was changed by hand", MEND_RECORD)
    named = [*content["inputs"], *content["outputs"]]
    if content["article"] != article or f"build/{article}/checks.json" not in named:
        raise fail(path, 0, f"this is not the record of '{article}', verified", AGAIN)
    return content


def _recorded(provenance: Mapping[str, Any], project: Project) -> Iterator[tuple[str, bytes]]:
    """Every file of the record, as long as it is what the record says."""
    problems: list[Problem] = []
    for name, mark in {**provenance["inputs"], **provenance["outputs"]}.items():
        path = project.path(name)
        try:
            data = path.read_bytes()
        except OSError:
            problems.append(Problem(shown(path), 0, f"{name} is gone since the build", AGAIN))
            continue
        if hashlib.sha256(data).hexdigest() != mark:
            problems.append(Problem(shown(path), 0, f"{name} has changed since the build", AGAIN))
        yield name, data
    if problems:
        raise TieoutError(problems)


def _records(folder: Path, project: Project) -> list[str]:
    """What the rooms and verify recorded; these files are in no record themselves."""
    found = [*sorted((folder / "records").glob("*.json")), folder / "provenance.json"]
    return [path.relative_to(project.root).as_posix() for path in found]


def _code(project: Project) -> list[str]:
    """The library, the scripts, what editors read, and the frame around them: all, used or not."""
    found = [path for path in sorted((project.code / "scripts").rglob("*")) if path.suffix in CODE]
    found += sorted((project.code / "docs").glob("*/*.md"))
    names = [path.relative_to(project.code).as_posix() for path in found if path.is_file()]
    return [*names, *(name for name in FRAME if project.path(name).is_file())]


def _captures(ledger: Mapping[str, Any], project: Project) -> dict[str, bytes]:
    """The kept bytes of those sources whose licence lets them be passed on."""
    from tieout.captures import kept_files
    from tieout.yamlio import load

    found: dict[str, bytes] = {}
    for source in ledger["sources"]:
        path = project.root / "sources" / source / "source.yaml"
        licence = load(path).data.get("licence") or {}
        if licence.get("redistribute") is not True:
            continue
        text = path.read_text("utf-8")
        for kept in kept_files(source, text, project.root / "captures"):
            found[f"captures/{source}/{kept.name}"] = kept.read_bytes()
    return found
