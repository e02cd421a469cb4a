"""Check one page of an article with nothing beside it: `python -m tieout.check page.html`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tieout.errors import run


def main() -> None:
    """Check each page named; findings on standard error and exit status 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m tieout.check", description=__doc__)
    parser.add_argument("page", nargs="+", type=Path, help="an index.html")
    args = parser.parse_args()

    from tieout.checks.one_page import check_page

    failed = False
    for path in args.page:
        record = check_page(path)
        for finding in record.findings:
            print(finding, file=sys.stderr)
        failed = failed or bool(record.findings)
        counted = [f"{count} {name}" for name, count in sorted(record.counts.items())]
        exempt = f"{sum(record.exemptions.values())} exempt"
        print(f"{path}: {', '.join([*counted, exempt])}, {len(record.findings)} found")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    run(main)
