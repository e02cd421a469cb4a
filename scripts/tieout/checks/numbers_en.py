"""English number words in running text.

Reported are cardinals from two on and their compounds, words that state a multiple or a part
(twice, doubled, half, quarter, two-fold), and fractions. «One» alone reads as a pronoun or an
article and ordinals give a place in an order, so neither states an amount; «third» does in «a third
of», not in «a third run».
"""

from __future__ import annotations

import re
import string
from functools import cache, lru_cache
from typing import NamedTuple

from tieout.checks.numbers_digits import Region

_UNITS = "one|two|three|four|five|six|seven|eight|nine"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_SCALES = "hundred|thousand|million|billion|trillion|quadrillion|dozen"
_PLURALS = "tens|hundreds|thousands|millions|billions|trillions|quadrillions|dozens"
_ORDINALS = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
_SMALL_PARTS = (
    "third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|fifteenth|sixteenth|twentieth"
    "|thirtieth|fiftieth"
)
_LARGE_PARTS = "hundredth|thousandth|millionth|billionth"
_PARTS = f"{_SMALL_PARTS}|{_LARGE_PARTS}"
_PART_PLURALS = "|".join(f"{part}s" for part in f"{_PARTS}|quarter".split("|")) + "|halves"
_WORDS = (
    "twice|thrice|half|halves|halved|halving|quarter|quarters"
    "|double|doubles|doubled|doubling|triple|triples|tripled|tripling"
    "|quadruple|quadruples|quadrupled|quadrupling|quintuple|quintupled"
)
_CARDINALS = f"{_UNITS}|{_TEENS}|{_TENS}|{_SCALES}"
_FOLDS = "|".join(f"{word}fold" for word in _CARDINALS.split("|"))

_H = "[-‐‑]"
_S = "[ \t\n\u00a0\u2009\u202f]"
_J = f"(?:{_H}|{_S})"


def _word(words: str) -> str:
    return rf"(?:{words})\b"


# Repeats are bounded: no number has more parts, and a long chain must not cost time without end.
_SMALL = rf"(?:{_word(_TENS)}(?:{_J}{_word(_UNITS)})?|{_word(_TEENS)}|{_word(_UNITS)})"
_SCALE = _word(_SCALES)
_AND = rf"(?:,{_S}|,?{_S}and{_S}|{_H}and{_H}|{_J})"
_TAIL = rf"(?:{_AND}{_SMALL}(?!{_H}\w)(?:{_J}{_SCALE}){{0,3}}){{0,6}}"
_ROUND = rf"(?:(?:{_SMALL}{_J})?{_SCALE}(?:{_J}{_SCALE}){{0,2}})"
_CARDINAL = rf"(?:{_ROUND}{_TAIL}|{_SMALL})"
_NO_PARTY = rf"(?!{_J}part(?:y|ies)\b)"

_DEGREE = (
    "by|about|around|roughly|nearly|almost|over|under|than|only|just|approximately|least|most"
    "|exactly|barely"
)
_OWNER = (
    "an?|one|another|each|every|full|good|whole|mere|top|bottom|middle|upper|lower|last|first"
    "|final|remaining|other"
)
_COMPARED = (
    "as|less|more|fewer|lower|higher|faster|slower|smaller|larger|bigger|cheaper|shorter|longer"
)
_OF = re.compile(rf"{_S}of\b")
_COMPARISON = re.compile(rf"{_S}(?:{_COMPARED})\b")
_CLAUSE_END = re.compile(rf"{_S}?(?:[.,;:!?)]|\Z)")
_AFTER_OWNER = re.compile(rf"\b(?:{_OWNER}){_S}\Z")
_AFTER_ARTICLE = re.compile(rf"\ban?{_S}\Z")
_AFTER_DEGREE = re.compile(rf"\b(?:{_DEGREE}){_S}an?{_S}\Z")

_TO = re.compile(rf"{_S}to{_S}|{_H}to{_H}")
_FROM = re.compile(r"\bfrom\s\Z")
_ASCII_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
_TOKEN = re.compile("[a-z]+")


@lru_cache(maxsize=1)
def _heads() -> frozenset[str]:
    """The words with which a number can begin."""
    return frozenset(
        "|".join((_CARDINALS, _PLURALS, _PARTS, _PART_PLURALS, _WORDS, _FOLDS)).split("|")
    )


class _Form(NamedTuple):
    """A form of a number in words; it can stand only in a text that has one of the words."""

    words: frozenset[str]
    pattern: str


