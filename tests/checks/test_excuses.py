"""A writer's reason covers what it is for: no measurement passes as a name, example or idiom."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tieout.checks.excuses import idioms, is_excused
from tieout.checks.numbers_in_text import find_numbers

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "excuses.yaml").read_text("utf-8")
)
WORDINGS = {"256.4tok/s"}


@pytest.mark.parametrize("case", CASES, ids=[f"{c['why']}: {c['text']}" for c in CASES])
def test_case(case: dict[str, Any]) -> None:
    said = is_excused(case["why"], case["text"], case["lang"], WORDINGS, case.get("before", ""))
    assert said is case["holds"]


def test_idioms_are_phrases_and_stand_in_both_languages() -> None:
    """A bare number word on the list would let any amount through."""
    assert set(idioms()) == {"en", "zh-TW"}
    for lang, phrases in idioms().items():
        for phrase in phrases:
            spans = find_numbers(phrase, "en" if lang == "en" else "zh-TW")
            assert not any(span.text == phrase for span in spans), phrase
            assert len(phrase) > 1
