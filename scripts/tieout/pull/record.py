"""The record of a pull: changes.json, which an acceptance reads, and people's programs may."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tieout.errors import fail
from tieout.files import read_text
from tieout.pull.impact import Impact
from tieout.pull.reread import CONFIRMED, Reading
from tieout.pull.source import Pulled, Read
from tieout.pull.taken import Pin, Taken

#: Raised whenever an older record can no longer be accepted.
VERSION = 1
NAME = "changes.json"


def basis(folder: Path) -> dict[str, str]:
    """The hash of each file of a source folder: what a pull compared with."""
    files = sorted(path for path in folder.iterdir() if path.is_file())
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def to_record(
    pulled: Pulled, impacts: Sequence[Impact], before: Mapping[str, str], day: str
) -> dict[str, Any]:
    """All that a pull found out about one source. `before` is the basis it compared with."""
    changed = [one.site.id for one in pulled.with_status("changed", "found")]
    return {
        "schema": VERSION,
        "source": pulled.source,
        "day": day,
        "basis": dict(before),
        "documents": [_document(read) for read in pulled.reads],
        "absent": [dict(pin) for pin in pulled.absent],
        "figures": [_figure(one) for one in pulled.readings],
        "touched": {
            name: {impact.article: impact.of(name) for impact in impacts if impact.touches(name)}
            for name in changed
        },
        "faults": {impact.article: impact.fault for impact in impacts if impact.fault},
        "problems": [str(problem) for problem in pulled.problems],
    }


def _document(read: Read) -> dict[str, Any]:
    request = read.request
    return {
        "name": read.document.name,
        "url": read.document.url,
        "final_url": read.final_url,
        "kind": read.document.kind,
        "live": read.document.live,
        "fault": read.fault,
        "sha256": read.sha256,
        "bytes": read.size,
        "day": read.day,
        "saved_by_hand": read.by_hand,
        "as_kept": read.known,
        "pull_request": request
        and {
            "title": request.title,
            "author": request.author,
            "merged": request.merged,
            "updated": request.updated,
            "body_sha256": request.body_sha256,
        },
    }


def _figure(one: Reading) -> dict[str, Any]:
    return {
        "id": one.site.id,
        "status": one.status,
        "kept": one.site.printed,
        "text": one.text,
        "place": str(one.site.place),
        "cell": list(one.site.cell) if one.site.cell else None,
        "document": one.document,
        "line": one.line,
        "where": one.where,
        "message": one.message,
        "live": one.live,
    }


def to_json(record: Mapping[str, Any]) -> str:
    """The text of changes.json."""
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def read_record(path: Path, source: str) -> dict[str, Any]:
    """Read a record back. Raises TieoutError if there is none, or none that can be accepted."""
    mend = f"pull the source first: snakemake pull --config source={source}"
    if not path.exists():
        raise fail(path, 0, "nothing has been pulled", mend)
    try:
        record = json.loads(read_text(path))
    except ValueError as error:
        raise fail(path, 1, f"the record is broken ({error})", mend) from None
    if not isinstance(record, dict) or record.get("schema") != VERSION:
        raise fail(path, 1, "the record was made by another version", mend)
    if record.get("source") != source:
        raise fail(path, 1, f"the record is of the source '{record.get('source')}'", mend)
    return record


def taken(record: Mapping[str, Any]) -> list[Taken]:
    """The figures as an acceptance takes them."""
    found: list[Taken] = []
    for entry in record["figures"]:
        confirmed = entry["status"] in CONFIRMED
        cell = tuple(entry["cell"]) if entry["cell"] else None
        text = entry["text"] if confirmed else entry["kept"]
        name = entry["id"].split("/", 1)[1]
        found.append(Taken(name, entry["kept"], text, confirmed, cell))
    return found


def pins(record: Mapping[str, Any]) -> list[Pin]:
    """The captures that bear out at least one figure, to be pinned."""
    used = {one["document"] for one in record["figures"] if one["status"] in CONFIRMED}
    if "body" in used:
        used.add("api")
    found: list[Pin] = []
    for entry in record["documents"]:
        if entry["fault"] or entry["live"] or entry["name"] not in used:
            continue
        more: dict[str, str] = {"saved": "by hand"} if entry["saved_by_hand"] else {}
        if entry["pull_request"]:
            more["updated"] = entry["pull_request"]["updated"]
            more["body_sha256"] = entry["pull_request"]["body_sha256"]
        found.append(Pin(entry["url"], entry["day"], entry["sha256"], more))
    return found
