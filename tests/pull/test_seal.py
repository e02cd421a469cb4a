"""`captured` is what an acceptance sealed: neither a typed hash nor an edited figure passes."""

from __future__ import annotations

import re
import shutil

import pytest
from tests.checks.conftest import VERBS
from tests.pull.bench import CSV, YAML, Bench


def accepted(bench: Bench) -> None:
    """Pull and accept, then lose the bytes, as whoever clones the project has none."""
    assert bench.mini.run("pull", "--source", "bench").status == 0
    assert bench.mini.run("accept", "--source", "bench").status == 0
    shutil.rmtree(bench.mini.root / "captures")
    assert bench.mini.run("ledger", "mini").status == 0


def replaced(bench: Bench, pattern: str, new: str) -> None:
    """Replace what a pattern finds in source.yaml, once."""
    path = bench.mini.root / YAML
    text, count = re.subn(pattern, new, path.read_text("utf-8"))
    assert count == 1
    path.write_text(text, "utf-8")


def test_a_typed_hash_raises_nothing(bench: Bench) -> None:
    """Even with a day and an address, where nobody can look at the bytes."""
    pin = f"{{url: {bench.web.url('/bench')}, day: 2026-11-29, sha256: {'0' * 64}}}"
    typed = f"standing: captured\nretrieved: 2026-11-29\ncaptures: [{pin}]"
    bench.mini.edit(YAML, "standing: transcribed", typed)
    outcome = bench.mini.run("ledger", "mini")
    assert outcome.status == 1
    assert "captured, but no acceptance has sealed the figures and pins" in outcome.errors
    assert f"{YAML}:{bench.mini.line_of(YAML, 'standing')}:" in outcome.errors


TAMPERED = {
    "a cell": (CSV, "193.3", "193.4"),
    "a figure": (YAML, 'printed: "12,805"', 'printed: "12,806"'),
    "the pin": (YAML, r"sha256: [0-9a-f]{64}", "sha256: " + "0" * 64),
    "the seal": (YAML, r"accepted: [0-9a-f]{64}", "accepted: " + "0" * 64),
    "a lost cell filled in": (CSV, "256.4,,", "256.4,136.4,"),
    "the seal taken out": (YAML, r"accepted: .*\n", ""),
    "a figure called transcribed": (YAML, "    locator: header", "    standing: transcribed\n"
                                    "    locator: header"),
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERED)
def test_what_is_captured_is_not_edited_by_hand(bench: Bench, name: str) -> None:
    """By the build, and by verify for itself, although the bytes are not on this machine."""
    accepted(bench)
    file, old, new = TAMPERED[name]
    if file == YAML:
        replaced(bench, old, new)
    else:
        bench.mini.edit(file, old, new)
    outcome = bench.mini.run("ledger", "mini")
    assert outcome.status == 1
    assert "acceptance" in outcome.errors
    assert "pull the source and accept it" in outcome.errors


def test_verify_looks_for_itself(bench: Bench) -> None:
    """Of a ledger that was built before a captured figure was edited."""
    accepted(bench)
    bench.mini.edit("templates/mini/article.yaml", "date: 2026-11-29", "date: 2999-01-01")
    for verb, *lang in VERBS:
        outcome = bench.mini.run(verb, "mini", *lang)
        assert outcome.status == 0, outcome.errors
    bench.mini.edit(YAML, 'printed: "12,805"', 'printed: "12,806"')
    outcome = bench.mini.run("verify", "mini")
    assert "the seal of its captured figures does not fit them" in outcome.errors
    bench.mini.edit(YAML, 'printed: "12,806"', 'printed: "12,805"')
    assert "seal" not in bench.mini.run("verify", "mini").errors


def test_a_seal_over_nothing(bench: Bench) -> None:
    """It would promise what is not there."""
    bench.mini.edit(YAML, "standing: transcribed", f"standing: transcribed\naccepted: {'0' * 64}")
    outcome = bench.mini.run("ledger", "mini")
    assert "the seal of an acceptance, but no figure is captured: remove" in outcome.errors


def test_bytes_that_are_not_here_are_named(bench: Bench) -> None:
    """The report of a pull that could not fetch them again says what `captured` rests on."""
    accepted(bench)
    page = bench.web.pages.pop("/bench")
    assert bench.mini.run("pull", "--source", "bench").status == 1
    title = "## Kept bytes that are not on this machine"
    report = bench.read("build/pull/bench/changes.md")
    assert title in report
    assert bench.web.url("/bench") in report[report.index(title) :]
    bench.web.pages["/bench"] = page
    assert bench.mini.run("pull", "--source", "bench").status == 0
    assert title not in bench.read("build/pull/bench/changes.md")
