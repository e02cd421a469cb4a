"""Ink in CSS pixels, y downwards: gathered first, drawn at once when the height is known.

Kinds of picture know only this; no matplotlib, no SVG. Everything lies in groups, and a group may
belong to a fact: that is how a number in the finished picture is led back to the ledger.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from tieout.figures.config import Run, Runs, plain
from tieout.figures.named import FigureError
from tieout.figures.style import PLAIN, WIDTH, Style
from tieout.figures.wrap import Measure, break_lines

Point = tuple[float, float]


class Face(Protocol):
    """What a canvas must know of a font."""

    @property
    def name(self) -> str:
        """The family name."""
        ...

    def missing(self, text: str) -> list[str]:
        """The characters that the font has no glyph for."""
        ...

    def width(self, text: str, size: float, bold: bool) -> float:
        """The advance of a text in pixels."""
        ...


@dataclass(frozen=True, slots=True)
class Shape:
    """A polyline, polygon or circle; colours are roles of the palette ("" is none)."""

    points: tuple[Point, ...]
    closed: bool = False
    radius: float = 0.0  # a circle around the only point
    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    dash: tuple[float, ...] = ()
    hatch: str = ""  # the role of the hatching's lines


@dataclass(frozen=True, slots=True)
class Words:
    """Lines of text, the first on the baseline of `at`."""

    at: Point
    lines: tuple[Runs, ...]
    style: Style


@dataclass(slots=True)
class Group:
    """Ink that belongs together: to a fact, or to nobody ("")."""

    fact: str = ""
    why: str = ""
    condition: str = ""  # the text is this condition of the fact, not its number
    ink: list[Shape | Words] = field(default_factory=list)


@dataclass(slots=True)
class Canvas:
    """The paper of one figure."""

    figure: str
    face: Face
    height: float = 0.0
    groups: list[Group] = field(default_factory=list)
    signs: set[str] = field(default_factory=set)  # which signs a legend must explain
    _open: Group | None = None

    @contextmanager
    def mark(self, fact: str) -> Iterator[None]:
        """Every shape drawn inside is the mark of that fact."""
        self._open = Group(fact=fact)
        yield
        if self._open.ink:  # an exact fact may have no bounds to draw
            self.groups.append(self._open)
        self._open = None

    def draw(self, shape: Shape) -> None:
        """Add a shape to the open mark, or to no fact."""
        if self._open is None:
            self.groups.append(Group(ink=[shape]))
        else:
            self._open.ink.append(shape)

    def line(
        self,
        points: Sequence[Point],
        stroke: str = "ink",
        width: float = 1.0,
        dash: Sequence[float] = (),
    ) -> None:
        """An open polyline."""
        self.draw(Shape(tuple(points), stroke=stroke, width=width, dash=tuple(dash)))

    def box(
        self,
        corner: Point,
        size: Point,
        *,
        fill: str = "",
        stroke: str = "",
        dash: Sequence[float] = (),
        hatch: str = "",
    ) -> None:
        """A rectangle from its upper left corner."""
        (x, y), (w, h) = corner, size
        points = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
        self.draw(
            Shape(points, closed=True, fill=fill, stroke=stroke, dash=tuple(dash), hatch=hatch)
        )

    def text(
        self,
        at: Point,
        content: str | Runs,
        style: Style = PLAIN,
        *,
        room: float = WIDTH,
        tag: Group | None = None,
    ) -> float:
        """Text with its first baseline at `at`, broken into lines of `room` pixels at most.

        Returns the y of the last baseline. `tag` names what the whole text belongs to; a text that
        is a single fact belongs to that fact by itself. Text that would leave the paper is moved
        onto it. Raises FigureError for text wider than the paper, or with a glyph the font lacks.
        """
        runs = (Run(content),) if isinstance(content, str) else content
        self._check_glyphs(plain(runs))
        lines = break_lines(runs, lambda piece: self._width(piece, style), room)
        at = (at[0] + self._shift(at[0], lines, style), at[1])
        group = tag or (Group(runs[0].fact, runs[0].why) if len(runs) == 1 else Group())
        group.ink.append(Words(at, lines, style))
        self.groups.append(group)
        last = at[1] + style.leading * (len(lines) - 1)
        self.reach(last + style.size * 0.35)
        return last

    def measure(self, style: Style = PLAIN) -> Measure:
        """The width of a text in that style. Raises FigureError for a glyph the font lacks."""

        def width(text: str) -> float:
            self._check_glyphs(text)
            return self._width(text, style)

        return width

    def reach(self, y: float) -> None:
        """Make sure that the paper goes down to y."""
        self.height = max(self.height, y)

    def _check_glyphs(self, text: str) -> None:
        missing = self.face.missing(text)
        if missing:
            names = ", ".join(f"{character} (U+{ord(character):04X})" for character in missing)
            what = f"the font {self.face.name} has no glyph for {names} in “{text}”"
            raise FigureError((self.figure,), what, "reword the text, or use a font that has it")

    def _width(self, text: str, style: Style) -> float:
        return self.face.width(text, style.size, style.bold)

    def _shift(self, x: float, lines: tuple[Runs, ...], style: Style) -> float:
        """How far to move a text so that it lies on the paper."""
        bare = [plain(line).rstrip(" ") for line in lines]
        wide, longest = max((self._width(line, style), line) for line in bare)
        if wide > WIDTH:
            what = f"“{longest}” is {wide:.0f} px wide, the picture {WIDTH:.0f} px"
            raise FigureError((self.figure,), what, "shorten the label")
        left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[style.anchor]
        return max(0.0, -left) - max(0.0, left + wide - WIDTH)
