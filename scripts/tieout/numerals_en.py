"""English number words, read to exact values.

The place of a number is that of its last word: ten and twenty are known to ten, two hundred
thousand to a thousand. A dozen is known to one. Fraction words are exact (place 0).
"""

from __future__ import annotations

import re
from fractions import Fraction

from tieout.amount import Amount, PrintedError

_UNITS = {
    **{"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7},
    **{"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13},
    **{"fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18},
    **{"nineteen": 19},
}
_TENS = {
    **{"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70},
    **{"eighty": 80, "ninety": 90},
}
_FIGURES = {**_UNITS, **_TENS}
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_GROUPS = {"dozen": 12, "hundred": 100, **_SCALES}
_CARDINALS = {*_FIGURES, *_GROUPS}
_TIMES = {"twice": 2, "thrice": 3}
_PARTS = {
    **{"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7},
    **{"eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12},
    **{f"{word}th": value for word, value in _UNITS.items() if value > 12},
    **{f"{word[:-1]}ieth": value for word, value in _TENS.items()},
    **{"hundredth": 100, "thousandth": 10**3, "millionth": 10**6, "billionth": 10**9},
}
_ORDINALS = {*_PARTS} - {"half", "quarter"}
#: Words that make a second number, or a vague one, out of what follows a first one.
NUMBER_WORDS = frozenset(
    (_CARDINALS - {"one"})
    | {f"{word}s" for word in (*_GROUPS, *_ORDINALS)}
    | {*_ORDINALS, *_TIMES, "half", "halves", "point"}
)
_WORD = re.compile(r"[A-Za-z]++(?!\w)")

Words = list[tuple[str, int]]


def read_english(text: str, start: int) -> Amount | None:
    """The English number words at `start`; None if there are none. PrintedError if malformed."""
    words = _words(text, start)
    if not words:
        return None
    first, end = words[0]
    if first in _TIMES:
        return Amount(Fraction(_TIMES[first]), Fraction(1), end, unit="×", words=True)
    stem = first.removesuffix("fold")
    if stem != first and stem in _CARDINALS:
        value, place, _ = _cardinal([(stem, end)], article=stem in _GROUPS)
        return Amount(Fraction(value), Fraction(place), end, unit="×", words=True)
    return _fraction(words) or _count(words)


def _words(text: str, start: int) -> Words:
    """Words from `start`, one space or hyphen apart, in lower case with their ends."""
    found: Words = []
    while match := _WORD.match(text, start):
        found.append((match[0].lower(), match.end()))
        if text[match.end() : match.end() + 1] not in ("-", " ", "\u00a0", "\u2009", "\u202f"):
            break
        start = match.end() + 1
    return found


def _fraction(words: Words) -> Amount | None:
    """half, a third, two-thirds, three quarters; also half a million, a quarter million."""
    names = [*(word for word, _ in words), "", "", ""]
    if names[0] == "half":
        count, used = 1, 1
    else:
        count, used = 1 if names[0] in ("a", "an") else _UNITS.get(names[0], 0), 2
    part = names[used - 1]
    denominator = _PARTS.get(part if count == 1 else part.removesuffix("s"), 0)
    if not count or not denominator or (count > 1 and not part.endswith("s")):
        return None
    if part in _ORDINALS and names[used] not in ("", "of", "to", "and"):
        raise PrintedError(f"found the ordinal {part!r} before {names[used]!r}; print a number")
    if part == "half" and names[used] in ("a", "an"):
        used += 1
    value = Fraction(count, denominator)
    if part in ("half", "quarter", "quarters") and names[used] in _GROUPS:
        value, used = value * _GROUPS[names[used]], used + 1
    return Amount(value, Fraction(0), words[used - 1][1], words=True)


def _count(words: Words) -> Amount | None:
    """Cardinal words, a dozen, two and a half."""
    article = words[0][0] == "a"
    value, place, used = _cardinal(words[article:], article)
    if used == 0:
        return None
    used += article
    mixed = _mixed(words, value, used)
    if mixed is not None:
        return mixed
    groups = [word for word, _ in words[:used] if word in _GROUPS]
    scales = [word for word in groups if word in _SCALES]
    pure = groups[-1:] == [words[used - 1][0]] and (len(scales) == 1 or len(groups) == 1)
    multiplier = _GROUPS[groups[-1]] if pure else int(not groups)
    end = words[used - 1][1]
    return Amount(Fraction(value), Fraction(place), end, multiplier=multiplier, words=True)


def _mixed(words: Words, value: int, used: int) -> Amount | None:
    """A figure and a fraction: two and a half, one and three quarters, one and a half million."""
    names = [word for word, _ in words]
    if value >= 100 or names[used - 1] not in _FIGURES or names[used : used + 1] != ["and"]:
        return None
    part = _fraction(words[used + 1 : used + 3]) if len(words) > used + 1 else None
    if part is None or not 0 < part.value < 1 or names[used + 1] == "half":
        return None
    after = [(word, end) for word, end in words if end > part.end]
    factor, end = 1, part.end
    if after and after[0][0] in _SCALES:
        factor, end = _SCALES[after[0][0]], after[0][1]
    return Amount((value + part.value) * factor, Fraction(0), end, multiplier=factor, words=True)


def _cardinal(words: Words, article: bool) -> tuple[int, int, int]:
    """Value, place of the last word, and how many words belong to the cardinal number."""
    total, group, place, used = 0, int(article), 1, 0
    # A figure must be below `room` (after twenty only one to nine), a scale below `ceiling`.
    room, ceiling = (0 if article else 100), 10**15
    for index, (word, _) in enumerate(words):
        if word == "and" and place >= 100 and room and _begins_figure(words, index + 1):
            continue
        figure = _FIGURES.get(word, room)
        if figure < room and (figure or index == 0):
            group, place = group + figure, 10 if word in {"ten", *_TENS} else 1
            room = 10 if word in _TENS else 0
        elif word == "hundred" and 0 < group < 100:
            group, place, room = group * 100, 100, 100
        elif group and _SCALES.get(word, ceiling) < ceiling:
            ceiling = place = _SCALES[word]
            total, group, room = total + group * place, 0, 100
        elif word == "dozen" and 0 < group < 100 and not total and place < 100:
            return group * 12, 1, index + 1
        elif word in _CARDINALS and index:
            raise PrintedError(f"found {word!r} after another number word; print one number")
        else:
            break
        used = index + 1
    return total + group, place, used


def _begins_figure(words: Words, index: int) -> bool:
    return index < len(words) and words[index][0] in _FIGURES
