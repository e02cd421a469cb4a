"""Where a reader can look a fact up: its words on the source's page, its line in the file.

A text fragment (WICG, Scroll to Text Fragment) opens a page at given words. It is made only of what
somebody read there: a printed text that stands once among the source's figures (days are printed in
many ways), or words that the locator quotes. A line is one that the locator names, in the file at
its commit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from tieout.pages.view import View

_LINE = re.compile(r"\blines? (\d+)(?:[–-](\d+))?")
_QUOTED = re.compile(r"“([^”]+)”")
#: A file at a commit: its page shows code, in which browsers do not search for a fragment.
_FILE_PAGE = re.compile(r"https://github\.com/[^/]+/[^/]+/blob/")
#: A figure read in the source itself; of others nobody knows how the source words them.
_READ = ("transcribed", "captured")


class SourceLinks:
    """Addresses of the facts of one ledger, which are the same in every language."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.printed = Counter((f["source"], own_text(f)) for f in view.facts.values())

    def printed_text(self, fact: Mapping[str, Any]) -> str:
        """The source's page at the printed text of a fact; empty when that is not distinctive."""
        text = own_text(fact)
        once = self.printed[fact["source"], text] == 1 and fact["unit"] != "date"
        return self._words(fact, text) if once and _is_distinctive(text) else ""

    def locator(self, fact: Mapping[str, Any]) -> str:
        """The line of the file that the locator of a fact names, or the page at what it quotes."""
        if not fact["source"]:
            return ""
        named = fact["locator"].get("en", "")
        file, line = self.view.source(fact["source"]).get("file"), _LINE.search(named)
        if file and line:
            return file_address(file) + f"#L{line[1]}" + (f"-L{line[2]}" if line[2] else "")
        words = max(_QUOTED.findall(named), key=len, default="")
        return self._words(fact, words) if " " in words else ""

    def _words(self, fact: Mapping[str, Any], words: str) -> str:
        url = self.view.source(fact["source"]).get("url", "") if fact["source"] else ""
        if not url or _FILE_PAGE.match(url) or fact["standing"] not in _READ:
            return ""
        return f"{url}#:~:text={quote(words, safe='').replace('-', '%2D')}"


def own_text(fact: Mapping[str, Any]) -> str:
    """What the source itself prints, whatever a correction of ours made of it."""
    return str(fact.get("replaced") or fact["printed"])


def file_address(file: Mapping[str, str]) -> str:
    """The page of a file at its commit, Markdown as it is written, so that its lines count."""
    path = quote(file["path"])
    plain = "?plain=1" if path.endswith((".md", ".mdx")) else ""
    return f"https://github.com/{file['repo']}/blob/{file['commit']}/{path}{plain}"


def _is_distinctive(text: str) -> bool:
    """Whether a printed text is hardly anything else on its page: 403.2, 12,805, not 16."""
    digits = sum(character.isdecimal() for character in text)
    return digits > 3 or (digits == 3 and bool(re.search(r"\d[.,]\d", text)))
