"""Record that an article's languages say the same, after an editor has read them side by side."""

from __future__ import annotations

import argparse
from pathlib import Path

from tieout.errors import fail, nearest, run
from tieout.files import write_atomic


def main() -> None:
    """Take down the present state of all sections and texts, or of one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("article", help="name of a folder of templates/")
    parser.add_argument("section", nargs="?", help="anchor of a section, or an entry of 'texts:'")
    parser.add_argument("--templates", type=Path, default=Path("templates"))
    parser.add_argument("--sources", type=Path, default=Path("sources"))
    args = parser.parse_args()

    from tieout.article import load_article
    from tieout.translations import FILE, confirmed, present, to_yaml

    languages = load_article(args.templates, args.article).data["languages"]
    folder = args.templates / args.article
    now = present(args.article, args.templates, args.sources)
    if args.section:
        known = [name for part in now.values() for name in part]
        if args.section not in known:
            mend = nearest(args.section, known) or f"use one of {', '.join(known)}"
            raise fail(folder / FILE, 0, f"there is no section '{args.section}'", mend)
        kept = confirmed(folder)
        now = {
            part: {
                name: prints if name == args.section else kept[part][name]
                for name, prints in entries.items()
                if name == args.section or name in kept[part]
            }
            for part, entries in now.items()
        }
    write_atomic(folder / FILE, to_yaml(now))
    what = f"section '{args.section}'" if args.section else "all sections and texts"
    print(f"{args.article}: {what} recorded as read in {' and '.join(languages)}")


if __name__ == "__main__":
    run(main)
