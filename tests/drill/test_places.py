"""Where the drill strikes: at what a reader sees, and at the very characters of a value."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
import yaml
from tests.mini_project import ROOT

from tieout.drill.cutting import of_markdown, of_page
from tieout.drill.inputs import rewritten
from tieout.drill.mutant import Edit, applied, in_turn
from tieout.drill.prose import Sentence
from tieout.drill.spans import cells, markdown_alts, markdown_stretches, scalars, stretches
from tieout.drill.untold import in_chinese, in_english, spelled

YAML = sorted((ROOT / "sources").glob("*/source.yaml"))
PAGE = """<html><head><meta content="1"><title>2</title><style>a{width:3px}</style></head>
<body><p class="c4">5 &#54; <data value="7">8</data></p><br><table><tr><td>9</td></tr></table>
<svg viewBox="0 0 1 1"><desc>2</desc><path d="M3 4"/><text x="5">6</text></svg></body></html>"""


def digits(text: str) -> str:
    return "".join(character for character in text if character.isdigit())


def test_only_text_of_a_page_is_seen() -> None:
    """A digit of a colour, a path or an address is nobody's number."""
    found = list(stretches(PAGE))
    assert digits("".join(s.text for s in found if s.element not in ("title", "desc"))) == "5896"
    assert digits("".join(s.text for s in found if s.element in ("title", "desc"))) == "22"
    assert [s.landmark.split()[0] for s in found if digits(s.text)] == [
        "head", "body", "body", "table", "svg", "svg",
    ]  # fmt: skip
    assert all(PAGE.startswith(s.text, s.start) for s in found)


def test_only_text_of_markdown_is_seen() -> None:
    text = 'On [16](#fact-a/b2) <a id="c3"></a>cards ![4 bars](../x5.svg)\\\n6'
    seen = list(markdown_stretches(text))
    assert digits("".join(part for part, _ in seen)) == "166"
    assert all(text.startswith(part, at) for part, at in seen)
    assert [digits(part) for part, _ in markdown_alts(text)] == ["4"]


@pytest.mark.parametrize("path", YAML, ids=[path.parent.name for path in YAML])
def test_every_value_of_a_file_is_found_where_it_stands(path: object) -> None:
    """Each value written over with another changes that value alone."""
    text = (ROOT / str(path)).read_text("utf-8")
    found = [value for value in scalars(text) if not value.shared]
    assert len(found) > 10
    for value in Random(1).sample(found, 10):
        edit = rewritten("file", value, "an “other” text: 1")
        data = yaml.load(applied(text, [edit]), yaml.BaseLoader)
        for key in value.key:
            data = data[key]
        assert data == "an “other” text: 1"


def test_cells_know_their_places() -> None:
    text = 'id,gpus,new\na,8,"12,805"\nb,,7\n'
    found = list(cells(text))
    assert [(c.row, c.column, c.text) for c in found] == [
        ("a", "gpus", "8"), ("a", "new", "12,805"), ("b", "gpus", ""), ("b", "new", "7"),
    ]  # fmt: skip
    assert all(text.startswith(c.text, c.start) for c in found)


def test_edits_stand_where_they_say() -> None:
    edits = [Edit("f", 2, "3", "33"), Edit("f", 0, "1", "")]
    assert applied("1 3", edits) == " 33"
    with pytest.raises(ValueError, match="does not stand at 0"):
        applied("1 3", [Edit("f", 0, "2", "3")])


def test_groups_take_turns() -> None:
    """The many digits of the evidence do not crowd out the few of the text."""
    order = list(in_turn({"few": ["a", "b"], "many": list("123456"), "none": []}, Random(1)))
    assert sorted(order) == list("123456ab")
    assert {"a", "b"} <= set(order[:4])


def test_calls_are_no_prose() -> None:
    sentence = Sentence('It is {{ f("faster/x") }} and faster.', 0)
    assert sentence.facts == ["faster/x"]
    assert sentence.prose().count("faster") == 1
    assert len(sentence.prose()) == len(sentence.text)


