"""Known errors of a source: what the ledger holds instead, and the guard that notices a mend."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.mini_project import Mini, copy_mini

from tieout.errors import TieoutError

ENTRY = """corrections:
  - figure: {figure}
    action: {action}
    expect: "{expect}"{value}
    reason: {{en: Digits are swapped., zh-TW: 數字對調了。}}
    status: reported
"""


@pytest.fixture
def mini(tmp_path: Path) -> Mini:
    """A copy of the small project."""
    return copy_mini(tmp_path / "mini")


def correct(mini: Mini, figure: str, action: str, expect: str, value: str = "") -> None:
    """Write a corrections file with one entry."""
    value = f'\n    value: "{value}"' if value else ""
    text = ENTRY.format(figure=figure, action=action, expect=expect, value=value)
    (mini.root / "sources" / "bench" / "corrections.yaml").write_text(text, "utf-8")


def test_an_override_reaches_what_is_computed_from_it(mini: Mini) -> None:
    """The figure reads as it should have been printed, says so, and keeps the place of the fix."""
    correct(mini, "speeds/large/new", "override", "256.4", "265.4")
    facts = mini.ledger().facts
    fact = facts["bench/speeds/large/new"]
    assert fact.text["en"] == "265.4 tok/s"
    assert fact.note["en"] == "Corrected by us: Digits are swapped."
    assert fact.note["zh-TW"] == "本文更正：數字對調了。"
    assert fact.place.file.endswith("sources/bench/corrections.yaml")
    assert fact.place.line == 5
    assert facts["old-large"].text["en"] == "141 tok/s"


def test_a_dropped_figure_counts_as_not_captured(mini: Mini) -> None:
    """It is left empty; nothing is guessed in its place."""
    correct(mini, "speeds/small/gain", "drop", "1.58")
    fact = mini.ledger().facts["bench/speeds/small/gain"]
    assert (fact.standing, fact.interval, fact.text["en"]) == ("lost", None, "")
    assert fact.note["en"].startswith("Left out by us: ")


def test_a_flagged_figure_stays(mini: Mini) -> None:
    """With a remark that readers see, behind the figure's own note."""
    mini.edit(
        "sources/bench/source.yaml",
        "    locator: header",
        "    locator: header\n    note: {en: Of the branch., zh-TW: 分支的數字。}",
    )
    correct(mini, "lines", "flag", "12,805")
    fact = mini.ledger().facts["bench/lines"]
    assert fact.text["en"] == "12,805"
    assert fact.note["en"] == "Of the branch. Doubtful: Digits are swapped."
    assert fact.note["zh-TW"] == "分支的數字。存疑：數字對調了。"


BAD = {
    "mended source": (
        ("lines", "override", "12,085", "12,805"),
        "lines now prints '12,805', the correction expects '12,085'",
    ),
    "unknown figure": (("line", "flag", "12,805"), "no figure 'line' to correct: did you mean"),
    "override without a value": (("lines", "override", "12,805"), "'value:' do not fit"),
    "flag with a value": (("lines", "flag", "12,805", "12"), "'value:' do not fit"),
    "a value that is no number": (("lines", "override", "12,805", "many"), "lines: 'many'"),
}


@pytest.mark.parametrize("name", BAD)
def test_corrections_that_stop_the_build(mini: Mini, name: str) -> None:
    """With the file and the line of the correction."""
    entry, says = BAD[name]
    correct(mini, *entry)
    with pytest.raises(TieoutError, match=r"corrections\.yaml:[0-9]+: ") as caught:
        mini.ledger()
    assert says in str(caught.value)


def test_a_figure_is_corrected_once(mini: Mini) -> None:
    """Two corrections of one figure would hide each other."""
    correct(mini, "lines", "flag", "12,805")
    path = mini.root / "sources" / "bench" / "corrections.yaml"
    text = path.read_text("utf-8")
    path.write_text(text + text.split("\n", 1)[1], "utf-8")
    with pytest.raises(TieoutError, match="corrected twice"):
        mini.ledger()
