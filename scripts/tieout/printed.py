"""Read one printed number: exact value, the interval its digits leave open, unit and marks."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, get_args

from tieout.amount import Amount, PrintedError
from tieout.digits import read_digits
from tieout.quantity import read_amount, share_multiplier
from tieout.shown_text import normalize_text, refusal, take_footnotes
from tieout.unit_names import SCALES, normalize_unit

__all__ = ["Kind", "MissingMarkError", "Printed", "PrintedError", "read_date", "read_printed"]

Kind = Literal["measure", "count"]

_LONGEST = 200
_LANGUAGES = ("any", "en", "zh-TW")
_MISSING_MARKS = frozenset(("", "-", "–", "—", "——", "N/A", "n/a"))

_REST = re.compile(r"[(=]")
_MARK_BEFORE = re.compile(
    r"(?:\s*(?:[~〜≈]|(?:about|around|roughly|nearly|almost)\b|大約|將近|約|近))*\s*", re.I
)
_MARK_AFTER = re.compile(r"\s*(?:上下|左右)$")
_MARK_BEFORE_UNIT = re.compile(r"\s*(?:上下|左右)")
_SHARE = re.compile(r"(?P<part>[0-9][^/]*)/(?P<whole>[0-9][^/]*)")
_OPENING = re.compile(r"(?P<between>between\b\s*)|(?:from\b|從|介於)\s*", re.I)
_TO = re.compile(r"\s*(?:[-–~〜到至]|\bto\b)\s*", re.I)
_BETWEEN_AFTER = re.compile(r"\s*之間$")
_AND = re.compile(r"\s*\band\b\s*", re.I)
_PLUS_MINUS = re.compile(r"\s*±\s*")
_SUBTRACTION = re.compile(r"\s+-")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


class MissingMarkError(PrintedError):
    """A mark that says that no number was printed."""


@dataclass(frozen=True, slots=True)
class Printed:
    """One number as printed.

    `value` is None for a range. Values with `%` or `pp` are divided by 100, with 成 by 10.
    `quantum` is the unit of the last printed digit, scaled like the value; 0 for an exact number
    and for a range.
    """

    text: str
    value: Fraction | None
    low: Fraction
    high: Fraction
    unit: str
    approximate: bool
    footnote: str
    quantum: Fraction

    @property
    def is_range(self) -> bool:
        """True if two ends were printed and no value."""
        return self.value is None


def read_printed(text: str, kind: Kind = "measure", lang: str = "any") -> Printed:
    """Read a table cell or phrase that holds one number.

    `kind` decides about whole numbers: exact as a count, half a unit either side as a measure.
    `lang` (`en`, `zh-TW`, `any`) decides whose number words are read. Raises MissingMarkError
    for a mark such as N/A, PrintedError for anything else that is not one number.
    """
    if kind not in get_args(Kind) or lang not in _LANGUAGES:
        raise ValueError(f"found kind {kind!r}, lang {lang!r}; use measure or count, {_LANGUAGES}")
    try:
        if len(text) > _LONGEST:
            raise PrintedError(f"longer than {_LONGEST} characters; print the number alone")
        return replace(_read(normalize_text(text), kind, lang), text=text)
    except PrintedError as error:
        shown = text if len(text) <= 60 else text[:57] + "..."
        raise type(error)(f"{shown!r}: {error}") from None


def read_date(text: str) -> datetime.date:
    """Read a day printed as YYYY-MM-DD. Raises PrintedError for any other form."""
    if _DAY.fullmatch(text):
        try:
            return datetime.date.fromisoformat(text)
        except ValueError as error:
            raise PrintedError(f"{text!r}: {error}; print a day of the calendar") from None
    raise PrintedError(f"{text[:60]!r}: not a date; print it as YYYY-MM-DD (2026-10-16)")


def _read(text: str, kind: Kind, lang: str) -> Printed:
    if text in _MISSING_MARKS:
        raise MissingMarkError("no number is printed here; leave the figure out, or print it")
    cut = _REST.search(text)
    head, rest = (text[: cut.start()], text[cut.start() :]) if cut else (text, "")
    if rest.count("(") > rest.count(")"):
        raise PrintedError("found a parenthesis that is not closed; close it, or leave it out")
    whole, before = _take_mark(_MARK_BEFORE, head.rstrip())
    body, footnote = take_footnotes(whole)
    body, after = _take_mark(_MARK_AFTER, body)
    printed = None if before or after else _read_share(body)
    if printed is None:
        if reason := refusal(whole):
            raise PrintedError(reason)
        printed = _read_body(body, kind, lang, approximate=before or after)
    footnotes = (printed.footnote, footnote, take_footnotes(rest)[1])
    return replace(printed, footnote=",".join(filter(None, footnotes)))


def _take_mark(mark: re.Pattern[str], text: str) -> tuple[str, bool]:
    """The text without approximate marks at one end, and whether there were any."""
    left = mark.sub("", text, count=1)
    return left, left != text


def _read_share(text: str) -> Printed | None:
    """So many of so many (2,917/3,406): the exact quotient."""
    share = _SHARE.fullmatch(text)
    if share is None:
        return None
    part, whole = read_digits(share["part"], 0), read_digits(share["whole"], 0)
    if part is None or whole is None or part.end + whole.end + 1 != len(text):
        return None
    if not (part.whole and whole.whole and part.value <= whole.value and whole.value):
        return None
    quotient = part.value / whole.value
    return Printed("", quotient, quotient, quotient, "", False, "", Fraction(0))


def _read_body(text: str, kind: Kind, lang: str, approximate: bool) -> Printed:
    if plus_minus := _PLUS_MINUS.match(text):
        return _read_bare_tolerance(text, plus_minus.end(), lang, approximate)
    opening = _OPENING.match(text)
    start = opening.end() if opening else 0
    mark = _MARK_BEFORE.match(text, start) if opening else None
    first = read_amount(text, mark.end() if mark else start, lang)
    if first is None:
        raise PrintedError(f"found no number at the start of {text!r}; print the figure alone")
    approximate = approximate or bool(mark and mark[0].strip())
    between = opening is not None and opening["between"] is not None
    if pair := _find_second(text, first.end, _AND if between else _TO, lang):
        return _read_range(_BETWEEN_AFTER.sub("", text), first, pair, approximate)
    if opening:
        raise PrintedError(f"found {opening[0].strip()!r} without two ends; print both ends")
    if pair := _find_second(text, first.end, _PLUS_MINUS, lang):
        return _read_tolerance(text, first, pair, approximate)
    unit, footnote, marked = _read_tail(text, first)
    return _value(first, unit, footnote, kind, approximate or marked)


@dataclass(frozen=True, slots=True)
class _Second:
    """The second of two amounts, and where the text that joins them stands."""

    amount: Amount
    joined_at: int
    marked: bool


def _find_second(text: str, start: int, joint: re.Pattern[str], lang: str) -> _Second | None:
    for match in joint.finditer(text, start):
        mark = None if joint is _PLUS_MINUS else _MARK_BEFORE.match(text, match.end())
        amount = read_amount(text, mark.end() if mark else match.end(), lang)
        if amount is None:
            continue
        if _SUBTRACTION.fullmatch(match[0]):
            raise PrintedError("found a hyphen glued to a second number; print 3–5, or -5 alone")
        return _Second(amount, match.start(), bool(mark and mark[0].strip()))
    return None


def _read_tail(text: str, amount: Amount) -> tuple[str, str, bool]:
    """Unit, footnote and approximate mark after the last amount of a text."""
    rest, footnote = take_footnotes(text[amount.end :], leading=True)
    mark = _MARK_BEFORE_UNIT.match(rest)
    return _unit(amount, rest[mark.end() if mark else 0 :]), footnote, mark is not None


def _unit(amount: Amount, printed: str) -> str:
    unit = normalize_unit(printed)
    if amount.unit and unit:
        raise PrintedError(f"found {printed.strip()!r} after a unit; print the number and its unit")
    return unit or amount.unit


def _value(amount: Amount, unit: str, footnote: str, kind: Kind, approximate: bool) -> Printed:
    if unit == "年" and 1900 <= amount.value < 2100:
        raise PrintedError("found a year and not a number; print dates as YYYY-MM-DD")
    scale = SCALES.get(unit, Fraction(1))
    value, place = amount.value * scale, amount.place
    if approximate and place:
        place = amount.last_nonzero_place
    elif kind == "count" and amount.whole and unit not in SCALES:
        place = Fraction(0)
    half = place * scale / 2
    return Printed("", value, value - half, value + half, unit, approximate, footnote, 2 * half)


def _read_range(text: str, first: Amount, second: _Second, approximate: bool) -> Printed:
    unit, footnote, marked = _read_tail(text, second.amount)
    first_unit = _unit(first, text[first.end : second.joined_at])
    # 百分之 stands before the first end and serves both (百分之二到五).
    if first.unit == "%":
        unit = unit or first.unit
    if first_unit not in ("", unit):
        raise PrintedError(f"found a range in {first_unit!r} and {unit!r}; print one unit")
    scale = SCALES.get(unit, Fraction(1))
    low = share_multiplier(first, second.amount).value * scale
    high = second.amount.value * scale
    if low >= high:
        raise PrintedError("found a range whose first end is not below the second; swap or mend it")
    approximate = approximate or marked or second.marked
    return Printed("", None, low, high, unit, approximate, footnote, Fraction(0))


def _read_tolerance(text: str, first: Amount, second: _Second, approximate: bool) -> Printed:
    unit, footnote, marked = _read_tail(text, second.amount)
    first_unit = _unit(first, text[first.end : second.joined_at])
    if first_unit and not unit and first_unit not in SCALES:
        unit = first_unit
    # 120 ± 2% may be two per cent of 120 or two points: never guessed.
    if first_unit != unit and (first_unit or unit in ("%", "成")):
        raise PrintedError(f"found {first_unit!r} before ± and {unit!r} after it; print one unit")
    if second.amount.value < 0:
        raise PrintedError("found a negative tolerance; print it without a sign")
    first = share_multiplier(first, second.amount)
    middle = _value(first, unit, footnote, "measure", approximate or marked)
    half = second.amount.value * SCALES.get(unit, Fraction(1))
    value = middle.value or Fraction(0)
    return replace(middle, low=value - half, high=value + half)


def _read_bare_tolerance(text: str, start: int, lang: str, approximate: bool) -> Printed:
    amount = read_amount(text, start, lang)
    if amount is None or amount.value <= 0:
        raise PrintedError("found ± without a number above zero; print one (±2%)")
    unit, footnote, marked = _read_tail(text, amount)
    half = amount.value * SCALES.get(unit, Fraction(1))
    return Printed("", None, -half, half, unit, approximate or marked, footnote, Fraction(0))
