"""The checks: each a function from finished files to a record of what it looked at and found.

Nothing here imports what built the files, so that a fault there cannot hide itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from tieout.checks.finding import Record
from tieout.checks.finished import ARTICLE, BOTH, EVIDENCE, LEDGER, PAGE, WHOLE, Finished

Check = Callable[[Finished], Record]
#: Modules of the checks, in the order of the record.
NAMES = (
    "untagged",
    "text_equals_ledger",
    "ledger_equals_source",
    "digits_supported",
    "printed_claims",
    "comparable",
    "parity",
    "typography",
    "links",
    "structured",
    "wholeness",
)
#: Those that look at one language after the other and never from one to the other, by the parts or
#: shares of it; what reads least comes first, as an answer rests on all that its process has read.
#: `panel_places` is a part of the check that comes after all others, `panel`.
BY_LANGUAGE: Mapping[str, Sequence[str]] = {
    "untagged": (ARTICLE, EVIDENCE),
    "typography": (ARTICLE, EVIDENCE),
    "comparable": (PAGE,),
    "parity": (PAGE,),
    "links": (PAGE,),
    "printed_claims": (PAGE,),
    "panel_places": (PAGE,),
    "text_equals_ledger": (EVIDENCE, ARTICLE),
}
#: Those that look at no finished file but the ledger.
OF_LEDGER: Mapping[str, Sequence[str]] = {
    "comparable": (LEDGER,),
    "parity": (LEDGER,),
    "printed_claims": (LEDGER,),
    "ledger_equals_source": (WHOLE,),
    "digits_supported": (WHOLE,),
}
#: Those that look from one page to the other, at files beside them, or at which files there are.
OF_ALL: Mapping[str, Sequence[str]] = {
    "parity": (BOTH,),
    "links": (BOTH,),
    "structured": (WHOLE,),
    "wholeness": (WHOLE,),
}


def load(name: str) -> Check:
    """A check by the name of its module, imported when first asked for."""
    check: Check = import_module(f"{__name__}.{name}").check
    return check


def __getattr__(name: str) -> Any:
    """`CHECKS`, all checks in their order: imported only by those who ask for them all."""
    if name == "CHECKS":
        return tuple(map(load, NAMES))
    raise AttributeError(f"module {__name__} has no attribute {name}")
