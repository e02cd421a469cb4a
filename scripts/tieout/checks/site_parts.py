"""Parts of the front page by the checks of pages; answers may stand again from run to run.

What an answer rests on is known: the part itself, which is in the name of the answer, the code that
gave it, and the ledger where the check reads it. A cell that changes one article leaves the answers
about the others, and those about type, as they were.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path

from lxml import etree

from tieout.checks import load
from tieout.checks.finding import Finding
from tieout.checks.finished import Finished
from tieout.checks.reuse import Answer

#: The checks, and whether they read more of a ledger than names and titles.
CHECKS = {"untagged": True, "typography": False}
_HERE = Path(__file__).parent


class Parts:
    """Judges parts of one page; `known` are answers that hold."""

    def __init__(self, known: Mapping[str, Answer]) -> None:
        self.known, self._answers = known, dict[str, Answer]()

    def findings(self, finished: Finished, lang: str) -> list[Finding]:
        """What the checks find in a part, which stands there as the page of a language."""
        found: list[Finding] = []
        for check, reads_ledger in CHECKS.items():
            name = f"{check} {lang} {_mark(finished, lang)}"
            if name in self.known:
                self._answers[name] = self.known[name]
            else:
                ledger = [finished.files[0]] if reads_ledger and finished.article else []
                read = tuple(str(path.absolute()) for path in ledger)
                self._answers[name] = load(check)(finished), read
            found += self._answers[name][0].findings
        return found

    def answers(self) -> dict[str, Answer]:
        """All answers given, with the files each rests on: any code may have a part in it."""
        code = _code()
        return {name: (record, (*read, *code)) for name, (record, read) in self._answers.items()}


def _mark(finished: Finished, lang: str) -> str:
    """The hash of a part and of what is not the part's own but stands in no file alone."""
    article, sources = finished.ledger["article"], finished.ledger["sources"]
    titles = [source["title"] for source in sources.values()]
    beside = json.dumps([article["id"], article["glossary"], titles, finished.ledger["site"]])
    _, tree = finished.pages[lang]
    return hashlib.sha256(etree.tostring(tree) + beside.encode("utf-8")).hexdigest()


def _code() -> tuple[str, ...]:
    """All code that runs here, and the lists that stand beside the checks."""
    files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return (*filter(None, files), *map(str, sorted(_HERE.glob("*.txt"))))
