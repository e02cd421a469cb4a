"""A number without its source: spelled out as a word, or exempt for no reason or a false one.

Both languages are changed alike and confirmed, so that neither parity nor staleness gives it away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from tieout.drill.mutant import Edit, Kind, Mutant
from tieout.drill.project import Project
from tieout.drill.prose import calls

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_HAN = "零一二三四五六七八九"
#: Units of which the words tell: how a figure of that unit is said.
_SAID = {"×": ("{n} times", "{n}倍"), "%": ("{n} percent", "百分之{n}")}
_NUMBER = re.compile(r"(?P<whole>\d{1,3}(?:,\d{3})*|\d+)(?:\.(?P<part>\d+))?(?P<sign>×| 倍|%)?")
_REASON = re.compile(r'data-why=(?P<mark>"?)(?P<why>[a-z-]+)(?P=mark)')
_REASONS = ("own-count", "name", "example", "idiom", "axis", "technical", "as-printed", "bounds")


def in_english(number: int) -> str:
    """A whole number below a million in words."""
    if number < 20:
        return _ONES[number]
    if number < 100:
        rest = f"-{_ONES[number % 10]}" if number % 10 else ""
        return _TENS[number // 10 - 2] + rest
    size, name = (100, "hundred") if number < 1000 else (1000, "thousand")
    rest = f" {in_english(number % size)}" if number % size else ""
    return f"{in_english(number // size)} {name}{rest}"


def in_chinese(number: int) -> str:
    """A whole number below ten thousand in Chinese numerals."""
    text, rest, gap = "", number, False
    for size, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, rest = divmod(rest, size)
        if digit:
            text += ("零" if gap and text else "") + _HAN[digit] + name
        gap = not digit
    return text.removeprefix("一") if 10 <= number < 20 else text or _HAN[0]


def spelled(wording: str) -> tuple[str, str] | None:
    """An English wording in words of both languages; None for what is not read aloud like that.

    Nor is 1: in either language it reads like an article.
    """
    match = _NUMBER.fullmatch(wording)
    if match is None or match[0] == "1" or int(match["whole"].replace(",", "")) > 9999:
        return None
    whole, part = int(match["whole"].replace(",", "")), match["part"] or ""
    english, chinese = in_english(whole), in_chinese(whole)
    if part:
        english += " point " + " ".join(_ONES[int(digit)] for digit in part)
        chinese += "點" + "".join(_HAN[int(digit)] for digit in part)
    pattern = _SAID.get(match["sign"] or "", ("{n}", "{n}"))
    return pattern[0].format(n=english), pattern[1].format(n=chinese)


def in_words(project: Project, rng: Random) -> Iterator[Mutant]:
    """A number of the text is said in words in place of its call."""
    for fact, edits in _in_both(project, rng):
        said = spelled(project.facts[fact]["text"]["en"])
        if said:
            words = dict(zip(("en", "zh-TW"), said, strict=True))
            changed = tuple(_said(project, edit, words[edit.new]) for edit in edits)
            yield Mutant(changed, f"{fact} is said as “{said[0]}” and “{said[1]}”")


def _said(project: Project, edit: Edit, words: str) -> Edit:
    """Words in place of a call; Chinese ones take in the spaces that stood around the digits."""
    text, at, end = project.text(edit.file), edit.at, edit.at + len(edit.old)
    if words[0] > "\u2e00":
        at -= text[at - 1] == " "
        end += text[end] == " "
    return Edit(edit.file, at, text[at:end], words)


def _in_both(project: Project, rng: Random) -> Iterator[tuple[str, tuple[Edit, ...]]]:
    """Facts that both languages call in a section; the edits' new text is their language."""
    called = {lang: calls(project, lang) for lang in project.languages}
    first, *others = project.languages
    places = [(anchor, call) for anchor, found in called[first].items() for call in found]
    for anchor, call in rng.sample(places, len(places)):
        edits = [Edit(project.template(first), call.at, call.raw, first)]
        for lang in others:
            same = [each for each in called[lang].get(anchor, []) if each.fact == call.fact]
            edits += [Edit(project.template(lang), c.at, c.raw, lang) for c in same[:1]]
        if len(edits) == len(project.languages):
            yield call.fact, tuple(edits)


def exempted(project: Project, rng: Random) -> Iterator[Mutant]:
    """In place of its call a number is exempt: without a reason, for an unknown or a false one."""
    facts = project.facts
    wrong = _reasons_changed(project, rng)
    for turn, (fact, edits) in enumerate(_in_both(project, rng)):
        end = rng.choice(("", ', ""', ', "obvious"', *(f', "{why}"' for why in _REASONS[:4] * 2)))
        changed = tuple(
            Edit(e.file, e.at, e.old, f'{{{{ x("{facts[fact]["text"][e.new]}"{end}) }}}}')
            for e in edits
        )
        yield Mutant(changed, f"{fact} is exempt: x(…{end})")
        if turn % 2 and (mutant := next(wrong, None)):
            yield mutant


def _reasons_changed(project: Project, rng: Random) -> Iterator[Mutant]:
    """A reason of a finished file becomes another."""
    files = [
        file
        for lang in project.languages
        for file in (project.page(lang), project.markdown(lang), *project.pictures(lang))
    ]
    found = {file: list(_REASON.finditer(project.text(file))) for file in files}
    while files := [file for file in files if found[file]]:
        file = rng.choice(files)
        match = rng.choice(found[file])
        why = rng.choice([each for each in _REASONS if each != match["why"]])
        what = f"the reason {match['why']} became {why}"
        yield Mutant((Edit(file, match.start("why"), match["why"], why),), what)


KINDS = (
    Kind("a digit spelled out as a word", "caught", 6, in_words, ("untagged",), True),
    Kind("an exemption without a true reason", "caught", 6, exempted, ("untagged",), True),
)
