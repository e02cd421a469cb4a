"""Try many sequences: PYTHONPATH=scripts:. python -m tests.incremental --seconds 600 --seed 1"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from pathlib import Path

from tests.incremental.trying import Sequence, edits


def main() -> None:
    """Try sequences until the time is over; say what was wrong, and by what steps it came about."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--most", type=int, default=3, help="edits before a build")
    args = parser.parse_args()
    place = Path(tempfile.mkdtemp(prefix="incremental-"))
    end, seed, steps, done, faults, builds = time.monotonic() + args.seconds, args.seed, 0, 0, 0, 0
    while time.monotonic() < end:
        sequence = Sequence(place, seed, edits())
        for _ in range(args.steps):
            steps += 1
            wrong = sequence.step(args.most)
            if wrong:
                faults += 1
                said = "\n  ".join(sequence.done)
                print(f"seed {seed}:\n  {said}\n=> {wrong}\n", flush=True)
                break
            sequence.done.append("  built")
        done += sum(not line.startswith(" ") for line in sequence.done)
        builds += sequence.builds
        seed += 1
    tried = seed - args.seed
    print(f"{tried} sequences, {steps} steps, {done} edits, {builds} builds: {faults} faults")
    shutil.rmtree(place)


if __name__ == "__main__":
    main()
