"""A replay rebuilds from the archive alone, says what differs, and warns before it runs code."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.archive.conftest import contents, rezip, type_verb
from tests.mini_project import Mini

from tieout.archive import replay as room
from tieout.archive.pack import MANIFEST, manifest
from tieout.archive.replay import compare_made, environment, replay
from tieout.errors import TieoutError


def forged(files: Mapping[str, bytes], path: Path) -> Path:
    """An archive of changed files with checksums that agree."""
    rest = {name: data for name, data in files.items() if name != MANIFEST}
    path.write_bytes(rezip({**rest, MANIFEST: manifest(rest).encode("utf-8")}))
    return path


def test_every_file_comes_out_the_same(archive: Path, tmp_path: Path) -> None:
    """From a copy with spaces and Chinese in its name, in a folder that knows nothing else."""
    copy = tmp_path / "我的 檔案 (1).zip"
    copy.write_bytes(archive.read_bytes())
    said: list[str] = []
    outcome = replay(copy, said.append)
    made = [name for name in contents(archive) if name.startswith(("build/mini/", "figures/mini/"))]
    assert outcome.differences == ()
    assert outcome.summary == f"{len(made)} of {len(made)} files identical"
    assert len(made) > 15
    warned = next(at for at, line in enumerate(said) if "run that code with your rights" in line)
    assert warned < next(at for at, line in enumerate(said) if line.startswith("Building mini"))


def test_a_result_that_the_sources_do_not_give_is_named(
    archived: Mini, archive: Path, tmp_path: Path
) -> None:
    """A number changed in an archived page, checksums and all, does not come out again."""
    files = contents(archive)
    page = "build/mini/en/index.html"
    files[page] = files[page].replace(b"256.4 tok/s", b"423.0 tok/s")
    path = forged(files, tmp_path / "forged.zip")
    done = type_verb(archived, "replay", "--archive", str(path))
    assert done.returncode == 1
    assert f"{page}:1: differs from line " in done.stderr
    total = len([n for n in files if n.startswith(("build/mini/", "figures/mini/"))])
    assert f"{total - 1} of {total} files identical" in done.stderr


def test_an_archive_that_does_not_build_says_why(
    archived: Mini, archive: Path, tmp_path: Path
) -> None:
    files = contents(archive)
    name = "sources/bench/source.yaml"
    files[name] = files[name].replace(b"publisher:", b"publishr:")
    path = forged(files, tmp_path / "broken.zip")
    done = type_verb(archived, "replay", "--archive", str(path))
    assert done.returncode == 1
    assert "the archive does not build here" in done.stderr
    assert "unknown key 'publishr'" in done.stderr
    assert "Traceback" not in done.stderr


def test_code_of_a_damaged_archive_does_not_run(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The checksums are looked at first."""
    files = contents(archive)
    files["Snakefile"] = b"raise SystemExit(7)\n"
    path = tmp_path / "spoiled.zip"
    path.write_bytes(rezip(files))
    monkeypatch.setattr(room, "_build", lambda *_: pytest.fail("its code ran"))
    with pytest.raises(TieoutError, match="the file 'Snakefile' is not what its checksum says"):
        replay(path, lambda _: None)


def test_a_build_without_end_is_stopped(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = contents(archive)
    files["Snakefile"] = b"import time, pathlib\npathlib.Path('up').touch()\ntime.sleep(600)\n"
    path = forged(files, tmp_path / "endless.zip")
    monkeypatch.setattr(room, "LONGEST", 3)
    with pytest.raises(TieoutError, match="took longer than 3 s and was stopped"):
        replay(path, lambda _: None)


@pytest.mark.parametrize("lost", ["Snakefile", "build/mini/checks.json", "requirements.txt"])
def test_what_is_no_archive_of_an_article(archive: Path, tmp_path: Path, lost: str) -> None:
    files = contents(archive)
    del files[lost]
    path = forged(files, tmp_path / "part.zip")
    with pytest.raises(TieoutError, match=r"is no archive of an article|is not in the archive"):
        replay(path, lambda _: None)


def test_nothing_of_the_caller_reaches_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    """A library on PYTHONPATH would be one that the archive does not name."""
    seen: dict[str, str] = {}

    def popen(*_: object, env: dict[str, str], **__: object) -> None:
        seen.update(env)
        raise InterruptedError

    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    monkeypatch.setenv("SECRET", "x")
    monkeypatch.setattr(room.subprocess, "Popen", popen)
    with pytest.raises(InterruptedError):
        room._build(Path("a"), Path("home"), Path("x.zip"))
    assert set(seen) <= {"PATH", "LANG", "LC_ALL", "TZ", "HOME", "XDG_CACHE_HOME", "TMPDIR"}
    assert seen["HOME"] != os.environ.get("HOME")


def test_differences_of_the_environment_are_told() -> None:
    lock = (
        "# comment\njinja2==0.0.1 \\\n    --hash=sha256:00\nno-such-package==1.0 \\\n"
        "colorama==0.4.6 ; sys_platform == 'win32' \\\n    --hash=sha256:00\n"
    )
    told = list(environment(lock))
    assert len(told) == 2
    assert told[0].startswith("jinja2 0.0.1 was used, ")
    assert told[1] == "no-such-package 1.0 was used, none is installed"


def test_files_too_many_and_too_few_are_differences() -> None:
    old = {"build/mini/a": b"1\n2\n", "build/mini/b": b"1", "sources/x": b"1"}
    new = {"build/mini/a": b"1\n3\n", "build/mini/c": b"1"}
    outcome = compare_made(old, new, "mini")
    assert outcome.summary == "0 of 3 files identical"
    assert dict(outcome.differences) == {
        "build/mini/a": "differs from line 2 on",
        "build/mini/b": "is in the archive, and was not made again",
        "build/mini/c": "is not in the archive, and was made",
    }


def test_which_archive_must_be_said(archived: Mini) -> None:
    done = type_verb(archived, "replay", "--archive", "")
    assert done.returncode == 1
    assert "which archive to replay is not said: name it: snakemake replay --config" in done.stderr
