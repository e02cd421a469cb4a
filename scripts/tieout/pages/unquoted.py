"""A page without the quotation marks that HTML does not need: a fortieth of its weight.

The HTML standard (13.1.2.3, attributes) lets them be left out where a value has no white space, no
quotation mark, no `=`, `<`, `>` or backquote, and is not empty. Here a value loses them only if it
is of letters and digits of ASCII and a few signs; before `/>` a value keeps them, lest it take in
the slash. The head of a page keeps its own: not every program that reads it reads HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

#: What may stand in the way of a tag, to be passed over whole; or a tag that has attributes.
_PIECE = re.compile(
    r"<(?:!--.*?-->"
    r"|(script|style)\b.*?</\1>"
    r"|(?P<tag>[a-zA-Z][\w:-]*(?:\s+[\w:-]+(?:=(?:\"[^\"]*\"|[^\s\"'=<>`]+))?)+\s*/?>))",
    re.DOTALL | re.ASCII,
)
#: Words that are read to people keep their marks, as does a value before `/>`.
_VALUE = re.compile(
    r"(\s(?!alt=|title=|aria-label=|content=)[\w:-]+=)\"([\w#.:/-]*[\w#.:-])\"(?=[\s>])", re.ASCII
)
#: By so much of its beginning a part is looked for: to look for all of it takes far longer.
_SIGHT = 100
#: Verify knows a slot by its only form (see `inline.slot`).
_SLOT = "data-count="


def unquoted(markup: str) -> str:
    """The same markup in fewer letters: every attribute keeps its value."""
    return _PIECE.sub(lambda piece: _bare(piece[0]) if piece["tag"] else piece[0], markup)


def unquoted_page(page: str, known: Iterable[tuple[str, str]] = ()) -> str:
    """A whole page, unquoted from its body on.

    `known` are parts that are known unquoted already, in the order of the page. They are of whole
    elements, so that no tag reaches into them, or out of them.
    """
    head, body, rest = page.partition("<body")
    written, left = head, body + rest
    for part, bare in known:
        start = left.find(part[:_SIGHT])
        if start >= 0 and left.startswith(part, start):
            written, left = written + unquoted(left[:start]) + bare, left[start + len(part) :]
    return written + unquoted(left)


@lru_cache(maxsize=8192)  # half of all tags stand more than once
def _bare(tag: str) -> str:
    return tag if _SLOT in tag else _VALUE.sub(r"\1\2", tag)
