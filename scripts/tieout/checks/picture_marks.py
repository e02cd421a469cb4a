"""Bars are as long, and dots and end caps stand, as their numbers say, on one scale a picture.

The scale is not asked of whoever drew: it is the line through the outermost marks, and every
other mark has to lie on it. Bars begin at nothing. So one mark that was moved, or two that were
exchanged, cannot agree with the rest.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Fault = tuple[int, str]
#: How far a mark may be from its place, in units of the picture: shapes are written to two places.
NEAR = 0.75
_NUMBER = r"(-?[0-9.]+)"
_BAR = re.compile(rf"M {_NUMBER} {_NUMBER} H {_NUMBER} V {_NUMBER} H {_NUMBER}(?: V {_NUMBER})? z")
_ACROSS = re.compile(rf"M {_NUMBER} {_NUMBER} H {_NUMBER}")
_DOWN = re.compile(rf"M {_NUMBER} {_NUMBER} V {_NUMBER}")
#: A circle begins at its top, a diamond too.
_DOT = re.compile(
    rf"M {_NUMBER} {_NUMBER} (?:a {_NUMBER} .*|L {_NUMBER} {_NUMBER} .*) z", re.DOTALL
)
_Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Scale:
    """Facts that share a scale: what shows them, where the scale begins, whether by logarithms."""

    facts: Sequence[str]
    shape: str  # bar, x or y
    log: bool = False


class PictureMarks:
    """What the shapes of pictures show."""

    def __init__(self, ledger: Mapping[str, Any]) -> None:
        self.ledger = ledger
        self.facts: Mapping[str, Any] = ledger["facts"]

    def faults(self, tree: Any) -> Iterator[Fault]:
        """Marks of a drawn file that are not where their numbers put them."""
        entry = self.ledger["figures"].get(tree.get("data-figure"))
        if entry is None:
            return
        drawn: dict[str, list[str]] = {}
        for group in tree.iterfind(".//{*}g[@data-fact]"):
            shapes = [" ".join((each.get("d") or "").split()) for each in group.iter("{*}path")]
            drawn.setdefault(group.get("data-fact"), []).extend(shapes)
        if entry["kind"] == "share":
            yield from self._shares(entry, drawn)
        for scale in _scales(entry):
            yield from self._scale(scale, drawn)

    def _shares(self, entry: Mapping[str, Any], drawn: Mapping[str, list[str]]) -> Iterator[Fault]:
        for row in entry["rows"]:
            parts = [_length(drawn.get(name, [])) for name in (row["fact"], row["limit"]["fact"])]
            value = self.facts[row["fact"]]["value"]
            if value is None or None in parts:
                continue
            filled, whole = (float(part or 0) for part in parts)
            if abs(filled - whole * float(value)) > NEAR:
                yield 1, f"'{row['fact']}' is drawn as {filled / whole:.2%} of its limit"
            pairs = self._pairs(row["fact"], _Scale([row["fact"]], "bar"), drawn[row["fact"]])
            if any(abs(place - whole * number) > NEAR for number, place in pairs):
                yield 1, f"the bounds of '{row['fact']}' are drawn elsewhere"

    def _scale(self, scale: _Scale, drawn: Mapping[str, list[str]]) -> Iterator[Fault]:
        found: list[tuple[str, float, float]] = []
        tops: list[float] = []
        for name in scale.facts:
            own = list(self._pairs(name, scale, drawn.get(name, [])))
            if not own and self.facts[name]["value"] is not None:
                yield 1, f"the picture has no mark for '{name}'"
            found += [(name, *pair) for pair in own]
            tops += _tops(drawn.get(name, [])) if scale.shape != "y" else []
        if tops != sorted(tops):
            yield 1, "the bars or dots of the picture are not in the order of its rows"
        start = [("", 0.0, 0.0)] if scale.shape == "bar" else []
        places = sorted([*start, *found], key=lambda each: each[1])
        if len(places) < 3 or places[0][1] == places[-1][1]:
            return
        (_, low, at), (_, high, to) = places[0], places[-1]
        for name, value, place in places:
            due = at + (to - at) * (value - low) / (high - low)
            if abs(place - due) > NEAR:
                yield (
                    1,
                    f"the mark of '{name}' is {abs(place - due):.1f} from its place in the scale",
                )
                return

    def _pairs(self, name: str, scale: _Scale, shapes: list[str]) -> Iterator[_Pair]:
        """The numbers of a fact and where they are drawn: its value, and its bounds."""
        fact, origin = self.facts[name], 0.0
        numbers = [self._number(fact, key, scale.log) for key in ("value", "low", "high")]
        for shape in shapes:
            bar, dot = _BAR.fullmatch(shape), _DOT.fullmatch(shape)
            across, down = _ACROSS.fullmatch(shape), _DOWN.fullmatch(shape)
            ends: tuple[float, float] | None = None
            if scale.shape == "bar" and bar:
                origin = float(bar[1])
                if numbers[0] is not None:
                    yield numbers[0], float(bar[3]) - origin
            elif scale.shape != "bar" and dot and not bar and numbers[0] is not None:
                middle = float(dot[2]) + (
                    float(dot[3]) if dot[3] else float(dot[5]) - float(dot[2])
                )
                yield numbers[0], float(dot[1]) if scale.shape == "x" else middle
            elif scale.shape == "x" and across:
                ends = float(across[1]), float(across[3])
            elif scale.shape == "y" and down:
                ends = float(down[2]), float(down[3])
            elif scale.shape == "bar" and across and not scale.log:
                ends = float(across[1]) - origin, float(across[3]) - origin
            for number, end in zip(numbers[1:], ends or (), strict=False):
                if number is not None:
                    yield number, end

    def _number(self, fact: Mapping[str, Any], key: str, log: bool) -> float | None:
        """A number in base units, as the scale counts it."""
        if fact[key] is None:
            return None
        factor = self.ledger["factors"].get(fact["unit"], "1").partition("/")
        number = float(fact[key]) * float(factor[0]) / float(factor[2] or 1)
        if log:
            return math.log(number) if number > 0 else None
        return number


def _tops(shapes: list[str]) -> list[float]:
    """How far down the bars and dots among some shapes begin."""
    matches = (_BAR.fullmatch(shape) or _DOT.fullmatch(shape) for shape in shapes)
    return [float(match[2]) for match in matches if match]


def _length(shapes: list[str]) -> float | None:
    bars = [match for match in map(_BAR.fullmatch, shapes) if match]
    return float(bars[0][3]) - float(bars[0][1]) if bars else None


def _scales(entry: Mapping[str, Any]) -> Iterator[_Scale]:
    """The scales of a picture by its kind, and the facts on each."""
    log = entry.get("scale") == "log"
    match entry["kind"]:
        case "range":
            keys = ("low", "high", "fact")
            facts = [row[key] for row in entry["rows"] for key in keys if key in row]
            yield _Scale(facts, "x", log)
        case "conditions":
            yield _Scale([row["fact"] for row in entry["rows"]], "bar")
        case "paired":
            for panel in entry["panels"]:
                yield _Scale([bar["fact"] for bar in panel["bars"]], "bar")
        case "stacked":
            bars = [bar for group in entry["groups"] for bar in group["bars"]]
            yield _Scale([part["fact"] for bar in bars for part in bar["parts"]], "bar")
        case "waterfall":
            parts = [part["fact"] for row in entry["rows"] for part in row["parts"]]
            yield _Scale(parts, "bar", log)
        case "points":
            points = [point for series in entry["series"] for point in series["points"]]
            yield _Scale([point["fact"] for point in points], "y", log)
        case "square":
            yield _Scale([corner["fact"] for corner in entry["corners"].values()], "y", log)
        case "curve":
            yield _Scale([point["y"] for point in entry["points"]], "y", log)
