"""A picture in the form in which the drawn file and its copy on the page are the same."""

from __future__ import annotations

from typing import Any

from tieout.checks.shown import squeeze

#: What ties a part of a picture to the ledger, and what else can change what it says.
_TIES = ("data-fact", "data-why", "data-of", "data-condition")
_TOLD = (
    *_TIES, "data-facts", "x", "y", "dx", "dy", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry",
    "width", "height", "points", "transform", "text-anchor", "textLength",
)  # fmt: skip


def drawing(root: Any) -> tuple[str, list[tuple[str, ...]]]:
    """A picture's strokes in one, and its other shapes and texts with places and tags.

    The page groups strokes and marks in another way and leaves colours to its style sheet.
    """
    strokes: list[str] = []
    others: list[tuple[str, ...]] = []
    untied = ("",) * len(_TIES)
    for element in root.iter():
        tag = str(element.tag).rsplit("}", 1)[-1]
        if tag == "path":
            strokes.append(squeeze(element.get("d") or ""))
        elif tag not in ("svg", "g", "defs", "style"):
            told = [f"{key}={element.get(key)}" for key in _TOLD if element.get(key) is not None]
            others.append((tag, *told, squeeze(element.text or "")))
        elif (tie := tuple(element.get(key) or "" for key in _TIES)) != untied:
            others.append(tie)
    return "".join(strokes), others
