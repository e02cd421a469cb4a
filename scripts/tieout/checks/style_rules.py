"""A page's own style sheets: their rules, and which elements they mean.

Selectors are read generously: a rule counts for an element whenever it might, so that a state or a
sibling can never excuse a hidden number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

_TOKEN = re.compile(
    r"/\*.*?(?:\*/|\Z)|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|url\([^)]*\)|[{};]|[^\"'{};/u]+|.",
    re.DOTALL,
)
_COMPOUND = re.compile(
    r"(?P<tag>[\w-]+|\*)|\.(?P<class>[\w-]+)|\#(?P<id>[\w-]+)|\[(?P<attribute>[\w-]+)[^\]]*\]"
    r"|(?P<pseudo>::?[\w-]+(?:\([^)]*\))?)|(?P<nest>&)"
)
_COMBINATOR = re.compile(r"\s*([>+~])\s*|\s+")
#: Styles of single elements that define what other styles may use.
DEFINING = "//@style[contains(., '--')]"
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})\s?|\\(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Rule:
    """One declaration block: its selectors as written, what is declared, its line in the file."""

    selectors: tuple[str, ...]
    declared: tuple[tuple[str, str], ...]
    line: int
    printed_only: bool


def read_rules(root: Any) -> list[Rule]:
    """The rules of all style sheets in a page or picture."""
    return [
        replace(rule, line=rule.line + (element.sourceline or 1))
        for element in root.iter("{*}style")
        for rule in rules_of(element.text or "")
    ]


@lru_cache(maxsize=64)
def rules_of(text: str) -> tuple[Rule, ...]:
    """The rules of a style sheet, their lines from 0 within it; pages and pictures share theirs."""
    return tuple(_rules(text))


def _rules(text: str, line: int = 0) -> Iterator[Rule]:
    """Rules in the order in which they close; a nested rule stands on its own beside its parent."""
    stack: list[tuple[str, list[tuple[str, str]], int]] = [("@sheet", [], line)]
    pending = ""
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token == "{":
            stack.append((pending.strip(), [], line + text.count("\n", 0, match.start())))
            pending = ""
        elif token in (";", "}"):
            name, colon, value = pending.partition(":")
            name = unescaped(name)
            if colon or "@import" in name:
                stack[-1][1].append((name.strip().lower(), value.strip()))
            pending = ""
            if token == "}" and len(stack) > 1:
                yield from _closed(stack)
        elif not token.startswith("/*"):
            pending += token
    while stack:
        yield from _closed(stack)


def unescaped(text: str) -> str:
    """A text of a style sheet without its escapes."""
    return _ESCAPE.sub(lambda m: chr(int(m[1], 16) % 0x110000) if m[1] else m[2], text)


def _closed(stack: list[tuple[str, list[tuple[str, str]], int]]) -> Iterator[Rule]:
    head, declared, line = stack.pop()
    around = [name for name, _, _ in stack]
    if head.startswith("@") and not declared:
        return
    printed = any(re.fullmatch(r"@media\s+print", name) for name in around)
    names = next((n for n in reversed([*around, head]) if not n.startswith("@")), "")
    selectors = tuple(part.strip() for part in re.split(r",(?![^(]*\))", names or "*"))
    yield Rule(selectors, tuple(declared), line, printed)


def definitions(rules: Iterable[Rule], styles: Iterable[str]) -> dict[str, list[str]]:
    """All values that custom properties are given, in sheets and in styles of elements."""
    found: dict[str, list[str]] = {}
    inline = [pair for text in styles for pair in declared(text)]
    for name, value in [pair for rule in rules for pair in rule.declared] + inline:
        if name.startswith("--"):
            found.setdefault(name, []).append(value)
    return found


def declared(style: str) -> list[tuple[str, str]]:
    """The declarations of a style attribute."""
    pairs = (unescaped(part).partition(":") for part in re.split(r";(?![^(]*\))", style))
    return [(name.strip().lower(), value.strip()) for name, colon, value in pairs if colon]


def may_match(selector: str, element: Any) -> bool:
    """Whether a selector can mean an element: states and siblings are taken as given."""
    compounds = _compounds(selector)
    if not compounds or not _fits(compounds[-1], element):
        return False
    above = element.getparent()
    for compound in reversed(compounds[:-1]):
        while above is not None and not _fits(compound, above):
            above = above.getparent()
        if above is None:
            return False
        above = above.getparent()
    return True


def may_end(selector: str, element: Any) -> bool:
    """Whether the last part of a selector fits an element, whatever stands around it."""
    compounds = _compounds(selector)
    return bool(compounds) and _fits(compounds[-1], element)


@lru_cache(maxsize=512)
def _compounds(selector: str) -> tuple[str, ...]:
    """The parts that must be met by an element and those around it, from the outside in."""
    parts: list[str] = []
    place = 0
    for match in [*_COMBINATOR.finditer(selector.strip()), None]:
        part = selector.strip()[place : match.start() if match else None]
        if part and not (match and match[1] in ("+", "~")):
            parts.append(part)
        place = match.end() if match else 0
    return tuple(parts)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a compound asks of an element; `never`: it means no element, or what stands beside."""

    tags: frozenset[str]
    classes: frozenset[str]
    ids: frozenset[str]
    attributes: tuple[str, ...]
    root: bool
    never: bool


@lru_cache(maxsize=1024)
def _asked(compound: str) -> _Asked:
    parts = list(_COMPOUND.finditer(compound))
    tags, classes, ids = (
        frozenset(match[kind] for match in parts if match[kind]) for kind in ("tag", "class", "id")
    )
    pseudo = {match["pseudo"] for match in parts}
    return _Asked(
        tags - {"*"},
        classes,
        ids,
        tuple(match["attribute"] for match in parts if match["attribute"]),
        ":root" in pseudo,
        bool(pseudo & {"::before", "::after", ":before", ":after", "::marker"}),
    )


def _fits(compound: str, element: Any) -> bool:
    asked = _asked(compound)
    if asked.never or (asked.tags and asked.tags != {str(element.tag).rsplit("}", 1)[-1]}):
        return False
    if asked.classes and not asked.classes.issubset((element.get("class") or "").split()):
        return False
    if asked.ids and asked.ids != {element.get("id")}:
        return False
    if any(element.get(name) is None for name in asked.attributes):
        return False
    return not (asked.root and element.getparent() is not None)
