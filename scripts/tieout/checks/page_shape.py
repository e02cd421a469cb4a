"""What a page may be made of: elements and attributes that the checks understand, and no others.

An element or attribute can change what is said without changing a letter: `dir` turns a line
around, `aria-label` speaks in place of a number, `start` counts a list anew, `<ins>` calls a word
an addition. Whatever is not in these lists is a fault, known to be harmful or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tieout.checks.finished import EVIDENCE, WHOLE
from tieout.checks.page_text import belonging
from tieout.checks.shown import squeeze, text_of

Fault = tuple[int, str]
#: Attributes that say nothing by themselves, or that other checks compare with the ledger.
_ANY = frozenset(("id", "class"))
_PLAIN = (
    "h1", "h2", "h3", "h4", "p", "blockquote", "hr", "br", "pre", "em", "strong", "b",
    "u", "sup", "dl", "dt", "dd", "label", "select", "header", "main", "figure", "figcaption",
    "summary", "thead", "tbody", "tr", "caption", "aside", "template", "li",
)  # fmt: skip
#: Elements of the body, each with the attributes that it may have beside those.
ELEMENTS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(_PLAIN, frozenset[str]()),
    "body": frozenset[str](),
    "a": frozenset(("href", "lang", "hreflang")),
    "button": frozenset(("type", "data-go", "aria-label")),
    "code": frozenset(("data-why",)),
    "data": frozenset(("value", "data-fact")),
    "details": frozenset[str](),
    "div": frozenset(("role", "tabindex", "hidden", "aria-label", "data-choose")),
    "form": frozenset(("role", "hidden", "aria-label")),
    "input": frozenset(("type",)),
    "nav": frozenset(("aria-label", "aria-labelledby", "data-heading-link")),
    "ol": frozenset(("start",)),
    "option": frozenset(("value",)),
    "output": frozenset(("data-label",)),
    "script": frozenset(("type", "data-facts")),
    "section": frozenset(("aria-label", "data-group")),
    "span": frozenset(("data-why", "data-count", "data-computed", "data-say")),
    "table": frozenset(("aria-labelledby", "data-table")),
    "td": frozenset(("style",)),
    "th": frozenset(("scope", "style")),
    "ul": frozenset(("aria-label",)),
}
#: Those of pictures, whose places and marks are compared with the drawn file.
_DRAWN = frozenset((
    "svg", "g", "defs", "clippath", "pattern", "path", "rect", "circle", "ellipse", "line",
    "polyline", "polygon", "text", "tspan", "title", "desc", "style", "use",
))  # fmt: skip
_DRAWN_ATTRIBUTES = _ANY | frozenset((
    *("viewbox", "width", "height", "role", "lang", "aria-labelledby", "style", "transform", "d"),
    *("font-family", "font-size", "font-weight", "fill", "stroke", "stroke-width"),
    *("stroke-linecap", "stroke-linejoin", "stroke-dasharray", "stroke-dashoffset"),
    *("patternunits", "text-anchor"),
    *("x", "y", "dx", "dy", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry", "points"),
    *("data-figure", "data-facts", "data-fact", "data-why", "data-of", "data-condition"),
    *("opacity", "fill-opacity", "fill-rule", "clip-path", "clip-rule", "xmlns"),
))  # fmt: skip
#: Elements that say nothing by where they stand.
_BARE = frozenset(("td", "tr", "li", "p", "ul", "code", "b", "em", "strong", "dt", "dd"))
#: Values that an attribute may have, wherever it stands.
_VALUES: Mapping[str, frozenset[str]] = {
    "role": frozenset(("group", "dialog", "search", "img")),
    "tabindex": frozenset(("0",)),
    "type": frozenset(("button", "search", "application/json", "application/ld+json")),
    "scope": frozenset(("row",)),
    "data-go": frozenset(("-1", "1")),
}
_ALIGNED = frozenset(f"text-align:{side}" for side in ("left", "center", "right"))
#: The words that name a part of the page to those who hear it, by element and class or other mark.
LABELS: Mapping[tuple[str, str], str] = {
    ("div", "table"): "scroll_hint",
    ("div", "inspector"): "inspector",
    ("nav", "languages"): "other_language",
    ("form", "find"): "find",
    ("section", "checked"): "checked",
    ("section", "evidence"): "evidence",
    ("ul", "conditions"): "conditions",
    ("button", "close"): "inspector_close",
    ("button", "-1"): "previous_place",
    ("button", "1"): "next_place",
}
_SAID = {"data-heading-link": "heading_link", "data-say": "places", "data-label": "find_shown"}


_LINKS = "//header//a | //main//a | //section[@id='evidence']//a"


def shape_faults(
    root: Any, ledger: Mapping[str, Any], lang: str, words: Mapping[str, str], part: str = WHOLE
) -> Iterator[Fault]:
    """Elements and attributes that may not be there, or say what they may not; with lines.

    `words` are those of the page's frame in its language.
    """
    belongs = belonging(root, part)
    for body in root.iterchildren("body"):
        pictures = {each for svg in body.iter("svg") for each in svg.iter("*")}
        for element in body.iter("*"):
            tag = str(element.tag)
            if (tag in _BARE and not element.attrib) or not belongs(element):
                continue  # most elements of a page, which can be in no other way
            for what in _faults(element, tag, element in pictures, root, words):
                yield element.sourceline or 1, what
    links = _Links(ledger["facts"])
    for link in filter(belongs, root.xpath(_LINKS)):
        yield from ((link.sourceline or 1, what) for what in links.faults(link))
    if part != EVIDENCE:
        yield from _marks(root, ledger["vocabulary"], lang)


def _faults(
    element: Any, tag: str, drawn: bool, root: Any, words: Mapping[str, str]
) -> Iterator[str]:
    if drawn:
        known = _DRAWN_ATTRIBUTES if tag in _DRAWN else None
    else:
        known = ELEMENTS[tag] | _ANY if tag in ELEMENTS else None
    if known is None:
        yield f"a <{tag}>, which no page is made of"
        return
    for name, value in element.items():
        if name not in known:
            yield f"<{tag}> has the attribute {name}='{value}', which can change what it says"
        elif name in _VALUES and value not in _VALUES[name]:
            yield f"<{tag}> has {name}='{value}'"
    if not drawn:
        yield from _placed(element, tag)
        yield from _named(element, tag, words)
        if element.get("style") is not None and element.get("style") not in _ALIGNED:
            yield f"<{tag}> has a style of its own ('{element.get('style')}')"
    elif tag == "svg" and element.get("lang") not in _tongues(root):
        yield f"a picture says that its language is '{element.get('lang')}'"


def _tongues(root: Any) -> tuple[str, ...]:
    """The page's language, and the name of it that files have."""
    told = root.get("lang") or ""
    return told, told.replace("-Hant", "")


