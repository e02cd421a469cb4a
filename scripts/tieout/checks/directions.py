"""Direction words (faster, fewer, 高於, 變少) of a text, and whether they fit what they speak of.

Each word belongs to an axis and points one way on it. Two texts contradict each other when on some
axis the one points only up and the other only down. Where a sentence sets two figures of one kind
against each other, its word is held against the figures as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from tieout.checks.page_text import Block

UP, DOWN = 1, -1
#: What stands behind a bare 快 or 高 that compares: how much, or the end of the clause.
_SAID = "(?=[。，；？]| ?[0-9約]|多少)"
#: By axis: English up, English down, Chinese up, Chinese down.
AXES: Mapping[str, tuple[str, str, str, str]] = {
    "speed": (
        "faster|fastest|quicker|quickest|speeds? up|sped up|accelerat\\w+",
        "slower|slowest|slows?|slowed|decelerat\\w+",
        f"更快|較快|變快|加快|加速|最快|越快|快於|快過|快得多|快一點|快[了上出]|快{_SAID}",
        f"更慢|較慢|變慢|放慢|減速|最慢|越慢|慢於|慢得多|慢一點|慢[了上]|拖慢|慢{_SAID}",
    ),
    "amount": (
        "more|most",
        "less|fewer|fewest|least",
        "更多|較多|變多|越多|多於|多出|增多|最多|多用|稍多|更[能常]",
        "更少|較少|變少|越少|少於|最少|少用|稍少|不足",
    ),
    "height": (
        "higher|highest|above|exceed\\w*|upper|over(?= the)",
        "lower|lowest|below|under(?= the)",
        f"更高|較高|越高|高於|高出|最高|超過|高的|略高|略多|上緣|高{_SAID}",
        f"更低|較低|越低|低於|最低|低的|略低|不及|不到|下緣|低{_SAID}",
    ),
    "size": (
        "larger|largest|bigger|biggest|greater|greatest",
        "smaller|smallest",
        "更大|較大|越大|大於|最大|變大|大群組|大批次",
        "更小|較小|越小|小於|最小|變小|小群組|小批次|小幅",
    ),
    "length": (
        "longer|longest",
        "shorter|shortest",
        "更久|更長|越長|較長|最長|變長|較久",
        "更短|越短|較短|最短|變短|(?<=[^縮])短",
    ),
    "growth": (
        "rises?|rose|risen|raises?|grows?|grew|grown|increas\\w+|climbs?|climbed"
        "|up from|improv\\w+",
        "falls?|fell|fallen|drops?|dropped|decreas\\w+|shrinks?|shrank|shrunk|declin\\w+"
        "|down from|collaps\\w+|reduc\\w+",
        "增加|上升|升到|升至|成長|提升|提高|進步|增為|改善",
        "減少|下降|降到|降至|降低|減為|減到|下滑|崩落|縮短|縮小|衰退",
    ),
    "age": (
        "newer|newest|later",
        "older|oldest|earlier",
        "較新|更新|最新|後來|較晚",
        "較舊|較早|更早",
    ),
    "lead": (
        "leads?(?! to| the way)|led(?! to)|ahead|beats?|outpac\\w+|outperform\\w+|outruns?|outran"
        "|surpass\\w+|overtak\\w+|overtook",
        "trails?|trailed|trailing|lags?|lagged|lagging|behind|loses? to|lost to|falls? short of"
        "|fell short of|underperform\\w+",
        "領先|勝過|贏過|勝出|超越|優於|大勝|打敗|擊敗",
        "落後|輸給|不如|遜於|遜色|劣於|敗給|不敵",
    ),
    "worth": ("better|best", "worse|worst", "更好|較好|最好", "更差|較差|最差|變差"),
    "cost": ("dearer|costlier|more expensive|cost more", "cheaper|cheapest", "更貴|較貴", "便宜"),
}


_BEHIND = re.compile(r"^\(\?<[^)]*\)")


@cache
def _pattern(lang: str) -> re.Pattern[str]:
    column = 0 if lang == "en" else 2
    edge = r"\b" if lang == "en" else ""
    groups = [
        f"(?P<{axis}_{name}>(?:{words[column + offset]}){edge})"
        for axis, words in AXES.items()
        for offset, name in enumerate(("up", "down"))
    ]
    # No word begins where none of the letters stands: asked first, this is five times as fast.
    words = [
        word for each in AXES.values() for word in "|".join(each[column : column + 2]).split("|")
    ]
    letters = "".join(sorted({_BEHIND.sub("", word)[0] for word in words}))
    return re.compile(f"{edge}(?=[{re.escape(letters)}])(?:{'|'.join(groups)})", re.IGNORECASE)


def directions(text: str, lang: str) -> dict[str, list[int]]:
    """The ways in which a text points, by axis, in order."""
    found: dict[str, list[int]] = {}
    for match in _pattern(lang).finditer(" ".join(text.split())):
        axis, _, way = (match.lastgroup or "").partition("_")
        found.setdefault(axis, []).append(UP if way == "up" else DOWN)
    return found


def contradiction(first: str, first_lang: str, second: str, second_lang: str) -> str:
    """The axis on which two texts contradict each other; empty when there is none.

    They do when one points only up and the other only down, or when both have as many words on the
    axis but not the same ways.
    """
    one, other = directions(first, first_lang), directions(second, second_lang)
    for axis in AXES:
        ways, back = one.get(axis, []), other.get(axis, [])
        if not ways or not back:
            continue
        opposite = len({*ways}) == len({*back}) == 1 and ways[0] != back[0]
        if opposite or (len(ways) == len(back) and sum(ways) != sum(back)):
            return axis
    return ""


_TIMES = frozenset(("s", "ms", "µs", "min", "h", "d"))
#: Words by which the smaller of two times is the better one.
_LEADING = re.compile(
    r"fast|slow|lead|led|beat|out|surpass|overt|ahead|trail|lag|behind|lose|lost|underp"
    r"|f(?:alls?|ell) short"
    r"|[快慢]|領先|[勝贏]過|超越|打敗|擊敗|大勝|[優遜劣]於|落後|輸給|不如|敗給|不敵"
)


@dataclass(frozen=True, slots=True)
class _Rule:
    """A pattern with two figures, written ⟦n⟧, and a word in its group `up` or its group `down`.

    `first` is where the first figure lies if the word points up.
    """

    pattern: re.Pattern[str]
    first: int


@cache
def _rules(lang: str) -> tuple[_Rule, ...]:
    fact, near, far = r"⟦(\d+)⟧", r"[^⟦⟧,.;:，。；：]{0,24}?", r"[^⟦⟧.;。；]{0,30}?"
    between = rf"⟦\d+⟧{near}"  # by how much
    column = 0 if lang == "en" else 2
    growth = "|".join(
        (f"(?P<up>{AXES['growth'][column]})", f"(?P<down>{AXES['growth'][column + 1]})")
    )
    if lang == "en":
        higher = (
            "(?P<up>faster|higher|more|larger|longer|greater)"
            "|(?P<down>slower|lower|less|fewer|smaller|shorter)"
        )
        lead = (
            r"(?P<up>leads?(?! to)|led(?! to)|beats?|outpac\w+|outperform\w+|outruns?|outran"
            r"|surpass\w+|overtak\w+|overtook|exceed\w*|tops?|(?:(?:is|are|was|were) )?ahead of)"
            r"|(?P<down>trails?|trailed|lags?|lagged|behind|loses? to|lost to|falls? short of"
            r"|fell short of|underperform\w+)"
        )
        patterns = [
            (rf"{fact}{near} (?:{lead})\b{near}{fact}", UP),
            (rf"{fact},? (?:(?P<up>up)|(?P<down>down)) from {near}{fact}", UP),
            (rf"{fact}{near}(?:{between})? (?:{higher}) than {near}{fact}", UP),
            (rf"{fact},? (?:(?P<up>above)|(?P<down>below)) {near}{fact}", UP),
            (rf"\b(?:{growth})\b {far}from {near}{fact}{near} to {near}{fact}", DOWN),
        ]
    else:
        higher = "(?P<up>快|高|多|大|久|長)|(?P<down>慢|低|少|小|短)"
        over = (
            "(?P<up>[快高多大優]於|超過|[高多]出|領先|[勝贏]過|超越|打敗|擊敗|大勝)"
            "|(?P<down>[慢低少小遜劣]於|不到|不及|落後|輸給|不如|敗給|不敵)"
        )
        patterns = [
            (rf"{fact}{near}比{near}{fact}{near}(?:{higher})", UP),
            (rf"{fact}{near}(?:{over}){near}{fact}", UP),
            (rf"從{near}{fact}{near}(?:{growth}){near}{fact}", DOWN),
        ]
    return tuple(_Rule(re.compile(pattern), first) for pattern, first in patterns)


def misfit(sentence: Block, lang: str, values: Mapping[str, tuple[str, Fraction]]) -> str:
    """What a sentence says the wrong way round of two of its figures; empty when nothing.

    `values` are unit and value of each fact that has one.
    """
    facts = [piece.fact for piece in sentence.pieces if piece.fact]
    numbers = iter(range(len(facts)))
    text = "".join(f"⟦{next(numbers)}⟧" if piece.fact else piece.text for piece in sentence.pieces)
    for rule in _rules(lang):
        for match in rule.pattern.finditer(" ".join(text.split())):
            names = [facts[int(group)] for group in match.groups() if group and group.isdecimal()]
            ends = [values[name] for name in names if name in values]
            if len(ends) != 2 or ends[0][0] != ends[1][0] or ends[0][1] == ends[1][1]:
                continue
            above = UP if ends[0][1] > ends[1][1] else DOWN
            if ends[0][0] in _TIMES and _LEADING.match(match["up"] or match["down"]):
                above = -above
            if above != (rule.first if match["up"] else -rule.first):
                return f"{names[0]} and {names[1]}"
    return ""