@lru_cache(maxsize=1)
def _forms() -> tuple[_Form, ...]:
    """Numbers in words, the more specific first; what the group `dead` matches is no amount."""
    ordinal = rf"{_word(_TENS)}{_H}{_word(_ORDINALS)}"
    after_scale = rf"{_ROUND}(?:{_H}|{_S}and{_S}|{_H}and{_H}){_word(_ORDINALS + '|' + _PARTS)}"
    small_part = rf"(?:half|quarter|{_SMALL_PARTS})\b{_NO_PARTY}"
    a_part = rf"(?:half|quarter|{_PARTS})\b"
    fraction = rf"{_CARDINAL}{_J}{_word(_PART_PLURALS)}"
    forms = (
        (f"fold|{_FOLDS}", rf"(?:{_CARDINAL}{_H}fold|(?:{_FOLDS}))\b"),
        (_PART_PLURALS, fraction),
        (
            f"half|quarter|{_SMALL_PARTS}",
            rf"one{_J}{small_part}|(?:{_UNITS}){_H}{small_part}",
        ),
        (
            _LARGE_PARTS,
            rf"(?:one{_J}|(?<=\ba{_S})(?:ten|hundred){_H}){_word(_LARGE_PARTS)}(?={_S}of\b)",
        ),
        (
            f"{_ORDINALS}|{_PARTS}",
            rf"(?P<dead>{ordinal}|{_CARDINAL}{_J}(?:and{_J})?(?:{_word(_LARGE_PARTS)}|{ordinal})|{after_scale})",
        ),
        (
            f"half|quarter|{_PARTS}|{_PART_PLURALS}",
            rf"{_CARDINAL}{_J}and{_J}(?:an?{_J}{a_part}|{fraction}|one{_J}{a_part}|half\b)(?:{_S}{_SCALE})?",
        ),
        (
            "point",
            rf"{_CARDINAL}{_S}point(?:{_S}{_word('zero|oh|' + _UNITS)}){{1,20}}(?:{_S}{_SCALE})?",
        ),
        (_PLURALS, rf"{_word(_PLURALS)}(?:{_S}of{_S}{_word(_PLURALS)}){{0,3}}"),
        ("half|quarter", rf"half(?:{_S}a{_S}|{_H}a{_H}|{_H}){_SCALE}|quarter{_H}{_SCALE}"),
        (_CARDINALS, rf"(?P<cardinal>{_CARDINAL})"),
        (f"{_WORDS}|{_PART_PLURALS}", _word(f"{_WORDS}|{_PART_PLURALS}")),
    )
    return tuple(_Form(frozenset(words.split("|")), pattern) for words, pattern in forms)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compiled when a text may first have it: all forms together take longer than a page."""
    return re.compile(pattern)


def _grammar(text: str) -> list[re.Pattern[str]]:
    """The forms that a lowered text may have, in their order."""
    found = {*_TOKEN.findall(text)}
    return [_compiled(form.pattern) for form in _forms() if not form.words.isdisjoint(found)]


def english_begins(text: str) -> bool:
    """Whether a number in words can begin anywhere; what is exempt only takes beginnings away."""
    if "://" in text or "`" in text:  # an exempt region that may end within a word
        return True
    return not _heads().isdisjoint(_TOKEN.findall(text.translate(_ASCII_LOWER)))


def english_spans(text: str) -> list[Region]:
    """Spans of number words in a text whose exempt regions are masked, in order."""
    text = text.translate(_ASCII_LOWER)
    spans, done, joinable = list[Region](), 0, False
    heads, grammar = _heads(), _grammar(text)
    for token in _TOKEN.finditer(text):
        if token[0] not in heads:  # most words, asked first
            continue
        start = token.start()
        if start < done or _inside_word(text, *token.span()):
            continue
        match = next(filter(None, (form.match(text, start) for form in grammar)), None)
        if not match:
            if _is_part(text, *token.span()):
                spans.append(token.span())
            joinable = False
            continue
        done = match.end()
        cardinal = match.lastgroup == "cardinal" and match[0] != "one"
        if joinable and cardinal and _TO.fullmatch(text, spans[-1][1], start):
            spans[-1] = (spans[-1][0], done)
            joinable = False
        elif match.lastgroup != "dead" and match[0] != "one":
            spans.append((start, done))
            joinable = cardinal and not _FROM.search(text, max(0, start - 6), start)
    return spans


def _inside_word(text: str, start: int, end: int) -> bool:
    """Whether letters, digits or underscores other than a to z go on before or behind the word."""
    around = text[max(0, start - 1) : start] + text[end : end + 1]
    return any(character.isalnum() or character == "_" for character in around)


def _is_part(text: str, start: int, end: int) -> bool:
    """Whether «third» is a part: «a third of», «a third faster», «by a third» ending a clause."""
    before = max(0, start - 24), start
    if _OF.match(text, end) and _AFTER_OWNER.search(text, *before):
        return True
    if _COMPARISON.match(text, end) and _AFTER_ARTICLE.search(text, *before):
        return True
    return bool(_CLAUSE_END.match(text, end) and _AFTER_DEGREE.search(text, *before))
