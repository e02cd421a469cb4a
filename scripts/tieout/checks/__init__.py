"""The checks: each a function from finished files to a record of what it looked at and found.

Nothing here imports what built the files, so that a fault there cannot hide itself.
"""

from __future__ import annotations

from collections.abc import Callable

from tieout.checks import untagged
from tieout.checks.finding import Record
from tieout.checks.finished import Finished

CHECKS: tuple[Callable[[Finished], Record], ...] = (untagged.check,)
