"""Lay out a new article or source, and say what to do next."""

from __future__ import annotations

import argparse
import datetime
from pathlib import Path

from tieout.errors import run

AFTER = {
    "article": """\
next: make preview ARTICLE={name}   shows each edit in the browser
      edit {folder}/article.en.md.j2 and article.zh-TW.md.j2, read both,
      then: make translated ARTICLE={name}
      make article                  builds and verifies""",
    "source": """\
next: enter who printed it in {folder}/source.yaml, and its figures in {folder}/example.csv
      add {name} to the sources: of the article.yaml that uses it,
      read its labels in both languages, then: make translated ARTICLE=…
      make article                  builds and verifies""",
}


def main() -> None:
    """Write the files, or none."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=AFTER)
    parser.add_argument("name", help="name of the new folder")
    parser.add_argument("url", nargs="?", default="", help="address of a source")
    parser.add_argument("--sources", type=Path, default=Path("sources"))
    parser.add_argument("--templates", type=Path, default=Path("templates"))
    args = parser.parse_args()

    from tieout.starting import new_article, new_source

    today = datetime.date.today()
    if args.kind == "article":
        files = new_article(args.name, args.sources, args.templates, today)
    else:
        files = new_source(args.name, args.url, args.sources, today)
    for path in files:
        print(f"written: {path}")
    print(AFTER[args.kind].format(name=args.name, folder=files[0].parent.as_posix()))


if __name__ == "__main__":
    run(main)
