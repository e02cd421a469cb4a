"""Take the changes that the last pull of a source found into sources/."""

from __future__ import annotations

import argparse
import sys

from tieout.errors import fail, run


def main() -> None:
    """Rewrite the source's files in place, all or none."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", required=True, help="name of a folder of sources/")
    args = parser.parse_args()

    from tieout.pull.accept import accept
    from tieout.pull.pulling import Folders, chosen

    folders = Folders()
    if not args.source:
        mend = "name it: snakemake accept --config source=ID"
        raise fail(folders.sources, 0, "which source to accept is not said", mend)
    for source in chosen(folders, args.source):
        for line in accept(source, folders):
            print(line, file=sys.stderr)


if __name__ == "__main__":
    run(main)
