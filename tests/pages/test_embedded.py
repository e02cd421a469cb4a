"""The ledger embedded in a page: its published form, its completeness, and what it cannot do."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from jsonschema import Draft202012Validator

from tieout.pages.embedded import COLUMNS, embedded_ledger
from tieout.pages.view import View
from tieout.schema import load_schema

Views = Callable[[str], View]


def test_form_is_the_published_one(view: Views) -> None:
    for lang in ("en", "zh-TW"):
        one = view(lang)
        one.use("step-up")
        content = json.loads(embedded_ledger(one))
        Draft202012Validator(load_schema("embedded")).validate(content)
        assert content["language"] == lang
        assert content["columns"] == list(COLUMNS)


def test_it_holds_what_is_shown_and_all_that_rests_on(view: Views) -> None:
    """Else a reader could not compute it again."""
    one = view("en")
    one.use("step-up")
    facts = json.loads(embedded_ledger(one))["facts"]
    assert list(facts) == [
        "bench/speeds/small/old",
        "bench/speeds/large/new",
        "bench/speeds/large/gain",
        "old-large",
        "step-up",
    ]
    assert facts["bench/speeds/small/old"][2:] == ["122.4 tok/s", "122.4", "122.35", "122.45"]


def test_size_of_a_unit_comes_with_it(view: Views, ledger: dict[str, Any]) -> None:
    ledger["factors"] = {"tok/s": "1/1000"}
    one = view("en")
    one.use("bench/speeds/small/old")
    assert json.loads(embedded_ledger(one))["units"] == [["tok/s", "1/1000"]]


def test_no_text_can_end_the_block(view: Views, ledger: dict[str, Any]) -> None:
    """A source's own words stand in it; `</script>` there must stay a text."""
    hostile = "</script><script>alert(1)</script><!--&amp;\u2028"
    ledger["facts"]["bench/lines"]["printed"] = hostile
    one = view("en")
    one.use("bench/lines")
    text = embedded_ledger(one)
    assert not {"<", ">", "&", "\u2028"} & set(text)
    assert json.loads(text)["facts"]["bench/lines"][6] == hostile
