"""Which declarations of a style sheet hide a text, or write one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from tieout.checks.style_rules import unescaped

_LENGTH = re.compile(r"(?<![\w.#-])(-?[0-9]*\.?[0-9]+)(px|pt|r?em|ex|ch|vw|vh|%)?(?![\w.])")
#: Properties whose text a reader sees.
_WRITING = frozenset((
    "content", "quotes", "list-style", "list-style-type", "symbols", "additive-symbols",
    "prefix", "suffix", "negative", "hyphenate-character", "text-overflow", "text-emphasis",
))  # fmt: skip
_SIZES = frozenset((
    "width", "height", "inline-size", "block-size",
    "max-width", "max-height", "max-inline-size", "max-block-size",
))  # fmt: skip
_FAR = frozenset((
    "left", "right", "top", "bottom", "text-indent", "translate", "transform", "letter-spacing",
    "inset", "inset-inline", "inset-block", "inset-inline-start", "inset-block-start", "margin",
    "margin-left", "margin-right", "margin-top", "margin-inline-start", "word-spacing",
))  # fmt: skip
_VALUES: Mapping[str, str] = {
    "display": r"none",
    "visibility": r"hidden|collapse",
    "content-visibility": r"hidden",
    "opacity": r"0*\.?0+%?",
    "fill-opacity": r"0*\.?0+%?",
    "zoom": r"0*\.?0+%?",
    "scale": r"0*\.?0+.*|-.*",
    "font-size": r"0*\.?0+[a-z%]*",
    "font": r"(?:.*\s)?0*\.?0+[a-z%]*(?:/\S+)?\s.*",
    "line-height": r"0*\.?0+[a-z%]*",
    "filter": r".*(?:opacity\(\s*0*\.?0+%?\s*\)|blur\(|contrast\(\s*0*\.?0).*",
    "clip": r"(?!auto$).+",
    "clip-path": r"(?!none$).+",
    "mask": r"(?!none$).+",
    "mask-image": r"(?!none$).+",
    "-webkit-mask": r"(?!none$).+",
    "-webkit-text-security": r"(?!none$).+",
    "unicode-bidi": r".*override",
    "mix-blend-mode": r"(?!normal$).+",
    "line-clamp": r"(?!none$).+",
    "-webkit-line-clamp": r"(?!none$).+",
    "text-decoration": r".*line-through.*",
    "text-decoration-line": r".*line-through.*",
    "text-transform": r"full-.*",
    # What turns a line around, sets it in another order, or makes small signs of its digits.
    "direction": r"rtl",
    "writing-mode": r"(?!horizontal-tb$).+",
    "text-orientation": r".+",
    "flex-direction": r".*reverse",
    "flex-flow": r".*reverse.*",
    "flex-wrap": r".*reverse",
    "order": r"(?!0$).+",
    "font-variant": r".*(?:super|sub|fraction|ordinal|caps).*",
    "font-variant-position": r"(?!normal$).+",
    "font-variant-caps": r"(?!normal$).+",
    "font-feature-settings": r".*(?:sups|subs|sinf|frac|afrc|numr|dnom|ordn|zero|hist).*",
    "rotate": r"(?:[xy]\b|[-0-9.]+\s).*",
}
_SIGNS = frozenset("+-−–±~≈<>≤≥=%‰×÷·.,:/^*")
_INKS = frozenset(("color", "fill", "-webkit-text-fill-color"))
_NO_INK = re.compile(
    r"transparent|#[0-9a-f]{3}0|#[0-9a-f]{6}00|var\(--paper\)|color-mix\(.*\b0%.*\)"
    r"|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(.*[,/]\s*0*\.?0+%?\s*\)"
)
#: Inks that are paper, unless the same rule lays another ground.
_PAPER = re.compile(r"white|ivory|snow|#f[a-f]f[a-f]f[a-f]|#fff")
#: From what on something is too small or too pale to be read, by property.
_FAINT = {"opacity": 0.15, "fill-opacity": 0.15, "zoom": 0.4, "scale": 0.3}


def hides(name: str, value: str, definitions: Mapping[str, list[str]]) -> bool:
    """Whether a declaration makes a text invisible, or can with one value of its variables."""
    plain = value.lower().replace("!important", "").strip()
    if "var(" in plain and not _NO_INK.fullmatch(plain):
        used = re.findall(r"var\(\s*(--[\w-]+)", plain)
        return any(
            hides(name, each, {}) for each in (d for u in used for d in definitions.get(u, ()))
        )
    pattern = _VALUES.get(name)
    if pattern and re.fullmatch(pattern, plain, re.DOTALL):
        return True
    if name in _INKS and _NO_INK.fullmatch(plain):
        return True
    if _is_faint(name, plain):
        return True
    lengths = [(float(number), unit) for number, unit in _LENGTH.findall(plain)]
    if name in _SIZES and lengths and len(plain.split()) == 1:
        return abs(lengths[0][0]) < (2 if lengths[0][1] in ("px", "pt", "") else 0.05)
    if name == "transform" and _FLATTENED.search(plain):
        return True
    if name == "letter-spacing" and any(
        (n < -0.2 and unit != "px") or n < -2 for n, unit in lengths
    ):
        return True
    return name in _FAR and any(_is_far(number, unit) for number, unit in lengths)


_FLATTENED = re.compile(
    r"scale\w*\(\s*(?:-|0*\.?0+\s*[,)])|rotate(?:[xy]|3d)|matrix3d|matrix\(\s*(?:0[\s,]+){4}"
)


def _is_faint(name: str, plain: str) -> bool:
    """Whether a value makes a text too pale or too small to be read."""
    number = re.fullmatch(r"([0-9]*\.?[0-9]+)(%|px|pt|r?em)?", plain)
    if number is None:
        return False
    amount, unit = float(number[1]), number[2] or ""
    if name in _FAINT and unit in ("", "%"):
        return (amount / 100 if unit else amount) < _FAINT[name]
    if name == "font-size":
        return amount < {"%": 40, "em": 0.4, "rem": 0.4}.get(unit, 5)
    return False


def white_on_white(declared: Iterable[tuple[str, str]]) -> tuple[str, str] | None:
    """The declaration of a rule that writes in the colour of its ground, None if there is none."""
    values = {name: value.lower().replace("!important", "").strip() for name, value in declared}
    ground = values.get("background-color") or values.get("background")
    for name in _INKS & set(values):
        ink = values[name]
        if ink == ground or (ground is None and name == "color" and _PAPER.fullmatch(ink)):
            return name, ink
    return None


def _is_far(number: float, unit: str) -> bool:
    if unit in ("em", "rem", "ex", "ch", "vw", "vh"):
        return number <= -5 or number >= 90
    return number <= (-90 if unit == "%" else -50) or number >= 1000


def writes_number(name: str, value: str) -> bool:
    """Whether a declaration can put a number on the page that stands in no element."""
    if name not in _WRITING:
        return False
    text = unescaped(value)
    called = re.search(r"attr\(|counters?\(|url\(|var\(", value.lower())
    strings = "".join(re.findall(r"\"[^\"]*\"|'[^']*'", text))
    return bool(called) or any(_says(character) for character in strings)


def _says(character: str) -> bool:
    """Whether a character beside a number can change what it says; a mark of any kind cannot."""
    return character.isalnum() or character in _SIGNS
