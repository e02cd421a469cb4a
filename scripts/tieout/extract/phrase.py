"""A figure in running text, located by the few words before and after it.

White space and inline markup do not count: `reaches **1.58 ×** the` answers to before `reaches` and
after `× the`. Words and numbers are never cut: after `8` does not find the end of 1.58.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Any

from tieout.extract.characters import fold, quote
from tieout.extract.errors import AmbiguousError, LocateError, NotFoundError
from tieout.extract.located import Located, check_keys, words_of
from tieout.extract.nearest import nearest_passages
from tieout.extract.visible_text import VisibleText

#: Of a figure, white space left out; what is longer is no figure but a sentence.
LONGEST = 40
_WORD = re.compile(r"\S+")
_LETTERS = re.compile(r"[A-Za-z]{2}")
#: A number goes on over a point, a comma, or a space that groups digits; `|` is where it would be
#: cut. A unit may be cut off: `1.5|x`.
_NUMBER = re.compile(r"[0-9][.,\u00a0\u2009\u202f]?\|[.,]?[0-9]")


class _Squeezed:
    """Text without white space, and where each of its characters stood."""

    def __init__(self, text: str) -> None:
        self.full = text
        self.squeezed: list[int] = []
        self.offsets: list[int] = []
        words: list[str] = []
        length = 0
        for match in _WORD.finditer(text):
            self.squeezed.append(length)
            self.offsets.append(match.start())
            words.append(match[0])
            length += len(match[0])
        self.text = "".join(words)

    def offset(self, at: int) -> int:
        """Where the character at a place of the squeezed text stands in the full one."""
        word = bisect_right(self.squeezed, at) - 1
        return self.offsets[word] + at - self.squeezed[word]

    def cuts(self, at: int) -> bool:
        """Whether the text is one word or one number across the place before a character."""
        if not 0 < at < len(self.text):
            return False
        right = self.offset(at)
        if _LETTERS.fullmatch(self.full, right - 1, right + 1):
            return True
        around = f"{self.full[max(right - 2, 0) : right]}|{self.full[right : right + 2]}"
        return _NUMBER.search(around) is not None

    def places(self, words: str, start: int, end: int) -> Iterator[int]:
        """Where words stand that are not part of longer ones."""
        at = self.text.find(words, start, end)
        while at >= 0:
            if not (self.cuts(at) or self.cuts(at + len(words))):
                yield at
            at = self.text.find(words, at + 1, end)


def locate_phrase(view: VisibleText, locator: Mapping[str, Any]) -> Located:
    """The text between `before` and `after`.

    Raises LocateError for a locator without words, NotFoundError and AmbiguousError with the
    nearest passages.
    """
    check_keys(locator, ("before", "after"))
    before, after = ("".join(words_of(locator, key).split()) for key in ("before", "after"))
    if not before or not after:
        raise LocateError("found no words under 'before' or 'after', expected some under both")
    text = _Squeezed(view.text)
    spans = [
        (text.offset(start), text.offset(end - 1) + 1) for start, end in _spans(text, before, after)
    ]
    if not spans:
        raise NotFoundError(_not_found(text, view, locator, before))
    if len(spans) > 1:
        shown = "; ".join(_passage(view, start, end) for start, end in spans[:5])
        found = f"found {len(spans)} texts between 'before' and 'after', expected one: {shown}"
        raise AmbiguousError(f"{found}; take more of the words around it")
    start, end = spans[0]
    return Located(fold(view.text[start:end]), view.line(start), _around(view, start, end))


def _spans(text: _Squeezed, before: str, after: str) -> Iterator[tuple[int, int]]:
    """Start and end of each figure; a `before` that stands again before the `after` counts once."""
    starts = [at + len(before) for at in text.places(before, 0, len(text.text))]
    for number, start in enumerate(starts):
        reach = start + LONGEST + len(after)
        end = next(text.places(after, start + 1, reach), None)
        again = starts[number + 1] if number + 1 < len(starts) else None
        if end is not None and (again is None or again >= end):
            yield start, end


def _not_found(text: _Squeezed, view: VisibleText, locator: Mapping[str, Any], before: str) -> str:
    """The message: how the text goes on after `before`, or which passages are like the phrase."""
    starts = [text.offset(at) for at in text.places(before, 0, len(text.text))][:3]
    if starts:
        length = len(locator["before"]) + LONGEST
        shown = "; ".join(_passage(view, start, start + length) for start in starts)
        found = f"found 'before', but not {quote(locator['after'])} within {LONGEST} characters"
    else:
        phrase = f"{locator['before']} {locator['after']}"
        near = nearest_passages(view, phrase)
        shown = "; ".join(f"line {line} {quote(words, 120)}" for line, words in near) or "none"
        found = f"found {quote(locator['before'])} nowhere"
    return f"{found}, expected the words around the figure as the page shows them; nearest: {shown}"


def _passage(view: VisibleText, start: int, end: int) -> str:
    return f"line {view.line(start)} {quote(_around(view, start, end), 120)}"


def _around(view: VisibleText, start: int, end: int) -> str:
    return view.text[max(start - 30, 0) : end + 30].replace("\n", " ")
