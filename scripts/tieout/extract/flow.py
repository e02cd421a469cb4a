"""What a reader sees of a page, in order: text, breaks, and the elements that tables consist of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tieout.extract.characters import fold
from tieout.extract.hidden import NEVER_SHOWN, hidden_below
from tieout.extract.html_tree import lines_of

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
GROUPS = ("thead", "tbody", "tfoot")
CELLS = ("th", "td")
_STRUCTURE = frozenset(("table", "caption", "tr", *GROUPS, *CELLS, *HEADINGS))
_BLOCK_NAMES = (
    "address article aside blockquote body br button center dd details dialog dir div dl dt"
    " fieldset figcaption figure footer form header hgroup hr legend li main menu nav ol optgroup"
    " option p pre search section select summary textarea ul"
)
#: Words on the two sides of such an element's ends are never one word.
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_BRACKETS = str.maketrans("", "", "[]")


#: Kind ("text", "break", or "start" and "end" of an element that tables consist of), text, the line
#: on which it begins, and, for "start" and "end" only, which are breaks too, the element. A plain
#: tuple, because a page has a hundred thousand of them.
Piece = tuple[str, str, int, Any]


def flow(root: Any) -> Iterator[Piece]:
    """The visible pieces below an element; comments and hidden elements leave nothing.

    What stands in `sup` comes as one text, ``[^x]``, so that a note never touches a number's
    digits.
    """
    from lxml import etree

    walk: Any = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    unseen = hidden_below(root)
    note = _Note()
    line, hidden = 1, None
    for action, element in walk:
        start, text, tag = line, element.tail, element.tag
        if action == "start":
            start, line = lines_of(element, line)
            text = element.text
            if tag in NEVER_SHOWN or element in unseen:
                walk.skip_subtree()
                hidden = element
                line += sum(part.count("\n") for part in element.itertext())
                continue
        elif action != "end":
            line += element.text.count("\n")
            tag = ""
        elif element is hidden:
            tag = ""
        if tag in _STRUCTURE:
            if note.element is not None:  # left open, it never reaches the next cell
                yield from note.end(start)
            yield action, tag, start, element
        elif tag == "sup":
            yield from note.edge(element, action, start)
        elif tag in _BLOCKS and not note.takes(" "):
            yield "break", " ", start, None
        if text:
            if note.element is None:
                yield "text", text, line, None
            else:
                note.takes(text)
            line += text.count("\n")


class _Note:
    """Collects the text of a `sup`; one inside another is part of it."""

    def __init__(self) -> None:
        self.element: Any = None
        self.texts: list[str] = []

    def takes(self, text: str) -> bool:
        """Whether a text belongs to an open `sup`, which then keeps it."""
        if self.element is None:
            return False
        self.texts.append(text)
        return True

    def edge(self, element: Any, action: str, line: int) -> Iterator[Piece]:
        """A `sup` starts, or ends."""
        if self.element is None and action == "start":
            self.element = element
        elif self.element is element and action == "end":
            yield from self.end(line)

    def end(self, line: int) -> Iterator[Piece]:
        """The mark of the open `sup`, if there is one and it holds anything."""
        if self.element is not None:
            mark = fold("".join(self.texts).translate(_BRACKETS))
            self.element, self.texts = None, []
            if mark:
                yield "text", f"[^{mark}]", line, None
