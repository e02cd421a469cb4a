"""Comparisons of article.yaml: what they name exists, and what they declare is so."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.mini_project import Mini, copy_mini

from tieout.errors import TieoutError

ARTICLE = "templates/mini/article.yaml"


@pytest.fixture
def mini(tmp_path: Path) -> Mini:
    """The small project."""
    return copy_mini(tmp_path / "mini")


def test_declared_comparisons_stand_in_the_ledger(mini: Mini) -> None:
    facts, table = mini.ledger().comparisons
    assert facts.to_json()["facts"] == ["shout/speed", "bench/speeds/large/new"]
    assert facts.differs["gpus"] == {
        "en": "The post states no conditions.",
        "zh-TW": "貼文沒有說明條件。",
    }
    assert table.to_json()["table"] == "speeds"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "facts: [shout/speed, bench",
            "facts: [shout/spead, bench",
            "unknown fact 'shout/spead': did you mean shout/speed",
        ),
        (
            "facts: [shout/speed, bench/speeds/large/new]",
            "facts: [bench/lines, bench/speeds/large/new]",
            "'bench/lines' states no condition",
        ),
        ("table: speeds", "table: speed", "unknown table 'speed': did you mean speeds?"),
        ("table: speeds", "figure: speeds", "unknown figure 'speeds'"),
        ("      per: *unstated\n", "", "the compared figures differ in per: declare each"),
        (
            "facts: [shout/speed, bench/speeds/large/new]",
            "facts: [bench/speeds/small/new, bench/speeds/large/new]",
            "'path' is declared to differ, but the compared figures agree in it",
        ),
        ("      path: *unstated\n", "      pat: *unstated\n", "unknown condition 'pat'"),
        ("  - table: speeds", "  - figure: paths\n    table: speeds", "one of facts, table and"),
        (
            "gpus: {en: The rows are the groups., zh-TW: 每一列是一個群組。}",
            "gpus: {en: The rows are the groups.}",
            "no text in zh-TW",
        ),
    ],
)
def test_fault_stops_the_build_at_its_line(mini: Mini, old: str, new: str, says: str) -> None:
    mini.edit(ARTICLE, old, new)
    with pytest.raises(TieoutError) as error:
        mini.ledger()
    lines = str(error.value).split("\n")
    assert any(says in line for line in lines), lines
    start = mini.line_of(ARTICLE, "comparisons:")
    assert all(int(line.split(":")[1]) > start for line in lines), lines


def test_speeds_may_be_compared_once_declared(mini: Mini) -> None:
    """Sixteen GPUs against eight: refused until the reason stands in the article."""
    mini.edit(
        ARTICLE,
        "  - table: speeds",
        "  - facts: [bench/speeds/small/new, bench/speeds/large/new]\n"
        "    differs: {path: {en: x, zh-TW: x}}\n"
        "  - table: speeds",
    )
    with pytest.raises(TieoutError, match="differ in gpus"):
        mini.ledger()
    mini.edit(ARTICLE, "{path: {en: x, zh-TW: x}}", "{gpus: {en: x, zh-TW: x}}")
    assert len(mini.ledger().comparisons) == 3
