"""What follows a printed number: one spelling per unit, and what is no unit at all."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from tieout.amount import PrintedError
from tieout.numerals_en import NUMBER_WORDS
from tieout.numerals_zh import NUMERALS

_SPELLINGS = {
    **dict.fromkeys(("×", "x", "X", "倍", "-fold", "fold", "times"), "×"),
    **dict.fromkeys(("%", "percent", "per cent"), "%"),
    **dict.fromkeys(("pp", "percentage points", "percentage point"), "pp"),
    **dict.fromkeys(("個百分點", "百分點"), "pp"),
    **dict.fromkeys(("µs", "μs", "微秒"), "µs"),
    **{"毫秒": "ms", "秒": "s", "成": "成"},
}
_TOKEN_SPEED = re.compile(r"[Tt]ok(?:ens)?/s(?:(?:/| per )(user|GPU))?")

#: Factor between a value as printed and the value kept, for the units that are parts of a whole.
SCALES = {"%": Fraction(1, 100), "pp": Fraction(1, 100), "成": Fraction(1, 10)}

_REFUSALS = (
    (
        r"\+(?!/)|(?:plus|maximum|minimum)$|.*\b(?:and|or) (?:more|less|fewer|up|above|below|over"
        r"|under|higher|lower)\b|.*(?:以上|以下|以內|之上|之下|不到)$",
        "a one-sided bound, neither a value nor a range; print the figure itself or both ends",
    ),
    (
        r"[到至]|.*之間$|(?:.* )?(?:to|of|and|or|the|per|than)$",
        "half a range or phrase; print both ends, or the figure and its unit alone",
    ),
    (r"[多餘幾些]|來個|.+多$|.*\bor so\b", "a vague quantity; print the figure, or mark it with ~"),
    (
        r"(?:about|around|roughly|nearly|almost|approx)\b",
        "an approximate mark after the number; print it before the number",
    ),
    (
        r"(?-i:Bn|BN|Mn|mn|mln|Tn|tn)\b",
        "a multiplier of another spelling; print k, M, bn (or B), T or the word",
    ),
    (
        r"[ap]\.?m\b|o'clock|點|月份?$|號$|日$"
        r"|(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
        r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b",
        "a date or a time of day and not a number; print dates as YYYY-MM-DD",
    ),
    (
        r"(?:%|per ?cent\b|percentage|pp\b|個?百分點).",
        "words after a percentage; print the percentage alone",
    ),
)
_REFUSED = tuple((re.compile(pattern, re.I), reason) for pattern, reason in _REFUSALS)
_NUMERAL = re.compile(f"[{NUMERALS}半]")
_ENGLISH_NUMERAL = re.compile(rf"\b(?:{'|'.join(sorted(NUMBER_WORDS))})\b", re.I)
# Behind these words a number belongs to the unit: 元/百萬 tokens, dollars per million tokens.
_DENOMINATOR = re.compile(r"/|\bper\b|每")
_START = frozenset("/×%‰°℃℉")
_INSIDE = frozenset(" /-.·×°'&_^")


def normalize_unit(printed: str) -> str:
    """The one spelling of a printed unit, the text itself if the table has none.

    Raises PrintedError if the text holds something that belongs to no unit.
    """
    unit = " ".join(printed.split())
    known = _SPELLINGS.get(unit) or _SPELLINGS.get(unit.lower() if len(unit) > 2 else "")
    if known is not None:
        return known
    if speed := _TOKEN_SPEED.fullmatch(unit):
        return f"tok/s/{speed[1]}" if speed[1] else "tok/s"
    if unit:
        _check_unit(unit, glued=printed[0].isalpha())
    return re.sub(r"^μs(?![A-Za-z])", "µs", unit)


def _check_unit(unit: str, glued: bool) -> None:
    for pattern, reason in _REFUSED:
        if pattern.match(unit):
            raise PrintedError(f"found {unit!r} after the number, {reason}")
    if glued and re.match(r"(?:st|nd|rd|th)\b", unit):
        raise PrintedError(f"found the ordinal mark {unit[:2]!r}; print the number without it")
    counted = _DENOMINATOR.split(unit)[0]
    if any(unicodedata.category(sign)[0] == "N" for sign in unit) or (
        _NUMERAL.search(counted) or _ENGLISH_NUMERAL.search(counted)
    ):
        raise PrintedError(f"found a further number in {unit!r}; print one number in one place")
    for index, sign in enumerate(unit):
        if not _may_stand(sign, index == 0) or (sign == "." and index == len(unit) - 1):
            raise PrintedError(f"found {sign!r} in {unit!r} after the number; print only a unit")


def _may_stand(sign: str, first: bool) -> bool:
    category = unicodedata.category(sign)
    if first:
        return category[0] == "L" or category == "Sc" or sign in _START
    return category[0] in "LM" or category == "Sc" or sign in _INSIDE
