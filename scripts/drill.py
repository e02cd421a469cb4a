"""Prove the checks by attack: change one thing at a time, and see whether it is caught."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tieout.errors import run


def main() -> None:
    """Print the table and every survivor; exit status 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("article", nargs="?", help="name of a folder of templates/ (the first)")
    parser.add_argument("--seed", type=int, default=1, help="draws which things are changed")
    parser.add_argument("--count", type=int, default=500, help="how many, one at a time")
    args = parser.parse_args()

    from tieout.article import article_folder, find_articles
    from tieout.checks import CHECKS
    from tieout.drill import report, running
    from tieout.drill.kinds import KINDS
    from tieout.drill.project import Folders

    templates = Path("templates")
    name = args.article or next(iter(find_articles(templates)), "")
    article_folder(templates, name)
    bar = report.Bar(sys.stderr)
    plan = running.Plan(Folders(), name, KINDS, CHECKS, args.seed, args.count)
    results = running.run(plan, bar.seen)
    for line in report.table(results, KINDS):
        print(line)
    survivors = list(report.survivors(results))
    for line in survivors:
        print(line, file=sys.stderr)
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    run(main)
