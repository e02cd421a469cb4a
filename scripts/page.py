"""Write one language of an article as a draft, which verify publishes once nothing is found."""

from __future__ import annotations

import argparse
from pathlib import Path

from tieout.errors import run
from tieout.files import write_together


def main() -> None:
    """Render both files in memory first, so that an error leaves the former ones in place."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("article", help="name of a folder of templates/")
    parser.add_argument("lang", help="a language of the article: en, zh-TW")
    parser.add_argument("--templates", type=Path, default=Path("templates"))
    parser.add_argument("--figures", type=Path, default=Path("figures"))
    parser.add_argument("--build", type=Path, default=Path("build"))
    args = parser.parse_args()

    from tieout import underway
    from tieout.provenance import Trace

    roots = {name: getattr(args, name) for name in ("templates", "figures", "build")}
    trace = Trace(f"page.{args.lang}", roots)
    underway.begin(args.article, trace.room)

    from tieout.article import article_folder
    from tieout.ledger_file import read_ledger
    from tieout.pages.page import Paths, build_page

    folder = article_folder(args.templates, args.article)
    layout = args.templates / "_layout"
    ledger = read_ledger(args.build / args.article / "ledger.json")
    page = build_page(ledger, Paths(folder, layout, args.figures / args.article), args.lang)
    out = args.build / args.article / args.lang
    files = {out / "draft.html": page.html, out / "draft.md": page.markdown}
    write_together(files)
    trace.record(out.parent, files)
    underway.end(args.article, trace.room)


if __name__ == "__main__":
    run(main)
