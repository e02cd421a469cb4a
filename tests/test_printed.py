"""Reading printed numbers: the case files row by row, and what must hold for every text."""

from __future__ import annotations

import datetime
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tieout.cases import CaseResult
from tieout.cases.printed_numbers import run
from tieout.printed import MissingMarkError, PrintedError, read_date, read_printed

CASES = Path(__file__).parent / "cases"
RESULTS = [
    result
    for name in ("printed-numbers.csv", "printed-numbers-more.csv")
    for result in run(CASES / name)
]
#: Pieces of printed numbers, so that random texts come near to every branch of the reader.
SOUP = (
    "0 1 5 12 345 , . - – − + ± ~ ～ ≈ / = ( ) [1] ¹ * ： × 10 ⁵ % pp k M bn T e x 0x １ ２ ， ． "
    "千 萬 億 兆 百 十 廿 零 〇 三 兩 半 成 倍 點 分之 百分之 個百分點 約 近 左右 到 至 張 年 "
    "數 幾 多 以上 to and between about a half third dozen twenty five hundred million twice fold "
    "tok/s ms µs μs GB N/A —"
)
PIECES = SOUP.split()
GLUED = [*PIECES, " ", "\u00a0", "\u202f", "\u3000"]
TEXTS = st.one_of(
    st.text(max_size=30),
    st.lists(st.sampled_from([*PIECES, " ", "\u00a0", "\u202f", "\u3000"]), max_size=9).map(
        "".join
    ),
    st.lists(st.sampled_from(PIECES), max_size=7).map(" ".join),
)
KINDS = st.sampled_from(["measure", "count"])
LANGUAGES = st.sampled_from(["any", "en", "zh-TW"])
FEW = settings(max_examples=150, deadline=None)
MANY = settings(max_examples=600, deadline=None)


def grouped(number: Fraction, decimals: int, mark: str) -> str:
    """A decimal number as an editor prints it, with groups of three."""
    whole, part = divmod(abs(int(number * 10**decimals)), 10**decimals)
    digits = f"{whole:,}".replace(",", mark) + (f".{part:0{decimals}}" if decimals else "")
    return ("-" if number < 0 else "") + digits


@pytest.mark.parametrize("result", RESULTS, ids=[result.id for result in RESULTS])
def test_case_file_row(result: CaseResult) -> None:
    """Each row protects one clause of the reading rules; its last column says which."""
    assert result.passed, result.detail


def test_case_ids_are_unique() -> None:
    """A doubled id would hide a failing row in a report."""
    assert len({result.id for result in RESULTS}) == len(RESULTS)


@MANY
@given(TEXTS, KINDS, LANGUAGES)
def test_any_text_is_read_or_refused(text: str, kind: str, lang: str) -> None:
    """No text may crash the reader; what is read has an interval around its value."""
    try:
        printed = read_printed(text, kind, lang)  # type: ignore[arg-type]
    except PrintedError:
        return
    assert printed.text == text
    assert printed.low <= printed.high
    if printed.value is None:
        assert printed.low < printed.high
        assert printed.quantum == 0
    else:
        assert printed.low <= printed.value <= printed.high


@FEW
@given(
    st.integers(-(10**9), 10**9),
    st.integers(0, 4),
    st.sampled_from(["", ",", "\u00a0", "\u2009", "\u202f"]),
)
def test_rendered_decimals_come_back(scaled: int, decimals: int, mark: str) -> None:
    """Value, interval and quantum follow from the digits, whatever groups them."""
    number, place = Fraction(scaled, 10**decimals), Fraction(1, 10**decimals)
    text = grouped(number, decimals, mark)
    printed = read_printed(text)
    assert (printed.value, printed.quantum) == (number, place)
    assert printed.high - printed.low == printed.quantum
    assert (printed.low + printed.high) / 2 == number
    exact = read_printed(text, "count")
    assert exact.quantum == (0 if decimals == 0 else place)


@FEW
@given(st.integers(1, 10**9), st.sampled_from(["%", " pp", "k", " 萬", " million", " 億"]))
def test_scales_move_value_and_interval_alike(number: int, suffix: str) -> None:
    """A multiplier or per cent never changes the relative width."""
    plain, scaled = read_printed(str(number)), read_printed(f"{number}{suffix}")
    assert plain.value
    assert scaled.value
    assert scaled.quantum / scaled.value == plain.quantum / plain.value


