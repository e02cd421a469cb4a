"""An acceptance that is cut off at any moment leaves sources/ old or new, never a mixture."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.mini_project import SCRIPTS
from tests.pull.bench import Bench, tree
from tests.pull.server import Handler

from tieout.pull import swap
from tieout.pull.accept import accept
from tieout.pull.pulling import Folders

#: What touches the disk or is about to: a run is killed before the n-th of these.
TOUCHES = ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.utime", "ctypes.dlsym")
ALIVE = 0


def killed_at(number: int) -> int:
    """Accept in a child that is killed before its n-th touch; its exit status."""
    child = os.fork()
    if child == 0:
        count = 0

        def watch(event: str, _: object) -> None:
            nonlocal count
            if event in TOUCHES:
                count += 1
                if count == number:
                    os._exit(9)

        try:
            sys.addaudithook(watch)
            accept("bench", Folders())
        except BaseException:
            os._exit(1)
        os._exit(ALIVE)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def visible(sources: Path) -> dict[str, bytes]:
    """The files of the source as any reader finds them."""
    return tree(sources / "bench") if (sources / "bench").exists() else {}


@pytest.fixture
def ready(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """A source whose changes have been pulled, and this folder as the current one."""
    bench.serve(("<td>—</td>", "<td>136.4</td>"), ("<b>12,805</b>", "<b>12,900</b>"))
    assert bench.mini.run("pull", "--source", "bench").status == 0
    monkeypatch.chdir(bench.mini.root)
    return bench


def _without_exchange(*_: object) -> None:
    raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))


@pytest.mark.parametrize("atomic", [True, False], ids=["exchange", "two steps"])
def test_killed_at_each_step(ready: Bench, monkeypatch: pytest.MonkeyPatch, atomic: bool) -> None:
    """After each possible moment of death: old or new, and the next run carries on from there.

    Where a file system cannot exchange names, the folder may be missing for a moment; the next run
    brings it back before it looks.
    """
    if not atomic:
        monkeypatch.setattr(swap, "_exchange", _without_exchange)
    sources = ready.mini.root / "sources"
    old = visible(sources)
    seen: list[dict[str, bytes]] = []
    for number in range(1, 2000):
        status = killed_at(number)
        if not atomic:
            swap.restore(sources)
        now = visible(sources)
        if now != old and not seen:
            seen.append(now)
        assert now == old or now in seen, f"a mixture after step {number}"
        if now != old or status == ALIVE:
            break
    assert seen, "the acceptance never came through"
    assert number > 10
    new = seen[0]
    assert b"136.4" in new["speeds.csv"]
    assert b"12,900" in new["source.yaml"]
    assert ready.mini.run("pull", "--source", "bench").status == 0
    assert ready.mini.run("accept", "--source", "bench").status == 0
    assert visible(sources) == new
    assert not (sources / swap.STAGE).exists()


def test_a_full_disk_during_acceptance(ready: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is taken over, nothing is left behind."""
    before = ready.sources()

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "sources/.accepting")

    monkeypatch.setattr("shutil.copytree", full)
    outcome = ready.mini.run("accept", "--source", "bench")
    assert outcome.status == 1
    assert "No space left on device" in outcome.errors
    assert ready.sources() == before


def test_a_failed_second_step_brings_the_folder_back(ready: Bench) -> None:
    """If the new folder cannot be moved in, the old one returns at once."""
    folder = ready.mini.root / "sources" / "bench"
    before = tree(folder)
    staged = swap.stage_for(folder)
    with pytest.raises(FileNotFoundError):
        swap._in_two_steps(staged, folder)
    assert tree(folder) == before


def test_a_file_that_cannot_be_written(ready: Bench) -> None:
    """The message names the file; a limit on sizes stands in for a disk that is full."""
    before = ready.sources()
    for verb in ("accept", "pull"):
        script = (
            "import resource, runpy, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000));"
            f"sys.argv = ['{verb}.py', '--source', 'bench'];"
            f"sys.path.insert(0, {str(SCRIPTS)!r});"
            f"runpy.run_path({str(SCRIPTS / verb)!r} + '.py', run_name='__main__')"
        )
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        last = done.stderr.splitlines()[-1]
        assert "source.yaml:1: it cannot be copied ([Errno 27] File too large" in last
        assert ready.sources() == before


def test_two_acceptances_do_not_meet(ready: Bench) -> None:
    """They would prepare their folders in one place; the second one is told to wait."""
    before = ready.sources()
    with swap.alone(ready.mini.root / "sources"):
        outcome = ready.mini.run("accept", "--source", "bench")
        assert ready.sources() == before
    assert outcome.status == 1
    assert outcome.errors == (
        "sources:1: another acceptance is at work here: wait until it is done, and accept again\n"
    )
    assert ready.mini.run("accept", "--source", "bench").status == 0


def test_an_edit_during_a_pull_is_seen(bench: Bench) -> None:
    """What the pull compared with is what was there when it began."""
    page = bench.web.pages["/bench"]
    assert isinstance(page, bytes)

    def edited(handler: Handler) -> None:
        bench.mini.edit("sources/bench/speeds.csv", "122.4", "122.5")
        handler.reply(page)

    bench.web.pages["/bench"] = edited
    assert bench.mini.run("pull", "--source", "bench").status == 0
    outcome = bench.mini.run("accept", "--source", "bench")
    assert "speeds.csv:1: the file has changed since the pull" in outcome.errors
