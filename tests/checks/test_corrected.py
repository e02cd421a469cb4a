"""Corrected figures, from corrections.yaml to the finished pages: built, verified, and guarded."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.checks.conftest import build
from tests.mini_project import Mini, copy_mini

FILE = "sources/bench/corrections.yaml"
ENTRY = """corrections:
  - figure: {figure}
    action: {action}
    expect: "{expect}"{value}
    reason: {{en: Digits are swapped., zh-TW: 數字對調了。}}
    status: reported
"""
#: By action: figure, text of the source, text to hold, and what both languages' pages must say.
ACTIONS = {
    "override": (
        ("speeds/large/new", "256.4", "265.4"),
        {
            "en": ("265.4 tok/s", "Corrected by us: Digits are swapped.", "corrected to"),
            "zh-TW": ("265.4 tok/s", "本文更正：數字對調了。", "本文更正為"),
        },
    ),
    "drop": (
        ("speeds/small/new", "193.3", ""),
        {
            "en": ("not captured", "Left out by us: Digits are swapped."),
            "zh-TW": ("未取得", "本文不採用：數字對調了。"),
        },
    ),
    "flag": (
        ("lines", "12,805", ""),
        {
            "en": ("12,805", "Doubtful: Digits are swapped."),
            "zh-TW": ("12,805", "存疑：數字對調了。"),
        },
    ),
}


@pytest.fixture
def mini(tmp_path: Path) -> Mini:
    """A small project that is not built yet."""
    return copy_mini(tmp_path / "mini")


def correct(mini: Mini, action: str) -> None:
    """Write the corrections file of an action."""
    (figure, expect, value), _ = ACTIONS[action]
    line = f'\n    value: "{value}"' if value else ""
    text = ENTRY.format(figure=figure, action=action, expect=expect, value=line)
    (mini.root / FILE).write_text(text, "utf-8")


def entry(mini: Mini, lang: str, figure: str) -> str:
    """The row of a figure in the evidence of a page."""
    page = (mini.root / f"build/mini/{lang}/index.html").read_text("utf-8")
    start = page.index(f"<tr id=fact-bench/{figure}>")
    return page[start : page.index("<code>", start)]


def verified(mini: Mini, action: str) -> None:
    """Build and verify the project with a correction."""
    correct(mini, action)
    if action == "drop":  # prose cannot speak of a number that is not there
        article = "templates/mini/article.yaml"
        mini.edit(article, " and {{ f('bench/speeds/small/new') }}.", ".")
        mini.edit(article, " 與 {{ f('bench/speeds/small/new') }}。", "。")
        assert mini.run("translated", "mini", "figures/paths").status == 0
    build(mini)
    outcome = mini.run("verify", "mini")
    assert outcome.status == 0, outcome.errors


@pytest.mark.parametrize("action", ACTIONS)
def test_a_corrected_figure_is_built_and_verified(mini: Mini, action: str) -> None:
    """Its entry has what the source prints, what is held instead, and why, in both languages."""
    verified(mini, action)
    (figure, expect, _), said = ACTIONS[action]
    for lang, texts in said.items():
        shown = entry(mini, lang, figure)
        quoted = {"en": f"“{expect}”", "zh-TW": f"「{expect}」"}[lang]
        assert quoted in re.sub("<[^>]*>", "", shown)
        for text in texts:
            assert text in shown
    table = (mini.root / "build/mini/observations.csv").read_text("utf-8")
    [row] = [line for line in table.splitlines() if line.startswith(f"bench/{figure},")]
    assert expect.split(",")[0] in row


#: What is done to a built project whose lines are corrected, and what verify must then say.
TAMPERED = {
    "the value": ("override", FILE, 'value: "265.4"', 'value: "264.5"', "the ledger's printed"),
    "the reason": ("flag", FILE, "en: Digits are swapped.", "en: So.", "the ledger's note"),
    "the action": ("flag", FILE, "action: flag", "action: drop", "the ledger's printed"),
    "the figure": ("flag", FILE, "figure: lines", "figure: linse", "which is no figure"),
    "the source, mended": (
        "override", "sources/bench/speeds.csv", "256.4", "265.4",
        "'speeds/large/new' prints '265.4', its correction expects '256.4'",
    ),
    "the guard": ("override", FILE, 'expect: "256.4"', 'expect: "256.5"', "expects '256.5'"),
    "a value for a flag": (
        "flag", FILE, "action: flag", 'value: "12"\n    action: flag', "do not fit",
    ),
    "the ledger": (
        "override", "build/mini/ledger.json", '"replaced": "256.4"', '"replaced": "256.5"',
        "the ledger's replaced",
    ),
    "the page": (
        "override", "build/mini/en/index.html",
        '">256.4</a>”; corrected', '">256.5</a>”; corrected', "256.4",
    ),
    "the page's word": (
        "override", "build/mini/en/index.html", "corrected to: ", "also: ", "corrected",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERED)
def test_a_tampered_correction_is_found(mini: Mini, name: str) -> None:
    """Whatever was changed after the build, in the file, in the source or in what was made."""
    action, file, old, new, says = TAMPERED[name]
    verified(mini, action)
    mini.edit(file, old, new)
    outcome = mini.run("verify", "mini")
    assert outcome.status == 1
    assert says in outcome.errors, outcome.errors


def test_a_correction_taken_out_is_found(mini: Mini) -> None:
    """Then the ledger holds what no source prints."""
    verified(mini, "override")
    (mini.root / FILE).unlink()
    outcome = mini.run("verify", "mini")
    assert outcome.status == 1
    assert "bench/speeds/large/new: the ledger's printed is '265.4', not '256.4'" in outcome.errors


def test_a_corrected_condition_reaches_its_row(mini: Mini) -> None:
    """A mistaken GPU count would mislead about every speed beside it."""
    text = ENTRY.format(
        figure="speeds/small/gpus", action="override", expect="8", value='\n    value: "4"'
    )
    (mini.root / FILE).write_text(text, "utf-8")
    build(mini)
    assert mini.run("verify", "mini").status == 0
    assert mini.ledger().facts["bench/speeds/small/new"].conditions["gpus"]["en"] == "4"
