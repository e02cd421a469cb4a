"""Take a pull's changes into sources/, all at once or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tieout.article import find_articles
from tieout.captures import path_of, read_capture
from tieout.conditions import load_vocabulary
from tieout.errors import Problem, TieoutError, fail, shown
from tieout.pull.plan import planned
from tieout.pull.pulling import Folders
from tieout.pull.record import NAME, basis, pins, read_record, taken
from tieout.pull.swap import alone, clear_stage, copied, replace_folder, stage_for
from tieout.source_reader import load_source
from tieout.units import load_units
from tieout.yamlio import load


def accept(source: str, folders: Folders) -> list[str]:
    """Take over what the last pull of a source found. Returns what was done, in words.

    Raises TieoutError, and leaves sources/ as it is, when there is nothing to take over, when the
    source was edited since the pull, when a capture is not what was read, when the source would no
    longer load, or when another acceptance is at work.
    """
    with alone(folders.sources):
        return _accept(source, folders)


def _accept(source: str, folders: Folders) -> list[str]:
    folder = folders.sources / source
    path = folders.reports / source / NAME
    record = read_record(path, source)
    clear_stage(folder)  # of a run that was cut off
    _check(record, folder, path, folders)
    files = planned(
        folder, load(folder / "source.yaml"), taken(record), pins(record), record["day"]
    )
    if not files:
        return [f"{source}: sources/ says all this already"]
    staged = stage_for(folder)
    try:
        copied(folder, staged)
        for name, text in files.items():
            (staged / name).write_bytes(text.encode("utf-8"))
        _must_load(staged, folder, folders)
        replace_folder(staged, folder)
    finally:
        clear_stage(folder)
    done = [*_done(record, files, folder), *_left(folder, record)]
    return [*done, *_to_read(record, folder, folders), *_dated(source, record, folders)]


def _must_load(staged: Path, folder: Path, folders: Folders) -> None:
    """Raise TieoutError, in the names of the real folder, if the new source would not load."""
    words = load_vocabulary(folders.sources / "conditions.yaml")
    try:
        load_source(staged, words, load_units(folders.sources / "units.yaml"))
    except TieoutError as error:
        real = (shown(staged), shown(folder))
        raise TieoutError(
            Problem(
                problem.file.replace(*real),
                problem.line,
                f"with the changes: {problem.what}",
                f"nothing was taken over; {problem.mend}",
            )
            for problem in error.problems
        ) from None


def _check(record: Mapping[str, Any], folder: Path, path: Path, folders: Folders) -> None:
    """Raise TieoutError unless the record still speaks of this folder and of the kept bytes."""
    source = record["source"]
    again = f"pull again: snakemake pull --config source={source}"
    now = basis(folder)
    edited = sorted(
        name for name in {*now, *record["basis"]} if now.get(name) != record["basis"].get(name)
    )
    if edited:
        raise fail(folder / edited[0], 0, "the file has changed since the pull", again)
    found = pins(record)
    if not found:
        mend = f"see {shown(path.with_name('changes.md'))}"
        raise fail(path, 0, "no figure was found in a document, so nothing is taken over", mend)
    for pin in found:
        capture = path_of(source, pin.sha256, folders.captures)
        if not capture.exists():
            raise fail(capture, 0, "the kept bytes are missing", again)
        read_capture(capture)


def _done(record: Mapping[str, Any], files: Mapping[str, str], folder: Path) -> list[str]:
    changed = [one for one in record["figures"] if one["status"] in ("changed", "found")]
    lines = [f"{one['place']}: {one['kept'] or 'not captured'} -> {one['text']}" for one in changed]
    return [*lines, *(f"written: {shown(folder / name)}" for name in files)]


def _left(folder: Path, record: Mapping[str, Any]) -> list[str]:
    """What an editor still has to look at."""
    meta = load(folder / "source.yaml").data
    lines: list[str] = []
    missing = sum(one["status"] == "missing" for one in record["figures"])
    if missing:
        lines.append(f"{missing} figures were not found and stay as they were")
    if "missing" in meta:
        lines.append(f"'missing:' in {shown(folder / 'source.yaml')}: does it still hold?")
    return lines


def _to_read(record: Mapping[str, Any], folder: Path, folders: Folders) -> list[str]:
    """The reason that was written for a change of value, which people have to read."""
    if not any(one["status"] in ("changed", "found") for one in record["figures"]):
        return []
    articles = [
        name
        for name in find_articles(folders.templates)
        if folder.name in load(folders.templates / name / "article.yaml").data.get("sources", [])
    ]
    path = shown(folder / "source.yaml")
    orders = (f"make translated ARTICLE={name} SECTION=sources/{folder.name}" for name in articles)
    what = "'changes:' says why the figures changed: say it better if you know more"
    return [f"{path}: {what}, read both languages, then {' and '.join(orders) or 'build'}"]


def _dated(source: str, record: Mapping[str, Any], folders: Folders) -> list[str]:
    """The articles that would now rest on something younger than they are."""
    lines: list[str] = []
    for name in find_articles(folders.templates):
        path = folders.templates / name / "article.yaml"
        data = load(path).data
        if source in data.get("sources", []) and str(data.get("date")) < record["day"]:
            what = f"dated {data.get('date')}, before this pull ({record['day']})"
            lines.append(f"{shown(path)}: {what}: give it a new 'version:' and 'date:'")
    return lines
