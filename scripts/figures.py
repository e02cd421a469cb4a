"""Draw all figures of an article in one language."""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

from tieout.errors import fail, run
from tieout.files import read_text, write_atomic


def main() -> None:
    """One process draws them all: its imports cost more than the drawing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("article", help="name of a folder of templates/")
    parser.add_argument("lang", help="a language of the article")
    parser.add_argument("--ledger", type=Path, help="build/<article>/ledger.json")
    parser.add_argument("--templates", type=Path, default=Path("templates"))
    parser.add_argument("--out", type=Path, help="folder of the results (figures/<article>)")
    parser.add_argument("--manifest", type=Path, help="list of the figures with their hashes")
    args = parser.parse_args()

    from tieout.figures import FigureError, draw_all
    from tieout.yamlio import load

    path = args.ledger or Path("build") / args.article / "ledger.json"
    ledger = json.loads(read_text(path))
    languages = ledger["article"]["languages"]
    if args.lang not in languages:
        what = f"the article has no language '{args.lang}'"
        raise fail(path, 0, what, f"use one of {', '.join(languages)}")
    out = args.out or Path("figures") / args.article
    try:
        drawn = draw_all(ledger, ledger["figures"], args.lang, out)
    except FigureError as error:  # only a fault is worth reading the article for its lines
        article = load(args.templates / args.article / "article.yaml")
        raise article.fail(("figures", *error.key), error.what, error.mend) from None
    for path in set(out.glob(f"*.{args.lang}.svg")) - set(drawn):
        path.unlink()  # a picture that the article no longer has
    hashes = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in drawn}
    manifest = args.manifest or Path("build") / args.article / args.lang / "figures.json"
    write_atomic(manifest, json.dumps(hashes, indent=1) + "\n")


if __name__ == "__main__":
    run(main)
