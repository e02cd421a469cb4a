"""What a stranger wrote, as a Markdown report quotes it: on one line, cut, and never as markup."""

from __future__ import annotations

import re

_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
#: What is quoted stays short, whatever the page or archive holds.
_LONGEST = 300


def plain(text: str, longest: int = _LONGEST) -> str:
    """Text of a page as text of the report: on one line, cut, nothing in it read as Markdown."""
    tame = _UNSAFE.sub(" ", str(text))
    tame = tame if len(tame) <= longest else tame[: longest - 1] + "…"
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", tame)


def quoted(text: str) -> str:
    """Text of a page as code, with enough backticks around it."""
    tame = _UNSAFE.sub(" ", str(text))
    tame = tame if len(tame) <= _LONGEST else tame[: _LONGEST - 1] + "…"
    fence = "`" * (max((len(run) for run in re.findall("`+", tame)), default=0) + 1)
    pad = " " * (tame.startswith("`") or tame.endswith("`"))
    return f"{fence}{pad}{tame}{pad}{fence}"
