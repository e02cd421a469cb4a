"""An archive: complete, the same bytes anywhere and any day, given out once, of verified files."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator, FormatChecker
from tests.archive.conftest import NAME, contents, make, type_verb
from tests.mini_project import Mini

#: The schema of the Citation File Format 1.2.0, as its project publishes it (CC-BY-4.0).
CFF = Path(__file__).parent / "cff-1.2.0.schema.json"


def test_everything_of_the_article_is_in_it_and_nothing_else(archived: Mini, archive: Path) -> None:
    files = contents(archive)
    made = {name for name in archived.outputs() if "/archive/" not in name}
    assert made <= set(files)
    for name in (
        *("ro-crate-metadata.json", "CITATION.cff", "manifest-sha256.txt", "LICENSE", "Snakefile"),
        *("sources/bench/source.yaml", "sources/bench/speeds.csv", "sources/units.yaml"),
        *("templates/mini/article.yaml", "templates/_layout/words.yaml", "requirements.txt"),
        *("scripts/archive.py", "scripts/tieout/check.py", "scripts/side_doors.smk"),
        *("scripts/tieout/schemas/embedded.schema.json", "build/mini/records/page.en.json"),
    ):
        assert name in files, name
    tops = {name.partition("/")[0] for name in files if "/" in name}
    assert tops == {"build", "figures", "profiles", "scripts", "sources", "templates"}
    assert not [name for name in files if name.startswith("/") or "__pycache__" in name]


def test_a_source_of_another_article_stays_out(project: Mini) -> None:
    shutil.copytree(project.root / "sources/bench", project.root / "sources/other")
    (project.root / NAME).unlink()
    assert type_verb(project, "archive", "--article", "mini").returncode == 0
    assert not [name for name in contents(project.root / NAME) if "other" in name]


def test_checksums_are_those_of_a_common_tool(archive: Path, tmp_path: Path) -> None:
    """Whoever distrusts our code checks with sha256sum."""
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(tmp_path)
    done = subprocess.run(
        ["sha256sum", "--check", "--quiet", "manifest-sha256.txt"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")
    listed = (tmp_path / "manifest-sha256.txt").read_text("utf-8").splitlines()
    assert len(listed) == len(contents(archive)) - 1


def test_same_bytes_in_another_folder_on_another_day(archived: Mini, tmp_path: Path) -> None:
    """Neither the clock, nor the path, nor the order and age of files is in it."""
    folder = tmp_path / "another 資料夾"
    shutil.copytree(archived.root, folder)
    (folder / NAME).unlink()
    for path in folder.rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    code = "import time, runpy, sys; time.time = lambda: 4e9; sys.argv = ['archive.py']; "
    code += (
        "sys.path.insert(0, 'scripts'); runpy.run_path('scripts/archive.py', run_name='__main__')"
    )
    env = {**os.environ, "TZ": "Asia/Taipei", "PYTHONHASHSEED": "7", "LC_ALL": "C"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (folder / NAME).read_bytes() == (archived.root / NAME).read_bytes()
    with zipfile.ZipFile(folder / NAME) as opened:
        assert {entry.date_time for entry in opened.infolist()} == {(2026, 11, 29, 0, 0, 0)}


def test_a_version_is_given_out_once(project: Mini) -> None:
    before = (project.root / NAME).read_bytes()
    again = type_verb(project, "archive")
    assert again.returncode == 0
    assert "this version is archived already, with the same content" in again.stderr
    project.edit("sources/bench/speeds.csv", "256.4", "256.9")
    make(project)
    refused = type_verb(project, "archive")
    assert refused.returncode == 1
    assert f"{NAME}:1: version 1.0.0 is archived already, with other content" in refused.stderr
    assert "raise version: in templates/mini/article.yaml" in refused.stderr
    assert (project.root / NAME).read_bytes() == before
    project.edit("templates/mini/article.yaml", "version: 1.0.0", "version: 1.0.1")
    make(project)
    assert type_verb(project, "archive").returncode == 0
    assert (project.root / NAME).read_bytes() == before
    assert (project.root / "build/archive/mini-1.0.1.zip").is_file()


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("build/mini/en/index.html", "build/mini/en/index.html has changed since the build"),
        ("sources/bench/source.yaml", "sources/bench/source.yaml has changed since the build"),
        ("figures/mini/paths.en.svg", "figures/mini/paths.en.svg has changed since the build"),
        ("scripts/tieout/digits.py", "scripts/tieout/digits.py has changed since the build"),
        ("build/mini/provenance.json", "the record of the build was changed by hand"),
    ],
)
def test_what_is_not_as_verified_is_refused(project: Mini, file: str, says: str) -> None:
    """An archive vouches for its files; a byte that no check has read must not be in one."""
    path = project.root / file
    text = path.read_text("utf-8")
    path.write_text(text.replace('"article": "mini"', '"article": "mimi"') + "\n", "utf-8")
    (project.root / NAME).unlink()
    done = type_verb(project, "archive")
    assert done.returncode == 1
    assert says in done.stderr
    assert not (project.root / NAME).exists()


def test_an_article_that_is_not_built_is_refused(project: Mini) -> None:
    (project.root / "build/mini/provenance.json").unlink()
    done = type_verb(project, "archive")
    assert done.returncode == 1
    assert "'mini' is not built and verified: run snakemake all, then archive again" in done.stderr
    done = type_verb(project, "archive", "--article", "../mini")
    assert "the article name '../mini' is not allowed" in done.stderr
    done = type_verb(project, "archive", "--article", "none")
    assert "there is no article 'none'" in done.stderr


@pytest.mark.parametrize("version", ["1.0", "v1", "1.0.0/../../x", "一.0.0", "1.0.0 "])
def test_a_version_that_is_none_is_refused(project: Mini, version: str) -> None:
    """It would become a file's name. The build refuses it, and an edited ledger changes nothing."""
    project.edit("templates/mini/article.yaml", "version: 1.0.0", f'version: "{version}"')
    done = type_verb(project, "ledger", "mini")
    assert done.returncode == 1
    assert "write it as 1.0.0" in done.stderr
    assert "templates/mini/article.yaml has changed since the build" in (
        type_verb(project, "archive").stderr
    )


