"""Characters and words that are not Taiwan's: Simplified forms, and terms of the mainland.

Forms are found with OpenCC: a text is simplified, and put back into Taiwan's characters phrase by
phrase; where the writer used the simplified form and OpenCC would not, it stands wrong. Terms come
from mainland_terms.txt, beside this file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

#: Simplified form and what OpenCC prefers, where Taiwan accepts the former, or uses it in names and
#: words that OpenCC does not know.
ACCEPTED = frozenset((
    "台臺", "占佔", "布佈", "里裡", "只隻", "系係", "杰傑", "干幹", "周週", "表錶",
    "了瞭", "折摺", "抵牴", "回迴", "注註", "彩綵", "污汙", "凶兇", "岩巖", "岳嶽",
    "雇僱", "愈癒", "霉黴", "托託", "伙夥", "家傢", "秋鞦", "千韆", "板闆", "志誌",
    "御禦", "吁籲", "升昇", "朱硃", "卜蔔", "郁鬱", "咸鹹", "仆僕", "朴樸", "丑醜",
    "斗鬥", "范範", "余餘", "沈瀋", "松鬆", "谷穀",
))  # fmt: skip
#: What hardware and software do; people and findings may 支持.
_TECHNICAL = re.compile(r"支持(?= ?[A-Za-z]|的格式|的功能|的裝置|的版本)")
TERMS = Path(__file__).with_name("mainland_terms.txt")


def simplified_forms(text: str) -> Iterator[tuple[int, str, str]]:
    """Position, simplified character, and the one of Taiwan, of each form that is out of place."""
    simplify, restore = _converters()
    plain: str = simplify.convert(text)
    taiwan: str = restore.convert(plain)
    if len(plain) != len(text) or len(taiwan) != len(text):
        parts = text.splitlines(keepends=True)
        if len(parts) > 1:  # find the line on which lengths differ, and judge the others
            start = 0
            for part in parts:
                yield from ((start + at, one, two) for at, one, two in simplified_forms(part))
                start += len(part)
        return
    start = 0
    for line, right_line in zip(text.split("\n"), taiwan.split("\n"), strict=True):
        if line != right_line:  # few do
            for index, (own, right) in enumerate(zip(line, right_line, strict=True), start):
                if own == plain[index] != right and own + right not in ACCEPTED:
                    yield index, own, right
        start += len(line) + 1


@cache
def _converters() -> tuple[Any, Any]:
    import opencc

    return opencc.OpenCC("tw2s"), opencc.OpenCC("s2tw")


def mainland_terms(text: str) -> Iterator[tuple[int, str, str]]:
    """Position, term, and what Taiwan says, of each term that no accepted word covers."""
    for match in _TECHNICAL.finditer(text):
        yield match.start(), match[0], "支援"
    terms, pattern = _terms()
    found = list(pattern.finditer(text))
    if not found:
        return
    covered = [match.span() for match in _accepted().finditer(text)]
    for match in found:
        start, end = match.span()
        if not any(first <= start and end <= last for first, last in covered):
            yield start, match[0], terms[match[0]]


@cache
def _listed() -> tuple[tuple[str, ...], ...]:
    """A term, what Taiwan says, and the words in which the term is accepted, line by line."""
    lines = TERMS.read_text("utf-8").splitlines()
    return tuple(tuple(line.split()) for line in lines if line.strip() and line[0] != "#")


@cache
def _terms() -> tuple[dict[str, str], re.Pattern[str]]:
    """The terms with what Taiwan says, and a pattern of all of them."""
    terms = {term: taiwan for term, taiwan, *_ in _listed()}
    return terms, _any_of(terms)


@cache
def _accepted() -> re.Pattern[str]:
    """A pattern of the words in which terms are accepted; few texts hold a term at all."""
    terms, _ = _terms()
    accepted = {word for _, _, *words in _listed() for word in words}
    return _any_of(accepted | {w for w in terms.values() if any(term in w for term in terms)})


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True))) or r"(?!)")
