"""Where an editor wrote the words that a check found on a page: file and line of the template.

The texts of templates, article.yaml, words.yaml and the sources are read as they will be shown:
marks of Markdown and white space go, a call becomes a gap. In them the words found are looked for
with as much of what stands around them as is found anywhere. What is found nowhere was not written
by an editor, or was put together by the program: it keeps its place on the page.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from pathlib import Path

from tieout.checks.finding import Finding
from tieout.checks.finished import Finished
from tieout.checks.places import template_path

#: Where the words of the whole site stand.
CONFIG = "config.yaml"
GAP = "\ufffc"
_GAPS = re.compile("[\ufffb\ufffc]")  # what stands in a text where something was cut out of it
#: How much around the words is asked for, from the most to the least that tells places apart.
_AROUND = (60, 30, 16, 8, 4, 2, 0)
#: Less than this around them may stand anywhere: that is taken for the place in its section alone.
_LEAST = 8
_READ = re.compile(
    r"\{%#.*?#%\}|\{\{\s*x\(\s*(?P<quote>['\"])(?P<exempt>.*?)(?P=quote)\s*,.*?\}\}"
    r"|(?P<call>\{\{.*?\}\})|(?P<entity>&(?:\#\w+|\w+);)|\]\([^)\s]*\)|\{\#[a-z0-9-]+\}"
    r"|''(?=\w)|[\s*_`\[\]\\\"]+|(?P<plain>[^\s*_`\[\]\\\"{&']+|.)",
    re.DOTALL,
)
_MARKS = re.compile(r"[\s*_`\[\]\\\"]+")
_HEADING = re.compile(r"(?m)^#{1,6}[ \t].*\{#([a-z0-9-]+)\}[ \t]*(?:#+[ \t]*)?$")


@dataclass(frozen=True, slots=True)
class _File:
    """A file's text as shown, without white space, and where each part of it begins."""

    path: Path
    text: str
    starts: list[int]
    origins: list[int]
    source: str

    def line(self, position: int) -> int:
        """The line, from 1, of a position of the text."""
        at = self.origins[bisect_right(self.starts, position) - 1]
        return self.source.count("\n", 0, at) + 1

    def section(self, anchor: str) -> tuple[int, int]:
        """Where a section begins and ends in the text; nothing if it is not there."""
        cuts = [(match[1], match.start()) for match in _HEADING.finditer(self.source)]
        marks = [("top", 0), *cuts, ("", len(self.source))]
        for (name, start), (_, end) in pairwise(marks):
            if name == anchor:
                return self._position(start), self._position(end)
        return 0, 0

    def _position(self, origin: int) -> int:
        index = bisect_right(self.origins, origin - 1) if origin else 0
        return self.starts[index] if index < len(self.starts) else len(self.text)


class Origins:
    """The files that editors write for one language of an article; read when first asked for."""

    def __init__(self, finished: Finished, lang: str) -> None:
        own = finished.templates / finished.article
        self.template = template_path(finished, lang)
        self.others = [
            own / "article.yaml",
            finished.templates / "_layout" / "words.yaml",
            *(finished.sources / name / "source.yaml" for name in finished.ledger["sources"]),
            finished.templates.parent / CONFIG,
        ]
        self.shared = finished.sources

    def finding(
        self, place: tuple[str, int], words: tuple[str, int, int], what: str, mend: str,
        anchor: str = "",
    ) -> Finding:  # fmt: skip
        """A finding at the line that an editor mends; `place` on the page if none is found.

        `words` are a text as shown, and start and end of what is wrong in it.
        """
        found = self.find(*words, anchor)
        if not found:
            return Finding(*place, what, mend)
        if found[0][0].endswith(CONFIG) and "{{" in mend:
            mend = f"say it without a number: {CONFIG} takes no calls"
        if len(found) > 1:
            what += f" (also on {len(found) - 1} other lines of what is written)"
        return Finding(*found[0], what, mend)

    def find(self, text: str, start: int, end: int, anchor: str = "") -> list[tuple[str, int]]:
        """File and line of every place where the words stand as they do in `text`, the best first.

        Those in the section `anchor` come first, and then the template's.
        """
        marks = not _MARKS.sub("", text[start:end])  # found by what stands around them alone
        for width in _AROUND:
            before = text[max(0, start - width) : start]
            before = _GAPS.split(before)[-1]
            after = _GAPS.split(text[end : end + width])[0]
            told = _MARKS.sub("", before + text[start:end] + after)
            if len(told) < (_LEAST if marks else 1):
                return []
            skip = len(_MARKS.sub("", before))
            around = len(before) + len(after)
            sure = around >= _LEAST or 0 < around == len(text) - (end - start)
            found = self._in_section(told, skip, anchor)
            found = found or (self._anywhere(told, skip) if sure else [])
            if found:
                return found
        only = self._anywhere(told, 0)
        return only if len(only) == 1 else []

    def _in_section(self, words: str, skip: int, anchor: str) -> list[tuple[str, int]]:
        template = _read(self.template) if anchor else None
        return _lines(template, words, skip, *template.section(anchor)) if template else []

    def _anywhere(self, words: str, skip: int) -> list[tuple[str, int]]:
        found = (_lines(file, words, skip, 0, len(file.text)) for file in self._files())
        return list(dict.fromkeys(place for places in found for place in places))

    def _files(self) -> Iterator[_File]:
        more = sorted(self.shared.glob("*.yaml"))
        for path in (self.template, *self.others, *more):
            if (file := _read(path)) is not None:
                yield file


def _lines(file: _File, words: str, skip: int, start: int, end: int) -> list[tuple[str, int]]:
    """Where the words stand in a part of a file, told by what follows their first `skip` signs."""
    found: list[tuple[str, int]] = []
    at = file.text.find(words, start, end)
    while at >= 0:
        if _whole(file.text, at, at + len(words)):
            found.append((str(file.path), file.line(at + skip)))
        at = file.text.find(words, at + 1, end)
    return list(dict.fromkeys(found))


def _whole(text: str, start: int, end: int) -> bool:
    """Whether no digit was cut off from the words found."""
    edges = (text[max(0, start - 1) : start + 1], text[end - 1 : end + 1])
    return not any(len(edge) == 2 and edge.isdecimal() for edge in edges)


@lru_cache(maxsize=64)
def _read_at(path: Path, _changed: int) -> _File:
    source = path.read_text("utf-8", errors="replace")
    parts: list[str] = []
    origins: list[int] = []
    for match in _READ.finditer(source):
        if match["exempt"] is not None:
            piece = _MARKS.sub("", match["exempt"])
        elif match["call"] is not None:
            piece = GAP
        elif match["entity"] is not None:
            piece = _MARKS.sub("", html.unescape(match["entity"]))
        else:
            piece = match["plain"] or ("'" if match[0] == "''" else "")
        if piece:
            parts.append(piece)
            origins.append(match.start())
    starts = [0, *accumulate(map(len, parts))][:-1]
    return _File(path, "".join(parts), starts, origins, source)


def _read(path: Path) -> _File | None:
    try:
        return _read_at(path, path.stat().st_mtime_ns)
    except OSError:
        return None
