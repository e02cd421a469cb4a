"""Chinese numerals, read to exact values.

The place of a numeral is that of its last word: 兩萬三千 is known to a thousand, 二十 to ten.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from tieout.amount import Amount, PrintedError
from tieout.digits import read_multiplier

NUMERALS = "零〇一二三四五六七八九兩十百千萬億兆廿卅"
_ZEROS = "零〇"
_FIGURES = {
    **{"零": 0, "〇": 0, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5},
    **{"六": 6, "七": 7, "八": 8, "九": 9, "兩": 2},
}
_PLACES = {"十": 10, "百": 100, "千": 1000}
_TWENTIES = {"廿": 20, "卅": 30}
_BIG_PLACES = {"兆": 10**12, "億": 10**8, "萬": 10**4}
_RUN = re.compile(f"[{NUMERALS}]+")
_DECIMALS = re.compile("點([零〇一二三四五六七八九]+)(?!十|百(?!分點))")


def read_chinese(text: str, start: int) -> Amount | None:
    """The Chinese numeral at `start`; None if there is none. PrintedError if it is malformed."""
    for half in ("半數", "一半", "半"):
        if text.startswith(half, start):
            return Amount(Fraction(1, 2), Fraction(0), start + len(half), words=True)
    run = _RUN.match(text, start)
    if run is None:
        return None
    if run[0].endswith("百") and text.startswith("分點", run.end()):
        raise PrintedError(f"found {run[0] + '分點'!r}, two readings; print 個百分點")
    value, place = _positional(run[0]) if _is_figures(run[0]) else _whole(run[0])
    amount = Amount(Fraction(value), Fraction(place), run.end(), words=True)
    if text.startswith("點", run.end()):
        return _with_decimals(text, amount)
    return replace(amount, multiplier=_multiplier(run[0]))


def _with_decimals(text: str, amount: Amount) -> Amount:
    decimals = _DECIMALS.match(text, amount.end)
    if decimals is None:
        raise PrintedError("found 點 without decimals, a time of day; print a number (三點五)")
    figures = "".join(str(_FIGURES[character]) for character in decimals[1])
    place = Fraction(1, 10 ** len(figures))
    value = amount.value + int(figures) * place
    factor, end, _ = read_multiplier(text, decimals.end()) or (1, decimals.end(), True)
    return Amount(value * factor, place * factor, end, False, factor, words=True)


def _multiplier(run: str) -> int:
    """What the last place word multiplies everything before it by; 0 if places stand inside."""
    if run[-1] in _BIG_PLACES:
        several = sum(character in _BIG_PLACES for character in run) > 1
        return 0 if several else _BIG_PLACES[run[-1]]
    if run[-1] in _PLACES and len(run) <= 2:
        return _PLACES[run[-1]]
    return 0 if re.search("[百千萬億兆]", run) else 1


def _is_figures(run: str) -> bool:
    return all(character in _FIGURES for character in run)


def _positional(run: str) -> tuple[int, int]:
    """Figures alone: one of them, or several that 零 or 〇 marks as written place by place."""
    if len(run) > 1 and (run[0] in _ZEROS or "兩" in run or not re.search(f"[{_ZEROS}]", run)):
        raise PrintedError(f"found figures side by side in {run!r}, vague; print one number")
    return int("".join(str(_FIGURES[character]) for character in run)), 1


def _whole(run: str) -> tuple[int, int]:
    """Value and place of the last word of a whole numeral, split at its largest place word."""
    sign = next((sign for sign in _BIG_PLACES if sign in run), "")
    if not sign:
        return _section(run)
    factor = _BIG_PLACES[sign]
    left, _, right = run.rpartition(sign)
    if not left:
        raise PrintedError(f"found {run!r} without a figure before {sign}; print 一{sign}")
    high, _ = _whole(left)
    if not right:
        return high * factor, factor
    if len(right) == 1 and right in _FIGURES and right not in "零〇兩":
        # 一萬二: the last place word is left out.
        return high * factor + _FIGURES[right] * factor // 10, factor // 10
    low, place = _whole(right[1:] if right[0] in _ZEROS else right)
    if low >= factor or right == "兩":
        raise PrintedError(f"found {run!r}, not one number; print it in digits")
    return high * factor + low, place


def _section(run: str) -> tuple[int, int]:
    """A numeral below ten thousand."""
    if not run or run[0] in _ZEROS:
        raise PrintedError("found 零 at an edge of a numeral; print the number in digits")
    value, last, figure, zero = 0, 10**4, "", False
    for character in run:
        place = 10 if character in _TWENTIES else _PLACES.get(character, 0)
        if not place:
            if figure or (zero and character in _ZEROS):
                raise PrintedError(f"found figures side by side in {run!r}; print one number")
            zero, figure = zero or character in _ZEROS, character.strip(_ZEROS)
            continue
        step = _step(figure, character)
        if step == 0 or place >= last:
            raise PrintedError(f"found {run!r}, not one number (百 is 一百); print it in digits")
        value, last, figure, zero = value + step, place, "", False
    if not figure and not zero:
        return value, last
    if not figure or (figure == "兩" and len(run) > 1):
        raise PrintedError(f"found {run!r}, which ends in {run[-1]}; print it in digits")
    # 一百二 leaves out the next lower place word; 一百零二 does not.
    place = 1 if zero or last == 10**4 else last // 10
    return value + _FIGURES[figure] * place, place


def _step(figure: str, character: str) -> int:
    """Value of a figure and its place word; 0 if they do not go together."""
    if character in _TWENTIES:
        return 0 if figure else _TWENTIES[character]
    if character == "十":
        return 10 * (_FIGURES[figure] if figure else 1) if figure != "兩" else 0
    return _FIGURES[figure] * _PLACES[character] if figure else 0
