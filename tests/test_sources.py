"""A source folder becomes figures with places, labels and conditions; every fault is said."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from tests.mini_project import ROOT, Mini, copy_mini

from tieout.conditions import load_vocabulary
from tieout.errors import TieoutError
from tieout.source_reader import load_source
from tieout.sources import Figure, Source
from tieout.units import load_units

BENCH, CELLS = "sources/bench/source.yaml", "sources/bench/speeds.csv"


@pytest.fixture
def mini(tmp_path: Path) -> Mini:
    """A copy that a test may spoil."""
    return copy_mini(tmp_path / "mini")


def _load(mini: Mini, name: str = "bench") -> Source:
    folder = mini.root / "sources"
    words = load_vocabulary(folder / "conditions.yaml")
    return load_source(folder / name, words, load_units(folder / "units.yaml"))


def _values(figure: Figure) -> dict[str, str]:
    return {key: value["en"] for key, value in figure.conditions.items()}


def test_a_cell_is_a_figure_with_all_that_is_known_of_it(mini: Mini) -> None:
    """Id, place, joined label, and the conditions of source, row and column merged."""
    figure = _load(mini).figures["bench/speeds/small/old"]
    assert figure.printed == "122.4"
    assert figure.reading is not None
    assert (figure.reading.low, figure.reading.high) == (Fraction("122.35"), Fraction("122.45"))
    assert figure.label == {"en": "old path, small group", "zh-TW": "舊路徑，小群組"}
    assert _values(figure) == {"gpus": "8", "path": "old path", "per": "the whole group"}
    assert (figure.place.line, figure.place.column) == (2, "old")
    assert figure.locator == {"en": "table of speeds", "zh-TW": "table of speeds"}
    assert figure.standing == "transcribed"


def test_the_nearest_condition_wins(mini: Mini) -> None:
    """Column over row over table over source; a column of conditions counts as its row's."""
    mini.edit(BENCH, "    locator: table of speeds", "    conditions: {per: user, gpus: none}")
    mini.edit(BENCH, "      small: {", "      small: {conditions: {per: system, path: old}, ")
    figures = _load(mini).figures
    assert _values(figures["bench/speeds/small/new"])["path"] == "new path"
    assert _values(figures["bench/speeds/small/new"])["per"] == "the whole group"
    assert _values(figures["bench/speeds/large/new"])["per"] == "one user"
    assert _values(figures["bench/speeds/large/new"])["gpus"] == "16"


def test_a_lost_cell_is_kept_and_relations_to_it_are_not(mini: Mini) -> None:
    """It is shown as not captured; nothing can be judged by it."""
    source = _load(mini)
    lost = source.figures["bench/speeds/large/old"]
    assert lost.lost
    assert lost.standing == "lost"
    assert [relation.printed for relation in source.relations] == ["bench/speeds/small/gain"]


def test_the_day_of_publication_is_a_figure(mini: Mini) -> None:
    """So that a page can print it with a source, if it is known."""
    assert str(_load(mini).figures["bench/published"].day) == "2026-10-16"
    assert "shout/published" not in _load(mini, "shout").figures


def test_the_files_of_this_project_load() -> None:
    """Every source, with every figure read."""
    words = load_vocabulary(ROOT / "sources" / "conditions.yaml")
    units = load_units(ROOT / "sources" / "units.yaml")
    for folder in sorted(path.parent for path in ROOT.glob("sources/*/source.yaml")):
        assert load_source(folder, words, units).figures


def _edit(file: str, old: str, new: str) -> Callable[[Mini], None]:
    return lambda mini: mini.edit(file, old, new)


