"""The figures' font draws Taiwan's Chinese, and no other font passes for one that does."""

from __future__ import annotations

from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont

from tieout.errors import TieoutError
from tieout.fonts import PROBE, SYSTEM_FOLDERS, find_font, missing_glyphs, read_font


def tiny_font(family: str, characters: str = PROBE + "AZ") -> TTFont:
    """A font whose glyphs are all the same triangle."""
    names = [".notdef", *(f"u{ord(char):X}" for char in sorted(set(characters)))]
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    pen.lineTo((500, 900))
    pen.lineTo((1000, 0))
    pen.closePath()
    glyph = pen.glyph()
    builder = FontBuilder(1000)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(
        {ord(char): f"u{ord(char):X}" for char in characters} | {0x2070E: names[-1]}
    )
    builder.setupGlyf(dict.fromkeys(names, glyph))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (1000, 0)))
    builder.setupHorizontalHeader(ascent=900, descent=-100)
    builder.setupNameTable(
        {
            "familyName": family,
            "styleName": "Regular",
            "psName": family.replace(" ", "") + "-Regular",
            "version": "Version 1.25;tiny",
        }
    )
    builder.setupOS2()
    builder.setupPost()
    return builder.font


def collection(path: Path, *families: str) -> Path:
    fonts = TTCollection()
    fonts.fonts = [tiny_font(family) for family in families]
    fonts.save(path)
    return path


def saved(path: Path, font: TTFont) -> Path:
    font.save(path)
    return path


def test_this_machine_has_a_font_for_traditional_chinese() -> None:
    font = find_font()
    assert "TC" in font.family
    assert font.style == "Regular"
    assert font.version[0].isdigit()
    assert font.source == ("system" if font.path.parent in SYSTEM_FOLDERS else "package")
    assert not missing_glyphs(font, "推論每秒輸出權杖數：記憶體頻寬 8 TB/s，約 1.58×（見註）「」—")


def test_a_font_of_the_system_goes_before_the_package(tmp_path: Path) -> None:
    path = saved(tmp_path / "NotoSansTC-Regular.otf", tiny_font("Noto Sans TC"))
    font = find_font([tmp_path / "absent", tmp_path])
    assert (font.path, font.source, font.version) == (path, "system", "1.25")


def test_without_a_font_of_the_system_the_package_serves(tmp_path: Path) -> None:
    assert find_font([tmp_path]).source == "package"


def test_of_a_collection_the_traditional_face_is_taken(tmp_path: Path) -> None:
    """Japanese and Simplified faces share the file and the code points, not the shapes."""
    families = ("Noto Sans CJK JP", "Noto Sans CJK SC", "Noto Sans CJK TC", "Noto Sans CJK HK")
    collection(tmp_path / "NotoSansCJK-Regular.ttc", *families)
    font = find_font([tmp_path])
    assert (font.face, font.family) == (2, "Noto Sans CJK TC")


def test_matplotlib_draws_with_the_face_that_was_found(tmp_path: Path) -> None:
    from matplotlib.font_manager import FontManager, FontPath

    path = collection(tmp_path / "NotoSansCJK-Regular.ttc", "Tiny JP", "Tiny TC")
    font = find_font([tmp_path])
    manager = FontManager()
    manager.addfont(font.path)
    assert manager.findfont(font.family) == FontPath(str(path), font.face)


@pytest.mark.parametrize("family", ["Noto Sans SC", "Noto Sans CJK JP", "Noto Sans HK", "TCBlack"])
def test_a_face_for_another_region_is_refused_by_its_name(tmp_path: Path, family: str) -> None:
    path = saved(tmp_path / "NotoSansTC-Regular.otf", tiny_font(family))
    with pytest.raises(TieoutError, match=f"no face for Traditional Chinese among {family}"):
        find_font([path.parent])


def test_a_font_without_chinese_is_refused() -> None:
    from matplotlib import get_data_path

    with pytest.raises(TieoutError, match="among DejaVu Sans"):
        read_font(Path(get_data_path(), "fonts/ttf/DejaVuSans.ttf"), "system")


def test_a_name_does_not_make_up_for_missing_characters(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.ttf", tiny_font("Noto Sans TC", PROBE.replace("臺", "")))
    with pytest.raises(TieoutError, match="Noto Sans TC lacks 臺"):
        read_font(path, "system")


def test_a_variable_font_is_refused(tmp_path: Path) -> None:
    from fontTools.ttLib import newTable

    variable = tiny_font("Noto Sans TC")
    variable["fvar"] = newTable("fvar")
    variable["fvar"].axes, variable["fvar"].instances = [], []
    with pytest.raises(TieoutError, match="variable font"):
        read_font(saved(tmp_path / "a.ttf", variable), "system")


@pytest.mark.parametrize("name", ["a.otf", "a.ttc"])
@pytest.mark.parametrize("content", [b"", b"no font at all", b"OTTO\0\1"])
def test_a_file_that_is_no_font_is_named(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(TieoutError, match=rf"{name}:1: not a font: put"):
        read_font(path, "system")


def test_missing_glyphs_are_told_one_by_one(tmp_path: Path) -> None:
    font = read_font(saved(tmp_path / "a.ttf", tiny_font("Tiny TC")), "system")
    assert missing_glyphs(font, "軟體\n\tAZ") == set()
    assert missing_glyphs(font, "A\u200bZ\U000e0041") == {"\u200b", "\U000e0041"}  # unseen
    assert missing_glyphs(font, "軟件AB") == {"件", "B"}
    assert missing_glyphs(font, "\U0002070e\U0002070f") == {"\U0002070f"}
