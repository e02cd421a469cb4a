"""Digit strings in running text, and the regions whose digits are names and not numbers.

Every string of ASCII or full-width digits is a number unless it stands in an exempt region: a
glossary name, a URL, a closed code span or the marker of a list item. Separators join two strings
only where they can mean nothing but one number (12,805; 2026-10-16; 8–16); where a reader could
see two numbers, two spans are found.

Positions are code points, as in Python's slices.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import lru_cache

Region = tuple[int, int]

MASK = "\ufffc"  # stands for a character that no rule may read: no letter, no digit, no space

_D = "[0-9０-９]"
_SP = "[ \u00a0]?"
_GROUPED = (
    rf"[1-9１-９]{_D}{{0,2}}(?:[,\u00a0\u2009\u202f]{_D}{{3}})+(?!{_D})"
    rf"|[１-９][０-９]{{0,2}}(?:，[０-９]{{3}})+(?!{_D})"
)
_TERM = rf"(?:{_GROUPED}|{_D}++)(?:[.．]{_D}++)*+"
_DATE = (
    rf"{_D}{{4}}-{_D}{{2}}-{_D}{{2}}T{_D}{{2}}:{_D}{{2}}(?::{_D}{{2}}(?:\.{_D}++)?)?"
    rf"|{_D}{{4}}/{_D}{{1,2}}/{_D}{{1,2}}(?!/?{_D})|{_D}{{1,2}}/{_D}{{1,2}}/{_D}{{4}}(?!/?{_D})"
)
_CHAIN = rf"(?<!{_D}/){_TERM}/{_TERM}(?!/?{_D})|{_TERM}(?:[-‐‑–:~～〜]{_TERM})*+"
_PLACES = "[百千萬億兆]++"
_MULTIPLIER = (
    rf"(?:{_SP}(?:[多餘幾]{_SP})?{_PLACES}(?:{_SP}{_TERM}{_SP}{_PLACES})*+"
    rf"(?:{_SP}[1-9],{_D}{{3}}(?![.,]?{_D}))?"
    r"|(?:[- \u00a0](?:hundred|thousand|million|billion|trillion|dozen)s?\b)++)?"
)
# After a letter (A100-80GB, GPT-4-32) a hyphen, colon or slash belongs to a name, not to a range.
_AFTER_LETTER = r"(?<=[A-Za-z_])|(?<=[A-Za-z_][-‐‑–])"
_DIGIT = re.compile(_D)
_TOKEN = re.compile(
    r"(?P<doi>(?<![0-9.])10\.[0-9]{4,9}/[-._;()/:A-Za-z0-9]{1,200}+)"
    r"|(?P<hex>(?<![A-Za-z0-9])0[xX][0-9A-Fa-f]++)"
    rf"|(?:{_AFTER_LETTER})(?P<name>{_TERM}{_MULTIPLIER})"
    rf"|(?P<free>(?:{_DATE}|{_CHAIN}){_MULTIPLIER})"
)
_IPV6 = re.compile(r"[0-9A-Fa-f:]++(?:/[0-9]{1,3})?(?![A-Za-z0-9_])")
_IPV6_FORM = re.compile(
    r"(?=.*[0-9])(?=.*::|(?:[^:]+:){7}[^:])(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}(?:/[0-9]{1,3})?"
)
_JOINED_BEFORE = re.compile("[A-Za-z0-9_.]")
_RANGE_JOINER = re.compile(rf"{_SP}(?:[~～〜]|到|至){_SP}| to ")
_START_OF_CHANGE = re.compile(r"(?:\b[Ff]rom|[從由自]) ?\Z")
_SIMPLE = re.compile(rf"{_D}++(?:\.{_D}++)?")

_URL = re.compile(
    r"https?://[^\s<>\"、。〈〉《》「」『』【】〔〕〖〗〘〙〚〛〜〝〞〟！-／：-＠［-｀｛-･“”‘’—…]*"
)
_LIST_MARKER = re.compile(r"^[ \t]*([0-9]{1,9}[.)]) ", re.MULTILINE)
_BLOCK_START = re.compile(r"\n(?=[ \t]*(?:\r?\n|#{1,6} |[-+*] |[0-9]{1,9}[.)] ))")
_BACKTICKS = re.compile(r"(?<!\\)(\\*)(`+)")


def mask_exempt(text: str, glossary: Sequence[str] = ()) -> str:
    """The text with every character of an exempt region replaced by MASK, its length unchanged."""
    regions = [m.span() for m in _URL.finditer(text)] if "://" in text else []
    regions += [m.span(1) for m in _LIST_MARKER.finditer(text)]
    regions += _code_spans(text) if "`" in text else ()
    regions += _glossary_names(text, tuple(glossary))
    return mask(text, regions)


def mask(text: str, regions: Iterable[Region]) -> str:
    """The text with the regions, which may overlap, replaced by MASK."""
    ordered = sorted(regions)
    if not ordered:
        return text
    parts, done = list[str](), 0
    for start, end in ordered:
        if end > done:
            parts += (text[done:start], MASK * (end - max(start, done)))
            done = end
    return "".join((*parts, text[done:]))


def has_digits(text: str) -> bool:
    """Whether there is a digit at all, ASCII or full-width."""
    return bool(_DIGIT.search(text))


def digit_spans(text: str) -> list[Region]:
    """Spans of the digit strings in a masked text, ranges joined, in order."""
    addresses = list(_ipv6_addresses(text))
    spans = list(_tokens(mask(text, addresses)))
    return sorted(addresses + spans) if addresses else spans


def _tokens(text: str) -> list[Region]:
    spans, joinable, position = list[Region](), False, 0
    while first := _DIGIT.search(text, position):
        token = _TOKEN.match(text, first.start())
        assert token  # every digit starts a token
        start, end = token.span()
        if token.lastgroup == "doi":
            end = start + len(_trim_doi(token[0]))
        position, free = end, token.lastgroup == "free"
        if joinable and free and _is_range(text, spans[-1], (start, end)):
            spans[-1] = (spans[-1][0], end)
            joinable = False
        else:
            spans.append((start, end))
            joinable = free
    return spans


def _ipv6_addresses(text: str) -> Iterator[Region]:
    if "::" not in text and text.count(":") < 7:
        return
    for match in _IPV6.finditer(text):
        start, end = match.span()
        whole = not _JOINED_BEFORE.match(text[start - 1 : start])
        if end - start < 44 and whole and _IPV6_FORM.fullmatch(match[0]):
            yield start, end


def _is_range(text: str, first: Region, second: Region) -> bool:
    """Whether two strings are the ends of one range; «from 8 to 16» is a change of two numbers."""
    gap = text[first[1] : second[0]]
    if len(gap) > 4 or not _RANGE_JOINER.fullmatch(gap):
        return False
    if _START_OF_CHANGE.search(text, max(0, first[0] - 6), first[0]):
        return False
    low, high = text[slice(*first)], text[slice(*second)]
    if _SIMPLE.fullmatch(low) and _SIMPLE.fullmatch(high):
        return Decimal(low) < Decimal(high)
    return True


def _trim_doi(doi: str) -> str:
    """A DOI without the punctuation of the sentence around it."""
    while doi[-1] in ".;:" or (doi[-1] == ")" and doi.count(")") > doi.count("(")):
        doi = doi[:-1]
    return doi


def _code_spans(text: str) -> Iterator[Region]:
    """Closed code spans, backticks included; a span does not reach into another block."""
    start = 0
    for boundary in [m.start() for m in _BLOCK_START.finditer(text)] + [len(text)]:
        yield from _code_spans_in_block(text, start, boundary)
        start = boundary


def _code_spans_in_block(text: str, start: int, end: int) -> Iterator[Region]:
    # A backslash keeps the first backtick of a run from opening, but not a run from closing.
    runs = [(m.start(2), m.end(2), len(m[1]) % 2) for m in _BACKTICKS.finditer(text, start, end)]
    closers = dict[int, list[int]]()
    for run_start, run_end, _ in runs:
        closers.setdefault(run_end - run_start, []).append(run_start)
    position = start
    for run_start, run_end, escaped in runs:
        opening = run_start + escaped
        length = run_end - opening
        if run_start < position or not length:
            continue
        starts = closers.get(length, [])
        at = bisect_right(starts, run_start)
        if at < len(starts):
            position = starts[at] + length
            yield opening, position


@lru_cache(maxsize=8)
def _longest_first(glossary: tuple[str, ...]) -> list[str]:
    return sorted({name for name in glossary if name.strip()}, key=lambda n: (-len(n), n))


def _glossary_names(text: str, glossary: tuple[str, ...]) -> list[Region]:
    """Where glossary names stand; a longer name takes its place before a shorter one."""
    taken, regions = bytearray(len(text)), list[Region]()
    for name in _longest_first(glossary):
        start = text.find(name)
        while start >= 0:
            end = start + len(name)
            if _stands_alone(text, start, end) and not any(taken[start:end]):
                taken[start:end] = b"\x01" * len(name)
                regions.append((start, end))
            start = text.find(name, start + 1)
    return regions


_BEFORE_NAME = re.compile(r"[A-Za-z0-9０-９]|(?<=[0-9])[.,](?=[0-9])")
_AFTER_NAME = re.compile(r"[A-Za-z0-9０-９]|(?<=[0-9])(?:\.[0-9]|,[0-9]{3}(?![0-9]))")


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a name is not next to a letter or digit and does not cut 4.1 or 12,805 in two."""
    return not (start and _BEFORE_NAME.match(text, start - 1)) and not _AFTER_NAME.match(text, end)
