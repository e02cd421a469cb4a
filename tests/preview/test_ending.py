"""Ctrl-C ends a preview at once, whatever it is at, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.mini_project import SCRIPTS, Mini, copy_mini

#: A preview in which what is put in takes an hour, in every process; each says that it is at it.
SLOW = """
import os, signal, sys, time
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored by what runs in the background
sys.path.insert(0, {scripts!r})

def slow(*_):
    Path(f"at-work-{{os.getpid()}}").touch()
    time.sleep(3600)

import {module} as module
module.{name} = slow
if __name__ == "__main__":
    from tieout.errors import run
    from tieout.preview.places import Places
    from tieout.preview.running import preview
    run(lambda: preview("", 0, Places()))
"""
SOON = 20.0  # seconds, on a machine that does much else


@pytest.mark.parametrize(
    ("module", "name", "processes"),
    [
        ("tieout.preview.desk", "Desk._read", 1),
        ("tieout.preview.judge", "judge", 1),
        ("tieout.checks.sharing", "Unit.run", 2),  # which has a second process of its own
        ("tieout.preview.running", "Board", 1),  # before anything serves
    ],
)
def test_what_is_at_work_is_ended(tmp_path: Path, module: str, name: str, processes: int) -> None:
    """A long step, the checks, their second process: no word, no process, no half file is left."""
    mini = copy_mini(tmp_path / "mini")
    script = tmp_path / "slow.py"
    script.write_text(SLOW.format(scripts=str(SCRIPTS), module=module, name=name), "utf-8")
    with subprocess.Popen(
        [sys.executable, str(script)],
        cwd=mini.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as preview:
        try:
            wait_for(mini, processes)
            os.killpg(preview.pid, signal.SIGINT)  # as a terminal does
            said = preview.communicate(timeout=SOON)[1]
        finally:
            time.sleep(1)  # a helper of Python's own ends once it sees that nobody is there
            left = running(preview.pid)
            for pid in left:
                os.kill(pid, signal.SIGKILL)
    assert (preview.returncode, said, left) == (130 if name == "Board" else 0, "", [])
    assert [path.name for path in mini.root.rglob(".*") if path.is_file()] == []


def wait_for(mini: Mini, processes: int) -> None:
    """Wait until so many processes are at what takes an hour."""
    until = time.monotonic() + 60
    while len(list(mini.root.glob("at-work-*"))) < processes:
        assert time.monotonic() < until, "nothing is at work"
        time.sleep(0.02)


def running(session: int) -> list[int]:
    """The processes of a session that have not ended."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, its_session, *_ = path.read_text().rpartition(")")[2].split()
        except (OSError, ValueError):
            continue
        if int(its_session) == session and state not in "ZX":
            found.append(int(path.parent.name))
    return found
