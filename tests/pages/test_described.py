"""Tables of article.yaml by whose leading columns a reader may choose; bounds and formulas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from lxml import html
from markdown_it import MarkdownIt
from tests.mini_project import Mini

from tieout.errors import TieoutError
from tieout.pages.blocks import Blocks
from tieout.pages.computed import computed
from tieout.pages.content import Block, Writer
from tieout.pages.inline import to_plain
from tieout.pages.inline_markdown import to_markdown
from tieout.pages.view import View, WriterError

GITHUB = MarkdownIt("commonmark", {"html": True}).enable("table")
ARTICLE = "templates/mini/article.yaml"
Table = Callable[..., Block]
NONE = {"text": {"en": "none", "zh-TW": "無"}}


@pytest.fixture
def table(view: Callable[[str], View], drawn: Mini) -> Table:
    """The table `by-group` of the small article, whose entry the test may have spoilt."""

    def made(lang: str = "en") -> Block:
        seen = view(lang)
        document = drawn.root / ARTICLE
        blocks = Blocks(seen, Writer(seen), document, drawn.root / "figures/mini")
        return blocks.table("by-group")

    return made


def rows(block: str) -> list[list[str]]:
    """Texts of all cells."""
    root = html.fragment_fromstring(block, "div")
    return [[c.text_content() for c in row.xpath("./th|./td")] for row in root.xpath(".//tr")]


def text(words: str) -> dict[str, Any]:
    """A cell that says the same in every language."""
    return {"text": {"en": words, "zh-TW": words}}


@pytest.mark.parametrize(
    ("lang", "larger"),
    [
        (
            "en",
            ["the larger", "1.110–1.118×", "1.1106 – 1.1179", "136 tok/s ÷ 122.4 tok/s"],
        ),
        (
            "zh-TW",
            ["較大的", "1.110 到 1.118 倍", "1.1106 – 1.1179", "136 tok/s ÷ 122.4 tok/s"],
        ),
    ],
)
def test_a_row_shows_a_result_its_bounds_and_its_sum(
    table: Table, lang: str, larger: list[str]
) -> None:
    """All of it stands in both forms: who has no script and no page reads the same."""
    block = table(lang)
    assert rows(block.html)[2] == larger
    assert rows(GITHUB.render(block.markdown)) == rows(block.html)


def test_columns_to_choose_by_are_told_to_the_script_and_name_the_row(
    table: Table, ledger: dict[str, Any]
) -> None:
    for count in (1, 2):
        ledger["tables"]["by-group"].update(
            choose=str(count), rows=[[text("a"), text("b"), NONE, NONE]]
        )
        box = html.fragment_fromstring(table().html, "div")[0]
        assert box.get("data-choose") == str(count)
        assert box.xpath("count(.//tbody/tr[1]/th[@scope='row'])") == count


def test_table_without_a_choice_is_not_offered_as_one(table: Table, ledger: dict[str, Any]) -> None:
    del ledger["tables"]["by-group"]["choose"]
    assert "data-choose" not in table().html


def twice(entry: dict[str, Any]) -> None:
    entry["rows"][1][0] = entry["rows"][0][0]


def square(entry: dict[str, Any]) -> None:
    """Half of a square of choices."""
    entry["choose"] = "2"
    for row, second in zip(entry["rows"], ("a", "b"), strict=True):
        row[1:] = [text(second), NONE, NONE]


def all_columns(entry: dict[str, Any]) -> None:
    entry["choose"] = "4"


def bounds_elsewhere(entry: dict[str, Any]) -> None:
    entry["rows"][1][1], entry["rows"][1][3] = entry["rows"][1][3], entry["rows"][1][1]


def bounds_of_another(entry: dict[str, Any]) -> None:
    entry["rows"][1][2] = {"bounds": "bench/speeds/small/new"}


def formula_of_a_printed_figure(entry: dict[str, Any]) -> None:
    entry["rows"][1][3] = {"formula": "bench/speeds/small/new"}


def formula_with_a_constant(entry: dict[str, Any]) -> None:
    entry["rows"][1][3] = {"formula": "claim/speed/bench/speeds/large/new"}


def unknown_formula(entry: dict[str, Any]) -> None:
    entry["rows"][1][3] = {"formula": "step-ups"}


SECOND = '- [{text: {en: "the larger"'
FAULTS: list[tuple[Callable[[Any], None], str, str]] = [
    (twice, SECOND, "has two rows for the smaller"),
    (square, SECOND, "has no row for the smaller / b"),
    (all_columns, "choose: 1", "has nothing beside the columns to choose by"),
    (bounds_elsewhere, SECOND, "the bounds of 'step-up' do not stand beside it"),
    (bounds_of_another, SECOND, "the bounds of 'bench/speeds/small/new' do not stand beside it"),
    (formula_of_a_printed_figure, SECOND, "'bench/speeds/small/new' is not computed"),
    (formula_with_a_constant, SECOND, "holds the constant 1"),
    (unknown_formula, SECOND, "unknown fact 'step-ups'"),
]


@pytest.mark.parametrize("case", FAULTS, ids=[case[0].__name__ for case in FAULTS])
def test_mistake_has_its_line(
    table: Table,
    ledger: dict[str, Any],
    drawn: Mini,
    case: tuple[Callable[[Any], None], str, str],
) -> None:
    """A reader who chooses freely must always meet a row, and every row its own sum."""
    spoil, key, what = case
    spoil(ledger["tables"]["by-group"])
    with pytest.raises(TieoutError) as error:
        table()
    (problem,) = error.value.problems
    assert what in problem.what
    assert problem.mend
    assert problem.line == drawn.line_of(ARTICLE, key)


def test_combinations_are_complete_whatever_their_order(
    table: Table, ledger: dict[str, Any]
) -> None:
    entry = ledger["tables"]["by-group"]
    entry["choose"] = "2"
    entry["rows"] = [
        [text(one), text(other), NONE, NONE] for one, other in ("ax", "by", "ay", "bx")
    ]
    assert len(rows(table().html)) == 5
    entry["rows"].pop(2)
    with pytest.raises(TieoutError, match="has no row for a / y"):
        table()


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("a / (b - a)", "193.3 tok/s ÷ (122.4 tok/s − 193.3 tok/s)"),
        ("max(a, b) * a", "max(193.3 tok/s, 122.4 tok/s) × 193.3 tok/s"),
        ("a ** b + a", "193.3 tok/s^122.4 tok/s + 193.3 tok/s"),
    ],
)
def test_formula_is_shown_sign_for_sign(
    view: Callable[[str], View], ledger: dict[str, Any], formula: str, shown: str
) -> None:
    ledger["facts"]["step-up"].update(
        formula=formula, inputs={"a": "bench/speeds/small/new", "b": "bench/speeds/small/old"}
    )
    seen = view("en")
    part = computed("step-up", seen)
    assert to_plain([part], seen)[0] == shown
    assert "](#fact-bench/speeds/small/new)" in to_markdown([part], seen)


def test_formula_of_what_is_not_computed_is_refused(view: Callable[[str], View]) -> None:
    with pytest.raises(WriterError, match="is not computed"):
        computed("version-day", view("en"))
