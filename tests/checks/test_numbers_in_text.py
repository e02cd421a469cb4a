"""The finder of numbers in running prose: what a reader sees as a number, and nothing else."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tieout.cases import CaseResult, untagged
from tieout.checks.numbers_digits import MASK, mask_exempt
from tieout.checks.numbers_in_text import Language, find_digits, find_numbers
from tieout.checks.zh_lexicon import word_lists
from tieout.checks.zh_numerals import kind_of

CASES = Path(__file__).parents[1] / "cases"
GLOSSARY = ("GB300", "GB300 NVL72", "K3", "Kimi K3", "三星")
LANGUAGES: tuple[Language, ...] = ("en", "zh-TW")
DIGITS = "0123456789０１２３４５６７８９"

# Pieces that the rules look for, so that chance puts them next to each other.
PIECES = st.sampled_from([
    *"0123456789０一二三兩十百千萬億零半倍成幾數第個張年月日點分週、。，～-–~/:.,`\\ \n#",
    "GB300", "NVL72", "K3", "https://a.b/1", "``", "1. ", "0x1F", "2001:db8::17", "10.5555/12.3",
    "to", "from ", " to ", "two", "one", "half", "million", "and", "third", "of", "a ", "twenty-",
    "統一", "萬一", "千萬", "十分", "分鐘", "百分之", "分之", "從", "到", "上", "三星", "一半",
    "百分比",
])  # fmt: skip
TEXTS = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=25).map("".join))


def results() -> list[CaseResult]:
    return [
        result
        for name in ("untagged.csv", "untagged-more.csv")
        for result in untagged.run(CASES / name)
    ]


@pytest.mark.parametrize("result", results(), ids=lambda result: result.id)
def test_row_of_the_case_files(result: CaseResult) -> None:
    assert result.passed, result.detail


@given(TEXTS, st.sampled_from(LANGUAGES), st.booleans())
@settings(max_examples=600, deadline=None)
def test_spans_are_in_order_apart_and_say_what_stands_there(
    text: str, lang: Language, with_glossary: bool
) -> None:
    spans = find_numbers(text, lang, GLOSSARY if with_glossary else ())
    assert all(text[span.start : span.end] == span.text != "" for span in spans)
    assert all(a.end <= b.start for a, b in pairwise(spans))


@given(TEXTS, st.sampled_from(LANGUAGES), st.booleans())
@settings(max_examples=600, deadline=None)
def test_no_digit_outside_an_exempt_region_escapes(
    text: str, lang: Language, with_glossary: bool
) -> None:
    glossary = GLOSSARY if with_glossary else ()
    masked = mask_exempt(text, glossary)
    assert len(masked) == len(text)
    for spans in (find_numbers(text, lang, glossary), find_digits(text, glossary)):
        inside = {i for span in spans for i in range(span.start, span.end)}
        assert [i for i, c in enumerate(masked) if c in DIGITS and i not in inside] == []
        assert not any(masked[i] == MASK != text[i] for i in inside)


@given(TEXTS)
@settings(max_examples=300, deadline=None)
def test_digits_alone_do_not_depend_on_the_language(text: str) -> None:
    digits = find_digits(text)
    for lang in LANGUAGES:
        assert set(digits) <= set(find_numbers(text, lang))


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("12,805 and 1,2345 and 8,16", ["12,805", "1", "2345", "8", "16"]),
        ("１２，８０５ 與 12，805", ["１２，８０５", "12", "805"]),
        ("1/2, 1/2/3 and 2026/10/16", ["1/2", "1", "2", "3", "2026/10/16"]),
        ("in 2026 to 8 hosts, 8 to 16 hosts", ["2026", "8", "8 to 16"]),
        ("從 3 到 5 變成 3 到 5", ["3", "5", "3 到 5"]),
        ("(10.5555/a(1)b).", ["10.5555/a(1)b"]),
        ("GPT-4-32k, v1.2-3, 1-2", ["4", "32", "1.2", "3", "1-2"]),
        ("2026-10-16T10:30:05Z", ["2026-10-16T10:30:05"]),
        ("3 億 5,000 萬 2,000 元", ["3 億 5,000 萬 2,000"]),
        ("00:1a:2b and a::b and ::1", ["00:1", "2", "::1"]),
    ],
)
def test_separators_join_only_what_is_one_number(text: str, spans: list[str]) -> None:
    assert [span.text for span in find_digits(text)] == spans


@pytest.mark.parametrize(
    ("text", "glossary", "spans"),
    [
        ("K3 K30 AK3 K3.1 K3. K3,5 K3,500", ["K3"], ["30", "3", "3.1", "5", "3,500"]),
        ("2.10-K and 10-K", ["10-K"], ["2.10"]),
        ("GB300 NVL720", ["GB300", "GB300 NVL72"], ["720"]),
        ("Kimi K3 Pro 5", ["K3 Pro 5", "Kimi K3"], []),
        ("C++17 and C++ 17", ["C++ 17"], ["17"]),
        ("K3３", ["K3"], ["3３"]),
    ],
)
def test_glossary_names_stand_alone(text: str, glossary: list[str], spans: list[str]) -> None:
    assert [span.text for span in find_digits(text, glossary)] == spans


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("``a ` 1`` 2 `3` 4 ``5", ["2", "4", "5"]),
        ("`1\n2` 3", ["3"]),
        ("`1\n\n2`", ["1", "2"]),
        ("`1\n- 2`", ["1", "2"]),
        (r"\`1` 2`", ["1"]),
        (r"\\`1` 2", ["2"]),
        (r"`1\` 2", ["2"]),
        ("https://a.b/1）2 https://a.b/3<4 https://a.b/5,6", ["2", "4"]),
        ("1. a\n  22) b\n1234567890. c\n3.d\n 4 . e", ["1234567890", "3", "4"]),
    ],
)
def test_exempt_regions_end_where_markdown_ends_them(text: str, spans: list[str]) -> None:
    assert [span.text for span in find_digits(text)] == spans


@pytest.mark.parametrize(
    ("run", "kind"),
    [
        ("一", "one"), ("兩", "figure"), ("十", "figure"), ("百", "lone"), ("百萬", "places"),
        ("三四", "pair"), ("三五", "pair"), ("二〇二六", "string"), ("十六", "placed"),
        ("一千零五", "placed"), ("數百", "placed"), ("兩三千", "placed"), ("萬一", "odd"),
        ("三億五千萬", "placed"), ("十幾萬", "placed"),
    ],
)  # fmt: skip
def test_numerals_are_told_apart_by_their_build(run: str, kind: str) -> None:
    assert kind_of(run) == kind


def test_word_lists_have_no_word_twice() -> None:
    """A word that is a counter and a label, or stands twice in a section, hides one meaning."""
    text = Path(untagged.__file__).parents[1] / "checks" / "zh_words.txt"
    sections, name = dict[str, list[str]](), ""
    for line in text.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            name = line.strip("[]")
        elif not line.startswith("#"):
            sections.setdefault(name, []).extend(line.split())
    del sections[""]
    assert set(sections) == set(word_lists())
    assert {n: w for n, w in sections.items() if len(w) != len(set(w))} == {}
    counters = {*sections["counters"], *sections["units"]}
    assert counters.isdisjoint(sections["labels"])
    assert counters.isdisjoint(sections["weak counters"])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "piece",
    [
        "1", "1,", "100,", "1.1", "1/", "a:", "`", "`` ` ", "\\", "10.1234/.", "0x", "\n",
        "http://", "two hundred and ", "half a ", "一", "十", "三個", "萬一", "統一", "第一",
        "週三", "半", "兩、",
    ],
)  # fmt: skip
def test_time_grows_with_the_length_alone(piece: str, lang: Language) -> None:
    """Ten times the text may cost ten times the time, not a hundred times."""
    text = piece * (200_000 // len(piece))
    start = time.process_time()
    find_numbers(text, lang, GLOSSARY)
    assert time.process_time() - start < 8
