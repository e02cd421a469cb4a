"""The anchors of a finished page: every id once, every link to an anchor with a target."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from pathlib import Path

from tieout.errors import Problem, TieoutError, nearest, shown

_ID = re.compile(r'<[^<>]*?\sid="([^"]*)"')
_LINK = re.compile(r'<a\b[^<>]*?\shref="#([^"]*)"')
#: What structured data says of a source leads to its line in the list, cited in the text or not.
_SOURCE = re.compile(r'"@id":\s*"#(source-[^"]*)"')


def check_anchors(page: str, place: Path) -> None:
    """Raise TieoutError, naming `place`, for an id used twice and a link that leads nowhere."""
    ids = Counter(unescape(found) for found in _ID.findall(page))
    problems = [
        Problem(shown(place), 0, f"'{name}' stands on the page {count} times", "place it once")
        for name, count in ids.items()
        if count > 1
    ]
    targets = dict.fromkeys(unescape(found) for found in _LINK.findall(page))
    targets |= dict.fromkeys(_SOURCE.findall(page))
    problems += [_dangling(name, ids, place) for name in targets if name not in ids]
    if problems:
        raise TieoutError(problems)


def _dangling(name: str, ids: Counter[str], place: Path) -> Problem:
    if name.startswith("source-"):
        mend = "add {{ sources_list() }} on a line of its own"
        return Problem(shown(place), 0, f"'#{name}' is linked, but there is no sources list", mend)
    mend = nearest(name, ids) or "end a heading with {#…}, or correct the link"
    return Problem(shown(place), 0, f"the link '#{name}' leads nowhere", mend)
