"""Corrections of a source's figures, read anew from corrections.yaml: what is held, and why.

Nothing of what a build does with them is used here: the words before a reason are written again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tieout.checks.written import Tree

Fault = tuple[Path, int, str, str]
FILE = "corrections.yaml"
_SAID = {
    "override": {"en": "Corrected by us: ", "zh-TW": "本文更正："},
    "drop": {"en": "Left out by us: ", "zh-TW": "本文不採用："},
    "flag": {"en": "Doubtful: ", "zh-TW": "存疑："},
}
_SPACE = {"en": " ", "zh-TW": ""}


class Corrected:
    """The corrections of one source, by figure; `tree` is None for a source without any."""

    def __init__(self, tree: Tree | None) -> None:
        self.tree = tree
        listed = (tree.data.get("corrections") or []) if tree else []
        self.entries: list[Mapping[str, Any]] = list(listed)
        self.by_figure = {str(entry["figure"]): at for at, entry in enumerate(self.entries)}

    def text(self, figure: str, printed: str) -> str:
        """What is held of a printed text; nothing of one that is left out."""
        at = self.by_figure.get(figure)
        if at is None or self.entries[at]["action"] == "flag":
            return printed
        return str(self.entries[at].get("value") or "")

    def applied(
        self, figure: str, entry: Mapping[str, Any], at: tuple[str, int]
    ) -> tuple[Mapping[str, Any], tuple[str, int]]:
        """A figure's entry with its correction, and the place and line that its text comes from."""
        index = self.by_figure.get(figure)
        if index is None or self.tree is None:
            return entry, at
        correction = self.entries[index]
        before, said = entry.get("note") or {}, _SAID[correction["action"]]
        note = {
            lang: (before[lang] + _SPACE[lang] if lang in before else "") + lead + reason
            for lang, lead in said.items()
            for reason in [correction["reason"][lang]]
        }
        if correction["action"] == "flag":
            return {**entry, "note": note}, at
        held = {key: value for key, value in entry.items() if key != "wording"}
        held |= {"note": note, "printed": self.text(figure, ""), "replaced": entry.get("printed")}
        field = "value" if "value" in correction else "figure"
        line = self.tree.line("corrections", index, field)
        return held, (f"{FILE}:{line}", line)

    def faults(self, printed: Mapping[str, str]) -> Iterator[Fault]:
        """Corrections that no longer fit; `printed` has the source's texts by figure."""
        for at, entry in enumerate(self.entries):
            assert self.tree is not None
            figure, line = str(entry["figure"]), self.tree.line("corrections", at, "figure")
            place = (self.tree.path, line)
            now = printed.get(figure)
            if now is None:
                yield *place, f"a correction of '{figure}', which is no figure", "name a figure"
            elif now != entry["expect"]:
                what = f"'{figure}' prints '{now}', its correction expects '{entry['expect']}'"
                yield *place, what, "look whether the source was mended, and correct the entry"
            if self.by_figure[figure] != at:
                yield *place, f"'{figure}' is corrected twice", "keep one correction"
            if ("value" in entry) != (entry["action"] == "override"):
                what = f"'{entry['action']}' of '{figure}' and its value do not fit"
                yield *place, what, "give a value with override, and with nothing else"
