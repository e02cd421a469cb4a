"""Write an article's ledger, its tidy observations and their data package."""

from __future__ import annotations

import argparse
from pathlib import Path

from tieout.errors import TieoutError, run
from tieout.files import write_together


def main() -> None:
    """Build everything in memory first, so that a finding leaves the former files in place."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("article", help="name of a folder of templates/")
    parser.add_argument("--sources", type=Path, default=Path("sources"))
    parser.add_argument("--templates", type=Path, default=Path("templates"))
    parser.add_argument("--out", type=Path, help="folder of the results (build/<article>)")
    args = parser.parse_args()

    from tieout.provenance import Trace

    out = args.out or Path("build") / args.article
    roots = {"build": out.parent, "sources": args.sources, "templates": args.templates}
    trace = Trace("ledger", roots)

    from tieout.fonts import find_font
    from tieout.ledger import build_ledger
    from tieout.ledger_json import to_json
    from tieout.observations import datapackage, observations
    from tieout.stand_ins import stand_in_problems

    ledger = build_ledger(args.article, args.sources, args.templates)
    if problems := stand_in_problems(ledger):
        raise TieoutError(problems)
    font = find_font()
    table = observations(ledger)
    files = {
        out / "ledger.json": to_json(ledger, {"family": font.family, "version": font.version}),
        out / "observations.csv": table,
        out / "datapackage.json": datapackage(ledger, table),
    }
    write_together(files)
    trace.record(out, files)


if __name__ == "__main__":
    run(main)
