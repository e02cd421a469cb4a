"""Where speeds stand side by side on a page: paragraphs, tables, figures, claim tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from tieout.checks.conditions import Speeds
from tieout.checks.page_text import PROSE, Block, blocks_outside_evidence

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Scope:
    """What a reader takes in at one look: its kind and name, its text, and the speeds compared."""

    kind: str  # prose, table, figure or claim
    name: str
    anchor: str
    line: int
    blocks: tuple[Block, ...]
    pairs: tuple[Pair, ...]


def scopes(root: Any, speeds: Speeds) -> Iterator[Scope]:
    """All places of a page, apart from the evidence, where two speeds can be compared."""
    blocks = blocks_outside_evidence(root)
    for block in blocks:
        captions = block.kind in ("figcaption", "caption", "th")
        if block.kind not in PROSE and not captions:
            continue
        if block.region == "frame" and block.kind not in ("h1", "p"):
            continue
        named = _speeds(block.facts, speeds)
        if len(named) > 1:
            yield Scope("prose", "", block.anchor, block.line, (block,), _pairs(named))
    for each in root.xpath("//main//*[self::ul or self::ol][not(ancestor::li)]"):
        yield from _list(each, blocks, speeds)
    for table in root.iterfind(".//main//table"):
        yield from _table(table, blocks, speeds)
    for figure in root.iterfind(".//main//figure"):
        yield from _figure(figure, blocks, speeds)


def _list(element: Any, blocks: tuple[Block, ...], speeds: Speeds) -> Iterator[Scope]:
    """The items of a list stand below one another to be compared, each with the others."""
    items = [_speeds(_facts(item), speeds) for item in element.iterfind("li")]
    pairs = [
        pair for one, other in combinations(items, 2) for pair in product(one, other)
        if pair[0] != pair[1]
    ]  # fmt: skip
    if pairs:
        lines = _lines(element)
        around = tuple(block for block in blocks if block.line in lines)
        anchor = around[0].anchor if around else ""
        line = element.sourceline or 1
        yield Scope("prose", "", anchor, line, around, tuple(dict.fromkeys(pairs)))


def _table(table: Any, blocks: tuple[Block, ...], speeds: Speeds) -> Iterator[Scope]:
    holder = _named_ancestor(table)
    if holder.startswith("data-"):
        return  # the data of a figure, which is looked at itself
    grid = [[_first(_facts(cell)) for cell in row] for row in table.iter("tr")]
    if holder.startswith("claim-"):
        rows = [_speeds(filter(None, row), speeds) for row in grid]
        pairs = [(row[0], other) for row in rows for other in row[1:]]
        kind, name = "claim", holder.removeprefix("claim-")
    else:
        width = max((len(row) for row in grid), default=0)
        columns = [[row[index] for row in grid if index < len(row)] for index in range(width)]
        groups = [_speeds(filter(None, group), speeds) for group in [*grid, *columns]]
        pairs = [pair for group in groups for pair in _pairs(group)]
        kind, name = "table", holder.removeprefix("table-")
    if pairs:
        lines = _lines(table)
        around = [b for b in blocks if (b.holder == holder and holder) or b.line in lines]
        anchor = around[0].anchor if around else ""
        line = table.sourceline or 1
        yield Scope(kind, name, anchor, line, tuple(around), tuple(dict.fromkeys(pairs)))


def _lines(table: Any) -> range:
    lines = [element.sourceline or 0 for element in table.iter() if isinstance(element.tag, str)]
    return range(min(lines), max(lines) + 1)


def _figure(figure: Any, blocks: tuple[Block, ...], speeds: Speeds) -> Iterator[Scope]:
    holder = figure.get("id") or ""
    named = _speeds(_facts(figure), speeds)
    if len(named) > 1:
        around = tuple(block for block in blocks if block.holder == holder)
        anchor, name = (around[0].anchor if around else ""), holder.removeprefix("figure-")
        yield Scope("figure", name, anchor, figure.sourceline or 1, around, _pairs(named))


def _facts(element: Any) -> list[str]:
    found: list[str] = []
    for each in element.iter():
        if isinstance(each.tag, str):
            found += filter(None, [each.get("data-fact"), *(each.get("data-facts") or "").split()])
    return found


def _first(facts: list[str]) -> str:
    return facts[0] if facts else ""


def _speeds(facts: Iterable[str], speeds: Speeds) -> list[str]:
    return [name for name in dict.fromkeys(facts) if speeds.is_speed(name)]


def _pairs(names: list[str]) -> tuple[Pair, ...]:
    return tuple(combinations(names, 2))


def _named_ancestor(element: Any) -> str:
    for each in (element, *element.iterancestors()):
        if each.get("id"):
            return str(each.get("id")) if each.tag in ("div", "table") else ""
    return ""
