"""Read an article's finished files as a stranger would, and record what the checks found."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tieout.errors import fail, run


def verify(article: str, build: Path, figures: Path) -> bool:
    """Run all checks on one article. Findings go to standard error, the record to checks.json."""
    from tieout.checks import CHECKS
    from tieout.checks.finished import UnreadableError, read_finished
    from tieout.files import write_atomic

    try:
        finished = read_finished(article, build, figures)
    except UnreadableError as error:
        print(error, file=sys.stderr)
        return False
    records = [check(finished) for check in CHECKS]
    findings = [finding for record in records for finding in record.findings]
    for finding in findings:
        print(finding, file=sys.stderr)
    content = {
        "schema": 1,
        "article": article,
        "version": finished.ledger["article"]["version"],
        "passed": not findings,
        "checks": [record.to_json() for record in records],
    }
    if not findings:
        text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
        write_atomic(build / article / "checks.json", text)
    for record in records:
        counted = ", ".join(f"{count} {name}" for name, count in sorted(record.counts.items()))
        exempt = sum(record.exemptions.values())
        print(
            f"{article}: {record.check}: {counted}, {exempt} exempt, {len(record.findings)} found"
        )
    return not findings


def main() -> None:
    """Verify one article, or all that have templates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("article", nargs="?", help="name of a folder of templates/")
    parser.add_argument("--all", action="store_true", help="every article of templates/")
    parser.add_argument("--templates", type=Path, default=Path("templates"))
    parser.add_argument("--build", type=Path, default=Path("build"))
    parser.add_argument("--figures", type=Path, default=Path("figures"))
    args = parser.parse_args()
    if args.all == bool(args.article):
        parser.error("name one article, or --all")

    from tieout.article import article_folder, find_articles

    names = find_articles(args.templates) if args.all else [args.article]
    if not names:
        raise fail(args.templates, 0, "there is no article", "add <name>/article.yaml here")
    for name in names:
        article_folder(args.templates, name)
    results = [verify(name, args.build, args.figures) for name in names]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    run(main)
