"""A claim is weighed against the official figures: value, conditions, distance, verdict."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.mini_project import Mini, copy_mini

from tieout.claims import CANDIDATE_VERDICTS, CLAIM_VERDICTS, Claim, comparable_units
from tieout.errors import TieoutError
from tieout.schema import load_schema

ARTICLE, SHOUT = "templates/mini/article.yaml", "sources/shout/source.yaml"
BENCH, CELLS = "sources/bench/source.yaml", "sources/bench/speeds.csv"
UNSAID = "gpus: not stated, path: not stated, per: user"


@pytest.fixture
def mini(tmp_path: Path) -> Mini:
    """A copy that a test may change."""
    return copy_mini(tmp_path / "mini")


def _claim(mini: Mini) -> Claim:
    """The claim alone: what the article sets side by side is not the subject here."""
    path = mini.root / ARTICLE
    before, _, after = path.read_text("utf-8").partition("comparisons:\n")
    path.write_text(before + after[after.find("claims:\n") :], "utf-8")
    return mini.ledger().claims[0]


def _verdicts(claim: Claim) -> dict[str, str]:
    return {candidate.fact: candidate.verdict for candidate in claim.candidates}


def test_candidates_run_from_the_nearest_to_the_farthest(mini: Mini) -> None:
    """Official figures of the same kind, each with its distance as a fact."""
    ledger = mini.ledger()
    claim = ledger.claims[0]
    assert [c.fact.removeprefix("bench/speeds/") for c in claim.candidates] == [
        *("large/new", "small/new", "small/old"),
    ]
    distance = ledger.facts[claim.candidates[0].distance]
    assert distance.formula == "claim / figure - 1"
    assert distance.inputs == {"claim": "shout/speed", "figure": "bench/speeds/large/new"}
    assert distance.text["en"] == "0.0 to +0.5%"
    assert distance.text["zh-TW"] == "0.0 到 +0.5%"
    assert set(distance.differs) == {"gpus", "path", "per"}
    assert distance.standing == "second-hand"


def test_a_near_value_is_no_match(mini: Mini) -> None:
    """Within the tolerance is near; outside is far."""
    claim = _claim(mini)
    assert _verdicts(claim) == {
        "bench/speeds/large/new": "near",
        "bench/speeds/small/new": "far",
        "bench/speeds/small/old": "far",
    }
    assert claim.verdict == "not_found"


@pytest.mark.parametrize("printed", ["256", "~260", "256.4"])
def test_the_same_value_under_other_conditions(mini: Mini, printed: str) -> None:
    """Bounds that meet are the same value, but a claim without conditions matches nothing fully."""
    mini.edit(SHOUT, '"257"', f'"{printed}"')
    claim = _claim(mini)
    assert claim.candidates[0].verdict == "match_other_conditions"
    assert claim.verdict == "found_other_conditions"
    assert claim.candidates[0].unstated == ("gpus", "path")
    assert claim.candidates[0].differs == ("per",)


def test_a_full_match_states_every_condition_and_agrees(mini: Mini) -> None:
    """Only then has the claim been found."""
    mini.edit(SHOUT, '"257"', '"256.4"')
    mini.edit(
        SHOUT, "gpus: not stated, path: not stated, per: user", 'gpus: "16", path: new, per: user'
    )
    assert _claim(mini).verdict == "found_other_conditions"  # per user is not per system
    mini.edit(SHOUT, "per: user", "per: system")
    claim = _claim(mini)
    assert (claim.candidates[0].verdict, claim.verdict) == ("match", "found")


def test_what_both_sides_leave_unsaid_is_not_agreed(mini: Mini) -> None:
    """Two runs with unknown GPU counts may have had different ones."""
    mini.edit(SHOUT, '"257"', '"256.4"')
    mini.edit(
        SHOUT,
        "gpus: not stated, path: not stated, per: user",
        "gpus: not stated, path: new, per: system",
    )
    mini.edit(BENCH, "conditions: {path: new}", "conditions: {path: new, gpus: not stated}")
    mini.edit(ARTICLE, "      path: {", "      gpus: {en: unknown, zh-TW: 未知}\n      path: {")
    claim = _claim(mini)
    assert claim.candidates[0].verdict == "match_other_conditions"
    assert claim.candidates[0].differs == ()


def test_a_figure_that_is_not_official_must_be_named(mini: Mini) -> None:
    """And found there alone, the claim is found elsewhere."""
    mini.edit(BENCH, "official: true\n", "")
    assert _claim(mini).candidates == ()
    mini.edit(SHOUT, '"257"', '"256.4"')
    mini.edit(ARTICLE, 'near: "10%"}', 'near: "10%", also: [bench/speeds/large/new]}')
    claim = _claim(mini)
    assert claim.verdict == "found_elsewhere"
    assert not claim.candidates[0].official


def test_what_has_no_relative_distance_is_no_candidate(mini: Mini) -> None:
    """A figure whose bounds reach zero, and a range."""
    mini.edit(CELLS, "193.3", "0")
    mini.edit(CELLS, "256.4", "250–260")
    mini.edit(ARTICLE, "formula: speed / gain", "formula: speed * gain")
    assert [c.fact for c in _claim(mini).candidates] == ["bench/speeds/small/old"]


@pytest.mark.parametrize(
    ("one", "other", "comparable"),
    [
        ("tok/s", "tok/s/user", True),
        ("tok/s", "tok/s/GPU", False),
        ("tok/s/GPU", "tok/s/GPU", True),
        ("×", "×", True),
        ("×", "tok/s", False),
    ],
)
def test_only_figures_of_one_kind_are_compared(one: str, other: str, comparable: bool) -> None:
    """Per GPU is another quantity; per user and per system differ in a condition that is named."""
    assert comparable_units(one, other) is comparable


def test_the_questions_are_answered_for_each_figure(mini: Mini) -> None:
    """So that a table can show what is not stated."""
    ledger = mini.ledger()
    questions = ledger.claims[0].to_json(ledger.facts, ledger.words)["questions"]
    assert questions["shout/speed"]["gpus"]["stated"] is False
    assert questions["bench/speeds/large/new"]["gpus"] == {
        "stated": True,
        "values": {"gpus": {"en": "16", "zh-TW": "16"}},
    }


ABOUT_NOTHING = [
    ("  speed: {figure: shout/speed", "  speed: {figure: shout/sped", "did you mean shout/speed?"),
    ("  speed: {figure: shout/speed", "  speed: {figure: bench/speeds/large/old", "not captured"),
    ("  speed: {figure: shout/speed", "  speed: {figure: bench/published", "is no number"),
    ('near: "10%"}', 'near: "10%", also: [bench/lime]}', "unknown fact 'bench/lime'"),
]


@pytest.mark.parametrize(("old", "new", "says"), ABOUT_NOTHING)
def test_a_claim_about_nothing_is_refused(mini: Mini, old: str, new: str, says: str) -> None:
    """With the line of the claim."""
    line = mini.line_of(ARTICLE, "  speed: {figure")
    mini.edit(ARTICLE, old, new)
    with pytest.raises(TieoutError) as caught:
        mini.ledger()
    assert f"article.yaml:{line}: " in str(caught.value)
    assert says in str(caught.value)


def test_the_verdicts_are_those_of_the_schemas() -> None:
    """Code, vocabulary and ledger name the same ones."""
    words = load_schema("vocabulary")["properties"]
    assert tuple(words["candidate_verdicts"]["required"]) == CANDIDATE_VERDICTS
    assert tuple(words["claim_verdicts"]["required"]) == CLAIM_VERDICTS
