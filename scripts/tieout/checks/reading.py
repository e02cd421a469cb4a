"""A second reader of printed numbers, so that a fault in the first cannot vouch for itself.

It splits a text into amounts and what stands between them, and settles marks, multipliers, unit
and interval afterwards. It reads digits only; numbers in words are left to the reader's eye.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction

_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_SPACES = dict.fromkeys((0xA0, 0x2009, 0x202F, 0x3000), " ")
_SIGNS = {**_WIDE, **_SPACES, 0x2212: "-", 0x2013: "–", 0x301C: "~", 0x3BC: "µ"}
_GROUP = re.compile(r"(?<=[0-9])[\u00a0\u2009\u202f](?=[0-9]{3}(?![0-9]))")
_NOTES = re.compile("[⁰¹²³⁴-⁹]+|\\[\\^?\\w+\\]|[*†‡]+")
_ABOUT = r"(?:[~≈]|(?:about|around|roughly|nearly|almost)\b|大約|將近|約|近)\s*"
_ABOUT_BEFORE = re.compile(rf"\A\s*(?:{_ABOUT})+", re.IGNORECASE)
_ABOUT_AFTER = re.compile(r"\s*(?:上下|左右)")
_SHARE = re.compile(r"([0-9][0-9,]*)/([0-9][0-9,]*)")
_AMOUNT = re.compile(
    r"(?P<sign>[-+])?(?P<whole>[1-9][0-9]{0,2}(?:,[0-9]{3})+|[0-9]+)?(?:\.(?P<part>[0-9]+))?"
    r"(?:[ -]?(?P<word>thousand|million|billion|trillion)\b"
    r"|\s*(?P<han>[十百千]?(?:萬億|[萬億兆])|千)"
    r"|\s*(?P<letter>(?-i:bn|[kKMBT]))(?:(?=[\u3400-\u9fff])|(?![^\W\d_]|/)))?",
    re.IGNORECASE,
)
_FACTORS = {
    "十": 1, "百": 2, "千": 3, "萬": 4, "億": 8, "兆": 12, "k": 3, "m": 6, "b": 9, "bn": 9, "t": 12,
    "thousand": 3, "million": 6, "billion": 9, "trillion": 12,
}  # fmt: skip
_JOINT = re.compile(rf"\s*(?:[-–~到至±]|\b(?:to|and)\b)\s*(?:{_ABOUT})*(?=[-+]?\.?[0-9])", re.I)
_PERCENT = re.compile(r"百分之\s*([0-9.]+)")
_TENTHS = re.compile(r"([0-9])\s*成\s*([0-9])\Z")
_OPENING = re.compile(r"\s*(?:between|from|從|介於)\s*", re.IGNORECASE)
_CLOSING = re.compile(r"\s*之間\Z")
_UNITS: Mapping[str, str] = {
    **dict.fromkeys(("x", "X", "倍", "times", "fold", "-fold"), "×"),
    **dict.fromkeys(("percent", "per cent"), "%"),
    **dict.fromkeys(("個百分點", "百分點", "percentage points", "percentage point"), "pp"),
    **{"微秒": "µs", "毫秒": "ms", "秒": "s", "tokens/s": "tok/s", "Tokens/s": "tok/s"},
}
#: Units that are parts of a whole, and the power of ten they stand for.
PARTS: Mapping[str, int] = {"%": 2, "pp": 2, "成": 1}
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DAYS = (
    re.compile(r"(?P<y>[0-9]{4})-(?P<m>[0-9]{2})-(?P<d>[0-9]{2})"),
    re.compile(r"(?P<d>[0-9]{1,2}) (?P<m>[A-Z][a-z]+) (?P<y>[0-9]{4})"),
    re.compile(r"(?P<y>[0-9]{4}) 年 (?P<m>[0-9]{1,2}) 月 (?P<d>[0-9]{1,2}) 日"),
)


class UnreadError(ValueError):
    """A text that this reader does not know as a number; says what was met."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a printed text says. `value` is None for a range.

    `place` is the unit of the last printed digit, `step` that of the last known one: not the same
    after a mark such as about, and 0 for an exact count. All carry multipliers and per cent.
    """

    value: Fraction | None
    low: Fraction
    high: Fraction
    place: Fraction
    step: Fraction
    unit: str
    about: bool


@dataclass(frozen=True, slots=True)
class _Amount:
    value: Fraction
    place: Fraction
    power: int  # of the multiplier; 0 without one
    whole: bool
    end: int


def read(text: str, kind: str = "measure") -> Reading:
    """Read one number; `kind` is measure, or count for whole things. Raises UnreadError."""
    plain, about = _plain(text)
    if share := _SHARE.fullmatch(plain):
        return _share(share, text, about)
    if plain.startswith("±"):
        amount = _amount(plain, len(plain) - len(plain[1:].lstrip()))
        unit = unit_of(plain[amount.end :])
        half, place = amount.value * _scale(unit), amount.place * _scale(unit)
        if half < 0:
            raise UnreadError(f"'{text}' has two signs")
        return Reading(None, -half, half, place, Fraction(0), unit, about)
    opening = _OPENING.match(plain)
    first = _amount(plain, opening.end() if opening else 0)
    joint = _JOINT.search(plain, first.end)
    if joint is None:
        return _single(first, unit_of(plain[first.end :]), kind, about)
    second = _amount(plain, joint.end())
    about = about or bool(re.search(_ABOUT, joint[0].lstrip("-–~到至 "), re.I))
    unit = unit_of(_CLOSING.sub("", plain[second.end :])) or unit_of(
        plain[first.end : joint.start()]
    )
    return (_tolerance if "±" in joint[0] else _range)(first, second, unit, about)


def _plain(text: str) -> tuple[str, bool]:
    """A text in ASCII without notes, remarks and marks of approximation; and whether it had one."""
    plain = _NOTES.sub("", _GROUP.sub(",", text).translate(_SIGNS))
    plain = re.split(r"[(=]", plain, maxsplit=1)[0].strip()
    about = bool(_ABOUT_BEFORE.match(plain) or _ABOUT_AFTER.search(plain))
    plain = _ABOUT_AFTER.sub("", _ABOUT_BEFORE.sub("", plain, count=1)).strip()
    return _TENTHS.sub(r"\1.\2成", _PERCENT.sub(r"\1%", plain)), about


def _share(share: re.Match[str], text: str, about: bool) -> Reading:
    """So many of so many: the exact quotient."""
    part, whole = (Fraction(end.replace(",", "")) for end in share.groups())
    if not 0 <= part <= whole or not whole:
        raise UnreadError(f"'{text}' is no share of a whole")
    quotient, exact = part / whole, Fraction(0)
    return Reading(quotient, quotient, quotient, exact, exact, "", about)


def read_day(text: str) -> date:
    """A calendar day: 2026-10-16, 16 October 2026 or 2026 年 10 月 16 日. Raises UnreadError."""
    for form in _DAYS:
        if match := form.fullmatch(text):
            month = match["m"]
            number = _MONTHS.index(month) + 1 if month in _MONTHS else 0
            try:
                return date(int(match["y"]), number or int(month), int(match["d"]))
            except ValueError:
                break
    raise UnreadError(f"'{text}' is no day of the calendar")


def unit_of(text: str) -> str:
    """The one spelling of a printed unit."""
    unit = " ".join(text.split())
    if speed := re.fullmatch(r"tok(?:ens)?/s(?: per |/)(user|GPU)", unit):
        return f"tok/s/{speed[1]}"
    return _UNITS.get(unit, unit)


def _scale(unit: str) -> Fraction:
    return Fraction(1, 10 ** PARTS.get(unit, 0))


def _amount(text: str, start: int) -> _Amount:
    """The number at `start`, smaller parts of it (3 億 5,000 萬) included."""
    amount = _one(text, start)
    while amount.power > 1 and text[amount.end : amount.end + 2].strip()[:1].isdecimal():
        more = _one(text, amount.end + (text[amount.end] == " "))
        if more.power >= amount.power:
            raise UnreadError(f"'{text}' holds more than one number")
        value = amount.value + more.value
        amount = _Amount(value, more.place, more.power, False, more.end)
    return amount


def _one(text: str, start: int) -> _Amount:
    match = _AMOUNT.match(text, start)
    if match is None or not (match["whole"] or match["part"]):
        raise UnreadError(f"'{text}' is not printed in digits that can be read")
    whole, part = (match["whole"] or "0").replace(",", ""), match["part"] or ""
    if len(whole) > 1 and whole.startswith("0"):
        raise UnreadError(f"'{text}' begins with a zero, as codes do")
    mark = (match["word"] or match["han"] or match["letter"] or "").lower()
    if not mark and re.match(r"[.,]?[0-9]", text[match.end() :]):
        raise UnreadError(f"'{text}' is grouped in a way that has several readings")
    number = Decimal(f"{match['sign'] or ''}{whole}.{part or 0}")
    power = _FACTORS.get(mark) or sum(_FACTORS[character] for character in mark)
    unit = Fraction(10) ** (power - len(part))
    return _Amount(Fraction(number) * 10**power, unit, power, not part and not power, match.end())


def _single(amount: _Amount, unit: str, kind: str, about: bool) -> Reading:
    scale = _scale(unit)
    step = place = amount.place
    if about:
        while amount.value and (amount.value / (step * 10)).denominator == 1:
            step *= 10
    elif kind == "count" and amount.whole and unit not in PARTS:
        step = Fraction(0)
    value, half = amount.value * scale, step * scale / 2
    return Reading(value, value - half, value + half, place * scale, half * 2, unit, about)


def _range(first: _Amount, second: _Amount, unit: str, about: bool) -> Reading:
    scale = _scale(unit)
    factor = Fraction(10) ** (second.power if not first.power else 0)
    low, high = first.value * factor * scale, second.value * scale
    if low >= high:
        raise UnreadError("the first end of a range is not below the second")
    place = min(first.place * factor, second.place) * scale
    return Reading(None, low, high, place, Fraction(0), unit, about)


def _tolerance(first: _Amount, second: _Amount, unit: str, about: bool) -> Reading:
    scale = _scale(unit)
    factor = Fraction(10) ** (second.power if not first.power else 0)
    value, half = first.value * factor * scale, second.value * scale
    if half < 0:
        raise UnreadError("a tolerance is below zero")
    place = first.place * factor * scale
    return Reading(value, value - half, value + half, place, place, unit, about)