@pytest.mark.parametrize(
    ("number", "english", "chinese"),
    [
        (7, "seven", "七"),
        (10, "ten", "十"),
        (16, "sixteen", "十六"),
        (64, "sixty-four", "六十四"),
        (105, "one hundred five", "一百零五"),
        (842, "eight hundred forty-two", "八百四十二"),
        (1000, "one thousand", "一千"),
        (2192, "two thousand one hundred ninety-two", "二千一百九十二"),
        (3005, "three thousand five", "三千零五"),
    ],
)
def test_numbers_in_words(number: int, english: str, chinese: str) -> None:
    assert (in_english(number), in_chinese(number)) == (english, chinese)


def test_wordings_in_words() -> None:
    assert spelled("1.73×") == ("one point seven three times", "一點七三倍")
    assert spelled("12%") == ("twelve percent", "百分之十二")
    assert spelled("1") is None
    assert spelled("16 October 2026") is None


GROUPS = """<html><body><section id=evidence>{}</section></body></html>"""
GROUP = """<section class=facts data-group={name}><h4>Of {name}</h4><p class=shared>{head}</p>
<table><thead><tr><th>{columns}</thead><tbody>{rows}</table></section>"""


def grouped(name: str, head: str = "", columns: str = "Value", **rows: str) -> str:
    """A group of the evidence as the page room writes it."""
    cells = "".join(f'<tr id="fact-{row}"><td>{said}' for row, said in rows.items())
    return GROUP.format(name=name, head=head, columns=columns, rows=cells)


def test_a_group_that_comes_or_goes_changes_its_entries_alone() -> None:
    """Another fact may have opened it; nothing that is left of the page is about that."""
    one = GROUPS.format(grouped("x", a="1", b="2"))
    two = GROUPS.format(grouped("x", a="1") + grouped("y", columns="Value and note", b="2"))
    before, after = (list(of_page(text)) for text in (one, two))
    assert before[-1] == after[-1]
    assert {*after} - {*before} == {p for p in after if p.startswith("<h4>")}


@pytest.mark.parametrize(
    ("head", "own", "other", "same"),
    [
        ("GPU: GB300", "batch: 1", "GPU: GB300; batch: 1", True),
        ("not stated: batch", "not stated: workload", "not stated: workload, batch", True),
        ("GPU: GB300", "batch: 1", "batch: GB300; GPU: 1", False),
        ("", "≠ GPU, batch: differs", "≠ batch: differs; ≠ GPU: differs", True),
        ("", "≠ GPU: differs; not stated: batch", "≠ GPU, batch: differs", False),
        ("per: system", "≠ GPU: differs", "per: system; ≠ GPU, per: differs", False),
    ],
)
def test_an_entry_says_the_same_wherever_it_says_it(
    head: str, own: str, other: str, same: bool
) -> None:
    """In the head of its group or in its own row; but each condition with its own words."""
    pages = [grouped("x", head, a=own), grouped("x", a=other)]
    texts = [f'<a id="evidence"></a>\n\n#### X\n\n{h}\n\n- <a id="fact-a"></a>{o}'
             for h, o in ((head, own), ("", other))]  # fmt: skip
    for cut, ways in ((of_page, map(GROUPS.format, pages)), (of_markdown, texts)):
        one, two = (entry(cut(way)) for way in ways)
        assert (one == two) is same


def entry(places: Iterator[str]) -> str:
    """The entry of fact a."""
    return next(place for place in places if 'id="fact-a"' in place)


def test_an_entry_without_a_head_takes_none_from_the_group_before() -> None:
    text = (
        '<a id="evidence"></a>\n\n#### X\n\nper: system\n\n- <a id="fact-a"></a>1'
        '\n\n#### Y\n\n- <a id="fact-b"></a>2\n- <a id="fact-c"></a>3\n\nmore'
    )
    said = [place for place in of_markdown(text) if "- <a" in place]
    assert ["per" in place for place in said] == [True, False, False]
