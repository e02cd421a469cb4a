"""Canvases on one sheet of pixels, through matplotlib's Agg, as a PNG that tells what it shows.

The same ink that becomes a figure's SVG is drawn here, so a picture for networks that show no SVG
cannot say something else. The bytes are the same every time: the file holds no day and no program.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path as Outline
from matplotlib.text import Text
from matplotlib.transforms import Affine2D
from PIL import Image, PngImagePlugin

from tieout.figures.canvas import Canvas, Point, Shape, Words
from tieout.figures.config import plain
from tieout.figures.render import FontFace, outline
from tieout.figures.style import light

#: A bold text is struck twice, this part of its size apart: the font has a regular face only.
STRIKE = 0.035
#: Lines of a hatching are thin; at this size letters need no fitting to the grid of pixels.
SETTINGS = {"hatch.linewidth": 1.2, "text.hinting": "none"}
HATCH = "////"


@dataclass(frozen=True, slots=True)
class Placed:
    """A canvas with its upper left corner on the sheet, in pixels, and its scale."""

    canvas: Canvas
    corner: Point
    scale: float


class Sheet:
    """A sheet of paper, `size` in pixels, on which canvases are drawn."""

    def __init__(self, size: tuple[int, int], face: FontFace, lang: str) -> None:
        self.size, self.face = size, face
        agg: Any = RendererAgg  # it has no types
        self._renderer = agg(*size, 72)
        # A Chinese face sets quotation marks as wide as a character.
        self._features = Text(fontfeatures=["pwid"] if lang == "en" else None)
        self.fill((0, 0), size, "paper")

    def fill(self, corner: Point, size: Point, role: str) -> None:
        """Fill a rectangle with the colour of a role."""
        (x, y), (w, h) = corner, size
        box = Shape(((x, y), (x + w, y), (x + w, y + h), (x, y + h)), closed=True, fill=role)
        self._shape(box, (0, 0), 1)

    def draw(self, placed: Sequence[Placed]) -> None:
        """Draw canvases, each in its place."""
        with mpl.rc_context(SETTINGS):  # type: ignore[arg-type]
            for one in placed:
                for group in one.canvas.groups:
                    for ink in group.ink:
                        if isinstance(ink, Shape):
                            self._shape(ink, one.corner, one.scale)
                        else:
                            self._words(ink, one.corner, one.scale)

    def png(self, texts: Mapping[str, str]) -> bytes:
        """The file, with texts about it (PNG keywords: Title, Description)."""
        about = PngImagePlugin.PngInfo()
        for key, text in texts.items():
            about.add_itxt(key, text)
        image = Image.frombuffer(
            "RGBA", self.size, self._renderer.buffer_rgba(), "raw", "RGBA", 0, 1
        )
        file = io.BytesIO()
        few = image.convert("RGB").quantize(64, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(file, "PNG", pnginfo=about)
        return file.getvalue()

    def _shape(self, shape: Shape, corner: Point, scale: float) -> None:
        context = self._renderer.new_gc()
        context.set_linewidth(shape.width * scale if shape.stroke else 0.0)
        if shape.stroke:
            context.set_foreground(light(shape.stroke))
        if shape.dash:
            context.set_dashes(0, [part * scale for part in shape.dash])
        if shape.hatch:
            context.set_hatch(HATCH)
            context.set_hatch_color(light(shape.hatch))
        height = self.size[1]  # Agg counts upwards
        place = Affine2D().scale(scale).translate(*corner).scale(1, -1).translate(0, height)
        fill = mpl.colors.to_rgb(light(shape.fill)) if shape.fill else None
        path: Outline = outline(shape)
        self._renderer.draw_path(context, path, place, fill)
        context.restore()

    def _words(self, words: Words, corner: Point, scale: float) -> None:
        context = self._renderer.new_gc()
        context.set_foreground(light(words.style.role))
        size = words.style.size * scale
        font = FontProperties(fname=self.face.path, size=size)
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[words.style.anchor]
        for number, line in enumerate(words.lines):
            text = plain(line).rstrip(" ")
            wide = self.face.width(text, size, words.style.bold)
            x = corner[0] + words.at[0] * scale - wide * share
            y = corner[1] + (words.at[1] + words.style.leading * number) * scale
            for strike in (0.0, STRIKE * size) if words.style.bold else (0.0,):
                self._renderer.draw_text(
                    context, x + strike, y, text, font, 0, False, self._features
                )
        context.restore()
