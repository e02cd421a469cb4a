"""Read an article's pages as a stranger would, and publish those in which nothing is found."""

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
    from tieout.checks.finished import Finished
    from tieout.provenance import Trace


@dataclass(frozen=True, slots=True)
class Paths:
    """Where articles are written, where their results lie."""

    templates: Path
    build: Path
    figures: Path


def verify(article: str, paths: Paths, drafts: bool = False, reuse: Path | None = None) -> bool:
    """Run all checks on one article. Findings go to standard error, the record to checks.json.

    `drafts` are read in place of the published pages, and published when nothing was found: what
    stands where readers look has always passed, and a draft with a finding stays a draft. Of pages
    that were published before only the record is written anew. `reuse` is a file of answers kept
    from the last run; those whose every input is still the same stand again, and the file is
    written anew.
    """
    from tieout import underway
    from tieout.checks import kept as texts
    from tieout.checks.finished import UnreadableError, read_finished
    from tieout.checks.reuse import Kept
    from tieout.checks.sharing import look_through
    from tieout.files import write_atomic, write_together
    from tieout.provenance import Trace

    if drafts:
        underway.begin(article, "verify")
    if reuse:
        texts.allow()
    kept = Kept(reuse) if reuse else None
    roots = {name: getattr(paths, name) for name in paths.__slots__}
    trace = Trace("verify", {**roots, "sources": Path("sources")})
    try:
        finished = read_finished(article, paths.build, paths.figures, paths.templates, drafts)
    except UnreadableError as error:
        print(error, file=sys.stderr)
        return False
    texts.open_makers()
    trace.listen_anew()
    records, answers, heard = look_through(finished, trace, kept)
    trace.add(heard)
    findings = [finding for record in records for finding in record.findings]
    for finding in findings:
        print(finding, file=sys.stderr)
    if kept:
        trace.known = kept.hashes
    if not findings:
        pages, about = results(finished, records, trace)
        write_together({**pages, **about} if drafts else about)
        if drafts:
            underway.end(article, "verify")
    if kept:
        write_atomic(kept.path, kept.text(answers))
    for record in records:
        print(f"{article}: {summary(record)}")
    return not findings


def results(
    finished: Finished, records: Sequence[Record], trace: Trace
) -> tuple[dict[Path, str | bytes], dict[Path, str]]:
    """The published pages, and the records of them, which are the last to be written."""
    from tieout.checks.panel import counts_by_slot
    from tieout.checks.slots import filled
    from tieout.provenance import merge

    folder = finished.build / finished.article
    counts = counts_by_slot(records)
    pages: dict[Path, str | bytes] = {}
    for lang, (page, _) in finished.pages.items():
        markdown, _ = finished.markdown[lang]
        for path, read in zip(finished.published(lang), (page, markdown), strict=True):
            pages[path] = filled(finished.texts[read], counts)
        pages[finished.published_card(lang)] = finished.card(lang).read_bytes()
    version = finished.ledger["article"]["version"]
    checks = record_json(finished.article, version, records)
    provenance = merge(finished.article, folder, trace, {**pages, folder / "checks.json": checks})
    return pages, {folder / "provenance.json": provenance, folder / "checks.json": checks}


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
    parser.add_argument("--publish", action="store_true", help="read the drafts, and publish them")
    parser.add_argument("--reuse", type=Path, help="file of answers that may stand again")
    args = parser.parse_args()
    if args.all == bool(args.article):
        parser.error("name one article, or --all")
    if args.all and (args.reuse or args.publish):
        parser.error("--all looks at everything anew: leave --publish and --reuse out")

    from tieout.article import article_folder, find_articles

    names = find_articles(args.templates) if args.all else [args.article]
    if not names:
        raise fail(args.templates, 0, "there is no article", "add <name>/article.yaml here")
    for name in names:
        article_folder(args.templates, name)
    paths = Paths(args.templates, args.build, args.figures)
    passed = [verify(name, paths, args.publish, args.reuse) for name in names]
    sys.exit(0 if all(passed) else 1)


if __name__ == "__main__":
    run(main)
