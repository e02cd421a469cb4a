"""What editors wrote is read by the checks as leniently as by the build, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.mini_project import Mini

from tieout.checks import ledger_equals_source
from tieout.checks.finished import read_finished

FILES = (
    "sources/bench/speeds.csv",
    "sources/bench/source.yaml",
    "sources/units.yaml",
    "templates/mini/article.yaml",
)


@pytest.mark.parametrize("file", FILES)
def test_a_byte_order_mark_is_no_part_of_a_text(mini: Mini, file: str) -> None:
    """Spreadsheets write one; the loader takes it, so the check must not stumble over it."""
    path = mini.root / file
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert mini.ledger().facts
    record = ledger_equals_source.check(read_finished("mini", Path("build"), Path("figures")))
    assert [str(finding) for finding in record.findings] == []
    assert record.counts["printed"]
