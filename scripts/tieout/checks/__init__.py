"""The checks: each a function from finished files to a record of what it looked at and found.

Nothing here imports what built the files, so that a fault there cannot hide itself.
"""

from __future__ import annotations

from collections.abc import Callable

from tieout.checks import (
    comparable,
    digits_supported,
    ledger_equals_source,
    links,
    parity,
    printed_claims,
    text_equals_ledger,
    typography,
    untagged,
    wholeness,
)
from tieout.checks.finding import Record
from tieout.checks.finished import Finished

CHECKS: tuple[Callable[[Finished], Record], ...] = (
    untagged.check,
    text_equals_ledger.check,
    ledger_equals_source.check,
    digits_supported.check,
    printed_claims.check,
    comparable.check,
    parity.check,
    typography.check,
    links.check,
    wholeness.check,
)
