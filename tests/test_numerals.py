"""Number words: whole numbers spelt out come back as they were, in both languages."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tieout.printed import read_printed

FEW = settings(max_examples=150, deadline=None)
SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"


@FEW
@given(st.integers(0, 10**13 - 1))
def test_chinese_numerals_come_back(number: int) -> None:
    """Whole numbers written out in full are read exactly, with 零 over skipped places."""
    assert read_printed(chinese(number), "count", "zh-TW").value == number


def chinese(number: int) -> str:
    """A whole number below 10^13 in Chinese numerals, every place word written."""
    figures = "零一二三四五六七八九"
    if number == 0:
        return "零"
    text, gap = "", False
    for power in range(12, -1, -1):
        figure, number = divmod(number, 10**power)
        big, small = divmod(power, 4)
        if figure:
            text += "零" * (gap and bool(text)) + figures[figure] + ("", "十", "百", "千")[small]
        gap = not figure
        # The large place word stands once, after the last figure of its four.
        block_used = bool(text) and text[-1] not in "萬億兆"
        if small == 0 and big and block_used:
            text += ("萬", "億", "兆")[big - 1]
            gap = False
    return text


@FEW
@given(st.integers(1, 999_999))
def test_english_cardinals_come_back(number: int) -> None:
    """Cardinal words are read exactly, with and without hyphens."""
    text = english(number)
    assert read_printed(text, "count", "en").value == number
    assert read_printed(text.replace("-", " "), "count", "en").value == number


def english(number: int) -> str:
    """A whole number below a million in English words."""
    small, tens = SMALL.split(), TENS.split()
    if number >= 1000:
        rest = f" {english(number % 1000)}" if number % 1000 else ""
        return f"{english(number // 1000)} thousand{rest}"
    if number >= 100:
        rest = f" and {english(number % 100)}" if number % 100 else ""
        return f"{small[number // 100]} hundred{rest}"
    if number >= 20:
        return tens[number // 10 - 2] + (f"-{small[number % 10]}" if number % 10 else "")
    return small[number]
