"""Figures that stand only in a picture or a post: sources/<source>/transcriptions.yaml.

No program reads them, so two people do, without knowing of each other's reading. Where the figure
is read off the axis of a chart, the record states the error of that reading, and the printed text
must carry it (``130 ± 5``), so that it becomes the bounds of the fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tieout.errors import Problem, nearest
from tieout.printed import Kind, Printed, PrintedError, read_date, read_printed
from tieout.schema import load_valid
from tieout.units import DATE, IDENTIFIER
from tieout.yamlio import Document

FILE = "transcriptions.yaml"


@dataclass(frozen=True, slots=True)
class Transcribed:
    """A figure as the source folder has it, before any correction."""

    printed: str
    unit: str
    kind: str


def transcribed(folder: Path) -> dict[str, Any]:
    """The records by figure id within the source; empty without the file. Raises TieoutError."""
    path = folder / FILE
    if not path.exists():
        return {}
    return {entry["figure"]: entry for entry in load_valid(path, "transcriptions").data["figures"]}


def transcription_problems(folder: Path, figures: Mapping[str, Transcribed]) -> list[Problem]:
    """Where a record does not bear out the figure it belongs to. Raises TieoutError.

    A record needs two readers, each with a day; their readings must agree with the figure as
    printed, by value and digits; of a chart's axis, within the stated error.
    """
    path = folder / FILE
    if not path.exists():
        return []
    document = load_valid(path, "transcriptions")
    found: list[Problem] = []
    for index, entry in enumerate(document.data["figures"]):
        key = ("figures", index)
        for what, mend in _faults(entry, figures):
            found.append(document.problem(key, f"{entry['figure']}: {what}", mend))
        found.extend(_days(document, index, entry))
    return found


def _days(document: Document, index: int, entry: Mapping[str, Any]) -> Iterator[Problem]:
    for number, reading in enumerate(entry["readings"]):
        try:
            read_date(reading["day"])
        except PrintedError as error:
            key = ("figures", index, "readings", number, "day")
            yield document.problem(key, str(error), "write the day as 2026-10-16")


def _faults(
    entry: Mapping[str, Any], figures: Mapping[str, Transcribed]
) -> Iterator[tuple[str, str]]:
    figure = figures.get(entry["figure"])
    if figure is None:
        mend = nearest(entry["figure"], figures) or "name a figure of this source"
        yield "there is no such figure", mend
        return
    readings = entry["readings"]
    if len({reading["by"].casefold() for reading in readings}) < 2:
        yield "only one person has read it", "add the reading of a second person"
    if entry["from"] == "chart":
        yield from _chart_faults(entry, figure)
        return
    if "error" in entry:
        yield "a reading error is stated, though nothing was read off an axis", "remove 'error:'"
    for reading in readings:
        if not _agree(reading["text"], figure):
            what = f"{reading['by']} read '{reading['text']}', the figure is '{figure.printed}'"
            yield what, "look again together, and correct one of them"


def _chart_faults(entry: Mapping[str, Any], figure: Transcribed) -> Iterator[tuple[str, str]]:
    """The figure must be printed with its reading error, and every reading lie within it."""
    if "error" not in entry:
        yield "read off a chart, but how exactly is not said", "add 'error:', such as '5'"
        return
    try:
        error = read_printed(entry["error"], "count").value
        stated = read_printed(figure.printed, "measure")
        read = [read_printed(one["text"], "measure") for one in entry["readings"]]
    except PrintedError as problem:
        yield str(problem), "write one number"
        return
    middle = (stated.low + stated.high) / 2
    if error is None or stated.high - stated.low != 2 * error:
        yield (
            f"'{figure.printed}' does not carry the reading error {entry['error']}",
            f"print the figure with it, as in '130 ± {entry['error']}'",
        )
        return
    for one, reading in zip(entry["readings"], read, strict=True):
        value = reading.value
        if value is None or abs(value - middle) > error:
            what = f"{one['by']} read '{one['text']}', outside '{figure.printed}'"
            yield what, "look again together, or state a larger error"


def _agree(text: str, figure: Transcribed) -> bool:
    """Whether a reading is the figure: the same number with the same bounds, or the same text."""
    if figure.unit in (DATE, IDENTIFIER):
        return text.strip() == figure.printed.strip()
    kind: Kind = "count" if figure.kind == "count" else "measure"
    try:
        return _meaning(read_printed(text, kind)) == _meaning(read_printed(figure.printed, kind))
    except PrintedError:
        return False


def _meaning(reading: Printed) -> tuple[object, ...]:
    return reading.value, reading.low, reading.high, reading.approximate