def test_a_place_that_cannot_be_written_is_said(project: Mini) -> None:
    """As on a read-only disk; what was archived before stays."""
    (project.root / "build/archive").rename(project.root / "kept")
    (project.root / "build/archive").write_text("a file", "utf-8")
    done = type_verb(project, "archive")
    assert done.returncode == 1
    assert "build/archive:1: " in done.stderr
    assert "check the path, its rights and the disk" in done.stderr
    assert "Traceback" not in done.stderr


def test_captures_are_left_out_unless_asked_for_and_allowed(project: Mini) -> None:
    """A source's bytes are its publisher's: only a licence that says so lets them be passed on."""
    pinned = {name: hashlib.sha256(name.encode()).hexdigest() for name in ("bench", "shout")}
    for name, mark in pinned.items():
        path = project.root / f"sources/{name}/source.yaml"
        free = "licence: {name: CC-BY-4.0, redistribute: true}\n" * (name == "bench")
        path.write_text(path.read_text("utf-8") + f"{free}# {mark}\n", "utf-8")
        kept = project.root / f"captures/{name}/{mark}.warc.gz"
        kept.parent.mkdir(parents=True)
        kept.write_bytes(b"kept")
    make(project)
    (project.root / NAME).unlink()
    assert type_verb(project, "archive").returncode == 0
    assert not [name for name in contents(project.root / NAME) if name.startswith("captures/")]
    (project.root / NAME).unlink()
    assert type_verb(project, "archive", "--captures", "yes").returncode == 0
    found = [name for name in contents(project.root / NAME) if name.startswith("captures/")]
    assert found == [f"captures/bench/{pinned['bench']}.warc.gz"]
    assert "captures is 'all'" in type_verb(project, "archive", "--captures", "all").stderr


def test_citation_follows_its_format(archive: Path) -> None:
    citation = yaml.load(contents(archive)["CITATION.cff"], Loader=yaml.BaseLoader)
    schema = json.loads(CFF.read_text("utf-8"))
    Draft7Validator(schema, format_checker=FormatChecker()).validate(citation)
    assert citation["title"] == "Is it 257 tok/s?"
    assert (citation["version"], citation["date-released"]) == ("1.0.0", "2026-11-29")
    assert citation["references"][0]["title"] == "A Bench of Decode Paths"


def test_crate_records_each_run_with_what_went_in_and_out(archive: Path) -> None:
    files = contents(archive)
    graph = {one["@id"]: one for one in json.loads(files["ro-crate-metadata.json"])["@graph"]}
    assert graph["./"]["datePublished"] == "2026-11-29"
    assert graph["./"]["mainEntity"] == {"@id": "Snakefile"}
    runs = {one["@id"]: one for one in graph.values() if one["@type"] == "CreateAction"}
    rooms = ("ledger", "figures.en", "figures.zh-TW", "page.en", "page.zh-TW", "verify")
    assert set(runs) == {"#build", *(f"#run-{room}" for room in rooms)}
    provenance = json.loads(files["build/mini/provenance.json"])
    for room in rooms:
        run, recorded = runs[f"#run-{room}"], provenance["rooms"][room]
        assert _ids(run["instrument"]) == [f"scripts/{room.split('.')[0]}.py"]
        assert _ids(run["result"]) == recorded["outputs"]
        read = [name for name in recorded["inputs"] if not name.startswith("scripts/")]
        assert _ids(run["object"]) == [name for name in read if name in files]
    described = {name for name, one in graph.items() if "File" in one["@type"]}
    assert described == set(files) - {"ro-crate-metadata.json"}


def _ids(part: Any) -> list[str]:
    return [one["@id"] for one in (part if isinstance(part, list) else [part])]
