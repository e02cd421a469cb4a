"""Formulas are evaluated on bounds; what may not be compared or computed is refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from tests.mini_project import Mini, copy_mini

from tieout.errors import TieoutError

ARTICLE = "templates/mini/article.yaml"


@pytest.fixture
def mini(tmp_path: Path) -> Mini:
    """A copy that a test may spoil."""
    return copy_mini(tmp_path / "mini")


def _add(mini: Mini, name: str, formula: str, inputs: str, rest: str = "unit: ×") -> None:
    """Add a derived fact to the article."""
    entry = f"""derived:
  {name}:
    formula: {formula}
    inputs: {{{inputs}}}
    label: {{en: a result, zh-TW: 結果}}
    {rest}
"""
    mini.edit(ARTICLE, "derived:\n", entry)


def test_a_derived_fact_carries_bounds_and_origin(mini: Mini) -> None:
    """The weakest input decides its standing; the formula and its inputs can be followed."""
    fact = mini.ledger().facts["old-large"]
    assert fact.interval is not None
    assert fact.interval.value == Fraction("256.4") / Fraction("1.88")
    assert fact.interval.low == Fraction("256.35") / Fraction("1.885")
    assert fact.interval.high == Fraction("256.45") / Fraction("1.875")
    assert fact.text["en"] == "136 tok/s"
    assert (fact.standing, fact.inference) == ("transcribed", True)
    assert {k: v["en"] for k, v in fact.conditions.items()} == {
        "gpus": "16",
        "path": "old path",
        "per": "the whole group",
    }


def test_a_figure_that_enters_twice_moves_as_one(mini: Mini) -> None:
    """new / (new / gain) is the gain, and nothing wider."""
    _add(
        mini,
        "back",
        "new / old",
        "new: bench/speeds/large/new, old: old-large",
        "unit: ×\n    differs: {path: {en: both paths, zh-TW: 兩者}}",
    )
    facts = mini.ledger().facts
    back, gain = facts["back"].interval, facts["bench/speeds/large/gain"].interval
    assert back is not None
    assert gain is not None
    assert (back.low, back.high) == (gain.low, gain.high)


def test_facts_may_be_written_in_any_order(mini: Mini) -> None:
    """One that stands above its input is computed after it."""
    _add(mini, "second", "a * 1", "a: bench/speeds/small/gain")
    _add(mini, "first", "a * 2", "a: second")  # stands above the other
    facts = mini.ledger().facts
    assert list(facts).index("second") < list(facts).index("first")
    assert facts["first"].text["en"] == "3.2×"


def test_a_long_chain_does_not_overflow(mini: Mini) -> None:
    """The order is found without recursion; a formula too deep to check is said to be."""
    label = "label: {en: x, zh-TW: x}"
    text = "".join(
        f"  n{n}: {{formula: a + 1, inputs: {{a: n{n + 1}}}, unit: ×, {label}}}\n"
        for n in range(1200)
    )
    last = "  n1200: {formula: a, inputs: {a: bench/speeds/small/gain}, unit: ×, "
    mini.edit(ARTICLE, "derived:\n", f"derived:\n{text}{last}{label}}}\n")
    with pytest.raises(TieoutError, match="levels deep"):
        mini.ledger()


def test_units_are_converted_exactly(mini: Mini) -> None:
    """A step of tokens over tok/s in milliseconds."""
    units = "sources/units.yaml"
    entry = 'wording: {en: "{n} ms", zh-TW: "{n} ms"}, name: {en: ms, zh-TW: ms}}'
    tokens = 'wording: {en: "{n}", zh-TW: "{n}"}, name: {en: tokens, zh-TW: token}}'
    mini.edit(
        units,
        "units:\n",
        f"units:\n  ms: {{dimension: 1/1000 second, {entry}\n"
        f"  tokens: {{dimension: token, {tokens}\n",
    )
    mini.edit(ARTICLE, "    unit: GPUs\n", "    unit: tokens\n")
    _add(mini, "step", "a / b", "a: lone-user, b: bench/speeds/small/new", "unit: ms")
    step = mini.ledger().facts["step"].interval
    assert step is not None
    assert step.value == 1000 / Fraction("193.3")


def test_a_difference_must_be_declared_and_real(mini: Mini) -> None:
    """Two speeds of different groups may only be divided when the article says why."""
    mini.edit(ARTICLE, "gpus: {en: This is what it measures.", "per: {en: This is.")
    with pytest.raises(TieoutError) as caught:
        mini.ledger()
    said = str(caught.value)
    assert "step-up: its figures differ in gpus: declare each under 'differs:'" in said
    assert "step-up: 'per' is declared to differ, but its figures agree in it: remove" in said


def test_a_share_of_conditions_survives(mini: Mini) -> None:
    """What all inputs agree on holds for the result; the rest does not."""
    fact = mini.ledger().facts["step-up"]
    assert {k: v["en"] for k, v in fact.conditions.items()} == {
        "path": "old path",
        "per": "the whole group",
    }


def test_an_assumption_is_a_fact_with_a_reason(mini: Mini) -> None:
    """Exact, ours, and explained."""
    fact = mini.ledger().facts["lone-user"]
    assert (fact.origin, fact.inference, fact.text["en"]) == ("assumed", True, "1")
    assert fact.note["en"] == "There is none below it."
    assert fact.interval is not None
    assert fact.interval.width == 0


def _edit(old: str, new: str) -> Callable[[Mini], None]:
    return lambda mini: mini.edit(ARTICLE, old, new)


FAULTS = [
    (_edit("formula: speed / gain", "formula: sped / gain"), "unknown name 'sped'", "speed?"),
    (_edit("formula: speed / gain", "formula: speed /"), "position 8", "complete it"),
    (_edit("formula: speed / gain", "formula: speed"), "does not use 'gain'", "remove the input"),
    (
        _edit("formula: speed / gain", "formula: speed ** 99999999 / gain"),
        "an exponent of 100000000 in 'speed**99999999'",
        "use one of at most 1000",
    ),
    (
        _edit("conditions: {path: old}", "conditions: {path: new over odl}"),
        "unknown value 'new over odl' of the condition 'path'",
        "did you mean new over old?",
    ),
    (
        _edit("gain: bench/speeds/large/gain", "gain: bench/speeds/large/gian"),
        "unknown fact",
        "gain",
    ),
    (
        _edit("gain: bench/speeds/large/gain", "gain: other/speeds/large/xyz"),
        "unknown fact 'other/speeds/large/xyz'",
        "add 'other' to the article's sources",
    ),
    (
        _edit("speed: bench/speeds/large/new", "speed: bench/speeds/large/old"),
        "has no value (its cell was not captured)",
        "use a figure that has one",
    ),
    (_edit("speed: bench/speeds/large/new", "speed: bench/published"), "(not a number)", "one"),
    (
        _edit("large: old-large", "large: step-up"),
        "a cycle of formulas: step-up -> step-up",
        "only",
    ),
    (_edit("formula: speed / gain", "formula: speed / (gain - 1.88)"), "zero", "correct"),
    (
        _edit("formula: speed / gain", "formula: speed + gain"),
        "cannot be added",
        "formula or the unit",
    ),
    (_edit("conditions: {path: old}", "conditions: {paht: old}"), "condition 'paht'", "path?"),
    (_edit("      gpus: {en: This", "      gpu: {en: This"), "condition 'gpu'", "gpus?"),
    (_edit("  lone-user:", "  old-large:"), "is the name of an assumption already", "rename one"),
    (_edit("  lone-user:", "  version-day:"), "the day of the version already", "rename one"),
    (_edit('printed: "1"', "printed: 1–2"), "an assumption is one number", "one value"),
    (_edit('printed: "1"', "printed: half"), "the zh-TW wording 'half'", "in digits"),
    (_edit('printed: "1"', 'printed: "1 ms"'), "is printed in 'ms'", "spellings"),
    (_edit("    unit: GPUs", "    unit: GPU"), "unknown unit 'GPU'", "a known unit"),
]


@pytest.mark.parametrize(("spoil", "what", "mend"), FAULTS, ids=[fault[1] for fault in FAULTS])
def test_a_fault_is_said(mini: Mini, spoil: Callable[[Mini], None], what: str, mend: str) -> None:
    """What is wrong with a formula, and how to mend it."""
    spoil(mini)
    with pytest.raises(TieoutError) as caught:
        mini.ledger()
    assert any(what in line and mend in line for line in str(caught.value).split("\n")), (
        caught.value
    )


def test_a_fault_is_said_once(mini: Mini) -> None:
    """Facts that stand on a broken one do not repeat its fault."""
    mini.edit(ARTICLE, "formula: speed / gain", "formula: sped / gain")
    with pytest.raises(TieoutError) as caught:
        mini.ledger()
    named = [problem.what for problem in caught.value.problems]
    assert named == ["unknown name 'sped' in the formula", "the formula does not use 'speed'"]
