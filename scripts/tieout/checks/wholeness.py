"""What lies on disk is what the rooms wrote, from what lies on disk now.

Every room keeps a record of the files it read and wrote, with their hashes. An output that differs
was edited by hand; an input that differs was changed since; a missing record was lost. A record is
sealed, so that it tells of itself as well. What is published is the drafts of the page room, letter
by letter but for the slots that verify fills. Each file is read once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any

from tieout.checks.finding import Finding, Record, new_record
from tieout.checks.finished import CARD, DRAFTS, PUBLISHED, Finished

BLIND_SPOTS = (
    "a record and its output edited together, the record’s seal with them",
    "packages and programs outside the project: requirements.txt is what names them",
    "files that a room would read now and did not find when it ran",
)
#: What is counted.
COUNTED = ("inputs", "outputs")
#: The rooms, once or once a language, in the order in which they run.
ONCE, EACH_LANGUAGE = ("ledger",), ("figures", "page")
PUBLISH_AGAIN = "change what it is made from; remove the file and run snakemake all"


def check(finished: Finished) -> Record:
    """Compare the files of an article with the records of the rooms."""
    record = new_record("wholeness", BLIND_SPOTS, COUNTED)
    disk = _Disk(finished)
    traces = dict(_traces(finished, record))
    edited: set[str] = set()
    for room, trace in traces.items():
        for name, mark in trace["outputs"].items():
            record.counts["outputs"] += 1
            now = disk.hash(name)
            if now == mark:
                continue
            edited.add(name)
            what = f"{name} is missing" if not now else f"{name} is not what {room} wrote"
            mend = f"change what it is made from, not the file, and run {_again(room)}"
            record.findings.append(Finding(str(disk.path(name)), 1, what, mend))
    changed: dict[str, list[str]] = {}
    for room, trace in traces.items():
        for name, mark in trace["inputs"].items():
            record.counts["inputs"] += 1
            if name not in edited and disk.hash(name) != mark:
                changed.setdefault(name, []).append(room)
    for name, rooms in changed.items():
        state = "has changed since" if disk.hash(name) else "is gone since"
        what = f"stale: {name} {state} {', '.join(rooms)} read it"
        record.findings.append(Finding(str(disk.path(name)), 1, what, f"run {_again(rooms[0])}"))
    _unwritten(finished, record, {n for trace in traces.values() for n in trace["outputs"]}, disk)
    _last_verified(finished, record, disk)
    if not finished.are_drafts:
        _as_drafted(finished, record)
    return record


def _again(room: str) -> str:
    return f"snakemake all --forcerun {room.split('.', maxsplit=1)[0]}"


def _traces(finished: Finished, record: Record) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The records of all rooms that an article needs, by room."""
    rooms = [*ONCE, *(f"{room}.{lang}" for lang in finished.pages for room in EACH_LANGUAGE)]
    for room in rooms:
        path = finished.build / finished.article / "records" / f"{room}.json"
        try:
            trace = _unsealed(path)
            inputs, outputs = trace["inputs"], trace["outputs"]
            if not (trace["room"] == room and inputs and isinstance(outputs, dict)):
                raise ValueError("it is that of another room, or empty")
        except FileNotFoundError:
            what, mend = f"nothing tells what {room} read and wrote", f"run {_again(room)}"
            record.findings.append(Finding(str(path), 1, what, mend))
        except (ValueError, KeyError, TypeError) as error:
            what, mend = f"the record of {room} is broken ({error})", f"run {_again(room)}"
            record.findings.append(Finding(str(path), 1, what, mend))
        else:
            yield room, trace


def _unsealed(path: Path) -> dict[str, Any]:
    """The content of a record. Raises ValueError when not a letter of it may be believed."""
    text = path.read_text("utf-8")
    content = json.loads(text)
    seal = content.pop("seal", "") if isinstance(content, dict) else ""
    written = json.dumps(content, ensure_ascii=False, indent=1)
    again = json.dumps({**content, "seal": seal}, ensure_ascii=False, indent=1) + "\n"
    if hashlib.sha256(written.encode("utf-8")).hexdigest() != seal or again != text:
        raise ValueError("it was edited by hand")
    return dict(content)


