"""Print every finished article in every language, as build/pdf/<article>.<lang>.pdf."""

from __future__ import annotations

import argparse
from pathlib import Path

from tieout.errors import fail, run
from tieout.files import write_together


def main() -> None:
    """Print all pages before one is written, so that an error leaves the former ones in place."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=Path("build"))
    build = parser.parse_args().build

    from tieout.paper import print_pages

    pages = sorted(build.glob("*/*/index.html"))
    if not pages:
        raise fail(build, 0, "there is no finished page to print", "run make article")
    files = {
        build / "pdf" / f"{page.parents[1].name}.{page.parent.name}.pdf": printed
        for page, printed in zip(pages, print_pages(pages), strict=True)
    }
    write_together(files)
    for path, printed in files.items():
        print(f"written: {path} ({len(printed) // 1000} kB)")


if __name__ == "__main__":
    run(main)
