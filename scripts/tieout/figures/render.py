"""A canvas through matplotlib's SVG backend: text stays text, the bytes are the same every time.

The backend's renderer is called itself. A Figure would add nothing, and its import, which brings
axes and maps with it, would take as long as drawing all the pictures of an article.
"""

from __future__ import annotations

import io
from typing import Any

import matplotlib as mpl
from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.font_manager import FontPath, FontProperties, get_font
from matplotlib.ft2font import LoadFlags
from matplotlib.path import Path as Outline
from matplotlib.transforms import Affine2D

from tieout.figures.canvas import Canvas, Shape, Words
from tieout.figures.config import plain
from tieout.figures.style import WIDTH, light
from tieout.fonts import Font, missing_glyphs

#: A bold face is wider than the regular one that is measured.
BOLD_WIDER = 1.06
SETTINGS = {"svg.fonttype": "none", "hatch.linewidth": 1.0}


class FontFace:
    """Widths from the font file itself: no font list is searched, no cache is built."""

    def __init__(self, font: Font) -> None:
        self.font, self.name = font, font.family
        self.path = FontPath(str(font.path), font.face)
        self._font = get_font(self.path)
        self._advances: dict[str, float] = {}

    def missing(self, text: str) -> list[str]:
        """The characters that the font has no glyph for."""
        return sorted(missing_glyphs(self.font, text))

    def width(self, text: str, size: float, bold: bool) -> float:
        """The advance of a text in pixels; kerning is left out, it moves less than a pixel."""
        return size * sum(map(self._advance, text)) * (BOLD_WIDER if bold else 1.0)

    def _advance(self, character: str) -> float:
        if character not in self._advances:
            self._font.set_size(64, 72)  # matplotlib shares this font and sets it anew for pixels
            glyph = self._font.load_char(ord(character), flags=LoadFlags.NO_HINTING)
            self._advances[character] = glyph.linearHoriAdvance / 65536 / 64
        return self._advances[character]


def outline(shape: Shape) -> Outline:
    """The outline of a shape, in the canvas's own pixels."""
    if shape.radius:
        return Outline.circle(shape.points[0], shape.radius)
    points = [(round(x, 2), round(y, 2)) for x, y in shape.points]
    return Outline([*points, points[0]] if shape.closed else points, closed=shape.closed)


def group_id(number: int) -> str:
    """The id under which a canvas's group stands in the raw file."""
    return f"group-{number}"


def render(canvas: Canvas, face: FontFace) -> bytes:
    """The raw SVG of a canvas, every group under the id by which it is found again."""
    raw = io.StringIO()
    settings = {**SETTINGS, "svg.hashsalt": canvas.figure}
    with mpl.rc_context(settings):  # type: ignore[arg-type]
        svg: Any = RendererSVG  # it has no types
        renderer = svg(WIDTH, canvas.height, raw, metadata={"Date": None, "Creator": None})
        down = Affine2D().scale(1, -1).translate(0, canvas.height)
        renderer.open_group("figure")
        for number, group in enumerate(canvas.groups):
            renderer.open_group("g", gid=group_id(number))
            for ink in group.ink:
                if isinstance(ink, Shape):
                    _shape(renderer, ink, down)
                else:
                    _words(renderer, ink, face)
            renderer.close_group("g")
        renderer.close_group("figure")
        renderer.finalize()
    return raw.getvalue().encode()


def _shape(renderer: Any, shape: Shape, down: Affine2D) -> None:
    context = renderer.new_gc()
    context.set_linewidth(shape.width if shape.stroke else 0.0)
    if shape.stroke:
        context.set_foreground(light(shape.stroke))
    if shape.dash:
        context.set_dashes(0, list(shape.dash))
    if shape.hatch:
        context.set_hatch("//////")
        context.set_hatch_color(light(shape.hatch))
    fill = mpl.colors.to_rgb(light(shape.fill)) if shape.fill else None
    renderer.draw_path(context, outline(shape), down, fill)
    context.restore()


def _words(renderer: Any, words: Words, face: FontFace) -> None:
    context = renderer.new_gc()
    context.set_foreground(light(words.style.role))
    weight = "bold" if words.style.bold else "normal"
    font = FontProperties(fname=face.path, size=words.style.size, weight=weight)
    renderer.draw_text(context, *words.at, plain(words.lines[0]), font, 0)
    context.restore()
