"""The ledger embedded in a page: its published form, its completeness, and what it cannot do."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from lxml.html import document_fromstring

from tieout.checks.embedded import read_embedded
from tieout.pages.embedded import COLUMNS, embedded_ledger
from tieout.pages.view import View
from tieout.schema import load_schema

Views = Callable[[str], View]


def rows(view: View) -> dict[str, list[Any]]:
    """The rows of an embedded ledger by whole ids, in order."""
    groups = json.loads(embedded_ledger(view))["facts"]
    return {above + name: row for above, own in groups for name, row in own.items()}


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
    facts = rows(one)
    assert list(facts) == [
        "bench/speeds/small/old",
        "bench/speeds/large/new",
        "bench/speeds/large/gain",
        "old-large",
        "step-up",
    ]
    assert facts["bench/speeds/small/old"][2:] == ["122.4 tok/s", "122.4"]
    assert facts["step-up"][8] == {"large": 3, "small": 0}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("122.4", "122.35", "122.45", "measure"), ["122.4"]),
        (("8", "8", "8", "count"), ["8"]),
        (("5", "4.5", "5.5", "measure"), ["5"]),
        (("-0.20", "-0.205", "-0.195", "measure"), ["-0.20"]),
        (("2800", "2750", "2850", "measure"), ["2800", "2750", "2850"]),
        (("8", "7.5", "8.5", "count"), ["8", "7.5", "8.5"]),
        (("8", "8", "8", "measure"), ["8", "8", "8"]),
        ((None, "110", "120", "measure"), [None, "110", "120"]),
    ],
)
def test_bounds_are_left_out_where_the_digits_tell_them(
    view: Views, ledger: dict[str, Any], given: tuple[str, ...], told: list[str]
) -> None:
    """And what reads the page, which knows nothing of this module, finds them again."""
    fact = ledger["facts"]["bench/speeds/small/old"]
    fact |= dict(zip(("value", "low", "high", "kind"), given, strict=True))
    fact["printed"] = given[0] or ""
    one = view("en")
    one.use("bench/speeds/small/old")
    assert rows(one)["bench/speeds/small/old"][3:] == told
    page = document_fromstring(
        f'<script type="application/json" id="ledger">{embedded_ledger(one)}</script>'
    )
    read = read_embedded(page).facts["bench/speeds/small/old"]
    assert (read["value"], read["low"], read["high"], read["kind"]) == given


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
    ((_, facts),) = json.loads(text)["facts"]
    assert facts["lines"][6] == hostile
