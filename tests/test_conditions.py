"""Conditions have words in every language, and two figures differ where a reader would say so."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.mini_project import MINI, ROOT

from tieout.conditions import differing, load_vocabulary, unstated
from tieout.errors import TieoutError

WORDS = load_vocabulary(ROOT / "sources" / "conditions.yaml")


def _both(text: str) -> dict[str, str]:
    return WORDS.localized(text, ("en", "zh-TW"))


def test_values_come_from_the_vocabulary_or_stand_as_printed() -> None:
    """Numbers and product names need no entry; words do."""
    assert _both("stock") == {"en": "stock path", "zh-TW": "原版路徑"}
    assert _both("32k") == {"en": "32k", "zh-TW": "32k"}
    own = {"en": "greedy", "zh-TW": "貪婪"}
    assert WORDS.localized(own, ("en", "zh-TW")) == own


@pytest.mark.parametrize("value", ["stokc", "Stock", "not  stated", "specialised", "measurd"])
def test_a_value_close_to_a_known_one_is_a_slip(value: str) -> None:
    """It would be a condition of its own, which no other figure has."""
    assert WORDS.slip(value).startswith("did you mean ")


@pytest.mark.parametrize(
    "value", ["stock", "DSpark", "GB300", "32k", "17 vs 8", "greedy", "MTP", {"en": "stok"}, 8]
)
def test_other_values_stand_as_they_are(value: object) -> None:
    """Known ones, numbers, names and own words."""
    assert WORDS.slip(value) == ""


def test_the_questions_ask_for_conditions_that_exist() -> None:
    """The five questions to ask of any speed."""
    assert [question.id for question in WORDS.questions] == [
        *("gpus", "batch", "speculation", "acceptance", "input"),
    ]
    assert all(key in WORDS.keys for question in WORDS.questions for key in question.keys)


def test_where_two_figures_differ() -> None:
    """What is not stated differs from all that is; what has no such condition has none."""
    one = {"gpus": _both("8"), "batch": _both("1"), "path": _both("stock")}
    other = {"gpus": _both("16"), "batch": _both("not stated"), "path": _both("stock")}
    assert differing([one, other]) == ("gpus", "batch")
    assert differing([one, {**one, "draft_tokens": _both("not applicable")}]) == ()
    assert differing([one, {"gpus": _both("8")}]) == ("batch", "path")
    assert differing([one, {}]) == ()
    assert unstated(other) == ("batch",)


def test_a_question_about_an_unknown_condition(tmp_path: Path) -> None:
    """Named with its line, and with what was probably meant."""
    text = (MINI / "sources/conditions.yaml").read_text("utf-8")
    path = tmp_path / "conditions.yaml"
    path.write_text(text.replace("keys: [gpus]", "keys: [gpu]"), "utf-8")
    line = text[: text.index("keys: [gpus]")].count("\n") + 1
    with pytest.raises(TieoutError, match=f"{line}: unknown condition 'gpu': did you mean gpus"):
        load_vocabulary(path)
