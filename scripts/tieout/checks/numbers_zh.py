"""Chinese numerals in running text that state an amount, as used in Taiwan.

A numeral states an amount when a counter or unit follows it, when it is 倍, 成, a fraction or a
date, or when it is a number of several figures with a place word (十六, 數百). 一 before a counter
reads «a»; ordinals give a place in an order; numerals inside words, idioms and names (萬一, 三星,
七上八下) state nothing. The words are in zh_words.txt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tieout.checks.numbers_digits import Region
from tieout.checks.zh_lexicon import NUMERALS, read_words, word_lists
from tieout.checks.zh_numerals import Numeral, numerals
from tieout.checks.zh_readings import amount, before

_RANGE = re.compile(r"[ \u00a0]?[到至~～–-][ \u00a0]?")
_SHARING = re.compile(r"[ \u00a0]?[到至~～–\-或和與及、][ \u00a0]?")
_OPERATOR = re.compile(r"比|乘以?|除以")
_CHANGE = re.compile(r"[從由自]\s?\Z")
_AMOUNTS = "一半過減折砍對各近逾翻加雙倍成數上"
_AMOUNT_HEADS = re.compile(f"[{_AMOUNTS}]")
_BEGINNINGS = re.compile(f"[{NUMERALS}幾{_AMOUNTS}]")


def chinese_begins(text: str) -> bool:
    """Whether a number can begin anywhere; what is exempt only takes beginnings away."""
    return bool(_BEGINNINGS.search(text))


def chinese_spans(text: str) -> list[Region]:
    """Spans of Chinese numerals that state an amount in a masked text, in order."""
    covered = read_words(text)
    found = numerals(text, covered)
    amounts = [amount(text, numeral, covered) for numeral in found]
    _share(text, found, amounts)
    spans = _join_ranges(text, [span for span in amounts if span])
    return _merge([*spans, *_amount_words(text, covered), *_halves(text, covered)])


def _share(text: str, found: list[Numeral], amounts: list[Region | None]) -> None:
    """Let a numeral share the next one's counter (三到五天, 兩或三個); read ratios (三比二)."""
    for i in range(len(found) - 2, -1, -1):
        first, second = found[i], found[i + 1]
        if amounts[i] or first.word_end or first.kind not in ("one", "figure", "pair", "placed"):
            continue
        gap = text[first.end : second.start] if second.start - first.end < 4 else ""
        fraction = text.startswith("分之", second.end)
        if amounts[i + 1] and not fraction and _SHARING.fullmatch(gap):
            if first.kind != "one" or _RANGE.fullmatch(gap):
                amounts[i] = (first.start, first.end)
        elif _OPERATOR.fullmatch(gap) and not second.word_end:
            for index, numeral in ((i, first), (i + 1, second)):
                if numeral.kind in ("figure", "placed"):
                    amounts[index] = amounts[index] or (numeral.start, numeral.end)


def _join_ranges(text: str, spans: list[Region]) -> list[Region]:
    """«三到五» is one number with two ends; «從三到五» is a change and has two numbers."""
    joined, open_end = list[Region](), False
    for start, end in spans:
        gap = text[joined[-1][1] : start] if open_end and start - joined[-1][1] < 4 else ""
        if _RANGE.fullmatch(gap):
            joined[-1] = (joined[-1][0], end)
            open_end = False
        else:
            joined.append((start, end))
            open_end = not before(_CHANGE, text, start)
    return joined


def _amount_words(text: str, covered: Mapping[int, Region]) -> Iterator[Region]:
    """Words that state an amount without a numeral of their own (減半, 翻倍, 數以千計)."""
    words, units = word_lists()["amounts"], word_lists()["half units"]
    for match in _AMOUNT_HEADS.finditer(text):
        start = match.start()
        end = start + words.length_at(text, start)
        of_time = text[end - 1] == "半" and units.length_at(text, end)
        if end > start and not of_time and not any(i in covered for i in range(start, end)):
            yield start, end


def _halves(text: str, covered: Mapping[int, Region]) -> Iterator[Region]:
    """半 before a unit of time."""
    units = word_lists()["half units"]
    for match in re.finditer("半", text):
        if match.start() not in covered and units.length_at(text, match.end()):
            yield match.span()


def _merge(spans: list[Region]) -> list[Region]:
    merged = list[Region]()
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
