"""Why figures are no longer what they were: the entry of `changes:` that an acceptance writes.

It says what a program knows, that the source printed this on that day. Whether the publisher
corrected something or we had copied it wrongly, an editor may say instead.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tieout.pull.edit_yaml import YamlEditor
from tieout.pull.taken import Taken

KEY = "changes"
_LANGUAGES = ("en", "zh-TW")
#: How many figures are called by their labels.
_NAMED = 3
_DAY = {"en": "day of publication", "zh-TW": "發布日期"}
_JOINTS = {"en": (", ", "; "), "zh-TW": ("，", "；")}
_MORE = {"en": "; and {count} more", "zh-TW": "；另有 {count} 個"}
_WHAT = {"en": "Read again: {labels}.", "zh-TW": "重新讀取：{labels}。"}
_REASON = {
    "en": "The source printed this when it was pulled on {day}.",
    "zh-TW": "{day} 重新讀取時，來源印的是這個。",
}


def give_reason(
    editor: YamlEditor, meta: Mapping[str, Any], changed: Sequence[Taken], day: str
) -> None:
    """Add an entry for the figures that change to the source.yaml that is edited."""
    if not changed:
        return
    what = {lang: _WHAT[lang].format(labels=_labels(meta, changed, lang)) for lang in _LANGUAGES}
    reason = {lang: _REASON[lang].format(day=day) for lang in _LANGUAGES}
    names = ", ".join(one.name for one in changed)
    lines = [f"day: {day}", f"what: {_flow(what)}", f"reason: {_flow(reason)}"]
    lines.append(f"figures: [{names}]")
    if meta.get(KEY):
        editor.append((KEY,), "\n".join(lines))
        return
    if KEY in meta:
        editor.remove(KEY)  # an empty list has no place for an entry
    editor.add((), "\n    ".join([f"{KEY}:\n  - {lines[0]}", *lines[1:]]), "standing")


def _flow(texts: Mapping[str, str]) -> str:
    """A text per language as YAML: what JSON quotes, YAML reads alike."""
    told = (f"{lang}: {json.dumps(text, ensure_ascii=False)}" for lang, text in texts.items())
    return f"{{{', '.join(told)}}}"


def _labels(meta: Mapping[str, Any], changed: Sequence[Taken], lang: str) -> str:
    """The first figures by their labels, and how many more there are."""
    within, between = _JOINTS[lang]
    told = [within.join(_parts(meta, one, lang)) for one in changed[:_NAMED]]
    rest = len(changed) - _NAMED
    return between.join(told) + (_MORE[lang].format(count=rest) if rest > 0 else "")


def _parts(meta: Mapping[str, Any], one: Taken, lang: str) -> list[str]:
    """The label of a figure; of a cell, that of its column and that of its row."""
    if one.cell is None:
        return [_DAY[lang] if one.name == "published" else meta["figures"][one.name]["label"][lang]]
    table, row, column = one.cell
    described = meta["tables"][table]
    owners = (described["columns"][column], described.get("rows", {}).get(row, {}))
    return [owner["label"][lang] for owner in owners if "label" in owner]
