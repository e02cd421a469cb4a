"""Read an article's finished files as a stranger would, and record what the checks found."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tieout.errors import fail, run

if TYPE_CHECKING:
    from tieout.checks.finding import Record
    from tieout.checks.finished import Finished
    from tieout.provenance import Trace

    Check = Callable[[Finished], Record]


@dataclass(frozen=True, slots=True)
class Paths:
    """Where articles are written, where their results lie."""

    templates: Path
    build: Path
    figures: Path


def verify(article: str, paths: Paths) -> bool:
    """Run all checks on one article. Findings go to standard error, the record to checks.json.

    The record is written only when nothing was found, and provenance.json with it: a record of a
    page that failed would outlive the page.
    """
    from tieout.checks import CHECKS
    from tieout.checks.finished import UnreadableError, read_finished
    from tieout.files import write_atomic
    from tieout.provenance import Trace, merge

    roots = {name: getattr(paths, name) for name in paths.__slots__}
    trace = Trace("verify", {**roots, "sources": Path("sources")})
    try:
        finished = read_finished(article, paths.build, paths.figures, paths.templates)
    except UnreadableError as error:
        print(error, file=sys.stderr)
        return False
    records = run_checks(finished, CHECKS, trace)
    findings = [finding for record in records for finding in record.findings]
    for finding in findings:
        print(finding, file=sys.stderr)
    if not findings:
        version = finished.ledger["article"]["version"]
        folder = paths.build / article
        write_atomic(folder / "checks.json", record_json(article, version, records))
        provenance = merge(article, folder, trace, [folder / "checks.json"])
        write_atomic(folder / "provenance.json", provenance)
    for record in records:
        print(f"{article}: {summary(record)}")
    return not findings


def run_checks(finished: Finished, checks: Sequence[Check], trace: Trace) -> list[Record]:
    """The records of all checks, in their order; two at a time where the system can fork.

    A forked process shares the parsed files; what it opens and imports is added to `trace`.
    """
    import multiprocessing as mp

    if "fork" not in mp.get_all_start_methods() or (os.cpu_count() or 1) < 2:
        return [check(finished) for check in checks]
    _shared[:] = [finished, checks, trace]
    with mp.get_context("fork").Pool(2) as pool:
        answers = pool.map(_run_one, range(len(checks)), chunksize=1)
    for _, heard in answers:
        trace.add(heard)
    return [record for record, _ in answers]


_shared: list[Any] = []


def _run_one(index: int) -> tuple[Record, dict[Path, int]]:
    finished, checks, trace = _shared
    return checks[index](finished), trace.heard()


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
    args = parser.parse_args()
    if args.all == bool(args.article):
        parser.error("name one article, or --all")

    from tieout.article import article_folder, find_articles

    names = find_articles(args.templates) if args.all else [args.article]
    if not names:
        raise fail(args.templates, 0, "there is no article", "add <name>/article.yaml here")
    for name in names:
        article_folder(args.templates, name)
    paths = Paths(args.templates, args.build, args.figures)
    results = [verify(name, paths) for name in names]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    run(main)
