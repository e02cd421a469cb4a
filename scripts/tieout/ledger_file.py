"""ledger.json as the rooms after it read it; see schemas/ledger.schema.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tieout.errors import fail

#: Raised whenever a reader of ledger.json would have to change.
SCHEMA_VERSION = 2
#: A file that was changed by hand is not made again as long as it lies there.
AGAIN = "remove it, and run snakemake all"


def read_ledger(path: Path) -> dict[str, Any]:
    """The content of ledger.json. Raises TieoutError when it is missing, broken or none."""
    try:
        ledger: Any = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise fail(path, 0, "the ledger is missing", "run snakemake all") from None
    except (ValueError, RecursionError) as error:
        raise fail(path, 0, f"the ledger is broken ({error})", AGAIN) from None
    if not isinstance(ledger, dict) or ledger.get("schema") != SCHEMA_VERSION:
        raise fail(path, 0, "this is no ledger of this version of Tieout", AGAIN)
    return ledger
