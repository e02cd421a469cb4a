"""Archive the version of an article, or of all: build/archive/<article>-<version>.zip."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tieout.errors import Problem, TieoutError, fail, run


def main() -> None:
    """Archive each article; one that cannot be archived does not keep the others from it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--article", default="", help="name of a folder of templates/ (all)")
    parser.add_argument("--captures", default="", help="yes: with the kept bytes of free sources")
    parser.add_argument("--out", type=Path, default=Path("build/archive"))
    args = parser.parse_args()
    # Snakemake reads yes as the YAML it is, and hands on True.
    if args.captures not in ("", "yes", "True"):
        mend = "write captures=yes, or leave it out"
        raise fail("Snakefile", 0, f"captures is '{args.captures}'", mend)

    from tieout.archive.contents import Project
    from tieout.archive.writing import archive
    from tieout.article import article_folder, find_articles

    templates = Path("templates")
    names = [args.article] if args.article else find_articles(templates)
    problems: list[Problem] = []
    for name in names:
        try:
            article_folder(templates, name)
            print(archive(name, Project(), args.out, bool(args.captures)), file=sys.stderr)
        except TieoutError as error:
            problems.extend(error.problems)
    if problems:
        raise TieoutError(problems)


if __name__ == "__main__":
    run(main)