FAULTS = [
    ("a decimal comma", _edit(CELLS, "193.3", '"53,2"'), "speeds.csv:2: column new", "locale"),
    ("no number", _edit(CELLS, "193.3", "NaN"), "speeds.csv:2: column new", "found no number"),
    ("None", _edit(CELLS, "193.3", "None"), "speeds.csv:2: column new", "found no number"),
    ("exponent", _edit(CELLS, "193.3", "1e5"), "speeds.csv:2: column new", "exponent"),
    ("N/A", _edit(CELLS, "193.3", "N/A"), "speeds.csv:2: column new", "leave the cell empty"),
    ("another unit", _edit(CELLS, "193.3", "193.3 ms"), "printed in 'ms'", "spellings of the unit"),
    ("an extra column", _edit(CELLS, "gain", "gains"), "speeds.csv:1: the column 'gains'", "gain?"),
    (
        "a row that is not there",
        _edit(BENCH, "      small: {", "      smal: {"),
        "no row 'smal' in speeds.csv",
        "did you mean small?",
    ),
    (
        "an unknown unit",
        _edit(BENCH, "unit: lines", "unit: line"),
        "unknown unit 'line'; did you mean lines?",
        "define it under 'units:'",
    ),
    (
        "an unknown condition",
        _edit(BENCH, "{path: old}", "{paht: old}"),
        "unknown condition 'paht'",
        "did you mean path?",
    ),
    (
        "a column of an unknown condition",
        _edit(BENCH, "condition: gpus", "condition: gpu"),
        "unknown condition 'gpu'",
        "did you mean gpus?",
    ),
    (
        "an absent condition",
        _edit(BENCH, "conditions: {per: system}\n", ""),
        "bench/speeds/small/new: a speed, but per absent",
        "'not stated'",
    ),
    (
        "a relation to nothing",
        _edit(BENCH, "b: old}", "b: odl}"),
        "no figure 'bench/speeds/small/odl'",
        "did you mean bench/speeds/small/old",
    ),
    (
        "a figure named published",
        _edit(BENCH, "  lines:\n", "  published:\n"),
        "'published' is kept for the source's own day",
        "another name",
    ),
    (
        "a figure without print",
        _edit(BENCH, '"12,805"', '" "'),
        "nothing is printed here",
        "lost cells stand in tables",
    ),
    (
        "a day that does not exist",
        _edit(BENCH, "published: 2026-10-16", "published: 2026-02-30"),
        "day",
        "2026-10-16",
    ),
    (
        "second-hand through nobody",
        _edit(BENCH, "note: {en: A made-up source., zh-TW: 虛構的來源。}\n", ""),
        "second-hand, but through whom",
        "add 'via:'",
    ),
    (
        "a slip in a condition's value",
        _edit(BENCH, "{path: new over old}", "{path: new ovr old}"),
        "unknown value 'new ovr old' of the condition 'path', close to one that is known",
        "did you mean new over old?",
    ),
    (
        "a slip in a condition of the whole source",
        _edit(BENCH, "conditions: {per: system}", "conditions: {per: sytem}"),
        "source.yaml:11: unknown value 'sytem' of the condition 'per'",
        "did you mean system?",
    ),
    (
        "a slip in a cell of conditions",
        _edit(CELLS, "large,16,", "large,not statd,"),
        "speeds.csv:3: column gpus: unknown value 'not statd' of the condition 'gpus'",
        "did you mean not stated?",
    ),
    (
        "captured without a capture",
        _edit(BENCH, "standing: transcribed", "standing: captured"),
        "source.yaml:9: captured, but the source has no record of its kept bytes",
        "pull the source and accept it",
    ),
    (
        "a captured figure without a capture",
        _edit(BENCH, "    locator: header", "    standing: captured\n    locator: header"),
        "captured, but the source has no record",
        "or write 'transcribed'",
    ),
    (
        "a captured column without a capture",
        _edit(BENCH, "        unit: ×\n", "        unit: ×\n        standing: captured\n"),
        "captured, but the source has no record",
        "or write 'transcribed'",
    ),
    (
        "an intermediary of what was read",
        _edit(BENCH, "standing: transcribed", "standing: transcribed\nvia: shout"),
        "source.yaml:10: quoted through 'shout', and yet every figure is transcribed",
        "remove 'via:'",
    ),
    (
        "a day of reading of what was not read",
        _edit(BENCH, "standing: transcribed", "standing: second-hand\nvia: shout"),
        "source.yaml:7: a day on which the source was read, but its figures come through 'shout'",
        "remove 'read:'",
    ),
    (
        "a quotation through itself",
        _edit(BENCH, "standing: transcribed", "standing: second-hand\nvia: bench"),
        "source.yaml:10: the source quotes through itself",
        "name the source that quotes it",
    ),
]


@pytest.mark.parametrize(
    ("spoil", "what", "mend"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS]
)
def test_a_fault_is_said(mini: Mini, spoil: Callable[[Mini], None], what: str, mend: str) -> None:
    """Where, what, and how to mend it."""
    spoil(mini)
    if "second-hand" in what:
        mini.edit(BENCH, "standing: transcribed", "standing: second-hand")
    with pytest.raises(TieoutError) as caught:
        _load(mini)
    assert any(what in line and mend in line for line in str(caught.value).split("\n")), (
        caught.value
    )


def test_all_faults_are_said_at_once(mini: Mini) -> None:
    """Of cells and figures alike, and none of them twice or as a consequence of another."""
    mini.edit(CELLS, "193.3", "NaN")
    mini.edit(CELLS, "16,256.4", "16,inf")
    mini.edit(BENCH, "unit: lines", "unit: line")
    with pytest.raises(TieoutError) as caught:
        _load(mini)
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize("cell", ["45", "0.45", "45 pp"])
def test_a_percentage_must_say_so(mini: Mini, cell: str) -> None:
    """A bare 45 would be read as 4,500 %."""
    mini.edit(BENCH, 'printed: "12,805"', f'printed: "{cell}"')
    mini.edit(BENCH, "unit: lines", 'unit: "%"')
    mini.edit(BENCH, "    kind: count\n    label: {en: lines", "    label: {en: lines")
    with pytest.raises(TieoutError, match=r"does not say that it is in '%'|printed in 'pp'"):
        _load(mini)


@pytest.mark.parametrize("cell", ["45%", "百分之四十五", "2,917/3,406", "half"])
def test_a_share_may_be_printed_in_other_ways(mini: Mini, cell: str) -> None:
    """A share of counts has its value without a sign."""
    mini.edit(BENCH, 'printed: "12,805"', f'printed: "{cell}"')
    mini.edit(BENCH, "unit: lines", 'unit: "%"')
    mini.edit(BENCH, "    kind: count\n    label: {en: lines", "    label: {en: lines")
    reading = _load(mini).figures["bench/lines"].reading
    assert reading is not None
    assert reading.value is not None
    assert 0 < reading.value < 1
