"""Word lists for reading Chinese numerals, and the words of a text that state no amount.

The lists are data (zh_words.txt), read once when first needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

NUMERALS = "零〇○一二三四五六七八九兩十百千萬億兆廿卅"
PLACES = "十百千萬億兆"

# 數 after these ends a word (參數, 次數), so it is not «several» before a place word.
_BEFORE_NOUN_SHU = frozenset(
    "參分次總整倍函常係人張頁行字指多少半變複奇偶基位點讀件筆層個天年歲步輪計級對乘除因質實虛小負"
    "正底根無算代導權戶票坪度秒台臺時維批核卡列格種類組項片塊幀序冪日月回場"
)


@dataclass(frozen=True, slots=True)
class WordList:
    """Words by their first two characters, longest first, and words of one character."""

    by_pair: Mapping[str, tuple[str, ...]]
    single: frozenset[str]

    def length_at(self, text: str, position: int) -> int:
        """Length of the longest word that starts at the position, 0 if none does."""
        for word in self.by_pair.get(text[position : position + 2], ()):
            if text.startswith(word, position):
                return len(word)
        return int(text[position : position + 1] in self.single)


@lru_cache(maxsize=1)
def word_lists() -> dict[str, WordList]:
    """The sections of zh_words.txt by name."""
    sections, name = dict[str, set[str]](), ""
    source = files("tieout.checks").joinpath("zh_words.txt").read_text(encoding="utf-8")
    for line in source.splitlines():
        if line.startswith("["):
            name = line.strip("[]")
        elif not line.startswith("#"):
            sections.setdefault(name, set()).update(line.split())
    return {name: _word_list(words) for name, words in sections.items() if name}


def _word_list(words: set[str]) -> WordList:
    by_pair = dict[str, list[str]]()
    for word in sorted((w for w in words if len(w) > 1), key=lambda w: (-len(w), w)):
        by_pair.setdefault(word[:2], []).append(word)
    single = frozenset(word for word in words if len(word) == 1)
    return WordList({pair: tuple(found) for pair, found in by_pair.items()}, single)


@lru_cache(maxsize=1)
def _heads() -> re.Pattern[str]:
    heads = {pair[0] for pair in word_lists()["words"].by_pair}
    return re.compile("[" + "".join(sorted(heads)) + "]")


_LIST_MARKER = re.compile(
    rf"^[ \t]*(?:#{{1,6}} |> |[-*+] )?(?:[{NUMERALS}]{{1,4}}、|[（(][{NUMERALS}]{{1,4}}[）)])",
    re.MULTILINE,
)
_ORDINAL = re.compile(
    rf"第\s?[{NUMERALS}幾]+(?:點[{NUMERALS}]+)?(?:\s?[、到至或~～–-]\s?[{NUMERALS}]+)*"
)
_CLASS = re.compile("[一二三四五六]年[一二三四五六七八九十]+班")
_OLD_ORDINAL = re.compile(rf"(?<=[年月])初[{NUMERALS}]+(?![個天週季])")
_DAY = "[一二三四五六日天]"
_WEEK = "(?:星期|禮拜|[週周])"
# 三週五次 and 每週三次 count weeks and times; 下週三 and 每週三 are days.
_NO_COUNT_OF_WEEKS = "(?<![一二三四五六七八九十兩幾數])(?<![一二三四五六七八九十兩幾數]個)"
_TIMES_A_WEEK = rf"(?:(?<=每星期)|(?<=每禮拜)|(?<=每[週周])){_DAY}(?:次|[場趟篇堂班節天]|個?小時)"
_WEEKDAY = re.compile(
    rf"{_NO_COUNT_OF_WEEKS}{_WEEK}(?!{_TIMES_A_WEEK}){_DAY}"
    rf"(?:\s?[、到至或和與及~～–-]\s?{_WEEK}?{_DAY})*"
)


def read_words(text: str) -> dict[int, tuple[int, int]]:
    """For each character of a word, name or ordinal that states no amount: that word's span.

    Words are read from left to right, the longest first. None starts inside a numeral (一起 in
    三十一起) unless another word has just ended there (統一 and 百分比 in 統一百分比). Ordinals,
    weekdays and list markers have the start -1: they own their numerals whatever follows.
    """
    covered = dict[int, tuple[int, int]]()
    for pattern in (_LIST_MARKER, _ORDINAL, _OLD_ORDINAL, _CLASS, _WEEKDAY):
        for match in pattern.finditer(text):
            covered.update(dict.fromkeys(range(*match.span()), (-1, match.end())))
    for start, end in _words(text):
        for position in range(start, end):
            covered.setdefault(position, (start, end))
    return covered


def _words(text: str) -> Iterator[tuple[int, int]]:
    words, end = word_lists()["words"], 0
    for match in _heads().finditer(text):
        start = match.start()
        if start < end or (start != end and _inside_numeral(text, start)):
            continue
        if length := words.length_at(text, start):
            end = start + length
            yield start, end


def _inside_numeral(text: str, position: int) -> bool:
    if position == 0 or text[position] not in NUMERALS:
        return False
    before = text[position - 1]
    if before == "數" and text[position] in PLACES:
        return text[max(0, position - 2) : position - 1] not in _BEFORE_NOUN_SHU
    return before in NUMERALS or (before == "幾" and text[position] in PLACES)
