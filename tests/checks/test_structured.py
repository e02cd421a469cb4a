"""The picture of a link is read as far as a program can: size, title, what it says it shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, PngImagePlugin
from tests.mini_project import Mini

from tieout.checks.finished import read_finished
from tieout.checks.structured import check

CARD = "figures/mini/card.en.png"


def found() -> list[str]:
    """What the check finds in the small project of the current folder."""
    record = check(read_finished("mini", Path("build"), Path("figures")))
    return [str(finding) for finding in record.findings]


def redrawn(path: Path, size: tuple[int, int], **texts: str) -> None:
    """Put another picture there, with other texts in place of some of its own."""
    about = PngImagePlugin.PngInfo()
    with Image.open(path) as image:
        own: dict[str, str] = image.text  # type: ignore[attr-defined]
    for key, text in {**own, **texts}.items():
        about.add_itxt(key, text)
    Image.new("RGB", size, "white").save(path, "PNG", pnginfo=about)


@pytest.mark.parametrize(
    ("size", "texts", "says"),
    [
        ((1200, 630), {}, ""),
        ((600, 315), {}, "card.en.png is 600 × 315 pixels, not 1200 × 630"),
        ((1200, 630), {"Title": "Is it 275 tok/s?"}, "shows the title “Is it 275 tok/s?”"),
        ((1200, 630), {"Title": ""}, "card.en.png shows the title “”"),
        ((1200, 630), {"Description": "A curve."}, "shows something else than og:image:alt says"),
        ((1200, 630), {"Description": ""}, "shows something else than og:image:alt says"),
    ],
)
def test_size_and_texts(
    mini: Mini, size: tuple[int, int], texts: dict[str, str], says: str
) -> None:
    """A picture of another version, or of nothing."""
    redrawn(mini.root / CARD, size, **texts)
    assert [says in line for line in found()] == ([True] if says else [])


@pytest.mark.parametrize("change", ["missing", "cut", "flipped", "text"])
def test_what_is_no_picture_is_said(mini: Mini, change: str) -> None:
    """Lost, cut off, damaged, or something else under its name."""
    path = mini.root / CARD
    data = path.read_bytes()
    path.unlink()
    if change == "cut":
        path.write_bytes(data[: len(data) // 2])
    elif change == "flipped":
        path.write_bytes(data[:60] + bytes([data[60] ^ 1]) + data[61:])
    elif change == "text":
        path.write_text("a picture", "utf-8")
    (line,) = found()
    assert "the picture card.en.png cannot be read" in line


def test_the_table_that_data_sets_name_must_be_there(mini: Mini) -> None:
    """A data set without data."""
    (mini.root / "build/mini/observations.csv").unlink()
    assert all("observations.csv, which the data sets name, is missing" in line for line in found())
    assert len(found()) == 2
