"""Why a number may stand without a source of its own, and what such a reason covers.

A reason is a claim. Where the ledger can tell, it is checked: bounds are those of the fact beside
them, a printed text is that of the entry it stands in, a condition is one of the ledger's, and what
a writer exempts does not read like a figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from tieout.checks.addresses import own_addresses
from tieout.checks.excuses import WRITTEN, is_excused

#: Each use is counted.
REASONS = {
    "own-count": "counts what this article itself lists",
    "name": "belongs to a name",
    "example": "an example, no measurement",
    "idiom": "a figure of speech",
    "as-printed": "the source's own text, beside the fact it gives",
    "bounds": "bounds of the fact it stands beside",
    "condition": "a condition of the fact it stands beside",
    "locator": "says where in the source the fact stands",
    "place": "says where this project keeps the fact",
    "formula": "a constant of the formula shown",
    "address": "an address of a source",
    "title": "the title of a source",
    "day-read": "the day a source was read",
    "day": "a day of the article or of a source, in the form that programs read",
    "version": "the version of this article",
    "tolerance": "how far from a claim a figure still counts as near",
    "footnote": "the mark of a footnote",
    "axis": "a mark of an axis",
    "technical": "an instruction to the browser",
    "counted": "what the checks have counted, which they fill in themselves",
}
#: Stands where something covered was cut out, so that its neighbours do not join into one word.
GAP = "\ufffc"
#: Reasons whose place alone is checked.
UNCHECKED = ("axis", "technical")
_DIGITS = frozenset("0123456789")
_WORD = _DIGITS | frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_BOUNDS = re.compile(r"([−-]?[\d,]+(?:\.\d+)?) – ([−-]?[\d,]+(?:\.\d+)?)")
_FOOTNOTE = re.compile(r"\[\d+(?::\d+)?\]")
#: Printed bounds are rounded outwards, each by a twentieth of their distance at most.
WIDEST = Fraction(11, 10)


def cut_whole(text: str, piece: str) -> tuple[str, int]:
    """`text` with a gap for each `piece` that is no part of a longer number or word, and how many.

    Searched by hand: an article has thousands of wordings, and compiling a pattern for each costs
    more than everything else this check does.
    """
    found, at = 0, text.find(piece)
    while at >= 0:
        end = at + len(piece)
        if _stands_alone(text, at, end):
            text = text[:at] + GAP + text[end:]
            found, end = found + 1, at + len(GAP)
        at = text.find(piece, end if end > at else at + 1)
    return text, found


def _stands_alone(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if before[-1:] in _WORD or after[:1] in _WORD:
        return False
    if before[-1:] in (".", ",") and before[:1] in _DIGITS and len(before) == 2:
        return False
    return not (after[:1] in (".", ",") and after[1:] in _DIGITS and len(after) == 2)


class Exemptions:
    """What the ledger of an article lets stand, in one language."""

    def __init__(self, ledger: Mapping[str, Any], lang: str) -> None:
        self.facts: Mapping[str, Any] = ledger["facts"]
        self.sources: Iterable[Mapping[str, Any]] = ledger["sources"].values()
        self.article: Mapping[str, Any] = ledger["article"]
        self.ledger = ledger
        self.claims: Iterable[Mapping[str, Any]] = ledger["claims"].values()
        self.lang = lang
        conditions: Mapping[str, Any] = ledger.get("conditions", {})
        self.labels = {key: each["label"][lang] for key, each in conditions.items()}
        self._told: dict[str, dict[str, list[str]]] = {}
        self._bounds: dict[tuple[str, str], bool] = {}

    def uncovered(self, why: str, text: str, entry: str, beside: str, before: str = "") -> str:
        """What of `text` the reason does not cover; the numbers in it have no source.

        `entry` is the fact whose entry the text stands in ("" outside), `beside` the last fact
        shown before it, `before` what its own paragraph says ahead of it.
        """
        if why in UNCHECKED:
            return ""
        if why in WRITTEN:
            return text if self._is_figure(why, text, before) else ""
        if why == "counted":
            return text  # slots are empty here: a number can only stand in what is none
        if why == "bounds":
            return "" if self._are_bounds(text, beside) else text
        if why == "footnote":
            return "" if _FOOTNOTE.fullmatch(text.strip()) else text
        known = self._of_source(why) if why in _OF_SOURCE else self._of_fact(why, entry)
        for each in sorted((k for k in known if k and k in text), key=len, reverse=True):
            text, _ = cut_whole(text, each)
        return text

    def told(self, text: str, entry: str) -> tuple[str, dict[str, str]]:
        """A text of a fact's entry without what the ledger says of that fact, and that by reason.

        An entry needs no marks: whatever stands in it and in the head above it is its fact's own
        text as printed, its bounds, a condition behind its name, or its locator.
        """
        fact, found = self.facts[entry], dict[str, str]()
        for why, pieces in self._pieces(entry).items():
            for piece in pieces:
                if piece in text:
                    text, times = cut_whole(text, piece)
                    if times:
                        found[why] = f"{found.get(why, '')}{GAP}{piece}"
        for match in _BOUNDS.finditer(text) if " – " in text and fact["low"] is not None else ():
            if self._are_bounds(match[0], entry):
                found["bounds"] = match[0]
                text, _ = cut_whole(text, match[0])
        return text, found

    def _pieces(self, entry: str) -> dict[str, list[str]]:
        """What may stand in an entry, by reason, as it is written there."""
        if entry not in self._told:
            fact = self.facts[entry]
            opened, closed, colon = ("“", "”", ": ") if self.lang == "en" else ("「", "」", "：")
            stated = (
                f"{self.labels.get(key, key)}{colon}{value[self.lang]}"
                for key, value in fact["conditions"].items()
            )
            self._told[entry] = {
                "as-printed": [
                    f"{opened}{text}{closed}"
                    for text in _texts("as-printed", fact, self.lang)
                    if text
                ],
                "condition": sorted(stated, key=len, reverse=True),
                "locator": [each for each in _texts("locator", fact, self.lang) if each],
            }
        return self._told[entry]

    def strange_code(self, text: str, entry: str) -> bool:
        """Whether code in an entry is neither its fact's place nor a part of its formula."""
        fact = self.facts[entry]
        file, colon, line = fact["place"].partition(":")
        return text not in (file, colon + line, fact["place"], fact["formula"], *fact["inputs"])

    def _is_figure(self, why: str, text: str, before: str = "") -> bool:
        """Whether what a writer exempts reads like a figure of the ledger, or like any figure."""
        return not is_excused(why, text, self.lang, self._wordings, before)

    @cached_property
    def _wordings(self) -> set[str]:
        texts = [text for f in self.facts.values() for text in (f["text"][self.lang], f["printed"])]
        return {"".join(text.split()) for text in texts}

    def _of_source(self, why: str) -> Iterable[str]:
        return self._known[why]

    @cached_property
    def _known(self) -> dict[str, set[str]]:
        known = {why: set(_source_texts(why, self.sources)) for why in _OF_SOURCE}
        known["address"] |= set(own_addresses(self.ledger))
        known["day"] |= {str(self.article[key]) for key in ("date", "published")}
        return known | {
            "version": {str(self.article["version"])},
            "tolerance": {f"{float(claim['near']) * 100:g}%" for claim in self.claims},
        }

    @cached_property
    def _conditions(self) -> set[str]:
        return {
            text for fact in self.facts.values() for text in _texts("condition", fact, self.lang)
        }

    def _of_fact(self, why: str, entry: str) -> Iterable[str]:
        if entry in self.facts:
            return _texts(why, self.facts[entry], self.lang)
        return self._conditions if why == "condition" else ()

    def _are_bounds(self, text: str, beside: str) -> bool:
        if (text, beside) not in self._bounds:  # page and Markdown show the same
            self._bounds[text, beside] = self._judged_bounds(text, beside)
        return self._bounds[text, beside]

    def _judged_bounds(self, text: str, beside: str) -> bool:
        fact, match = self.facts.get(beside), _BOUNDS.fullmatch(text.strip())
        if fact is None or match is None or fact["low"] is None:
            return False
        scale = 100 if fact["unit"] in ("%", "pp") else 1
        low, high = (Fraction(fact[end]) * scale for end in ("low", "high"))
        floor, ceiling = (
            Fraction(end.replace(",", "").replace("−", "-")) for end in match.groups()
        )
        return floor <= low <= high <= ceiling and ceiling - floor <= WIDEST * (high - low)


_OF_SOURCE = ("address", "title", "day-read", "day", "version", "tolerance")


def _source_texts(why: str, sources: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    for source in sources:
        if why == "title":
            yield source["title"]
        elif why == "day":
            yield from (source["published"] for _ in (0,) if "published" in source)
        elif why == "day-read":
            yield from (source[key] for key in ("read", "retrieved") if key in source)
        elif why == "address":
            for key in ("url", "original", "also", "file"):
                where = source.get(key, "")
                if isinstance(where, str):
                    yield where
                else:
                    yield from (f"{where['repo']}/{where['path']}", where["commit"][:12])


def _texts(why: str, fact: Mapping[str, Any], lang: str) -> Iterable[str]:
    match why:
        case "as-printed":
            return (fact["printed"], fact.get("replaced") or "")
        case "condition":
            return (value[lang] for value in fact["conditions"].values())
        case "locator":
            return (fact["locator"].get(lang, ""),)
        case "place":
            return (fact["place"],)
        case "formula":
            return (fact["formula"] or "", *fact["inputs"])
        case _:
            return ()
