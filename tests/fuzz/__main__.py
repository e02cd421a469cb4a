"""Spoil files of the small project and the real articles until time is up; keep what breaks.

From the root of the checkout: `python -m tests.fuzz --seconds 600 --seed 1`
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: One mutant in so many is of a real article, whose build takes six times as long.
REAL = 12


def main() -> int:
    """Try, report, and give 1 if anything broke."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long (60)")
    parser.add_argument("--seed", type=int, default=1, help="decides what is spoilt (1)")
    parser.add_argument(
        "--keep", type=Path, default=Path("build/fuzz"), help="folder of what broke"
    )
    args = parser.parse_args()
    sys.path.insert(0, str(ROOT / "scripts"))

    from tests.fuzz.run import Run, open_projects

    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        projects = open_projects(Path(folder))
        run = Run(projects, args.seed, REAL)
        end, tick = time.monotonic() + args.seconds, 0.0
        while time.monotonic() < end:
            broken = run.step()
            if broken is not None:
                broken.keep(args.keep)
                print(f"{broken.mutant.file} ({broken.mutant.how}): {broken.fault}", flush=True)
            if sys.stderr.isatty() and time.monotonic() > tick:
                tick = time.monotonic() + 1
                print(f"\r{run.count} inputs, {end - tick:.0f} s left ", end="", file=sys.stderr)
        run.close()
    print(run.report())
    return 1 if run.broken else 0


if __name__ == "__main__":
    sys.exit(main())
