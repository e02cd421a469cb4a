"""HTML source -> a tree whose elements know their line.

libxml2 builds the tree, but gives the line where a start tag ends, and none above 65535. So each
start tag is given an attribute with its lines before parsing. Tags are told apart as in the HTML
standard, section 13.2.5 "Tokenization": nothing is a tag inside a comment, a quoted value, or the
text of an element such as script.
"""

from __future__ import annotations

import re
from typing import Any

from tieout.extract.errors import ExtractError

LINES = "data-tieout-lines"

_VALUE = r"""(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\s"'>][^\s>]*+)"""
_ATTRIBUTE = rf"[^\s/>][^\s/>=]*+(?:\s*+=\s*+{_VALUE}?)?"
_RAW = "script|style|textarea|title|xmp|iframe|noembed|noframes"
#: Elements without an end that libxml2, which knows HTML 4, takes for open ones.
_NEWER_VOID = ("wbr", "source", "track")
_MARKUP = re.compile(
    rf"""
    <!--(?:-?>|.*?(?:--!?>|\Z))                    # a comment; <!--> is a whole one
    | <[!?/][^>]*+                                 # an end tag, a declaration, a bogus comment
    | <(?P<name>(?P<raw>(?:{_RAW})(?=[\s/>]))|[a-z][^\s/>]*+)
      (?:[\s/]++|{_ATTRIBUTE})*+(?:>|\Z)(?P<end>)
      (?(raw).*?(?:(?=</(?P=raw)[\s/>])|\Z))       # what stands in a raw element is no markup
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)


def mark_lines(html: str, first: int = 1) -> str:
    """The source with, in each start tag, its line, and the line of its end if that is another.

    `first` is the line of the document on which this source begins.
    """
    parts: list[str] = []
    done, line, counted = 0, first, 0
    for match in _MARKUP.finditer(html):
        name = match[1]
        if name is None:
            continue
        start, insert = match.span(1)
        end = match.start("end")
        line += html.count("\n", counted, start)
        counted = start
        inside = html.count("\n", start, end)
        mark = f"{line} {line + inside}" if inside else line
        # First among the attributes: of two with one name the first counts.
        parts += (html[done:insert], f' {LINES}="{mark}"')
        done = insert
        if name.lower() in _NEWER_VOID and html[end - 1] == ">":
            parts += (html[done : end - 1], " /")
            done = end - 1
    parts.append(html[done:])
    return "".join(parts)


def parse_html(marked: str) -> Any:
    """The root element of a source that went through `mark_lines`; None if it has no element.

    Raises ExtractError where elements are nested too deeply for the parser to keep them.
    """
    from lxml import etree

    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)  # no limit on the size of a text
    if not marked.strip():
        return None
    root = etree.fromstring(marked.encode("utf-8"), parser)
    if any(entry.level_name == "FATAL" for entry in parser.error_log):  # libxml2 stopped there
        *_, last = root.iter(etree.Element)
        found = "elements nested more deeply than the parser follows (2048)"
        raise ExtractError(lines_of(last, 1)[0], found, "a page whose elements are closed")
    return root


def lines_of(element: Any, otherwise: int) -> tuple[int, int]:
    """The lines on which a start tag begins and ends; `otherwise` where the source has no tag."""
    mark = element.get(LINES)
    if mark is None:
        return otherwise, otherwise
    if mark.isdigit():
        return int(mark), int(mark)
    start, _, end = mark.partition(" ")
    return int(start), int(end)
