"""What an article sets side by side differs as it declares, and as it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.mini_project import Mini, copy_mini

from tieout.errors import TieoutError

ARTICLE = "templates/mini/article.yaml"
BOTH = "[bench/speeds/small/new, bench/speeds/large/new]"


@pytest.fixture
def mini(tmp_path: Path) -> Mini:
    """A copy whose comparisons a test may write."""
    copy = copy_mini(tmp_path / "mini")
    path = copy.root / ARTICLE
    before, _, after = path.read_text("utf-8").partition("comparisons:\n")
    path.write_text(before + after[after.find("claims:\n") :], "utf-8")
    return copy


def _compare(mini: Mini, subject: str, *keys: str) -> None:
    differs = ", ".join(f"{key}: {{en: why, zh-TW: 原因}}" for key in keys)
    entry = f"comparisons:\n  - {subject}\n    differs: {{{differs}}}\nclaims:\n"
    mini.edit(ARTICLE, "claims:\n", entry)


def test_a_declared_difference_is_kept_with_its_reason(mini: Mini) -> None:
    """So that it can be shown where the two are set side by side."""
    _compare(mini, f"facts: {BOTH}", "gpus")
    (comparison,) = mini.ledger().comparisons
    assert comparison.to_json() == {
        "facts": ["bench/speeds/small/new", "bench/speeds/large/new"],
        "differs": {"gpus": {"en": "why", "zh-TW": "原因"}},
    }


@pytest.mark.parametrize("subject", ["table: speeds", "figure: paths"])
def test_a_table_or_figure_is_compared_as_a_whole(mini: Mini, subject: str) -> None:
    """By its name."""
    _compare(mini, subject, "gpus")
    kind, name = subject.split(": ")
    assert mini.ledger().comparisons[0].to_json()[kind] == name


FAULTS = [
    (f"facts: {BOTH}", ["path"], "differ in gpus: declare each under 'differs:'"),
    (f"facts: {BOTH}", ["gpus", "path"], "'path' is declared to differ, but the compared figures"),
    (f"facts: {BOTH}", ["gpu"], "unknown condition 'gpu': did you mean gpus?"),
    ("facts: [bench/speeds/small/new, bench/spedes]", ["gpus"], "unknown fact 'bench/spedes'"),
    ("facts: [bench/speeds/small/new, bench/lines]", ["gpus"], "'bench/lines' states no condition"),
    ("table: sped", ["gpus"], "unknown table 'sped': did you mean speeds?"),
    ("figure: pats", ["gpus"], "unknown figure 'pats': did you mean paths?"),
]


@pytest.mark.parametrize(("subject", "keys", "says"), FAULTS, ids=[fault[2] for fault in FAULTS])
def test_a_fault_is_said(mini: Mini, subject: str, keys: list[str], says: str) -> None:
    """With the line of the comparison."""
    _compare(mini, subject, *keys)
    line = mini.line_of(ARTICLE, f"  - {subject}")
    with pytest.raises(TieoutError) as caught:
        mini.ledger()
    assert says in str(caught.value)
    assert all(problem.line in (line, line + 1) for problem in caught.value.problems)
