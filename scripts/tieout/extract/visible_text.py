"""The plain text of a page or a Markdown document, and the line of every place in it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from tieout.extract.characters import WHITE_SPACE, fold, plain_source
from tieout.extract.flow import flow
from tieout.extract.html_tree import mark_lines, parse_html
from tieout.extract.markdown_html import marked_html
from tieout.extract.tables import TableKind


@dataclass(frozen=True, slots=True)
class VisibleText:
    """Visible text in which white space is folded and blocks, cells too, stand on lines of their
    own; a `sup` reads ``[^x]``.

    `starts` are the offsets at which a new stretch begins, `lines` the source's line of each.
    """

    text: str
    starts: tuple[int, ...]
    lines: tuple[int, ...]

    def line(self, offset: int) -> int:
        """The line of the source (from 1) of the text at an offset."""
        at = bisect_right(self.starts, offset) - 1
        return self.lines[at] if at >= 0 else 1


def visible_text(text: str, kind: TableKind) -> VisibleText:
    """The text that a reader sees: no scripts, styles, comments or hidden elements.

    Raises ExtractError for a page that is nested too deeply. Faults of tables do not matter here.
    """
    source = plain_source(text)
    root = parse_html(mark_lines(source) if kind == "html" else marked_html(source)[0])
    view = _View()
    for what, words, line, _ in flow(root) if root is not None else ():
        if what != "text":
            view.gap = "\n"
        elif "\n" not in words:
            view.add(words, line)
            view.gap = (view.gap or " ") if words[-1] in WHITE_SPACE else ""
        else:
            for number, part in enumerate(words.split("\n")):
                view.add(part, line + number)
                view.gap = view.gap or " "
            view.gap = view.gap if words[-1] in WHITE_SPACE else ""
    return VisibleText("".join(view.parts), tuple(view.starts), tuple(view.lines))


class _View:
    """Text under construction; `gap` is the white space due before the next word."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.starts: list[int] = []
        self.lines: list[int] = []
        self.length = 0
        self.gap = ""

    def add(self, part: str, line: int) -> None:
        """A stretch of text that stands on one line of the source."""
        words = fold(part)
        if not words:
            return
        if part[0] in WHITE_SPACE:
            self.gap = self.gap or " "
        gap = self.gap if self.length else ""
        self.length += len(gap)
        self.starts.append(self.length)
        self.lines.append(line)
        self.parts += (gap, words)
        self.length += len(words)
        self.gap = ""
