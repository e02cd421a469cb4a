"""The Traditional Chinese font of the figures: the system's where there is one, else a package's.

The package is ``pylopdf-fonts-zh-tw``, pinned with its hash in requirements.txt. It carries Noto
Sans TC under the SIL Open Font License, byte for byte the file in Sans/SubsetOTF/TC of the
project notofonts/noto-cjk. Two machines may thus draw with two fonts, which is why a font's name
and version belong into the ledger; one machine always draws with the same.

To draw with matplotlib: ``fontManager.addfont(font.path)``, which takes every face of a
collection, then name ``font.family``.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from tieout.errors import fail

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

#: Where Debian, Fedora, SUSE and Arch put these fonts, and where an administrator does. A list of
#: names instead of a search: a system with TeX has thousands of fonts.
SYSTEM_FOLDERS = tuple(
    Path(root, folder)
    for root in ("/usr/local/share/fonts", "/usr/share/fonts")
    for folder in (
        "",
        "opentype/noto",
        "truetype/noto",
        "google-noto-sans-cjk-fonts",
        "google-noto-sans-tc-fonts",
        "noto-cjk",
        "adobe-source-han-sans",
    )
)

#: Static fonts only: matplotlib draws a variable font in its default weight, for these Thin.
FILE_NAMES = (
    "NotoSansTC-Regular.otf",
    "NotoSansTC-Regular.ttf",
    "NotoSansCJKtc-Regular.otf",
    "NotoSansCJK-Regular.ttc",
    "SourceHanSansTC-Regular.otf",
    "SourceHanSansTW-Regular.otf",
)

#: Characters of Taiwan's vocabulary that a Simplified or Japanese subset font lacks in part.
PROBE = "記憶體軟體網路臺灣寫邊為"

MEND = "put the font of Debian's fonts-noto-cjk there, or remove it: the package's is used then"

_TRADITIONAL = re.compile(r"\b(?:TC|TW|Traditional)\b")


@dataclass(frozen=True, slots=True)
class Font:
    """One face that draws Traditional Chinese; `face` is its place in a collection (else 0)."""

    path: Path
    face: int
    family: str
    style: str
    version: str
    source: Literal["system", "package"]


@dataclass(frozen=True, slots=True)
class _Coverage:
    """The code points of a face, as rising, separate spans: `first[i]` to `last[i]` inclusive."""

    first: tuple[int, ...]
    last: tuple[int, ...]

    def __contains__(self, code: int) -> bool:
        place = bisect_right(self.first, code) - 1
        return place >= 0 and code <= self.last[place]


def find_font(folders: Iterable[Path] = SYSTEM_FOLDERS) -> Font:
    """The font to draw with: the first known file in `folders`, else the package's.

    Raises TieoutError when there is none, or when the file found is not what its name promises.
    """
    for folder in folders:
        for name in FILE_NAMES:
            path = folder / name
            if path.is_file():
                return read_font(path, "system")
    return read_font(_packaged(), "package")


def read_font(path: Path, source: Literal["system", "package"]) -> Font:
    """The Traditional face of a font file.

    Raises TieoutError when the file is no font, has no face named as Traditional, lacks a
    character of PROBE, or is variable.
    """
    faces = _faces(path)
    families = [_name(face, 16, 1) for face in faces]
    index = next((i for i, family in enumerate(families) if _TRADITIONAL.search(family)), None)
    if index is None:
        what = f"no face for Traditional Chinese among {', '.join(dict.fromkeys(families))}"
        raise fail(path, 0, what, MEND)
    face = faces[index]
    if "fvar" in face:
        raise fail(path, 0, f"{families[index]} is a variable font, drawn in its thinnest", MEND)
    style, version = _name(face, 17, 2), _name(face, 5).removeprefix("Version ").split(";")[0]
    font = Font(path, index, families[index], style, version, source)
    missing = missing_glyphs(font, PROBE)
    if missing:
        raise fail(path, 0, f"{font.family} lacks {''.join(sorted(missing))}", MEND)
    return font


def missing_glyphs(font: Font, text: str) -> set[str]:
    """The characters of `text` that would be drawn as an empty box; line ends are not drawn."""
    covered = _coverage(font.path, font.face)
    drawn = (char for char in set(text) if unicodedata.category(char) != "Cc")
    return {char for char in drawn if ord(char) not in covered}


def _packaged() -> Path:
    try:
        from pylopdf_fonts_zh_tw import sans_path
    except ImportError:
        what = "no Traditional Chinese font on this system, nor the package that carries one"
        raise fail("requirements.txt", 0, what, "run `make article`, which installs it") from None
    return sans_path()


def _faces(path: Path) -> list[TTFont]:
    from fontTools.ttLib import TTCollection, TTFont, TTLibError

    try:
        if path.suffix == ".ttc":
            return list(TTCollection(path, lazy=True).fonts)
        return [TTFont(path, lazy=True)]
    except (TTLibError, struct.error):
        raise fail(path, 0, "not a font", MEND) from None


def _name(face: TTFont, *ids: int) -> str:
    """The first of these entries of the name table that the face has."""
    return next((name for key in ids if (name := face["name"].getDebugName(key))), "?")


@lru_cache(maxsize=4)
def _coverage(path: Path, index: int) -> _Coverage:
    """What the segmented coverage map (cmap format 12) says, read without fontTools' glyph names.

    Naming the glyphs of a pan-CJK font costs a quarter of a second, and every job asks.
    Source: OpenType specification, table cmap.
    """
    data: bytes = _faces(path)[index].reader["cmap"]
    (tables,) = struct.unpack_from(">H", data, 2)
    for place in range(4, 4 + 8 * tables, 8):
        (start,) = struct.unpack_from(">4xI", data, place)
        kind, length, groups = struct.unpack_from(">H2xI4xI", data, start)
        if kind == 12 and length == 16 + 12 * groups:
            spans = list(struct.iter_unpack(">II4x", data[start + 16 : start + length]))
            return _Coverage(tuple(a for a, _ in spans), tuple(b for _, b in spans))
    raise fail(path, 0, "its character map stops at 16 bits", MEND)
