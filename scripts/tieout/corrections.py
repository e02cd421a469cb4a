"""Known errors of a source: sources/<source>/corrections.yaml.

The CSV and source.yaml keep what the source prints, faults and all. A correction says what the
ledger is to hold instead, why, and by `expect` which print it corrects: once the source has been
mended, the build stops until the correction is taken out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tieout.errors import Problem, nearest, shown
from tieout.schema import load_valid
from tieout.sources import LANGUAGES, Place
from tieout.yamlio import Document

FILE = "corrections.yaml"
#: What stands before the reason in a fact's note.
_LEADS = {
    "override": {"en": "Corrected by us: ", "zh-TW": "本文更正："},
    "drop": {"en": "Left out by us: ", "zh-TW": "本文不採用："},
    "flag": {"en": "Doubtful: ", "zh-TW": "存疑："},
}
_GAPS = {"en": " ", "zh-TW": ""}


@dataclass(frozen=True, slots=True)
class Correction:
    """One entry: what to do (override, drop, flag) about one figure, and why."""

    figure: str
    action: str
    value: str
    expect: str
    reason: Mapping[str, str]
    place: Place


@dataclass(frozen=True, slots=True)
class Corrections:
    """The corrections of one source by the figure's id within it (table/row/column, or name)."""

    document: Document | None
    entries: Mapping[str, Correction]

    def applied(
        self, figure: str, entry: Mapping[str, Any], place: Place
    ) -> tuple[Mapping[str, Any], Place]:
        """A figure's description as the ledger is to read it, and where that is written.

        override replaces the printed text, drop empties it (the figure is then "not captured"),
        flag leaves it; each adds the reason to the note. What was replaced is kept beside it.
        """
        correction = self.entries.get(figure)
        if correction is None:
            return entry, place
        note = _joined(entry.get("note", {}), _LEADS[correction.action], correction.reason)
        changed = {**entry, "note": note}
        if correction.action == "flag":
            return changed, place
        changed["replaced"] = entry["printed"]
        changed["printed"] = correction.value
        changed.pop("wording", None)  # it words the number that is replaced
        return changed, correction.place

    def text(self, figure: str, printed: str) -> str:
        """The text of a figure as the ledger is to read it."""
        correction = self.entries.get(figure)
        return printed if correction is None or correction.action == "flag" else correction.value

    def problems(self, printed: Mapping[str, str]) -> list[Problem]:
        """Corrections of figures that are not there, and those whose source has been mended.

        `printed` holds the texts of the source's figures before any correction.
        """
        return [found for entry in self.entries.values() for found in self._guard(entry, printed)]

    def _guard(self, entry: Correction, printed: Mapping[str, str]) -> Iterable[Problem]:
        where = (entry.place.file, entry.place.line)
        if entry.figure not in printed:
            mend = nearest(entry.figure, printed) or "name a figure of this source"
            yield Problem(*where, f"no figure '{entry.figure}' to correct", mend)
        elif printed[entry.figure] != entry.expect:
            now = printed[entry.figure] or "nothing"
            what = f"{entry.figure} now prints '{now}', the correction expects '{entry.expect}'"
            mend = "take the correction out if the source was mended, or write what it prints now"
            yield Problem(*where, what, mend)


def load_corrections(folder: Path) -> Corrections:
    """The corrections of a source folder, none if it has no such file. Raises TieoutError."""
    path = folder / FILE
    if not path.exists():
        return Corrections(None, {})
    document = load_valid(path, "corrections")
    entries: dict[str, Correction] = {}
    for index, entry in enumerate(document.data["corrections"]):
        key = ("corrections", index)
        name = entry["figure"]
        if name in entries:
            raise document.fail(key, f"'{name}' is corrected twice", "keep one of them")
        if ("value" in entry) != (entry["action"] == "override"):
            mend = "give 'value:' with override, and with nothing else"
            raise document.fail(key, f"{entry['action']} and 'value:' do not fit", mend)
        place = Place(shown(path), document.line(*key, "value" if "value" in entry else "figure"))
        entries[name] = Correction(
            name, entry["action"], entry.get("value", ""), entry["expect"], entry["reason"], place
        )
    return Corrections(document, entries)


def _joined(
    note: Mapping[str, str], lead: Mapping[str, str], reason: Mapping[str, str]
) -> dict[str, str]:
    """The figure's own note with the correction's reason after it."""
    return {
        lang: (note[lang] + _GAPS[lang] if lang in note else "") + lead[lang] + reason[lang]
        for lang in LANGUAGES
    }
