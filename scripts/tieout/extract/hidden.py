"""Which elements of a page nobody sees, as far as the page's own markup tells.

Style sheets are not read: what a class hides counts as visible.
"""

from __future__ import annotations

import re
from typing import Any

_NEVER = (
    "annotation annotation-xml audio canvas datalist head iframe noembed noframes noscript rp"
    " script style template title video"
)
#: Never displayed, or displayed only by a browser that lacks something.
NEVER_SHOWN = frozenset(_NEVER.split())
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_DECLARATION = re.compile(r"""(?:[^;"'(]|"[^"]*"|'[^']*'|\([^)]*\)|["'(])+""")
_IMPORTANT = re.compile(r"\s*!\s*important\s*\Z")
#: CSS drops a declaration whose value it does not know, and then an earlier one counts.
_DISPLAY = re.compile(
    r"none|initial|inherit|unset|revert|revert-layer"
    r"|(?:(?:block|inline|run-in|flow|flow-root|table|flex|grid|ruby|math|list-item)(?:\s+|\Z))+"
    r"|contents|inline-(?:block|table|flex|grid)|(?:-webkit-|-ms-)(?:inline-)?(?:box|flex|flexbox)"
    r"|table-(?:row|cell|column|caption|(?:row|column|header|footer)-group)"
    r"|ruby-(?:base|text)(?:-container)?"
)


def hidden_below(root: Any) -> set[Any]:
    """The elements below and with `root` that their own attributes hide, with all they hold."""
    return {
        element
        for element in root.xpath("descendant-or-self::*[@hidden or @style]")
        if element.get("hidden") is not None or displays_none(element.get("style"))
    }


def displays_none(style: str) -> bool:
    """Whether a style attribute ends up with ``display: none``, as CSS resolves declarations."""
    display, important = "", False
    for declaration in _DECLARATION.findall(_COMMENT.sub(" ", style).lower()):
        name, _, value = declaration.partition(":")
        plain = _IMPORTANT.sub("", value).strip()
        strong = _IMPORTANT.search(value) is not None
        if name.strip() == "display" and strong >= important and _DISPLAY.fullmatch(plain):
            display, important = plain, strong
    return display == "none"
