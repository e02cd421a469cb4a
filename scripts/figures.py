"""Draw all figures of an article in one language."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from tieout.errors import fail, run


def main() -> None:
    """One process draws them all: its imports cost more than the drawing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("article", help="name of a folder of templates/")
    parser.add_argument("lang", help="a language of the article")
    parser.add_argument("--ledger", type=Path, help="build/<article>/ledger.json")
    parser.add_argument("--templates", type=Path, default=Path("templates"))
    parser.add_argument("--out", type=Path, help="folder of the results (figures/<article>)")
    args = parser.parse_args()

    from tieout import underway
    from tieout.provenance import Trace

    path = args.ledger or Path("build") / args.article / "ledger.json"
    out = args.out or Path("figures") / args.article
    roots = {"build": path.parent.parent, "figures": out.parent, "templates": args.templates}
    trace = Trace(f"figures.{args.lang}", roots)
    underway.begin(args.article, trace.room)

    from tieout.figures import draw_article
    from tieout.files import write_atomic
    from tieout.ledger_file import read_ledger

    ledger = read_ledger(path)
    languages = ledger["article"]["languages"]
    if args.lang not in languages:
        what = f"the article has no language '{args.lang}'"
        raise fail(path, 0, what, f"use one of {', '.join(languages)}")
    document = args.templates / args.article / "article.yaml"
    drawn = draw_article(ledger, document, args.lang, out)
    index = out / f"index.{args.lang}.json"
    write_atomic(index, json.dumps(sorted(picture.name for picture in drawn), indent=1) + "\n")
    trace.record(path.parent, [*drawn, index])
    underway.end(args.article, trace.room)


if __name__ == "__main__":
    run(main)
