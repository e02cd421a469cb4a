"""Figures that no program can read: why not, and who read them last."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tieout.errors import TieoutError
from tieout.pull.documents import is_for_people
from tieout.transcription import transcribed
from tieout.yamlio import load


class Readers:
    """What a source folder tells of the reading of its figures by people."""

    def __init__(self, folder: Path, meta: Mapping[str, Any]) -> None:
        self.folder, self.meta = folder, meta
        self.records = transcribed(folder)

    def of(self, figure: str, why: str) -> str:
        """Why a figure (its id within the source) is read by people, and who read it last.

        `why` is what its `locate:` says. Raises TieoutError if the records are broken.
        """
        return f"{why or self._why()}; {self._last(figure)}"

    def _why(self) -> str:
        url = self.meta.get("url")
        if not (url or "file" in self.meta or "api" in self.meta):
            return "the source has no address"
        if url and is_for_people(url):
            return "its site shows nothing to a program"
        return "it has no `locate:`; add one, or say with `people:` why no program finds it"

    def _last(self, figure: str) -> str:
        record = self.records.get(figure)
        if record is not None:
            read = (f"{one['by']} on {one['day']}" for one in record["readings"])
            return f"last read by {', '.join(read)} ({record['from']})"
        via = self.meta.get("via")
        if via is not None:
            return f"quoted through {via}, last read on {self._day_of(via)}"
        day = self.meta.get("read", "a day that is not recorded")
        return f"last read on {day}, by whom is not recorded"

    def _day_of(self, source: str) -> str:
        try:
            meta = load(self.folder.parent / source / "source.yaml").data
        except (TieoutError, OSError):
            return "a day that is not recorded"
        return str(meta.get("read", "a day that is not recorded"))
