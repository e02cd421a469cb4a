"""Numbers that are no digit strings and no number words, and that a reader takes for numbers.

The finder of numbers (numbers_in_text) follows the rules for running prose. A finished page can
hold more: ½, Ⅳ, ①, digits of other scripts, 參拾, and words that say how many times with no number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

#: Digits of other scripts are \d; the ranges are super- and subscripts, fractions, Roman numerals,
#: enclosed numbers, rods and Hangzhou numerals, months, hours and days in one sign.
_SIGNS = re.compile(
    r"[^\D0-9０-９]+|[²³¹¼-¾\u09f4-\u09f9\u2070\u2074-\u2079\u2080-\u2089\u2150-\u218b\u2460-\u249b"
    r"\u24ea-\u24ff\u2776-\u2793\u3021-\u3029\u3038-\u303a\u3192-\u3195\u3220-\u3229\u3248-\u324f"
    r"\u3251-\u325f\u3280-\u3289\u32b1-\u32bf\u32c0-\u32cb\u3358-\u3370\u33e0-\u33fe"
    r"\U0001d360-\U0001d378\U0001f100-\U0001f10c\U0001f51f]+"
)
_FORMAL = re.compile(
    "[壹貳叁參肆伍陸柒捌玖][拾佰仟][壹貳叁參肆伍陸柒捌玖拾佰仟萬]*|拾[壹貳叁參肆伍陸柒捌玖]"
    "|[壹貳叁肆伍陸柒捌玖]+(?=[倍成萬億元個張次])"
)
_ENGLISH = re.compile(
    r"\b(?:orders? of magnitude|(?:twen|thir|for|fif|six|seven|eigh|nine)ties|a score of"
    r"|per ?mille?|manifold)\b",
    re.IGNORECASE,
)
_CHINESE = re.compile("數量級|十之八九|十有八九|[兩三四五六七八九十幾]打(?= ?[A-Za-z])")


def odd_numerals(text: str, lang: str) -> Iterator[str]:
    """The numbers of a text that only this module knows, in order of their kind."""
    if not text.isascii():
        yield from _SIGNS.findall(text)
    if lang == "en":
        yield from _ENGLISH.findall(text)
    else:
        yield from _FORMAL.findall(text)
        yield from _CHINESE.findall(text)
