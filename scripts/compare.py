"""Compare two versions of an article: build/compare/<article>/<old>-to-<new>/."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tieout.errors import Problem, TieoutError, fail, run
from tieout.files import write_together

if TYPE_CHECKING:
    from tieout.archive.differences import Change


def main() -> None:
    """Write the report in three forms, and the feed's entry; a change without a reason fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--old", required=True, help="an archive, or the folder of a project")
    parser.add_argument("--new", required=True, help="an archive, or the folder of a project: .")
    parser.add_argument("--article", default="", help="the article, where a project has several")
    parser.add_argument("--out", type=Path, default=Path("build/compare"))
    args = parser.parse_args()
    if not (args.old and args.new):
        mend = "name both: snakemake compare --config old=FILE new=."
        raise fail("build/archive", 0, "which versions to compare is not said", mend)

    from tieout.archive.differences import compare
    from tieout.archive.feed import entry_json
    from tieout.archive.reporting import summary, to_html, to_json, to_markdown
    from tieout.archive.snapshot import take_both

    comparison = compare(*take_both(args.old, args.new, args.article))
    old, new = comparison.old, comparison.new
    folder = args.out / new.article / f"{old.version}-to-{new.version}"
    write_together(
        {
            folder / "changes.md": to_markdown(comparison),
            folder / "changes.html": to_html(comparison),
            folder / "changes.json": to_json(comparison),
            folder / "entry.json": entry_json(comparison),
        }
    )
    print(f"{folder.as_posix()}/changes.md: {summary(comparison)}", file=sys.stderr)
    if comparison.unexplained:
        raise TieoutError(_without_reason(change) for change in comparison.unexplained)


def _without_reason(change: Change) -> Problem:
    """The finding of a change of value that nobody gave a reason for."""
    file, _, rest = change.place.partition(":")
    line = rest.split(" ")[0]
    source = change.fact.split("/")[0] if change.new["source"] else ""
    where = f"sources/{source}/source.yaml" if source else "the article's article.yaml"
    mend = f"say why under changes: in {where}"
    before, after = (fact["text"]["en"] or "nothing" for fact in (change.old, change.new))
    what = f"{change.fact} changed from '{before}' to '{after}' without a reason"
    return Problem(file, int(line) if line.isdecimal() else 1, what, mend)


if __name__ == "__main__":
    run(main)
