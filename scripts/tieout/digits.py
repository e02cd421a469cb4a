"""Numbers printed in digits: thousands groups, decimals, multipliers."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from tieout.amount import Amount, PrintedError

_GROUP_SPACES = "\u00a0\u2009\u202f"

# Everything that could belong to one number; what is well formed is decided afterwards, so that
# a malformed number is refused as a whole and never read up to its first fault.
_RUN = re.compile(rf"[0-9.,](?:[0-9.,]|[{_GROUP_SPACES}](?=[0-9]))*")
_NUMBER = re.compile(
    rf"(?:0|[1-9][0-9]*|[1-9][0-9]{{0,2}}([,{_GROUP_SPACES}])[0-9]{{3}}(?:\1[0-9]{{3}})*)"
    r"(?:\.(?P<decimals>[0-9]+))?|\.(?P<bare>[0-9]+)"
)
_HAN = "\u3400-\u9fff"
_CHINESE_MULTIPLIER = re.compile(r"\s*([十百千]?(?:萬億|[萬億兆])|千)")
_WORD_MULTIPLIER = re.compile(r"(?:\s*|-)(thousand|million|billion|trillion)\b", re.I)
# A Han character after the letter starts the counter (142K筆); any other letter makes a unit (kW).
_LETTER_MULTIPLIER = re.compile(rf"\s*(k|K|M|bn|B|T)(?:(?=[{_HAN}])|(?![^\W\d_]|/))")
# In names of units 兆 stands for mega (兆赫, 兆位元): two readings, so neither is taken.
_MEGA_UNIT = re.compile(r"(?<=兆)\s*(?:赫|位元|瓦|帕|焦|歐(?!元))")

_FACTORS = {
    **{"十": 10, "百": 10**2, "千": 10**3, "萬": 10**4, "億": 10**8, "兆": 10**12},
    **{"k": 10**3, "m": 10**6, "b": 10**9, "bn": 10**9, "t": 10**12},
    **{"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12},
}


def read_digits(text: str, start: int) -> Amount | None:
    """The number in digits at `start`, multipliers included; None if no digits stand there."""
    part = _read_run(text, start)
    found = read_multiplier(text, part.end) if part else None
    if part is None or found is None:
        return part
    factor, end, chinese = found
    amount, whole = _scaled(part, factor, end), part.whole
    while whole and factor > 1:
        lower = _read_lower_part(text, amount.end, factor, chinese)
        if lower is None:
            break
        part, factor, whole = lower
        amount = replace(part, value=amount.value + part.value, multiplier=0)
    return amount


def read_multiplier(text: str, start: int) -> tuple[int, int, bool] | None:
    """Factor, end and script (Chinese or not) of a multiplier at `start`."""
    if match := _CHINESE_MULTIPLIER.match(text, start):
        if _MEGA_UNIT.match(text, match.end()):
            raise PrintedError("found 兆 as part of a unit name; print the unit in letters (MHz)")
        factor = 1
        for character in match[1]:
            factor *= _FACTORS[character]
        return factor, match.end(), True
    match = _WORD_MULTIPLIER.match(text, start) or _LETTER_MULTIPLIER.match(text, start)
    if match is None:
        return None
    return _FACTORS[match[1].lower()], match.end(), False


def _read_lower_part(
    text: str, start: int, above: int, chinese: bool
) -> tuple[Amount, int, bool] | None:
    """A further part of one number (5,000 萬 after 3 億): scaled, its factor, whole or decimal."""
    while text[start : start + 1].isspace():
        start += 1
    part = _read_run(text, start)
    if part is None:
        return None
    found = read_multiplier(text, part.end)
    # 3 萬 5 may mean 35,000 or 30,005; only digits that reach the next place down are certain.
    if found is None and not (chinese and part.value * 10 >= above):
        return None
    factor, end, part_chinese = found or (1, part.end, chinese)
    scaled = _scaled(part, factor, end)
    if factor >= above or scaled.value >= above or part_chinese != chinese:
        raise PrintedError(
            f"found {text[start:end]!r} after a multiplier that is not larger; "
            "print one number, its largest part first"
        )
    return scaled, factor, part.whole


def _scaled(amount: Amount, factor: int, end: int) -> Amount:
    value, place = amount.value * factor, amount.place * factor
    return replace(amount, value=value, place=place, end=end, whole=False, multiplier=factor)


def _read_run(text: str, start: int) -> Amount | None:
    run = _RUN.match(text, start)
    if run is None or not any(character.isdigit() for character in run[0]):
        return None
    number = _NUMBER.fullmatch(run[0])
    if number is None:
        raise PrintedError(_fault(run[0]))
    if re.compile(r"\s+[0-9]").match(text, run.end()):
        raise PrintedError(
            f"found a space between digits after {run[0]!r}; name the locale, or group with commas "
            "or no-break spaces"
        )
    decimals = number["decimals"] or number["bare"] or ""
    plain = re.sub(rf"[,{_GROUP_SPACES}]", "", run[0])
    return Amount(Fraction(plain), Fraction(1, 10 ** len(decimals)), run.end(), whole=not decimals)


def _fault(run: str) -> str:
    if re.fullmatch(r"0[0-9]+(?:\.[0-9]*)?", run):
        return f"found leading zeros in {run!r}, a code and not a number; print it without them"
    if run.count(".") > 1 and "," not in run:
        return f"found {run!r}, a version or a date and not a number; name it in the glossary"
    if run[-1] in ".,":
        return f"found {run!r} with a mark at its end; print the number without it"
    return (
        f"found {run!r}, which depends on the locale; name the locale, or print groups of three "
        "digits with commas and a decimal point (1,234.5)"
    )
