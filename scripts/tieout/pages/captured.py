"""A source's table as the project holds it, cell for cell, with marks on what the page uses.

`<details class="captured">` with a `table` whose `data-table` is source/table. Cells have one of
the classes used (a link to the fact's entry around the text as printed), unused and lost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from html import escape

from tieout.pages.content import Block
from tieout.pages.evidence_groups import Origin
from tieout.pages.inline_markdown import escape_markdown
from tieout.pages.tables import scroll_box
from tieout.pages.view import View


def captured_block(origin: Origin, shown: Collection[str], view: View) -> Block:
    """The table of a source; `shown` are the facts that have an entry on this page."""
    source, table = origin
    entry = view.source(source)["tables"][table]
    held: dict[str, dict[str, str]] = entry["cells"]
    heads = [view.localized(entry["columns"][c]) for c in next(iter(held.values()), {})]
    labels = {row: view.localized(label) for row, label in entry["row_labels"].items()}
    rows = [
        (
            [labels.get(row, "")] if labels else [],
            [_cell(f"{source}/{table}/{row}/{c}", text, shown, view) for c, text in cells.items()],
        )
        for row, cells in held.items()
    ]
    if labels:
        heads.insert(0, view.word("what"))
    caption = view.localized(entry["label"]) + view.word("as_captured")
    grid = _Grid(f"{source}/{table}", caption, heads, rows)
    return Block("\n".join(_html(grid, view)), "\n".join(_markdown(grid, view)))


@dataclass(frozen=True, slots=True)
class _Cell:
    """What a cell shows; `fact` is its entry on this page, `kind` used, unused or lost."""

    text: str
    fact: str
    kind: str

    def html(self) -> str:
        shown = escape(self.text, quote=False)
        if self.fact:
            shown = f'<a href="#fact-{escape(self.fact)}">{shown}</a>'
        return f"<td class={self.kind}>{shown}"

    def markdown(self) -> str:
        shown = escape_markdown(self.text)
        return f"[{shown}](#fact-{self.fact})" if self.fact else shown


@dataclass(frozen=True, slots=True)
class _Grid:
    """A table as captured: its name, caption, heads; of each row the label, if any, and cells."""

    name: str
    caption: str
    heads: list[str]
    rows: list[tuple[list[str], list[_Cell]]]


def _cell(fact: str, text: str, shown: Collection[str], view: View) -> _Cell:
    entry = fact if fact in shown else ""
    kind = "lost" if not text else "used" if entry else "unused"
    return _Cell(text or view.word("not_captured"), entry, kind)


def _legend(view: View) -> list[tuple[str, str]]:
    return [(kind, view.word(f"captured_{kind}")) for kind in ("used", "unused", "lost")]


def _html(grid: _Grid, view: View) -> Iterator[str]:
    opening, closing = scroll_box(view.word("scroll_hint"))
    legend = (
        f"<span class={kind}>{escape(words, quote=False)}</span>" for kind, words in _legend(view)
    )
    yield f'<details class="captured"><summary>{view.word("captured_fold")}</summary>'
    yield f'{opening}<table data-table="{escape(grid.name)}">'
    yield f"<caption><span>{escape(grid.caption, quote=False)}</span></caption>"
    yield "<thead><tr>" + "".join(f"<th>{escape(h, quote=False)}" for h in grid.heads)
    yield "<tbody>"
    for label, cells in grid.rows:
        head = "".join(f"<th>{escape(each, quote=False)}" for each in label)
        yield f"<tr>{head}{''.join(cell.html() for cell in cells)}"
    yield f"</table>{closing}"
    yield f"<p class=legend>{view.word('semicolon').join(legend)}</p></details>"


def _markdown(grid: _Grid, view: View) -> Iterator[str]:
    yield f"<strong>{escape_markdown(grid.caption)}</strong>\n"
    yield f"| {' | '.join(map(escape_markdown, grid.heads))} |"
    yield "|" + " --- |" * len(grid.heads)
    for label, cells in grid.rows:
        shown = [*map(escape_markdown, label), *(cell.markdown() for cell in cells)]
        yield f"| {' | '.join(shown)} |"
    yield "\n" + view.word("semicolon").join(words for _, words in _legend(view))