def _placed(element: Any, tag: str) -> Iterator[str]:
    """Elements that fold, hide or name others stand where the layout puts them."""
    kind, above = element.get("class") or "", element.getparent()
    if tag == "details":
        inner = [(each.tag, each.get("class")) for each in element]
        if kind not in ("data", "captured") or inner[:2] != [("summary", None), ("div", "table")]:
            yield "a fold around something else than a table"
        elif inner[2:] not in ([], [("p", "legend")]) or len(element[1]) != 1:
            yield "a fold around more than its table"
    elif element.get("hidden") is not None and kind not in ("inspector", "find"):
        yield f"<{tag}> is hidden"
    elif tag == "aside" and kind not in ("edition", "stale"):
        yield "an <aside>, which no page is made of"
    elif tag == "a" and element.get("lang") and above.get("class") != "languages":
        yield f"a link says that its language is '{element.get('lang')}'"
    elif element.get("scope") and above.getparent().tag != "tbody":
        yield "a column is called a row"
    elif tag == "ol" and element.get("start") and above.tag in ("nav", "section"):
        yield "a list of the frame counts anew"
    elif tag == "data" and len(element):
        yield "a number is cut by an element"


def _named(element: Any, tag: str, words: Mapping[str, str]) -> Iterator[str]:
    """Labels for those who hear a page are the words of the layout."""
    label = element.get("aria-label")
    if label is not None:
        keys = ((tag, element.get(mark) or "") for mark in ("class", "data-go"))
        key = next((LABELS[each] for each in keys if each in LABELS), "")
        if label != words.get(key):
            yield f"<{tag}> is called “{label}”, not “{words.get(key, '')}”"
    for name, key in _SAID.items():
        if element.get(name) is not None and squeeze(element.get(name)) != squeeze(words[key]):
            yield f"<{tag}> says “{element.get(name)}”, not “{words[key]}”"
    by = element.get("aria-labelledby")
    if by is not None and tag in ("nav", "table"):
        group = element if tag == "nav" else element.getparent()
        if by not in [each.get("id") for each in group.iterfind("*")]:
            yield f"<{tag}> is named by words that stand elsewhere ('{by}')"


class _Links:
    """A link to an entry looks like what it leads to: second-hand, lost, or neither."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.facts = facts

    def faults(self, link: Any) -> Iterator[str]:
        """What is wrong with the look of one link."""
        target, kind = link.get("href") or "", link.get("class")
        fact = self.facts.get(target.removeprefix("#fact-"))
        if not target.startswith("#fact-") or fact is None:
            note = target.startswith("#fn") and (kind or "").startswith("footnote-")
            if kind is not None and target != "#evidence" and not note:
                yield f"a link has the look of a number ('{kind}')"
            return
        table = next(link.iterancestors("table"), None)
        if table is not None and table.get("data-table") is not None:
            return  # shown as captured, where cells have the look
        shown = "".join(link.xpath(".//@data-fact"))
        told = ("via" if fact["standing"] == "second-hand" else None) if shown else "lost"
        if kind != told:
            yield f"the link to '{fact['id']}' has the look '{kind}', not '{told}'"


def _marks(root: Any, vocabulary: Mapping[str, Any], lang: str) -> Iterator[Fault]:
    """A standing or verdict has the look of its own words."""
    parts = {"standing": ["standings"]}
    parts["verdict"] = ["verdicts", "claim_verdicts", "candidate_verdicts"]
    for kind, names in parts.items():
        for element in root.xpath(f"//span[starts-with(@class, '{kind} ')]"):
            key = element.get("class").removeprefix(f"{kind} ")
            labels = [
                squeeze(vocabulary[name][key]["label"][lang])
                for name in names
                if key in vocabulary[name]
            ]
            if text_of(element) not in labels:
                yield element.sourceline or 1, f"“{text_of(element)}” has the look of '{key}'"
