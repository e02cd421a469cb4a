"""List what depends on a figure: facts, formulas, sentences, tables, pictures, by file and line."""

from __future__ import annotations

import argparse
from pathlib import Path

from tieout.errors import Problem, TieoutError, fail, run

FORMS = (
    "ask for a fact id, a source, source/table:row:column, a place as file:line, or a printed "
    "number: make where Q="
)


def main() -> None:
    """Ask every article; one that does not build says why, after the others have answered."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("question", help="fact, source, source/table:row:column, or text")
    parser.add_argument("--sources", type=Path, default=Path("sources"))
    parser.add_argument("--templates", type=Path, default=Path("templates"))
    args = parser.parse_args()
    question = args.question.strip()
    if not question:
        raise fail("where", 0, "nothing was asked for", FORMS + "256.4")

    from tieout.article import find_articles
    from tieout.ledger import Ledger, build_ledger
    from tieout.where import guess, matches, report

    ledgers: list[Ledger] = []
    problems: list[Problem] = []
    for article in find_articles(args.templates):
        try:
            ledgers.append(build_ledger(article, args.sources, args.templates))
        except TieoutError as error:
            problems += error.problems
    answered = False
    for ledger in ledgers:
        if found := matches(ledger, question):
            answered = True
            print("\n".join(report(ledger, found, args.templates)))
    if not answered:
        mend = guess(ledgers, question) or FORMS + "…"
        problems.append(Problem("where", 0, f"no article has '{question}'", mend))
    if problems:
        raise TieoutError(problems)


if __name__ == "__main__":
    run(main)
