"""Laying out a small valid article or source, with comments that teach, to go on from."""

from __future__ import annotations

import datetime
import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from tieout.errors import TieoutError, fail
from tieout.files import read_text, write_together
from tieout.ledger import build_ledger
from tieout.names import NAME
from tieout.schema import load_valid
from tieout.sentences import in_strings
from tieout.sources import Figure, Source
from tieout.translations import FILE, present, to_yaml
from tieout.units import DATE, IDENTIFIER
from tieout.workflow import TAKEN

STARTERS = Path(__file__).parent / "starters"
LANGUAGES = ("en", "zh-TW")
_URL = re.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]+)?(/[!#-\[\]-~]*)?")
_NAMED = "small letters, digits and hyphens, at most 80"


def new_article(name: str, sources: Path, templates: Path, today: datetime.date) -> list[Path]:
    """Write templates/<name>/, an article that cites one source that is there. Returns its files.

    Raises TieoutError for a name that is taken or not allowed, and when there is no source that an
    article could cite.
    """
    _check_name("article", name, templates)
    source, figure = _citable(sources)
    marks = {
        "ARTICLE": name,
        "DATE": today.isoformat(),
        "SOURCES": f"  - {source.id}",
        "SOURCE": source.id,
        "FACT": figure.id,
    }
    files = {
        file: _filled(file, marks)
        for file in ("article.yaml", *(f"article.{lang}.md.j2" for lang in LANGUAGES))
    }
    with tempfile.TemporaryDirectory() as room:  # nothing is left behind if it were not valid
        draft = Path(room)
        write_together({draft / name / file: text for file, text in files.items()})
        build_ledger(name, sources, draft)
        files[FILE] = to_yaml(present(name, draft, sources))
    return _written(templates / name, files)


def new_source(name: str, url: str, sources: Path, today: datetime.date) -> list[Path]:
    """Write sources/<name>/, a source with a table whose one cell is not captured yet.

    Raises TieoutError for a name that is taken or not allowed, and for an address that is none.
    """
    _check_name("source", name, sources)
    if not _URL.fullmatch(url) or len(url) > 2000:
        what = f"this is no address of a page ('{url}')" if url else "the address is missing"
        raise fail(sources / name, 0, what, f"make source ID={name} URL=https://host/path")
    kind = next(iter(load_valid(sources / "vocabulary.yaml", "vocabulary").data["kinds"]))
    marks = {"SOURCE": name, "DATE": today.isoformat(), "URL": url, "KIND": kind}
    files = {file: _filled(file, marks) for file in ("source.yaml", "example.csv")}
    return _written(sources / name, files)


def _check_name(kind: str, name: str, folder: Path) -> None:
    variable = {"article": "ARTICLE", "source": "ID"}[kind]
    if not NAME.fullmatch(name) or (kind == "article" and name in TAKEN):
        what = f"the {kind} name '{name}' is not allowed" if name else f"the {kind} has no name"
        raise fail(folder, 0, what, f"give {variable}=name, written with {_NAMED}")
    path = folder / name
    if path.exists() or path.is_symlink():
        what = f"there is already something called '{name}'"
        raise fail(path, 0, what, f"choose another {variable}, or move it away")


def _filled(file: str, marks: Mapping[str, str]) -> str:
    return re.sub(r"@([A-Z]+)@", lambda mark: marks[mark[1]], read_text(STARTERS / file))


def _written(folder: Path, files: Mapping[str, str]) -> list[Path]:
    paths = {folder / file: text for file, text in files.items()}
    write_together(paths)
    return list(paths)


def _citable(sources: Path) -> tuple[Source, Figure]:
    """The figure that asks for the least beside it, and its source."""
    found = list(_figures(sources))
    if not found:
        mend = "lay one out with make source ID=name URL=https://…, and enter a figure of it"
        raise fail(sources, 0, "there is no source with a figure that an article could print", mend)
    return min(found, key=lambda pair: _burden(*pair))


def _figures(sources: Path) -> Iterator[tuple[Source, Figure]]:
    from tieout.conditions import load_vocabulary
    from tieout.source_reader import load_source
    from tieout.units import load_units

    words = load_vocabulary(sources / "conditions.yaml")
    units = load_units(sources / "units.yaml")
    for path in sorted(sources.glob("*/source.yaml")):
        try:
            source = load_source(path.parent, words, units)
        except TieoutError:
            continue  # a build of the article that uses it says what is wrong
        if not source.meta.keys() & {"url", "file"}:
            continue  # it leads nowhere
        for figure in source.figures.values():
            number = figure.unit.id not in (DATE, IDENTIFIER)
            if number and figure.standing in ("transcribed", "captured") and not figure.lost:
                yield source, figure


def _burden(source: Source, figure: Figure) -> tuple[int, int, int]:
    """How much a first article would have to explain: comparisons printed, names, conditions."""
    told = ("title", "label", "publisher", "author", "note", "missing")
    said = [source.meta.get(key, "") for key in told] + [figure.label, figure.note]
    digits = re.findall(r"[0-9]", " ".join(text for _, text in in_strings(said)))
    return len(source.relations), len(digits), len(figure.conditions)
