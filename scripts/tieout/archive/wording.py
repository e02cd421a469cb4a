"""Texts of article.yaml as a reader meets them: calls worded from the ledger, no markup."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tieout.sentences import Sentence


def worded(text: str, ledger: Mapping[str, Any], lang: str) -> str:
    """A text with each fact and source in its words; what has none is a box."""

    def word(function: str, argument: str) -> str:
        if function == "f":
            fact = ledger["facts"].get(argument)
            return (fact["text"].get(lang) if fact else "") or "□"
        if function == "cite" and argument in ledger["sources"]:
            return str(ledger["sources"][argument]["label"][lang])
        return argument if function == "x" else ""

    return Sentence("", 1, text, frozenset()).worded(word)


def title(ledger: Mapping[str, Any], lang: str) -> str:
    """The article's title."""
    return worded(ledger["article"]["title"][lang], ledger, lang)
