"""Write an article's ledger, its tidy observations and their data package."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tieout.errors import TieoutError, run
from tieout.files import write_together

if TYPE_CHECKING:
    from tieout.fonts import Font
    from tieout.observations import Rows


def main() -> None:
    """Build everything in memory first, so that a finding leaves the former files in place."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("article", help="name of a folder of templates/")
    parser.add_argument("--sources", type=Path, default=Path("sources"))
    parser.add_argument("--templates", type=Path, default=Path("templates"))
    parser.add_argument("--config", type=Path, default=Path("config.yaml"))
    parser.add_argument("--out", type=Path, help="folder of the results (build/<article>)")
    args = parser.parse_args()

    from tieout import underway
    from tieout.provenance import Trace

    out = args.out or Path("build") / args.article
    roots = {"build": out.parent, "sources": args.sources, "templates": args.templates}
    roots["config.yaml"] = args.config
    trace = Trace("ledger", roots)
    underway.begin(args.article, trace.room)

    from tieout.aside import Aside

    with Aside(_font_and_table) as aside:
        from tieout.ledger import build_ledger
        from tieout.ledger_json import to_json
        from tieout.observations import datapackage, rows
        from tieout.schema import load_valid
        from tieout.stand_ins import stand_in_problems

        site = load_valid(args.config, "config").data["site"]
        ledger = build_ledger(args.article, args.sources, args.templates)
        if problems := stand_in_problems(ledger):
            raise TieoutError(problems)
        font, table = aside.ask(rows(ledger))
    drawn_with = {"family": font.family, "version": font.version}
    files = {
        out / "ledger.json": to_json(ledger, drawn_with, site),
        out / "observations.csv": table,
        out / "datapackage.json": datapackage(ledger, table),
    }
    write_together(files)
    trace.record(out, files)
    underway.end(args.article, trace.room)


def _font_and_table() -> Callable[[Rows], tuple[Font, str]]:
    """What takes long and needs no ledger: finding the font, and importing pandas."""
    import pandas as _  # noqa: F401

    from tieout.fonts import find_font
    from tieout.observations import table_text

    font = find_font()
    return lambda cells: (font, table_text(cells))


if __name__ == "__main__":
    run(main)
