"""The parts of a page that hang on its facts alone, had from an earlier run that showed the same.

They are the evidence and the embedded ledger, half of a page's letters. What they are made of is
the facts that the page shows, the ledger, the words of the frame and the language; so an edit of
the text leaves them as they are. They have a file of their own, which is then not written anew.
"""

from __future__ import annotations

from dataclasses import dataclass

from tieout.pages.embedded import embedded_ledger
from tieout.pages.evidence import evidence_block
from tieout.pages.kept import FACTS, Kept
from tieout.pages.unquoted import unquoted
from tieout.pages.view import View


@dataclass(frozen=True, slots=True)
class Evidence:
    """The section in its forms; `bare` is its HTML without the marks that it does not need."""

    html: str
    bare: str
    markdown: str


class FactParts:
    """The parts for a view, as they are once everything before them has been shown."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._kept = Kept(f"{view.ledger['article']['id']}/{view.lang}/facts", FACTS)

    def evidence(self) -> Evidence:
        """The evidence of all that was used; it uses all facts that these are computed from."""
        shown = self.view.closure(self.view.used)
        for name in shown:  # whoever has it made uses them as well: the same order for both
            self.view.use(name)
        return Evidence(*self._kept.made("evidence", self.view.basis(shown), self._evidence))

    def _evidence(self) -> tuple[str, str, str]:
        block = evidence_block(self.view)
        return block.html, unquoted(block.html), block.markdown

    def embedded(self) -> str:
        """The embedded ledger of all that was used."""
        view = self.view
        basis = view.basis(view.closure(view.used))
        text: str = self._kept.made("embedded", basis, lambda: embedded_ledger(view))
        return text

    def keep(self) -> None:
        """Keep both for the next run."""
        self._kept.keep()
