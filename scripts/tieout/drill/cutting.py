"""Pages and Markdown cut into places: what a reader takes in at one look, as text to compare.

An entry is cut with the head of its group, the title of a group names what stands in the group, and
the ledger that a page carries is cut into its facts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import product, takewhile
from typing import Any

_PLACES = frozenset(
    (
        "p",
        "h1",
        "h2",
        "h3",
        "h4",
        "tr",
        "caption",
        "figcaption",
        "title",
        "meta",
        "summary",
        "script",
    )
)
_ENDS = re.compile(r"[;；()（）\\\n]| — ")
_COLON = re.compile(r"[:：]")
_ITEMS = re.compile(r"[,，、]")
_MARKDOWN_CUT = re.compile(r"\n(?=\n|[-*] |[0-9]+\. |#)")


def of_page(text: str) -> Iterator[str]:
    """The places of a page, and what is left without them."""
    from lxml import html

    rest: list[str] = []
    stack = [html.document_fromstring(text)]
    while stack:
        element = stack.pop()
        name = element.get("id") or ""
        if element.get("data-group") is not None:
            stack += reversed([part for part in element if part.get("class") != "shared"])
            continue
        if element.tag in ("table", "tbody") and _group(element) is not None:
            # A group comes and goes with its rows, and a column when any row needs it.
            stack += reversed([part for part in element if part.tag != "thead"])
            continue
        if name.startswith("fact-"):
            yield _entry_of_page(element, name)
            continue
        if element.tag == "script" and name == "ledger":
            yield from _of_embedded(element.text or "")
            continue
        above: Any = element.getparent()
        if element.tag == "h4" and above.get("data-group") is not None:
            title = "".join(str(text) for text in element.itertext())
            yield f"<h4>{title} {_members(row.get('id') or '' for row in above.iter('tr'))}"
            continue
        whole = element.tag in _PLACES or element.tag in ("svg", "style")
        if whole or name.startswith("claim-") or (element.tag == "li" and not _holds(element)):
            yield html.tostring(element, encoding="unicode", with_tail=False)
        elif isinstance(element.tag, str):
            rest.append(f"<{element.tag}>{element.text or ''}")
            stack += reversed(element)
        rest.append(element.tail or "")
    yield " ".join("".join(rest).split())


def _of_embedded(text: str) -> Iterator[str]:
    """The ledger that a page carries: a place a fact, with its kind, unit and inputs by name.

    As written these are places in lists, which move for all facts when one of them changes.
    """
    content = json.loads(text)
    rows = {above + own: row for above, group in content["facts"] for own, row in group.items()}
    names = list(rows)
    for name, (kind, unit, *rest) in rows.items():
        told = [content["kinds"][kind], content["units"][unit]]
        told += [
            {alias: names[at] for alias, at in part.items()} if isinstance(part, dict) else part
            for part in rest
        ]
        yield f'<script data-fact="{name}">{json.dumps(told, ensure_ascii=False)}'


def _group(element: Any) -> Any:
    """The group of the evidence whose own table an element is, or belongs to."""
    table = element if element.tag == "table" else next(element.iterancestors("table"))
    above = table.getparent()
    return above if above.get("data-group") is not None else None


def _entry_of_page(row: Any, name: str) -> str:
    """All that a row and the head above it say, wherever it stands."""
    group = _group(row)
    heads = [] if group is None else group.find_class("shared")
    said = " ; ".join(
        text for part in (*heads, row) for piece in part.iter() for text in _texts(piece)
    )
    marks = [f'{k}="{v}"' for tag in row.iter("a", "data") for k, v in tag.attrib.items()]
    return f'<tr id="{name}">{_pieces(said)} {" ".join(marks)}'


def _members(names: Iterable[str]) -> str:
    """The facts of a group, whose title says where they come from: any of them can change it."""
    listed = " ".join(name.removeprefix("fact-") for name in names if name)
    return f'data-weighs="{listed}"'


def _texts(element: Any) -> Iterator[str]:
    yield from (text for text in (element.text, element.tail) if text)


def _pieces(text: str) -> str:
    """What an entry says, each once and in no order; a condition with what is said of it.

    "not stated: batch, workload" is as much as "not stated: workload" with the batch in the head.
    """
    found: set[str] = set()
    for said in _ENDS.split(text):
        label, *value = (_ITEMS.split(part.strip()) for part in _COLON.split(said, maxsplit=1))
        mark = "≠ " if label[0].startswith("≠") else ""
        names = [mark + name.removeprefix("≠").strip() for name in label]
        found |= {": ".join((name, *more)) for name in names for more in product(*value)}
    return " | ".join(sorted({" ".join(piece.split()) for piece in found} - {""}))


def _holds(item: Any) -> bool:
    return any(child.tag in ("p", "ul", "ol", "table", "figure") for child in item)


def of_markdown(text: str) -> Iterator[str]:
    """Paragraphs, list items with what belongs to them, whole tables; entries with their head."""
    head, inside, titled = "", False, False
    parts = _MARKDOWN_CUT.split(text)
    for at, part in enumerate(parts):
        inside = inside or '<a id="evidence"></a>' in part
        entry = re.match(r'- <a id="fact-[^"]+"></a>', part)
        if entry:
            links = " ".join(re.findall(r"\]\([^)]*\)", part))
            yield f"{entry[0]}{_pieces(f'{head} ; {part[entry.end() :]}')} {links}"
            titled = False
        elif inside and titled and part.strip():
            head, titled = part, False
        else:
            opens = part.startswith("#### ")
            head = "" if opens else head
            titled = opens or (titled and not part.strip())
            below = takewhile(lambda part: not part.startswith("#"), parts[at + 1 :])
            names = re.findall(r'<a id="(fact-[^"]+)"', "".join(below)) if inside and opens else []
            yield f"{part} {_members(names)}" if names else part


def whole(text: str) -> Iterator[str]:
    """A picture is one place."""
    yield text
