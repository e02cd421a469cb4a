"""Cells that print two figures, taken apart a second time: ``**5.30 s(−57.2%)** 🚀``.

A part is what is left of its side of the parentheses when signs that are no part of a figure are
taken off its ends. It is read by what a figure may end in, not by a list of marks.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

#: What a pictograph must not say, since it would be lost: a number, a direction, a sign.
_TELLING = {
    *range(0x1F4C8, 0x1F4CA), *range(0x1F53A, 0x1F53E), *range(0x2795, 0x2798),
    0x1F4AF, 0x1F51F, 0x1F522, 0x2716, 0x27A1,
}  # fmt: skip


def held_in(spec: Mapping[str, Any], name: str) -> str:
    """The column of the file that holds the figures of a described column."""
    return str((spec.get("cell") or {}).get("column", name))


def printed_under(row: Mapping[str, str], name: str, spec: Mapping[str, Any]) -> tuple[str, str]:
    """What a row prints under a described column, and what is wrong with the cell."""
    text = row.get(held_in(spec, name), "")
    part = (spec.get("cell") or {}).get("part")
    if part is None or not text:
        return text, ""
    front, opening, rest = text.replace("（", "(").partition("(")
    inside, closing, behind = rest.replace("）", ")").partition(")")
    if not (opening and closing) or set("（()）") & set(f"{front}{inside}{behind}"):
        return text, f"'{text}' is not one figure and another in parentheses"
    closes = _without_pictures(behind)
    if closes.strip("*_"):
        return text, f"'{text}' goes on behind its parentheses"
    if part == "before":  # emphasis of the parentheses alone opens right before them, or of all
        alone = bool(closes) and front.endswith(closes)
        inside = front[: -len(closes)] if alone else front + closes
    bare = _bare(inside)
    return bare or text, "" if bare else f"'{text}' has nothing {part} its parentheses"


def _bare(text: str) -> str:
    """A text without emphasis in pairs, pictographs at its end, and outer spaces."""
    text = _without_pictures(text)
    for mark in ("***", "**", "*", "___", "__", "_"):
        kept = text[len(mark) : -len(mark)]
        if text == f"{mark}{kept}{mark}" and mark not in kept and kept:
            return _bare(kept)
    return text


def _without_pictures(text: str) -> str:
    """A text without what its end pictures: signs of the category of pictographs, and joiners."""
    text = text.strip()
    while text and _pictures(text[-1]):
        text = text[:-1].rstrip()
    return text


def _pictures(sign: str) -> bool:
    code = ord(sign)
    if code in (0x200D, 0xFE0F):
        return True
    signs = 0x2600 <= code <= 0x27BF or code >= 0x1F300 or code == 0x2B50
    return signs and code not in _TELLING and unicodedata.category(sign) in ("So", "Sk")
