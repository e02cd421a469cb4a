"""A page without the quotation marks that HTML does not need: a fortieth of its weight.

The HTML standard (13.1.2.3, attributes) lets them be left out where a value has no white space, no
quotation mark, no `=`, `<`, `>` or backquote, and is not empty. Here a value loses them only if it
is of letters and digits of ASCII and a few signs; before `/>` a value keeps them, lest it take in
the slash. The head of a page keeps its own: not every program that reads it reads HTML.
"""

from __future__ import annotations

import re

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
#: Verify knows a slot by its only form (see `inline.slot`).
_SLOT = "data-count="


def unquoted(markup: str) -> str:
    """The same markup in fewer letters: every attribute keeps its value."""
    known: dict[str, str] = {}  # half of all tags stand more than once

    def bare(piece: re.Match[str]) -> str:
        whole = piece[0]
        if whole not in known:
            known[whole] = _bare(piece)
        return known[whole]

    return _PIECE.sub(bare, markup)


def unquoted_page(page: str) -> str:
    """A whole page, unquoted from its body on."""
    head, body, rest = page.partition("<body")
    return head + unquoted(body + rest)


def _bare(piece: re.Match[str]) -> str:
    if piece["tag"] is None or _SLOT in piece[0]:
        return piece[0]
    return _VALUE.sub(r"\1\2", piece[0])
