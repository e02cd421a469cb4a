"""Fetch the sources, keep the bytes, re-read every located figure and report what changed."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tieout.errors import TieoutError, run


def main() -> None:
    """Pull one source or all; exit status 1 if a document or a figure could not be read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", default="", help="name of a folder of sources/ (all of them)")
    parser.add_argument("--mirror", default="", help="folder of saved pages, DIR/<host>/<path>")
    args = parser.parse_args()

    from tieout.pull.fetch import Fetcher
    from tieout.pull.mirror import open_mirror
    from tieout.pull.pulling import Folders, chosen, pull

    folders = Folders()
    getter = open_mirror(Path(args.mirror)) if args.mirror else Fetcher(say=say)
    problems = pull(chosen(folders, args.source), getter, folders, say)
    if problems:
        raise TieoutError(problems)


def say(line: str) -> None:
    """Show progress, without what could move a terminal's cursor."""
    print(
        "".join(sign if sign.isprintable() else " " for sign in line), file=sys.stderr, flush=True
    )


if __name__ == "__main__":
    run(main)