@FEW
@given(st.integers(1, 10**9), st.integers(0, 3))
def test_approximate_mark_drops_trailing_zeros(number: int, decimals: int) -> None:
    """The quantum of a marked number divides it into a whole that does not end in zero."""
    printed = read_printed("~" + grouped(Fraction(number, 10**decimals), decimals, ","))
    assert printed.approximate
    assert printed.value
    digits = printed.value / printed.quantum
    assert digits.denominator == 1
    assert digits.numerator % 10 != 0


@FEW
@given(st.lists(st.sampled_from([p for p in PIECES if p.isascii()]), max_size=6).map(" ".join))
def test_full_width_forms_change_nothing(text: str) -> None:
    """A text set in full-width characters reads as its ASCII form."""
    wide = "".join("\u3000" if c == " " else chr(ord(c) + 0xFEE0) for c in text)

    def outcome(shown: str) -> object:
        try:
            printed = read_printed(shown)
        except PrintedError as error:
            return type(error)
        return printed.value, printed.low, printed.high, printed.unit, printed.approximate

    assert outcome(wide) == outcome(text)


HOSTILE = ("1" + " " * 198 + "§", "~ " * 100, "[^" * 100, "1-" * 100, "一" * 200, "a " * 100)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_decided_quickly(text: str) -> None:
    """No pattern of the reader backtracks without end."""
    begun = time.perf_counter()
    with pytest.raises(PrintedError):
        read_printed(text)
    assert time.perf_counter() - begun < 0.5


@pytest.mark.parametrize("text", ["47,3", "1,2345", "0,250", "1 234", "3\u202f456,7"])
def test_ambiguous_groups_ask_for_the_locale(text: str) -> None:
    """A decimal comma is never guessed, and the message names the way out."""
    with pytest.raises(PrintedError, match="locale") as caught:
        read_printed(text)
    assert repr(text) in str(caught.value)


def test_missing_marks_differ_from_other_errors() -> None:
    """A caller can tell an empty cell from an unreadable one."""
    with pytest.raises(MissingMarkError):
        read_printed("N/A")
    with pytest.raises(PrintedError) as caught:
        read_printed("None")
    assert not isinstance(caught.value, MissingMarkError)


def test_number_words_follow_the_language() -> None:
    """A text of one language is not read with the words of the other."""
    with pytest.raises(PrintedError):
        read_printed("三倍", lang="en")
    with pytest.raises(PrintedError):
        read_printed("three", lang="zh-TW")


def test_unknown_kind_and_language_are_refused() -> None:
    """A misspelt argument is a fault of the caller and not of the text."""
    for arguments in ({"kind": "counts"}, {"lang": "fr"}):
        with pytest.raises(ValueError, match="measure or count") as caught:
            read_printed("5", **arguments)  # type: ignore[arg-type]
        assert not isinstance(caught.value, PrintedError)


def test_quantum_of_a_tolerance_is_the_last_digit() -> None:
    """A verdict rounds to the digits printed, not to the tolerance."""
    printed = read_printed("1.58 ± 0.02")
    assert printed.quantum == Fraction(1, 100)
    assert not printed.is_range


def test_dates_are_strict() -> None:
    """Only one spelling of a day is a date."""
    assert read_date("2026-10-16") == datetime.date(2026, 10, 16)
    for text in (
        "20261016",
        "2026-W42-5",
        "2026-10-16 ",
        "16.10.2026",
        "２０２６-10-16",
        "2026-02-30",
        "",
    ):
        with pytest.raises(PrintedError):
            read_date(text)
    with pytest.raises(PrintedError, match="calendar"):
        read_date("2026-02-30")


def test_reader_imports_nothing_heavy() -> None:
    """Reading a number must not cost the start of a data library."""
    code = (
        "import sys, tieout.printed; "
        "print([m for m in ('pandas', 'numpy', 'pint', 'yaml', 'lxml') if m in sys.modules])"
    )
    path = Path(__file__).parent.parent / "scripts"
    shown = subprocess.run(
        [sys.executable, "-c", code], cwd=path, capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "[]"
