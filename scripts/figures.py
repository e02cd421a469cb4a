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

    from tieout.provenance import Trace

    path = args.ledger or Path("build") / args.article / "ledger.json"
    out = args.out or Path("figures") / args.article
    roots = {"build": path.parent.parent, "figures": out.parent, "templates": args.templates}
    trace = Trace(f"figures.{args.lang}", roots)

    from tieout.figures import FigureError, draw_all
    from tieout.files import write_atomic
    from tieout.ledger_file import read_ledger
    from tieout.yamlio import load

    ledger = read_ledger(path)
    languages = ledger["article"]["languages"]
    if args.lang not in languages:
        what = f"the article has no language '{args.lang}'"
        raise fail(path, 0, what, f"use one of {', '.join(languages)}")
    try:
        drawn = draw_all(ledger, ledger["figures"], args.lang, out, card=True)
    except FigureError as error:  # only a fault is worth reading the article for its lines
        article = load(args.templates / args.article / "article.yaml")
        key = ("title",) if error.key == ("card",) else ("figures", *error.key)
        raise article.fail(key, error.what, error.mend) from None
    for gone in set(out.glob(f"*.{args.lang}.svg")) - set(drawn):
        gone.unlink()  # a picture that the article no longer has
    index = out / f"index.{args.lang}.json"
    write_atomic(index, json.dumps(sorted(picture.name for picture in drawn), indent=1) + "\n")
    trace.record(path.parent, [*drawn, index])


if __name__ == "__main__":
    run(main)