def _last_verified(finished: Finished, record: Record, disk: _Disk) -> None:
    """What the last verify left: its record, and the provenance of all that it saw."""
    path = finished.build / finished.article / "provenance.json"
    mend = "remove it and run make verify, which writes it anew"
    try:
        known = dict(_unsealed(path)["outputs"])
    except FileNotFoundError:
        return  # nothing was verified yet
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        record.findings.append(Finding(str(path), 1, f"provenance.json is broken ({error})", mend))
        return
    name = f"build/{finished.article}/checks.json"
    if disk.hash(name) not in ("", known.get(name, "")):
        what = "checks.json is not what verify wrote"
        record.findings.append(Finding(str(disk.path(name)), 1, what, mend))
    for lang in finished.pages if not finished.are_drafts else ():
        for file in (*PUBLISHED, CARD):
            name = f"build/{finished.article}/{lang}/{file}"
            if disk.hash(name) != known.get(name, ""):
                where, what = str(disk.path(name)), f"{name} is not what verify published"
                record.findings.append(Finding(where, 1, what, PUBLISH_AGAIN))


def _as_drafted(finished: Finished, record: Record) -> None:
    """What is published is what the page room has drafted, whatever stands in its slots."""
    for path, text in finished.texts.items():
        draft = path.with_name(DRAFTS[PUBLISHED.index(path.name)])
        try:
            drafted = draft.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            continue  # the record of the page room tells that it is lost
        if text != drafted:
            line = _first_other_line(text, drafted)
            what = f"{path.name} is not {draft.name} with its slots filled"
            record.findings.append(Finding(str(path), line, what, PUBLISH_AGAIN))


def _first_other_line(one: str, other: str) -> int:
    pairs = zip_longest(one.split("\n"), other.split("\n"))
    return next((n for n, (a, b) in enumerate(pairs, start=1) if a != b), 1)


class _Disk:
    """The files of the project by their names in the records, each hashed once."""

    def __init__(self, finished: Finished) -> None:
        self.roots = {
            "build": finished.build,
            "figures": finished.drawn,
            "templates": finished.templates,
            "sources": finished.sources,
            "scripts": Path(__file__).resolve().parents[2],
            "requirements.txt": Path(__file__).resolve().parents[3] / "requirements.txt",
        }
        self.hashes: dict[str, str] = {}

    def path(self, name: str) -> Path:
        """Where a file of the records lies."""
        root, _, rest = name.partition("/")
        return self.roots.get(root, Path(root)) / rest

    def hash(self, name: str) -> str:
        """The hash of a file; empty when it cannot be read."""
        if name not in self.hashes:
            try:
                with self.path(name).open("rb", buffering=0) as stream:
                    self.hashes[name] = hashlib.sha256(stream.read()).hexdigest()
            except OSError:
                self.hashes[name] = ""
        return self.hashes[name]


def _unwritten(finished: Finished, record: Record, written: set[str], disk: _Disk) -> None:
    """Files among the finished ones that no room has written: they would be published too."""
    own = finished.build / finished.article
    expected = [path for lang in finished.pages for path, _ in finished.figures[lang]]
    lying = [path for path in sorted(own.rglob("*")) if path.parent != own / "records"]
    drawn = finished.drawn / finished.article
    lying += [path for kind in ("*.svg", "*.png") for path in sorted(drawn.glob(kind))]
    known = {disk.path(name).resolve() for name in written}
    known |= {(own / name).resolve() for name in ("checks.json", "provenance.json")}
    for lang in finished.pages:
        published = (*finished.published(lang), finished.published_card(lang))
        known |= {path.resolve() for path in published}
    for path in dict.fromkeys([*expected, *lying]):
        if path.resolve() not in known and path.is_file():
            what, mend = "no room has written this file", "remove it and run snakemake all"
            record.findings.append(Finding(str(path), 1, what, mend))
