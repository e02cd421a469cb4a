"""Read an article's finished files as a stranger would, and record what the checks found."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tieout.errors import fail, run

if TYPE_CHECKING:
    from tieout.checks.finding import Record


@dataclass(frozen=True, slots=True)
class Paths:
    """Where articles are written, where their results lie."""

    templates: Path
    build: Path
    figures: Path


def verify(article: str, paths: Paths, reuse: Path | None = None) -> bool:
    """Run all checks on one article. Findings go to standard error, the record to checks.json.

    The record is written only when nothing was found, and provenance.json with it: a record of a
    page that failed would outlive the page. `reuse` is a file of answers kept from the last run;
    those whose every input is still the same stand again, and the file is written anew.
    """
    from tieout.checks.finished import UnreadableError, read_finished
    from tieout.checks.reuse import Kept
    from tieout.checks.sharing import records_of, run_all
    from tieout.files import write_atomic
    from tieout.provenance import Trace, merge

    kept = Kept(reuse) if reuse else None
    roots = {name: getattr(paths, name) for name in paths.__slots__}
    trace = Trace("verify", {**roots, "sources": Path("sources")})
    try:
        finished = read_finished(article, paths.build, paths.figures, paths.templates)
    except UnreadableError as error:
        print(error, file=sys.stderr)
        return False
    trace.listen_anew()
    answers, heard = run_all(finished, trace, kept.known if kept else {})
    trace.add(heard | (kept.times if kept else {}))
    records = records_of(answers)
    findings = [finding for record in records for finding in record.findings]
    for finding in findings:
        print(finding, file=sys.stderr)
    if not findings:
        version = finished.ledger["article"]["version"]
        folder = paths.build / article
        write_atomic(folder / "checks.json", record_json(article, version, records))
        provenance = merge(article, folder, trace, [folder / "checks.json"])
        write_atomic(folder / "provenance.json", provenance)
    if kept:
        write_atomic(kept.path, kept.text({unit.name: answer for unit, answer in answers.items()}))
    for record in records:
        print(f"{article}: {summary(record)}")
    return not findings


def record_json(article: str, version: str, records: Sequence[Record]) -> str:
    """The text of checks.json of an article that passed."""
    content = {
        "schema": 1,
        "article": article,
        "version": version,
        "passed": True,
        "checks": [record.to_json() for record in records],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def summary(record: Record) -> str:
    """What one check did, on a line."""
    counted = [f"{count} {name}" for name, count in sorted(record.counts.items())]
    counted += [f"{sum(record.exemptions.values())} exempt", f"{len(record.findings)} found"]
    return f"{record.check}: {', '.join(counted)}"


def main() -> None:
    """Verify one article, or all that have templates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("article", nargs="?", help="name of a folder of templates/")
    parser.add_argument("--all", action="store_true", help="every article of templates/")
    parser.add_argument("--templates", type=Path, default=Path("templates"))
    parser.add_argument("--build", type=Path, default=Path("build"))
    parser.add_argument("--figures", type=Path, default=Path("figures"))
    parser.add_argument("--reuse", type=Path, help="file of answers that may stand again")
    args = parser.parse_args()
    if args.all == bool(args.article):
        parser.error("name one article, or --all")
    if args.all and args.reuse:
        parser.error("--all looks at everything anew: leave --reuse out")

    from tieout.article import article_folder, find_articles

    names = find_articles(args.templates) if args.all else [args.article]
    if not names:
        raise fail(args.templates, 0, "there is no article", "add <name>/article.yaml here")
    for name in names:
        article_folder(args.templates, name)
    paths = Paths(args.templates, args.build, args.figures)
    results = [verify(name, paths, args.reuse) for name in names]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    run(main)
