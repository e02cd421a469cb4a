"""The anchors of a finished page: every id once, every link to an anchor with a target."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from tieout.errors import Problem, TieoutError, nearest, shown

_ID = 'id="'
_LINK = re.compile(r'<a\b[^<>]*?\shref="#([^"]*)"')
#: What structured data says of a source leads to its line in the list, cited in the text or not.
_SOURCE = re.compile(r'"@id":\s*"#(source-[^"]*)"')


def check_anchors(page: str, place: Path) -> None:
    """Raise TieoutError, naming `place`, for an id used twice and a link that leads nowhere."""
    ids = Counter(unescape(found) for found in find_ids(page))
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


def find_ids(page: str) -> Iterator[str]:
    """The first id of each tag that has one.

    As the pattern `<[^<>]*?\\sid="([^"]*)"` finds them, which looks at every sign of a page.
    """
    end, at = 0, page.find(_ID)
    while at >= 0:
        after = at + len(_ID)
        opened, closed = (page.rfind(sign, end, at) for sign in "<>")
        quote = page.find('"', after)
        if opened > closed and page[at - 1].isspace() and quote >= 0:
            yield page[after:quote]
            after = end = quote + 1
        at = page.find(_ID, after)


def _dangling(name: str, ids: Counter[str], place: Path) -> Problem:
    if name.startswith("source-"):
        mend = "add {{ sources_list() }} on a line of its own"
        return Problem(shown(place), 0, f"'#{name}' is linked, but there is no sources list", mend)
    mend = nearest(name, ids) or "end a heading with {#…}, or correct the link"
    return Problem(shown(place), 0, f"the link '#{name}' leads nowhere", mend)
