"""Write what spans articles: the front page, a feed a language, the site map, robots.txt."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tieout.errors import fail, run


def main() -> None:
    """Make and check everything in memory first, so that a finding leaves the former files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--templates", type=Path, default=Path("templates"))
    parser.add_argument("--build", type=Path, default=Path("build"))
    args = parser.parse_args()

    from tieout.article import find_articles
    from tieout.checks.site import check_site
    from tieout.files import write_together
    from tieout.ledger_file import read_ledger
    from tieout.site.files import site_files

    names = find_articles(args.templates)
    if not names:
        raise fail(args.templates, 0, "there is no article", "add <name>/article.yaml here")
    ledgers = {name: read_ledger(args.build / name / "ledger.json") for name in names}
    files = site_files(list(ledgers.values()), args.templates)
    findings = check_site(files, ledgers, args.build, args.templates)
    for finding in findings:
        print(finding, file=sys.stderr)
    if findings:
        sys.exit(1)
    write_together({args.build / name: content for name, content in files.items()})
    print(f"site: {', '.join(files)}")


if __name__ == "__main__":
    run(main)
