"""What writers place on a line of its own: figures, tables, claims, verdicts, the sources list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from tieout.errors import nearest
from tieout.figures import facts_of
from tieout.pages.comparison import claim_grid, verdict_grid
from tieout.pages.content import Block, Writer
from tieout.pages.described import Described
from tieout.pages.inline import FactRef, Inline, Part, Text, to_html, to_plain
from tieout.pages.inline_markdown import escape_markdown, guard_lines, to_markdown
from tieout.pages.row_labels import row_labels
from tieout.pages.sources_list import sources_block
from tieout.pages.svg import inline_svg
from tieout.pages.tables import Grid, bounds, table_block
from tieout.pages.view import View, WriterError
from tieout.yamlio import load


@dataclass(frozen=True, slots=True)
class Blocks:
    """Makers of the blocks of one page: `document` is article.yaml, `figures` the drawn files."""

    view: View
    writer: Writer
    document: Path
    figures: Path

    def makers(self) -> dict[str, Callable[..., Block]]:
        """The functions by the names that writers use."""
        return {
            "figure": self.figure,
            "table": self.table,
            "claim_table": self.claim_table,
            "verdict_table": self.verdict_table,
            "sources_list": lambda: sources_block(self.view),
        }

    def parts(self, texts: Mapping[str, str], *key: str | int) -> list[Part]:
        """A localized string of article.yaml in parts. Raises TieoutError at the line of `key`."""
        try:
            return self.writer.parts(self.view.localized(texts))
        except WriterError as error:  # only a fault is worth reading the file for its lines
            raise load(self.document).fail(key, error.what, error.mend) from None

    def _entry(self, kind: str, name: str) -> Mapping[str, Any]:
        entries = self.view.ledger[kind]
        if name not in entries:
            mend = nearest(name, entries) or f"describe it under '{kind}:' in article.yaml"
            raise WriterError(f"unknown {kind.rstrip('s')} '{name}'", mend)
        entry: Mapping[str, Any] = entries[name]
        return entry

    def figure(self, name: str) -> Block:
        """A picture with its caption and its data table."""
        entry = self._entry("figures", name)
        svg = inline_svg(self.figures / f"{name}.{self.view.lang}.svg", name, self.writer.kept)
        self.writer.drawn.append(svg)
        caption = self.parts(entry["caption"], "figures", name, "caption")
        data = table_block(self._figure_data(entry, name), self.view)
        summary = escape(self.view.word("figure_data"), quote=False)
        html = (
            f'<figure id="figure-{name}">{svg}\n<figcaption>{to_html(caption, self.view)}'
            f'</figcaption></figure>\n<details class="data"><summary>{summary}</summary>'
            f"{data.html}</details>\n"
        )
        below = guard_lines(to_markdown(caption, self.view))
        markdown = f"{self._image(name, entry)}\n\n{below}\n\n{data.markdown}"
        return Block(html, markdown)

    def _image(self, name: str, entry: Mapping[str, Any]) -> str:
        """The picture in Markdown; the facts of its alternative text are named around it."""
        alt, facts = to_plain(self.parts(entry["alt"], "figures", name, "alt"), self.view)
        folder = f"../../../figures/{self.view.ledger['article']['id']}"
        image = f"![{escape_markdown(alt)}]({folder}/{name}.{self.view.lang}.svg)"
        return f'<span data-facts="{escape(" ".join(facts))}">{image}</span>'

    def _figure_data(self, entry: Mapping[str, Any], name: str) -> Grid:
        view = self.view
        heads = [[Text(view.word(key))] for key in ("what", "value", "bounds")]
        rows: list[list[Inline]] = []
        facts = facts_of(entry)
        for label, fact in zip(row_labels(facts, view), facts, strict=True):
            rows.append([label, [FactRef(fact)], bounds(fact, view)])
        title = self.parts(entry["title"], "figures", name, "title")
        return Grid(title, heads, rows, anchor=f"data-{name}")

    def table(self, name: str) -> Block:
        """A table of article.yaml."""
        entry = self._entry("tables", name)
        described = Described(name, entry, self.view, self.document, self.parts)
        return table_block(described.grid(), self.view)

    def claim_table(self, name: str) -> Block:
        """A claim beside the figures nearest to it."""
        entry = self._entry("claims", name)
        return table_block(claim_grid(name, entry, self.view), self.view)

    def verdict_table(self, source: str | None = None) -> Block:
        """Every printed speed-up or share beside what its own figures give, or those of a source.

        Raises WriterError for a source that prints none.
        """
        printing = {each["printed"].split("/")[0] for each in self.view.ledger["verdicts"]}
        if source is not None and source not in printing:
            what = f"no printed comparison comes from the source '{source}'"
            mend = nearest(source, printing) or f"name one of {', '.join(sorted(printing))}"
            raise WriterError(what, mend)
        return table_block(verdict_grid(self.view, source), self.view)
