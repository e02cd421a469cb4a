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
    from tieout.article import article_folder
    from tieout.pages.unchanged import is_made
    from tieout.provenance import Trace

    roots = {name: getattr(args, name) for name in ("templates", "figures", "build")}
    room = f"page.{args.lang}"
    underway.begin(args.article, room)
    folder = article_folder(args.templates, args.article)
    # A record has names, not places: elsewhere they may be those of other files.
    is_here = all(path == Path(name) for name, path in roots.items())
    if is_here and is_made(args.article, args.lang):
        underway.end(args.article, room)
        print(f"page: {args.article} {args.lang}: nothing has changed")
        return
    trace = Trace(room, roots)

    from tieout.ledger_file import read_ledger
    from tieout.pages.page import Paths, build_page

    layout = args.templates / "_layout"
    ledger = read_ledger(args.build / args.article / "ledger.json")
    page = build_page(ledger, Paths(folder, layout, args.figures / args.article), args.lang)
    out = args.build / args.article / args.lang
    files = {out / "draft.html": page.html, out / "draft.md": page.markdown}
    write_together(files)
    trace.record(out.parent, files, stale=page.stale)
    underway.end(args.article, room)


if __name__ == "__main__":
    run(main)
