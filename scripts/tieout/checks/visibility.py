"""Whether a reader can see an element of a page or picture, and what a style sheet writes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from tieout.checks.style_hiding import hides, white_on_white, writes_number
from tieout.checks.style_rules import (
    DEFINING,
    declared,
    definitions,
    may_end,
    may_match,
    read_rules,
    rules_of,
)

#: Elements whose content is never shown, or only once a script or a reader's act calls for it.
_UNSHOWN = frozenset((
    "del", "s", "strike",
    "head", "template", "script", "style", "noscript", "dialog", "object", "iframe", "datalist",
    "defs", "symbol", "clipPath", "mask", "metadata", "title", "desc", "bdo", "rp",
))  # fmt: skip
#: Attributes of SVG that style sheets may set too.
_PRESENTATION = (
    "display",
    "visibility",
    "opacity",
    "fill-opacity",
    "font-size",
    "fill",
    "transform",
)
_WRITTEN = "the style sheet writes a number, a word, a sign, an attribute or a counter"


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What the style sheets of a page or picture hide, by selector, and the answers by make."""

    definitions: dict[str, list[str]]
    hiding: list[tuple[str, str]]
    hollow: list[str]
    selectors: str
    alike: dict[tuple[Any, ...], list[tuple[str, str]]] = field(default_factory=dict)


@lru_cache(maxsize=64)
def _sheet(texts: tuple[str, ...], styles: tuple[str, ...]) -> _Sheet:
    """Of the same sheets and defining styles: pages and pictures mostly share theirs."""
    rules = [rule for text in texts for rule in rules_of(text)]
    found = definitions(rules, styles)
    # What only paper hides is not there to be seen on paper either.
    shown = [rule for rule in rules if not rule.printed_only]
    hiding = [
        (selector, f"{name}: {value}")
        for rule in shown
        for name, value in rule.declared
        if hides(name, value, found)
        for selector in rule.selectors
    ]
    hiding += [
        (selector, f"{ink[0]}: {ink[1]}")
        for rule in shown
        if (ink := white_on_white(rule.declared))
        for selector in rule.selectors
    ]
    hollow = [
        selector
        for rule in rules
        for name, value in rule.declared
        if name == "fill" and value.lower().startswith("none")
        for selector in rule.selectors
    ]
    return _Sheet(found, hiding, hollow, " ".join(selector for selector, _ in hiding))


class Visibility:
    """Answers for one page or picture; every element is looked at once."""

    def __init__(self, root: Any) -> None:
        self.root = root
        texts = tuple(style.text or "" for style in root.iter("{*}style"))
        self.sheet = _sheet(texts, tuple(map(str, root.xpath(DEFINING))))
        self._known: dict[Any, str] = {}

    def why_hidden(self, element: Any) -> str:
        """What hides an element or anything it stands in; empty if it can be seen."""
        chain: list[Any] = []
        above = element
        while above is not None and above not in self._known:
            chain.append(above)
            above = above.getparent()
        reason = self._known[above] if above is not None else ""
        for each in reversed(chain):
            reason = reason or self._own(each)
            self._known[each] = reason
        return reason

    def _own(self, element: Any) -> str:
        tag = str(element.tag).rsplit("}", 1)[-1]
        if tag in _UNSHOWN:
            return f"<{tag}>"
        for name in ("hidden", "popover"):
            if element.get(name) is not None:
                return f"the attribute {name}"
        if element.get("aria-hidden") == "true":
            return "aria-hidden"
        if tag in ("text", "tspan", "svg", "g") and (reason := self._drawn(element, tag)):
            return reason
        style = element.get("style")
        own = declared(style) if style else []
        if ink := white_on_white(own):
            return f"its style '{ink[0]}: {ink[1]}'"
        for name, value in own:
            if hides(name, value, self.sheet.definitions):
                return f"its style '{name}: {value}'"
        for selector, declaration in self._near(element):
            if may_match(selector, element):
                return f"the style rule '{selector} {{ {declaration} }}'"
        return ""

    def _near(self, element: Any) -> list[tuple[str, str]]:
        """The hiding rules whose last part fits; elements of one make share the answer.

        An id is part of the make where a rule may mean it.
        """
        above, name = element.getparent() is None, element.get("id")
        if name and "[id" not in self.sheet.selectors and f"#{name}" not in self.sheet.selectors:
            name = ""
        make = (element.tag, element.get("class"), name, *element.keys(), above)
        if make not in self.sheet.alike:
            self.sheet.alike[make] = [
                each for each in self.sheet.hiding if may_end(each[0], element)
            ]
        return self.sheet.alike[make]

    def _drawn(self, element: Any, tag: str) -> str:
        """What hides a text of a picture by its attributes or its place."""
        for name in _PRESENTATION:
            value = element.get(name)
            if value is not None and hides(name, value, self.sheet.definitions):
                return f"its attribute {name}='{value}'"
            if name == "fill" and value == "none" and tag in ("text", "tspan"):
                return "fill='none'"
        for selector in self.sheet.hollow if tag in ("text", "tspan") else ():
            if may_match(selector, element):
                return f"the style rule '{selector} {{ fill: none }}'"
        if tag in ("text", "tspan") and _is_outside(element):
            return "a place outside the picture"
        return ""

    def written(self) -> Iterator[tuple[int, str]]:
        """Line and declaration of everything that a style sheet writes by itself."""
        rules = read_rules(self.root)
        for rule in rules:
            for name, value in rule.declared:
                if writes_number(name, value):
                    yield rule.line, f"{_WRITTEN} ('{name}: {value}')"
        for rule in rules:
            if any(name.startswith("@import") for name, _ in rule.declared):
                yield rule.line, "the style sheet takes in another one (@import)"


def _is_outside(element: Any) -> bool:
    """Whether a text begins outside the view box of its picture."""
    root = element
    while str(root.tag).rsplit("}", 1)[-1] != "svg" and root.getparent() is not None:
        root = root.getparent()
    box = (root.get("viewBox") or root.get("viewbox") or "").replace(",", " ").split()
    try:
        left, top, width, height = map(float, box)
        x, y = (element.get(name) for name in ("x", "y"))
        return bool(
            (x and not left <= float(x.split()[0]) <= left + width)
            or (y and not top <= float(y.split()[0]) <= top + height + 1)
        )
    except ValueError:
        return False
