"""Whether a page would come out as it lies there, told from its record before anything is made.

Most edits are to one language, and the pages of the others are due then: whether a section is stale
hangs on the templates of all languages and on translations.yaml. A page has nothing else of these
files, and its record says which sections were stale. So where all else that it was made from is the
same, and the same sections are stale, only the record has to be written anew.

Where there is any doubt the page is made: for a record that is broken or of another form, an output
that was edited by hand, a file that is gone or has come, a symbolic link.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tieout.errors import TieoutError
from tieout.pages.layout import KINDS, of_kind
from tieout.provenance import (
    LOCK,
    PROJECT,
    SCHEMA_VERSION,
    sha256,
    whole_record,
    write_record,
)
from tieout.translations import FILE, stale_sections

TEMPLATES, BUILD = Path("templates"), Path("build")
#: Ways in which a record, or what it names, is not as it has to be.
_UNFIT = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)
Marks = dict[str, str]


def is_made(article: str, lang: str) -> bool:
    """Whether a page is the one made last, in the folders of this project; then it counts as new.

    Its record has the hashes of today then. Raises OSError if that cannot be written.
    """
    own = BUILD / article
    try:
        record = _renewed(whole_record(own / "records" / f"page.{lang}.json"), article, lang)
    except (*_UNFIT, TieoutError):
        return False  # where something is wrong, whoever makes the page meets it again and says so
    if record:
        for name in record["outputs"]:
            os.utime(name)
        write_record(own, record)
    return bool(record)


def _renewed(record: Mapping[str, Any], article: str, lang: str) -> dict[str, Any]:
    """The record with the hashes of today; empty if the page might be another.

    A hash is that of the bytes that were looked at: what changes meanwhile has another one then.
    """
    room, outputs, stale = (record[key] for key in ("room", "outputs", "stale"))
    drafts = [f"{BUILD}/{article}/{lang}/draft.{kind}" for kind in ("html", "md")]
    folder = TEMPLATES / article
    others = _others(record["inputs"], folder, lang)
    aside = {*_templates(folder, others), f"{folder}/{FILE}"}
    inputs: Marks = {n: mark for n, mark in record["inputs"].items() if n not in aside}
    is_ours = record["schema"] == SCHEMA_VERSION and room == f"page.{lang}"
    if not is_ours or list(outputs) != drafts:
        return {}
    # The article's own template, which changes most often, is named last.
    files = (*reversed(inputs.items()), *outputs.items())
    if not all(_is_same(name, mark) for name, mark in files) or _has_come(inputs):
        return {}
    marks = _marks(folder, others)
    now = stale_sections(folder, lang, [lang, *others])
    if sorted(now) != stale or _marks(folder, others) != marks:
        return {}
    inputs = dict(sorted((inputs | marks).items()))
    return {"room": room, "stale": stale, "inputs": inputs, "outputs": outputs}


def _others(inputs: Mapping[str, str], folder: Path, lang: str) -> list[str]:
    """The other languages of an article: a page has read the template of each."""
    before, after = f"{folder}/article.", ".md.j2"
    found = [n for n in inputs if n.startswith(before) and n.endswith(after)]
    return [each for n in found if (each := n[len(before) : -len(after)]) != lang]


def _templates(folder: Path, languages: Iterable[str]) -> list[str]:
    return [f"{folder}/article.{lang}.md.j2" for lang in languages]


def _marks(folder: Path, others: Sequence[str]) -> Marks:
    """What a page reads to learn which sections are stale, beside its own template."""
    confirmed = folder / FILE
    names = [*_templates(folder, others)]
    names += [confirmed.as_posix()] if others and confirmed.is_file() else []
    return {name: sha256(Path(name)) for name in names}


def _is_same(name: str, mark: str) -> bool:
    path = _path(name)
    return not path.is_symlink() and sha256(path) == mark


def _path(name: str) -> Path:
    return PROJECT / name if name == LOCK or name.startswith("scripts/") else Path(name)


def _has_come(inputs: Mapping[str, str]) -> bool:
    """Whether a file is there now that would be read, and was not there.

    What a page asks for by its ending, the lock, and a package that takes a module's place.
    """
    layout = TEMPLATES / "_layout"
    files = {path.as_posix() for kind in KINDS for path in of_kind(layout, kind)}
    is_asked = tuple(f".{kind}" for kind in KINDS)
    known = {n for n in inputs if n.startswith(f"{layout}/") and n.endswith(is_asked)}
    has_lock = (PROJECT / LOCK).is_file()
    modules = (name for name in inputs if name.endswith(".py"))
    packages = any(_path(name).with_suffix("").is_dir() for name in modules)
    return files != known or has_lock != (LOCK in inputs) or packages
