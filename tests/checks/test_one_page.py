"""A page checked with nothing beside it: as built it passes, and each fault in it is found."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.mini_project import SCRIPTS, Mini, spoilt

from tieout.checks.one_page import check_page

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "one_page.yaml").read_text())


@pytest.fixture
def page(built_mini: Mini, tmp_path: Path) -> Path:
    """The English page of the small project, alone in a folder."""
    path = tmp_path / "page.html"
    path.write_bytes((built_mini.root / "build/mini/en/index.html").read_bytes())
    return path


def _run(*args: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tieout.check", *map(str, args)]
    return subprocess.run(
        command,
        cwd=cwd,
        env={"PYTHONPATH": str(SCRIPTS)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_a_page_as_built_passes_and_was_looked_at(built_mini: Mini, lang: str) -> None:
    record = check_page(built_mini.root / f"build/mini/{lang}/index.html")
    assert [str(finding) for finding in record.findings] == []
    assert record.counts["recomputed"] == 6
    assert record.counts["read again"] == 9
    assert record.counts["entries"] == record.counts["wordings"] == 18
    assert record.counts["numbers shown"] > 30
    assert record.blind_spots


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_fault_is_found(page: Path, case: dict[str, Any]) -> None:
    """Each is said with the line it stands on, and a hostile page ends in words, not in a crash."""
    text = page.read_text("utf-8")
    if "every" in case:
        assert case["every"] in text, f"{case['every']!r} does not stand in the page"
        page.write_text(text.replace(case["every"], case["put"]), "utf-8")
    else:
        page.write_text(spoilt(text, case), "utf-8")
    found = [str(finding) for finding in check_page(page).findings]
    assert any(case["says"] in line for line in found), found or "nothing was found"
    assert all(line.startswith(f"{page}:") for line in found)


def test_finding_names_the_line_of_the_fact(page: Path) -> None:
    text = page.read_text("utf-8").replace("136.382978723404", "136.382978723409")
    page.write_text(text, "utf-8")
    at = text.count("\n", 0, text.index('"old-large":[')) + 1
    assert any(
        finding.line == at and "old-large" in finding.what for finding in check_page(page).findings
    )


def test_as_a_reader_runs_it(page: Path, tmp_path: Path) -> None:
    """In any folder, with the project's code alone: counts, findings, exit status."""
    done = _run("page.html", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("page.html: 18 entries, ")
    assert done.stdout.endswith(", 0 found\n")
    page.write_text(page.read_text("utf-8").replace(">257 tok/s<", ">423 tok/s<"), "utf-8")
    done = _run("page.html", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("page.html:")
    assert "reads “423tok/s”, the ledger says “257tok/s”" in done.stderr


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "the page is empty"),
        (b"\xff\xfe", "the page is not UTF-8"),
        (b"no markup", "the page holds no ledger"),
        (b"<script type='application/json' id='ledger'>" + b"[" * 100_000, "ledger"),
        (b"<script id='ledger'>{}</script>", "no block of data"),
    ],
)
def test_what_is_no_page_is_said(tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "page.html").write_bytes(content)
    done = _run("page.html", cwd=tmp_path)
    assert done.returncode == 1
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_missing_page(tmp_path: Path) -> None:
    done = _run("nowhere.html", cwd=tmp_path)
    assert done.returncode == 1
    assert "nowhere.html:1: No such file or directory: check the path" in done.stderr


def test_it_imports_nothing_that_built_the_page() -> None:
    """A fault in what writes pages must not vouch for itself."""
    code = "import sys, tieout.checks.one_page; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(SCRIPTS)},
        capture_output=True,
        text=True,
        check=True,
    )
    own = [name for name in done.stdout.split() if name.startswith("tieout")]
    assert "tieout.checks.one_page" in own
    assert [n for n in own if n not in ("tieout", "tieout.checks") and ".checks." not in n] == []
