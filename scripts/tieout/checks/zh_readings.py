"""The readings under which a Chinese numeral states an amount: multiple, date, count, bare number.

A reading gives the end of the number and how far it had to look (over a counter or unit). Where a
word covers the same characters, the longer of the two wins: 十分 is «very», 十分鐘 are ten minutes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from tieout.checks.numbers_digits import Region
from tieout.checks.zh_lexicon import NUMERALS, word_lists
from tieout.checks.zh_numerals import FIGURES, FRACTION, RUN, Numeral

Covered = Mapping[int, Region]

_MONTHS = frozenset(["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"])
_PAUSE = re.compile(r"\s*(?:[，。、；：！？）」』,.;:!?)]|\Z)")
_DECIMAL = re.compile(rf"點[零〇○{FIGURES}]++(?![十百千刻]|分(?!之|貝))[百千萬億兆]*")

_ROUGHLY = re.compile(
    r"(?:[逾破達滿]|上看|超過|(?<![最附靠])近|(?<![晚早馬線網路街身世加以場手本實際則桌船車頭心會理論致體史海])上)\Z"
)
_VALUE_CUE = re.compile(
    r"(?:等於|[設改調升降增減變][為成到至]|[乘除]以|大於|小於|高於|低於|超過|達到|[值約達]|[A-Za-z]\s?[為是])\s?\Z"
)
_TIME = re.compile(
    r"(?:[上下]午|凌晨|[晚早今明][上間早晚]|中午|清晨|傍晚|深夜|午後|半夜|[於在至到])\Z"
)
_SCORE = re.compile(r"(?:[得扣加拿給打差]|滿分)\Z")
_HOUR = re.compile(rf"(?<![這那哪有另後第{NUMERALS}])[{NUMERALS}]{{1,3}}點\Z")
_AFTER_TIME = re.compile(r"左右|[前後整開到起出結才就]")
_POINTING = re.compile(r"[這那哪有]\Z")

_BIG = re.compile(r"大(?![於約概都多家幅量致抵膽意小])[\u4e00-\u9fff]")
_ADJECTIVES = frozenset("大小整滿長短")
_ZEROS = frozenset("零〇○")
_COUNTED_STRING = frozenset("年折度頁元")
_COUNTED_ZERO = frozenset("個次筆人名例秒元度票")
_AFTER_TWICE = re.compile("[後以的之仍都均才就]")
_ONE_AND_A_HALF = re.compile("個半個?(?:月|小時|鐘頭|星期|禮拜|世紀|學期|百分點|工作天)")
_WORD_WITH_CHENG = re.compile("成(?:[功為立就長熟形型果本因份品績效語]|員(?!工)|分(?!之))")


def amount(text: str, numeral: Numeral, covered: Covered) -> Region | None:
    """The span of a numeral if it states an amount."""
    if fraction := FRACTION.match(text, numeral.end):
        return numeral.start, fraction.end()
    if end := _score(text, numeral) or _rough(text, numeral):
        return numeral.start, end
    pointed = numeral.kind == "one" and before(_POINTING, text, numeral.start)
    if (decimal := _DECIMAL.match(text, numeral.end)) and not pointed:
        numeral = replace(numeral, end=decimal.end(), kind="placed")
    for reading in (_multiple, _date, _counted, _bare):
        if found := reading(text, numeral, covered):
            end, reach = found
            return (numeral.start, end) if reach > numeral.word_end else None
    return None


def before(pattern: re.Pattern[str], text: str, position: int) -> bool:
    """Whether the pattern, which ends in \\Z, matches just before the position."""
    return bool(pattern.search(text, max(0, position - 6), position))


def _score(text: str, numeral: Numeral) -> int:
    """十分 as ten points or ten minutes past; else it is the adverb, which never ends a clause."""
    start, end = numeral.start, numeral.end
    if text[start : end + 1] != "十分":
        return 0
    ends = bool(_PAUSE.match(text, end + 1))
    score = ends and before(_SCORE, text, start)
    time = (ends or _AFTER_TIME.match(text, end + 1)) and before(_HOUR, text, start)
    return end if score or time else 0


def _rough(text: str, numeral: Numeral) -> int:
    """Place words after a word of degree: 上百, 破億, 近千萬 (but not 上百科)."""
    if numeral.kind not in ("lone", "places") or numeral.word_end > numeral.end:
        return 0
    return numeral.end if before(_ROUGHLY, text, numeral.start) else 0


def _multiple(text: str, numeral: Numeral, covered: Covered) -> Region | None:
    """N倍, N倍半, N成, N成半, N成M."""
    end, kind = numeral.end, numeral.kind
    mark = text[end : end + 1]
    if mark not in ("倍", "成") or kind == "zero":
        return None
    if kind == "one" and (end in covered or _WORD_WITH_CHENG.match(text, end)):
        return None
    if mark == "成" and kind not in ("one", "figure", "pair", "vague", "placed"):
        return None
    end += 1
    half = text[end : end + 1] == "半" and end not in covered
    if half or (mark == "成" and _is_hundredth(text, end)):
        end += 1
    return end, end


def _is_hundredth(text: str, position: int) -> bool:
    """Whether a figure after N成 belongs to it: 三成五, but not 三成五個 or 兩成三成."""
    run = RUN.match(text, position)
    if not run or len(run[0]) > 1 or run[0] not in FIGURES:
        return False
    return text[run.end() : run.end() + 1] not in tuple("成倍") and not _counter(text, run.end())


def _date(text: str, numeral: Numeral, _: Covered) -> Region | None:
    start, end = numeral.start, numeral.end
    mark, digits = text[end : end + 1], text[start:end]
    if mark == "月" and digits in _MONTHS:
        pointed = digits == "一" and text[max(0, start - 1) : start] in tuple(
            "每同任某這那單上下一"
        )
        return None if pointed else (end, end + 1)
    if mark in ("日", "號") and text[max(0, start - 2) : start].rstrip().endswith("月"):
        return end, end + 1
    return None


def _counted(text: str, numeral: Numeral, covered: Covered) -> Region | None:
    """A numeral with its counter or unit, also with 半 after it (兩個半小時, 一年半)."""
    start, end, kind = numeral.start, numeral.end, numeral.kind
    length = _counter(text, end) or int(kind == "figure" and _BIG.match(text, end) is not None)
    if kind == "one":
        half = _half_after(text, end, length, covered)
        hour = text[end : end + 1] == "點" and before(_TIME, text, start)
        return (half, half) if half else ((end, end + 1) if hour else None)
    if length and _states_count(text, numeral):
        half = _half_after(text, end, length, covered)
        return (half, half) if half else (end, end + length)
    latin = _latin_unit(text, end)
    if latin:
        return end, latin
    if (
        not length
        and kind in ("figure", "pair", "placed", "places")
        and _weakly_counted(text, numeral)
    ):
        return end, end + 1
    return None


def _states_count(text: str, numeral: Numeral) -> bool:
    kind = numeral.kind
    if kind == "zero":
        return text[numeral.end] in _COUNTED_ZERO
    run = text[numeral.start : numeral.end]
    if run == "二" and text[numeral.end] == "次":  # «secondary» (二次開發) unless it ends a phrase
        after = numeral.end + 1
        return bool(_AFTER_TWICE.match(text, after) or _PAUSE.match(text, after))
    if kind == "lone" or run == "千萬":
        return word_lists()["place units"].length_at(text, numeral.end) > 0
    if kind == "string" and _ZEROS.isdisjoint(run):  # 一一五年, 七五折, but not 七三一部隊
        return text[numeral.end] in _COUNTED_STRING
    return kind not in ("vague", "odd")


def _counter(text: str, position: int) -> int:
    """Length of the counter or unit there, with an adjective before it; 0 if a label is longer."""
    lists = word_lists()
    length = max(
        lists["counters"].length_at(text, position), lists["units"].length_at(text, position)
    )
    if not length and text[position : position + 1] in _ADJECTIVES:
        inner = lists["counters"].length_at(text, position + 1)
        length = inner + 1 if inner else 0
    return length if length > lists["labels"].length_at(text, position) else 0


def _half_after(text: str, end: int, length: int, covered: Covered) -> int:
    """End of 半 after a unit (兩年半, 三點半, 一個半小時), 0 if there is none."""
    position = end + length
    if not length or text[position : position + 1] != "半" or position in covered:
        return 0
    measured = word_lists()["units"].length_at(text, end) == length and text[end] not in "個次人名"
    hour = text[end] == "點" and length == 1
    return position + 1 if measured or hour or _ONE_AND_A_HALF.match(text, end) else 0


def _latin_unit(text: str, position: int) -> int:
    if text[position : position + 1] in (" ", "\u00a0"):
        position += 1
    length = word_lists()["latin units"].length_at(text, position)
    end = position + length
    whole = length and not (text[end : end + 1].isascii() and text[end : end + 1].isalnum())
    return end if whole else 0


def _weakly_counted(text: str, numeral: Numeral) -> bool:
    """Counters that also make labels (三期, 二代) count after a cue, 兩 or a longer number."""
    lists = word_lists()
    weak = lists["weak counters"].length_at(text, numeral.end)
    if weak == 0 or lists["labels"].length_at(text, numeral.end) >= weak:
        return False
    run = text[numeral.start : numeral.end]
    if run == "兩" or numeral.kind in ("pair", "placed"):
        return True
    if text[numeral.end] == "時":
        return before(_TIME, text, numeral.start)
    window = text[max(0, numeral.start - 4) : numeral.start]
    return any(lists["cues"].length_at(window, i) == len(window) - i for i in range(len(window)))


def _bare(text: str, numeral: Numeral, _: Covered) -> Region | None:
    """A number without a counter: one of several figures, or a value (批次設為八)."""
    start, end, kind = numeral.start, numeral.end, numeral.kind
    if word_lists()["labels"].length_at(text, end):
        return None
    run = text[start:end]
    known = kind == "placed" or (kind == "places" and run != "千萬")
    year = kind == "string" and len(run) == 4 and not _ZEROS.isdisjoint(run)
    value = kind == "figure" and before(_VALUE_CUE, text, start) and _PAUSE.match(text, end)
    return (end, end) if known or year or value else None
