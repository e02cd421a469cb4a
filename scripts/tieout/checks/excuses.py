"""What a writer may exempt in his own words: counts of his own things, names, examples, idioms.

A figure is in digits or has a unit. His own count is bare; a name has letters that are no unit; an
example says that it is one; an idiom is on the project's list.
"""

from __future__ import annotations

import re
from collections.abc import Set
from functools import cache
from pathlib import Path

WRITTEN = ("own-count", "name", "example", "idiom")
IDIOMS = Path(__file__).with_name("idioms.txt")
_ONES = "one|two|three|four|five|six|seven|eight|nine"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
#: All that may be said as a count of one's own: below a hundred, nothing beside it but, in Chinese,
#: the counter.
_COUNT = re.compile(
    rf"[0-9]{{1,2}}|{_ONES}|{_TEENS}|(?:{_TENS})(?:[- ](?:{_ONES}))?|(?:a )?dozen"
    "|(?:[一二兩三四五六七八九]|[一二三四五六七八九]?十[一二三四五六七八九]?)"
    "[個組種項條張份次點列欄節篇段句步類層頁處道件位]?"
)
#: What makes a measurement of a count that it follows.
UNITS_AFTER = (
    r" ?(?:[×%％]|[倍成折](?![為了績本果功])|分之|個?百分點|[毫微]?秒|分鐘|個?小時|[天週年元](?!限)"
    r"|個月|張? ?GPU(?![A-Za-z])(?! ?(?:[數的]|counts?\b))|個? ?token|[KMGT]i?B\b|[munµμ]?s\b"
    r"|k?W\b)"
    r"|[- ](?:times|fold|per ?cent|percentage|tok\w*|seconds?|minutes?|hours?|days?|weeks?|months?"
    r"|years?|dollars?|watts?|GPUs)\b(?! counts?\b)"
)
#: What stands alone beside the digits of a figure.
_UNIT = re.compile(
    r"(?i)(?<![a-z])(?:tok(?:ens?)?(?:/\w+)*|[kmgt]i?b(?:/s)?|[munµμ]?s|k?w|kwh|[kmbt]|bn|x|pp|gpus?"
    r"|seconds?|minutes?|hours?|days?|years?|percent|times|fold|usd|million|billion|trillion)(?![a-z])"
)
#: What of a name stands before or behind its number: a word with a capital that is no unit.
_BEFORE = re.compile(r"(?:[A-Z][\w]*|\b[a-z]+[A-Z]\w*)[-‐ #./:’]{0,2}\Z")
_BEHIND = re.compile(r"[-‐ ]?[A-Z][A-Za-z]*")
_EXAMPLE = re.compile(
    r"\b(?:for (?:example|instance)|e\.g\.|say|suppose|imagine|assume|if|such as|like)\b"
    r"|例如|比如|比方|譬如|舉例|假設|假如|如果|若|好比|像是|諸如",
    re.IGNORECASE,
)


def is_excused(why: str, text: str, lang: str, wordings: Set[str], before: str = "") -> bool:
    """Whether a writer's reason holds for a text.

    `wordings` are those of the ledger's figures, without white space; what reads like one of them
    is one. `before` is what the text's own paragraph says ahead of it.
    """
    bare = "".join(text.split())
    if bare in wordings:
        return False
    match why:
        case "own-count":
            return is_count(text)
        case "idiom":
            return " ".join(text.split()).casefold() in idioms().get(lang, ())
        case "name":
            return _is_name(text, lang)
        case "example":
            return bool(_EXAMPLE.search(before))
    return False


def is_count(text: str) -> bool:
    """Whether a text is a whole number below a hundred and nothing else."""
    return bool(_COUNT.fullmatch(" ".join(text.split()).casefold()))


def _is_name(text: str, lang: str) -> bool:
    """Whether each number of a text stands beside a word with a capital letter that is no unit."""
    # Half of those who ask for a reason ask for no name, and this takes long to import.
    from tieout.checks.numbers_in_text import find_numbers

    for span in find_numbers(text, "en" if lang == "en" else "zh-TW"):
        before, behind = text[: span.start], _BEHIND.match(text, span.end)
        unit = _UNIT.fullmatch(behind[0].strip("-‐ ")) if behind else None
        if not _BEFORE.search(before) and (not behind or unit):
            return False
    return any(character.isalpha() for character in text)


def is_figure(text: str) -> bool:
    """Whether a text is nothing but a number with its unit: no name, command or version."""
    number = re.fullmatch(r"\s*[~≈+−-]?\s*[0-9][0-9,.]*\s*(?P<unit>\D*)", text)
    if number is None:
        return False
    unit = number["unit"].strip()
    return bool(unit) and bool(re.fullmatch(r"[%×％倍]", unit) or _UNIT.fullmatch(unit))


#: What to do with a text that its reason does not cover.
MENDS = {
    "own-count": "count this article's own things in a bare number below 100, or use "
    "{{ f('fact-id') }}",
    "name": "write the name with its word (Web 2.0), add it to the article's glossary, or use "
    "{{ f('fact-id') }}",
    "example": "say in the sentence that it is an example (for example, suppose; 例如, 假設), "
    "or use {{ f('fact-id') }}",
    "idiom": "take a whole idiom of scripts/tieout/checks/idioms.txt, or reword the sentence",
}


@cache
def idioms() -> dict[str, frozenset[str]]:
    """The project's idioms by language, in lower case."""
    found: dict[str, set[str]] = {}
    lang = ""
    for line in IDIOMS.read_text("utf-8").splitlines():
        if line.startswith("["):
            lang = line.strip("[]")
        elif line.strip() and not line.startswith("#"):
            found.setdefault(lang, set()).add(" ".join(line.split()).casefold())
    return {lang: frozenset(lines) for lang, lines in found.items()}
