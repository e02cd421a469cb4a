"""What folders, tables and facts may be called: names that no path can be led astray with."""

from __future__ import annotations

import re

#: Ids of sources, tables, figures and articles; each is a folder or a part of an address.
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")
