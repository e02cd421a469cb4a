"""A fact carries everything a page or a stranger needs, and no binary float."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mini_project import copy_mini

from tieout.errors import TieoutError
from tieout.facts import decimal, from_figure
from tieout.ledger import Ledger


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    """The ledger of the small project."""
    return copy_mini(tmp_path_factory.mktemp("facts") / "mini").ledger()


def test_a_printed_fact(ledger: Ledger) -> None:
    """Value and bounds exact, in decimals; where it was printed and where it is kept."""
    entry = ledger.facts["bench/speeds/small/new"].to_json()
    assert (entry["value"], entry["low"], entry["high"]) == ("193.3", "193.25", "193.35")
    assert entry["text"] == {"en": "193.3 tok/s", "zh-TW": "193.3 tok/s"}
    assert (entry["origin"], entry["standing"], entry["via"]) == ("printed", "transcribed", None)
    assert entry["place"].endswith("sources/bench/speeds.csv:2 (new)")


def test_a_claimed_fact_says_so(ledger: Ledger) -> None:
    """And through whom it is known."""
    entry = ledger.facts["shout/speed"].to_json()
    assert (entry["origin"], entry["standing"], entry["via"]) == ("claimed", "second-hand", "bench")


def test_a_lost_fact_has_no_value_and_no_words(ledger: Ledger) -> None:
    """The page says that it was not captured."""
    entry = ledger.facts["bench/speeds/large/old"].to_json()
    assert (entry["value"], entry["low"], entry["high"], entry["printed"]) == (None, None, None, "")
    assert entry["text"] == {"en": "", "zh-TW": ""}
    assert entry["standing"] == "lost"


def test_days_and_names_are_values_without_bounds(ledger: Ledger) -> None:
    """A day is written for machines, and said for readers."""
    entry = ledger.facts["bench/published"].to_json()
    assert (entry["value"], entry["low"]) == ("2026-10-16", None)
    assert entry["text"] == {"en": "16 October 2026", "zh-TW": "2026 年 10 月 16 日"}


def test_the_version_has_its_day(ledger: Ledger) -> None:
    """So that a page can print it as a fact."""
    assert ledger.facts["version-day"].text["en"] == "29 November 2026"


def test_names_are_printed_as_they_stand(tmp_path: Path) -> None:
    """A number of a pull request is no amount: no groups, no bounds."""
    mini = copy_mini(tmp_path / "mini")
    mini.edit("sources/bench/source.yaml", '"12,805"', '"61868"')
    mini.edit("sources/bench/source.yaml", "unit: lines", "unit: id")
    entry = mini.ledger().facts["bench/lines"].to_json()
    assert (entry["value"], entry["low"], entry["text"]["en"]) == ("61868", None, "61868")


def test_a_range_has_two_ends_and_no_value(tmp_path: Path) -> None:
    """Nothing between the ends was printed."""
    mini = copy_mini(tmp_path / "mini")
    mini.edit("sources/bench/source.yaml", '"12,805"', "12–14")
    entry = mini.ledger().facts["bench/lines"].to_json()
    assert (entry["value"], entry["low"], entry["high"]) == (None, "12", "14")
    assert entry["text"] == {"en": "12–14", "zh-TW": "12 到 14"}


def test_an_unfaithful_wording_names_its_figure(tmp_path: Path) -> None:
    """File and line of the figure, and what the words would mean."""
    mini = copy_mini(tmp_path / "mini")
    file = "sources/bench/source.yaml"
    mini.edit(file, "    locator: header", "    wording: {zh-TW: 1.3 萬}\n    locator: header")
    line = mini.line_of(file, 'printed: "12,805"')
    with pytest.raises(TieoutError) as caught:
        mini.ledger()
    said = str(caught.value)
    assert f"{file}:{line}: bench/lines: the zh-TW wording '1.3 萬' is not '12,805'" in said
    assert "12500 to 13500" in said


def test_a_unit_must_not_change_a_number(ledger: Ledger) -> None:
    """A pattern that would scale or hide the number is caught by reading it back."""
    figure = ledger.sources["bench"].figures["bench/speeds/small/new"]
    unit = dataclasses.replace(figure.unit, wording={"en": "{n}k", "zh-TW": "{n}"})
    with pytest.raises(TieoutError, match="it reads as 193250 to 193350"):
        from_figure(dataclasses.replace(figure, unit=unit), None, False)


@settings(max_examples=200, deadline=None)
@given(st.fractions(max_denominator=10**6))
def test_decimals_are_exact_or_have_fifteen_digits(value: Fraction) -> None:
    """Never an exponent; what ends is written in full."""
    text = decimal(value)
    assert "e" not in text.lower()
    error = abs(Fraction(text) - value)
    ends = not {p for p in _primes(value.denominator) if p not in (2, 5)}
    assert error == 0 if ends else error <= abs(value) / 10**14


def _primes(number: int) -> set[int]:
    found, divisor = set(), 2
    while divisor * divisor <= number:
        while number % divisor == 0:
            found.add(divisor)
            number //= divisor
        divisor += 1
    return found | ({number} if number > 1 else set())
