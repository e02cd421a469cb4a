"""A number's tag: it says what the ledger says, in words and in `value`, and leads to its entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tieout.checks.finding import quoted

AGAIN = "take the tag from {{ f('fact-id') }} and run snakemake all"
Fault = tuple[str, str]


def judge_tag(
    element: Any, fact: str, text: str, facts: Mapping[str, Any], lang: str
) -> Iterator[Fault]:
    """What is wrong with an element that shows `text` as the number of `fact`, each with its mend.

    In pictures an element may show a condition of the fact in place of its number. An element
    without text is only the mark of a fact.
    """
    if fact not in facts:
        yield f"a tag for the unknown fact '{quoted(fact)}'", "correct the fact's id"
        return
    entry = facts[fact]
    condition = element.get("data-condition")
    wording = entry["conditions"].get(condition, {}) if condition else entry["text"]
    told = wording.get(lang, "")
    if text.strip() and "".join(text.split()) != "".join(told.split()):
        yield f"the tag of '{fact}' reads “{quoted(text)}”, the ledger “{quoted(told)}”", AGAIN
    if element.tag == "data":
        yield from _in_page(element, fact, entry)


def _in_page(element: Any, fact: str, entry: Mapping[str, Any]) -> Iterator[Fault]:
    """A number leads to its entry, unless it stands there.

    A link cannot hold another: in the table of contents a number leads to its section.
    """
    value = entry["value"] if entry["value"] is not None else f"{entry['low']}..{entry['high']}"
    if element.get("value") != str(value):
        yield f"the tag of '{fact}' has the value '{element.get('value')}', not '{value}'", AGAIN
    if is_own(element, fact):
        return
    links = [link.get("href") for link in element.iterancestors("a")]
    if f"#fact-{fact}" not in links and not any(True for _ in element.iterancestors("nav")):
        yield f"the number of '{fact}' does not lead to its entry", AGAIN


def is_own(element: Any, fact: str) -> bool:
    """Whether an element shows the number of an entry in the entry's own first cell, by itself."""
    cell = element.getparent()
    row = cell.getparent() if cell is not None else None
    return (
        row is not None
        and (cell.tag, row.tag, row.get("id")) == ("td", "tr", f"fact-{fact}")
        and (len(cell), cell.getprevious()) == (1, None)
    )
