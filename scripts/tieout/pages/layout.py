"""The files of templates/_layout that all pages share."""

from __future__ import annotations

from pathlib import Path

from tieout.files import read_text


def joined(layout: Path, kind: str) -> str:
    """All style sheets (css) or scripts (js) of the layout as one; a name's order is its place."""
    return "\n".join(read_text(path).strip() for path in sorted(layout.glob(f"*.{kind}")))
