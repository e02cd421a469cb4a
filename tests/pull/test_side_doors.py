"""The verbs under Snakemake, and the wall between them and a build, which needs no network."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.mini_project import ROOT, SCRIPTS
from tests.pull.bench import YAML, Bench

#: Modules that speak to the network.
NETWORK = ("urllib3", "requests", "httpx", "http.client", "socket", "urllib.request", "tieout.pull")
ALLOWED = ("pull", "accept")


def imported(path: Path) -> set[str]:
    """The modules that a file imports anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def test_a_build_cannot_reach_the_network() -> None:
    """No code outside the side door imports what could; so `all` builds without a network."""
    for path in sorted(SCRIPTS.rglob("*.py")):
        parts = path.relative_to(SCRIPTS).with_suffix("").parts
        if (parts[-1] in ALLOWED and len(parts) == 1) or parts[:2] == ("tieout", "pull"):
            continue
        for name in imported(path):
            assert not name.startswith(NETWORK), f"{path} imports {name}"


def snakemake(bench: Bench, *args: str) -> subprocess.CompletedProcess[str]:
    """Run a verb as an editor does."""
    return subprocess.run(
        [sys.executable, "-m", "snakemake", *args],
        cwd=bench.mini.root,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_pull_and_accept_as_an_editor_runs_them(bench: Bench) -> None:
    """By name and with --config; status 1 after a finding, and progress on the screen."""
    for name in ("scripts", "profiles"):
        shutil.copytree(ROOT / name, bench.mini.root / name, ignore=shutil.ignore_patterns("__py*"))
    shutil.copy(ROOT / "Snakefile", bench.mini.root)
    bench.serve(("<b>12,805</b>", "<b>12,900</b>"))
    pulled = snakemake(bench, "pull", "--config", "source=bench")
    assert pulled.returncode == 0, pulled.stderr
    assert "bench: 8 same, 1 changed, 1 still not captured" in pulled.stdout + pulled.stderr
    accepted = snakemake(bench, "accept", "--config", "source=bench")
    assert accepted.returncode == 0, accepted.stderr
    assert 'printed: "12,900"' in bench.read(YAML)
    failed = snakemake(bench, "pull", "--config", "source=bench", "mirror=nowhere")
    assert failed.returncode == 1
    assert "there is no such folder" in failed.stdout + failed.stderr


def test_twenty_sources_within_five_seconds(bench: Bench) -> None:
    """One host, so one request after another; a quarter of the sources have changed."""
    sources = bench.mini.root / "sources"
    page = bench.web.pages["/bench"]
    assert isinstance(page, bytes)
    for number in range(19):
        folder = sources / f"bench-{number}"
        shutil.copytree(sources / "bench", folder)
        text = (folder / "source.yaml").read_text("utf-8").replace("/bench\n", f"/{number}\n")
        (folder / "source.yaml").write_text(text, "utf-8")
        changed = page.replace(b"12,805", b"12,900") if number % 4 == 0 else page
        bench.web.pages[f"/{number}"] = changed
    shutil.rmtree(sources / "shout")
    started = time.monotonic()
    outcome = bench.mini.run("pull")
    assert outcome.status == 0, outcome.errors
    assert time.monotonic() - started < 5
    assert outcome.errors.count("1 changed") == 5
    assert (len(bench.web.requests), bench.web.most) == (20, 1)
