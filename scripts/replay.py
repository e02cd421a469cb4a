"""Rebuild an archive from itself in a clean folder, and say whether every file is the same."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tieout.errors import Problem, TieoutError, fail, run


def main() -> None:
    """Replay one archive; exit status 1 when a file differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--archive", required=True, help="a file of build/archive/, or a copy")
    args = parser.parse_args()
    if not args.archive:
        mend = "name it: snakemake replay --config archive=build/archive/NAME-1.0.0.zip"
        raise fail("build/archive", 0, "which archive to replay is not said", mend)

    from tieout.archive.replay import replay

    outcome = replay(Path(args.archive), say)
    say(outcome.summary)
    if outcome.differences:
        mend = "build with the locked packages, or find what the build rests on beside the archive"
        raise TieoutError(Problem(name, 1, what, mend) for name, what in outcome.differences)


def say(line: str) -> None:
    """Show a step, without what could move a terminal's cursor."""
    plain = "".join(sign if sign.isprintable() else " " for sign in line)
    print(plain, file=sys.stderr, flush=True)


if __name__ == "__main__":
    run(main)
