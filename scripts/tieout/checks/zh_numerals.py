"""Chinese numerals as they stand in a text: where each begins and ends, and how it is built."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from tieout.checks.numbers_digits import Region
from tieout.checks.zh_lexicon import NUMERALS

Kind = Literal[
    "zero",  # 零
    "one",  # 一
    "figure",  # 二 to 九, 兩, 十, 廿, 卅
    "pair",  # two neighbours side by side: 三四, 兩三, 三五
    "string",  # figures without place words: 二〇二六
    "lone",  # one place word: 百, 千, 萬, 億, 兆
    "places",  # place words alone: 百萬, 千億
    "placed",  # a number with place words: 十六, 三百零五, 數十, 兩三千, 十幾萬
    "vague",  # 幾 or 數 before 倍 or 成
    "odd",  # anything else
]

FIGURES = "一二三四五六七八九兩"
RUN = re.compile(
    rf"[幾數](?=[倍成])|(?:[幾數](?=[十百千萬億兆]))?[{NUMERALS}]+"
    r"(?:(?<=[十百千萬億兆])(?:[多餘幾]|數(?=[個名位人張台臺次條件種家頁天年萬億])|來(?![自源往回電信臨]))[百千萬億兆]*)?"
)
FRACTION = re.compile(rf"分之(?:[幾數](?=[{NUMERALS}]))?[{NUMERALS}幾]+(?:點[零〇○{FIGURES}]+)?")
_PLACED = re.compile(
    rf"(?:[{FIGURES}]{{1,2}}|[幾數]|(?=[十廿卅]))(?:[十百千萬億兆廿卅]++[零〇○]?[{FIGURES}]{{0,2}}+)++"
    r"[多餘來幾數]?[百千萬億兆]*"
    r"|[百千萬億兆]+[多餘來]"
)
_PAIR = re.compile("一二|一兩|兩三|二三|三四|四五|五六|六七|七八|八九|三五|三兩")
_PLACES = re.compile("[百千萬億兆]+")
_STRING = re.compile(f"[零〇○{FIGURES}]+")
_SINGLE: Mapping[str, Kind] = {
    "零": "zero", "〇": "zero", "○": "zero", "一": "one", "幾": "vague", "數": "vague",
    "百": "lone", "千": "lone", "萬": "lone", "億": "lone", "兆": "lone",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Numeral:
    """A numeral; `word_end` is the end of a word that starts with it (三重區), 0 if none does."""

    start: int
    end: int
    kind: Kind
    word_end: int


def numerals(text: str, covered: Mapping[int, Region]) -> list[Numeral]:
    """The numerals of a text, less the parts that a word has taken (統一兩種 leaves 兩)."""
    found, done = list[Numeral](), 0
    for match in RUN.finditer(text):
        if match.start() < done:
            continue
        start, word_end = _trim(text, *match.span(), covered)
        if start < match.end() and text[start : match.end()] != "一一":  # 一一 is «one by one»
            found.append(Numeral(start, match.end(), kind_of(text[start : match.end()]), word_end))
            if fraction := FRACTION.match(text, match.end()):
                done = fraction.end()
    return found


def _trim(text: str, start: int, end: int, covered: Mapping[int, Region]) -> Region:
    """Where the numeral proper starts (`end` if nowhere), and the end of a word from there on."""
    if text[start] in "幾數" and start + 1 in covered:
        start += 1
    first = start
    while start < end and start in covered:
        word_start, word_end = covered[start]
        if word_start == start and word_end >= end:
            return start, word_end
        if word_start == first and kind_of(text[first:end]) in ("placed", "places", "pair"):
            return first, 0  # a word cannot be cut out of the front of a number: 千萬 in 千萬億
        start = min(word_end, end)
    # 統一百 can only be 系統 + 一百, never 統一 + 百.
    if start == first + 1 < end and text[first] == "一" and text[start] in "百千萬億":
        return first, 0
    return start, 0


def kind_of(run: str) -> Kind:
    """How a numeral is built."""
    if len(run) == 1:
        return _SINGLE.get(run, "figure")
    if _PAIR.fullmatch(run):
        return "pair"
    if _PLACED.fullmatch(run):
        return "placed"
    if _PLACES.fullmatch(run):
        return "places"
    return "string" if _STRING.fullmatch(run) else "odd"
