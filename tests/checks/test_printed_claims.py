"""Printed comparisons judged anew: the case files whole, and one that does not hold."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from tests.checks.conftest import DRAFTING, build, case_rows
from tests.mini_project import Mini

from tieout.checks.finished import read_finished
from tieout.checks.printed_claims import check, judge, recompute
from tieout.checks.reading import read

ROWS = case_rows("verdicts.csv", "verdicts-more.csv")


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_verdict_of_the_case_files(row: dict[str, str]) -> None:
    """Every row protects a clause of what consistent, by rounding and inconsistent mean."""
    kind = "count" if row["relation"] == "share" else "measure"
    again = recompute(row["relation"], read(row["a"], kind), read(row["b"], kind))
    for said, number in zip(
        ("recomputed", "low", "high"), (again.value, again.low, again.high), strict=True
    ):
        meant = Fraction(row[said])
        assert abs(number - meant) <= abs(meant) / 10**9, said
    assert judge(read(row["printed"]), again) == row["expect"]


def test_dividing_by_what_may_be_zero_is_refused() -> None:
    """A ratio to a figure whose bounds hold zero has no bounds."""
    with pytest.raises(ZeroDivisionError):
        recompute("ratio", read("3"), read("0.4 ± 0.5"))


@pytest.fixture
def inconsistent(mini: Mini) -> Mini:
    """The small project with a printed gain that its own speeds do not give, built again."""
    mini.edit("sources/bench/speeds.csv", "122.4,1.58", "122.4,1.64")
    build(mini, DRAFTING)
    return mini


@pytest.mark.usefixtures("inconsistent")
def test_an_inconsistent_figure_must_be_spoken_of() -> None:
    """Printed and recomputed value stand in the text of every language, not only in the table."""
    found = check(read_finished("mini", Path("build"), Path("figures"), drafts=True)).findings
    files = {(finding.file.rsplit("/", 1)[-1]) for finding in found}
    assert files == {"article.en.md.j2", "article.zh-TW.md.j2"}
    assert all("gain/recomputed" in finding.what for finding in found)


def test_an_inconsistent_figure_that_is_spoken_of_passes(inconsistent: Mini) -> None:
    """Then the article has done what it can."""
    wanted = ' {{ f("bench/speeds/small/gain") }} ({{ f("bench/speeds/small/gain/recomputed") }})'
    for lang in ("en", "zh-TW"):
        inconsistent.edit(f"templates/mini/article.{lang}.md.j2", ' {{ f("step-up") }}', wanted)
    build(inconsistent, DRAFTING[3:])
    record = check(read_finished("mini", Path("build"), Path("figures"), drafts=True))
    assert record.findings == []
    assert record.counts["inconsistent"] == 1


def of_one_source(mini: Mini) -> None:
    """The pages show the verdicts of one source, and are built again."""
    for lang in ("en", "zh-TW"):
        named = '{{ verdict_table("bench") }}'
        mini.edit(f"templates/mini/article.{lang}.md.j2", "{{ verdict_table() }}", named)
    build(mini, DRAFTING[3:])


def test_an_inconsistent_figure_outside_the_table_must_be_spoken_of(inconsistent: Mini) -> None:
    """A table of one source excuses nobody from saying what is wrong with a figure."""
    of_one_source(inconsistent)
    found = check(read_finished("mini", Path("build"), Path("figures"), drafts=True)).findings
    assert {finding.file.rsplit("/", 1)[-1] for finding in found} == {
        "article.en.md.j2", "article.zh-TW.md.j2",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("</html>", "</html>", ""),
        ('id="verdicts-bench"', 'id="verdicts-shout"', "has 1 rows, not 0"),
        (">consistent<", ">inconsistent<", "is shown as “inconsistent”"),
    ],
)
def test_a_table_of_one_source_is_compared_as_well(
    mini: Mini, old: str, new: str, what: str
) -> None:
    """It is whole for its source, and says of each comparison what the ledger says."""
    of_one_source(mini)
    mini.edit("build/mini/en/draft.html", old, new)
    found = check(read_finished("mini", Path("build"), Path("figures"), drafts=True)).findings
    assert [what in finding.what for finding in found] == ([True] if what else [])
