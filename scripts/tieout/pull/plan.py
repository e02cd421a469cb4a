"""What an acceptance would write: the changed files of one source folder, in the smallest diff."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tieout.cell_parts import with_part
from tieout.pull.edit_csv import Cell, with_cells
from tieout.pull.edit_yaml import YamlEditor
from tieout.pull.reason import give_reason
from tieout.pull.taken import Pin, Taken
from tieout.seal import KEY, seal_of
from tieout.table import read_table
from tieout.yamlio import Document, parse

YAML = "source.yaml"


def planned(
    folder: Path, yaml: Document, taken: list[Taken], pins: list[Pin], day: str
) -> dict[str, str]:
    """File name -> new text, for the files that change. Nothing is written here.

    Texts are replaced, and `changes:` says why; what the kept bytes bear out rises to `captured`,
    the whole source if that is all of it; the captures are pinned, with the day of their fetching.
    """
    files = _csv_files(folder, yaml.data, taken)
    old = _read(folder / YAML)
    editor = YamlEditor(old)
    for one in taken:
        if one.cell is None and one.text != one.kept:
            editor.set(_key(one, "printed"), one.text)
    if any(one.confirmed for one in taken):
        _raise_standing(editor, yaml.data, taken)
    _pin(editor, yaml.data, pins, day)
    give_reason(editor, yaml.data, [one for one in taken if one.text != one.kept], day)
    new = _sealed(editor.result(), folder / YAML, taken)
    return {**files, **({YAML: new} if new != old else {})}


def _sealed(text: str, path: Path, taken: list[Taken]) -> str:
    """The new source.yaml with the seal of its captured figures as they will be."""
    meta = parse(text, path).data
    seal = seal_of(meta, {one.name: one.text for one in taken})
    editor = YamlEditor(text)
    if seal is not None and seal != meta.get(KEY):
        editor.put((), KEY, seal, "standing")
    return editor.result()


def _read(path: Path) -> str:
    """The text of a file with its own line ends, so that they are kept."""
    return path.read_bytes().decode("utf-8")


def _csv_files(folder: Path, meta: Mapping[str, Any], taken: list[Taken]) -> dict[str, str]:
    cells: dict[str, dict[Cell, str]] = {}
    for one in sorted(taken, key=lambda one: _part(meta, one) == "inside"):
        if one.cell is not None and one.text != one.kept:
            table, row, column = one.cell
            described = meta["tables"][table]
            file, spec = described["file"], described["columns"][column]
            changed = cells.setdefault(file, {})
            if "cell" not in spec:
                changed[row, column] = one.text
                continue
            at = (row, spec["cell"]["column"])
            before = changed[at] if at in changed else _printed(folder / file, at)
            changed[at] = with_part(before, spec["cell"]["part"], one.text)
    return {file: with_cells(_read(folder / file), new) for file, new in cells.items()}


def _part(meta: Mapping[str, Any], one: Taken) -> str | None:
    """The part of a cell that a figure is, where a cell holds two."""
    if one.cell is None:
        return None
    table, _, column = one.cell
    part: str | None = meta["tables"][table]["columns"][column].get("cell", {}).get("part")
    return part


def _printed(path: Path, at: Cell) -> str:
    """A cell as it is kept."""
    [found] = [row.cells[at[1]] for row in read_table(path).rows if row.id == at[0]]
    return found


def _key(one: Taken, field_name: str) -> tuple[str, ...]:
    if one.name == "published":
        return ("published",)
    return ("figures", one.name, field_name)


def _raise_standing(editor: YamlEditor, meta: Mapping[str, Any], taken: list[Taken]) -> None:
    """Note what the kept bytes bear out, at the source, or by figure and by column of a table."""
    printed = [one for one in taken if one.text]
    whole = all(one.confirmed for one in printed)
    if whole:
        editor.set(("standing",), "captured")
        if "via" in meta:
            editor.remove("via")
    if meta["standing"] == "captured":
        return
    for one in printed:
        if one.cell is None and one.name != "published" and one.confirmed:
            _captured(editor, ("figures", one.name), meta["figures"][one.name], whole, "printed")
    for table, described in meta.get("tables", {}).items():
        for column, spec in described["columns"].items():
            cells = [one for one in printed if one.cell and one.cell[::2] == (table, column)]
            if cells and all(one.confirmed for one in cells):
                _captured(editor, ("tables", table, "columns", column), spec, whole, "unit")


def _captured(
    editor: YamlEditor, key: tuple[str, ...], spec: Mapping[str, Any], whole: bool, after: str
) -> None:
    """Raise one figure or column, if the source's own standing does not say so already."""
    if "standing" in spec:
        editor.set((*key, "standing"), "captured")
    elif not whole:
        editor.put(key, "standing", "captured", after)


def _pin(editor: YamlEditor, meta: Mapping[str, Any], pins: list[Pin], day: str) -> None:
    known = {pin["url"]: (index, pin) for index, pin in enumerate(meta.get("captures", []))}
    new = [pin for pin in pins if pin.url not in known]
    changed = [pin for pin in pins if pin.url in known and not _same(pin, known[pin.url][1])]
    if new or changed:
        editor.put((), "retrieved", day, "read" if "read" in meta else "standing")
    for pin in changed:
        key = ("captures", known[pin.url][0])
        for name, value in {"day": pin.day, "sha256": pin.sha256, **pin.more}.items():
            editor.put(key, name, value, "sha256")
    if new and known:
        for pin in new:
            editor.append(("captures",), pin.written())
    elif new:
        entries = [pin.written().replace("\n", "\n    ") for pin in new]
        block = "captures:\n" + "\n".join(f"  - {entry}" for entry in entries)
        editor.add((), block, "standing")


def _same(pin: Pin, old: Mapping[str, str]) -> bool:
    return pin.sha256 == old["sha256"] and all(old.get(k) == v for k, v in pin.more.items())
