"""One amount with its sign, in digits or in words, and the Chinese forms that join two amounts."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from fractions import Fraction

from tieout.amount import Amount, PrintedError
from tieout.digits import read_digits
from tieout.numerals_en import read_english
from tieout.numerals_zh import read_chinese

_SIGN = re.compile(r"[-+−]")
_PERCENT = re.compile(r"百分之\s*")
_HUNDRED_PERCENT = re.compile(r"百分之百")
_BARE_DENOMINATOR = re.compile(r"([十百千萬億])(?=分之)")
_OVER = re.compile(r"\s*分之\s*")
_TENTHS = re.compile(r"\s*成\s*([1-9一二三四五六七八九](?![0-9一二三四五六七八九]))?")
_AND_A_HALF = re.compile(r"\s*倍半")
_BARE_VALUES = {"十": 10, "百": 100, "千": 10**3, "萬": 10**4, "億": 10**8}


def read_amount(text: str, start: int, lang: str) -> Amount | None:
    """The signed amount at `start`, None if no number stands there.

    Raises PrintedError where a number stands but is not well formed.
    """
    if not _SIGN.match(text, start):
        return _read_unsigned(text, start, lang)
    amount = _read_unsigned(text, start + 1, lang)
    if amount is None or text[start] == "+":
        return amount
    return replace(amount, value=-amount.value)


def _read_unsigned(text: str, start: int, lang: str) -> Amount | None:
    if lang != "en":
        if whole := _HUNDRED_PERCENT.match(text, start):
            return Amount(Fraction(100), Fraction(100), whole.end(), unit="%", words=True)
        if percent := _PERCENT.match(text, start):
            return replace(_required(text, percent.end(), lang, "百分之"), unit="%")
        if bare := _BARE_DENOMINATOR.match(text, start):
            over = Fraction(_BARE_VALUES[bare[1]])
            return _join(text, Amount(over, Fraction(1), bare.end(), words=True), lang)
    amount = _read_plain(text, start, lang)
    return amount and _join(text, amount, lang)


def _read_plain(text: str, start: int, lang: str) -> Amount | None:
    amount = read_digits(text, start)
    if amount is None and lang != "en":
        amount = read_chinese(text, start)
    if amount is None and lang != "zh-TW":
        amount = read_english(text, start)
    return amount


def _required(text: str, start: int, lang: str, before: str) -> Amount:
    amount = _read_plain(text, start, lang)
    if amount is None:
        raise PrintedError(f"found no number after {before}; print one there")
    return amount


def _join(text: str, amount: Amount, lang: str) -> Amount:
    """Read on where 分之, 成 or 倍半 follows: A分之B is B/A, N成M, N倍半."""
    if over := _OVER.match(text, amount.end):
        part = _required(text, over.end(), lang, "分之")
        if not (amount.whole and part.whole and amount.value and part.place):
            raise PrintedError("found a fraction that is not of two whole numbers; print digits")
        return Amount(part.value / amount.value, Fraction(0), part.end, words=True)
    if half := _AND_A_HALF.match(text, amount.end):
        if not (amount.whole and amount.place):
            raise PrintedError("found 倍半 after a number that is not whole; print 3.5 倍")
        value = amount.value + Fraction(1, 2)
        return Amount(value, Fraction(0), half.end(), unit="×", words=amount.words)
    if tenths := _TENTHS.match(text, amount.end):
        if tenths[1] is None:
            place = Fraction(1) if amount.whole and amount.place else amount.place
            return replace(amount, place=place, end=tenths.end(), unit="成")
        if not (amount.whole and amount.place):
            raise PrintedError("found 成 after a number that is not whole; print it in per cent")
        value = amount.value + Fraction(int(unicodedata.numeric(tenths[1])), 10)
        return replace(amount, value=value, place=Fraction(1, 10), end=tenths.end(), unit="成")
    return amount


def share_multiplier(first: Amount, second: Amount) -> Amount:
    """The first of two ends, with the multiplier that stands after the second and serves both.

    In words a place word may belong to the second end alone (八百到一千). Raises PrintedError
    where two readings remain.
    """
    if first.multiplier == 0 or first.multiplier >= 1000 or second.multiplier in (1, 10):
        return first
    both_words = first.words and second.words
    if second.multiplier == 0:
        if both_words or first.multiplier != 1:
            return first
        raise PrintedError("found several multipliers in the second end; print both in full")
    coefficient = abs(second.value) / second.multiplier
    if both_words and abs(first.value) >= coefficient:
        return first
    if both_words and (second.multiplier < 1000 or (coefficient >= 100 and first.value < 10)):
        raise PrintedError("found a first end with two readings; print both ends in full")
    factor = second.multiplier
    value, place = first.value * factor, first.place * factor
    return replace(first, value=value, place=place, whole=False, multiplier=factor)
