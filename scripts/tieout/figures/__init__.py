"""Pictures of facts, as SVG: one file a figure and language, configured by fact ids and labels.

The configuration's form is `schemas/figures.schema.json`. The drawing itself is in `drawing`,
imported when it is needed: naming a figure's facts must not cost the import of matplotlib.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tieout.figures.named import FigureError, facts_of

__all__ = ["FigureError", "draw_all", "draw_article", "facts_of"]


def draw_all(
    ledger: Mapping[str, Any],
    config: Mapping[str, Any],
    lang: str,
    out_dir: Path,
    card: bool = False,
) -> list[Path]:
    """Draw every figure of `config` (name -> entry) in one language.

    Writes `out_dir/<name>.<lang>.svg`, each whole or not at all, and returns their paths; with
    `card` also `card.<lang>.png`, which social networks show beside a link to the article. Raises
    FigureError for a fault in the configuration and TieoutError when no font is found.
    """
    from tieout.figures.drawing import draw_figures

    return draw_figures(ledger, config, lang, out_dir, card)


def draw_article(
    ledger: Mapping[str, Any], document: Path, lang: str, out_dir: Path, card: bool = True
) -> list[Path]:
    """Draw every figure of a ledger and take away those that the article no longer has.

    `document` is the article.yaml that a fault is shown in. Returns the paths; raises TieoutError.
    """
    try:
        drawn = draw_all(ledger, ledger["figures"], lang, out_dir, card)
    except FigureError as error:  # only a fault is worth reading the article for its lines
        from tieout.yamlio import load

        key = ("title",) if error.key == ("card",) else ("figures", *error.key)
        raise load(document).fail(key, error.what, error.mend) from None
    for gone in set(out_dir.glob(f"*.{lang}.svg")) - set(drawn):
        gone.unlink()
    return drawn
