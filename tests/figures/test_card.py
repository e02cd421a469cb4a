"""The picture of a link: of the right size, the same on every run, with all that it should show."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image
from tests.built import ARTICLE, LANGUAGES, Built, built_article

from tieout.figures.card import SIZE, TITLES, card_png
from tieout.figures.named import FigureError
from tieout.figures.render import FontFace
from tieout.figures.style import light
from tieout.fonts import find_font


@pytest.fixture(scope="module")
def article(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The real article."""
    return built_article(tmp_path_factory)


@pytest.fixture(scope="module")
def ledger(article: Built) -> Any:
    """Its ledger."""
    return article.ledger()


@pytest.fixture(scope="module")
def face() -> FontFace:
    """The font."""
    return FontFace(find_font())


def titled(ledger: Any, lang: str, title: str, **article: Any) -> Any:
    """The ledger with another title."""
    about = {**ledger["article"], "title": {**ledger["article"]["title"], lang: title}, **article}
    return {**ledger, "article": about}


def drawn(ledger: Any, lang: str, face: FontFace) -> Image.Image:
    """A card, opened."""
    return Image.open(io.BytesIO(card_png(ledger, lang, face)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_card_tells_what_it_shows(article: Built, lang: str) -> None:
    """Title and alternative text travel with the pixels, so that a check can compare them."""
    path = article.figures / ARTICLE / f"card.{lang}.png"
    assert path.read_bytes() == article.file(f"{lang}/card.png").read_bytes()
    with Image.open(path) as image:
        assert image.size == SIZE
        texts: dict[str, str] = image.text  # type: ignore[attr-defined]
    assert texts["Title"] == article.page(lang).findtext(".//head/title")
    alt = article.page(lang).xpath("string(//meta[@property='og:image:alt']/@content)")
    assert alt.replace(" ", "").endswith(texts["Description"].replace(" ", ""))
    assert path.stat().st_size < 100_000


@pytest.mark.parametrize("lang", LANGUAGES)
def test_same_bytes_on_every_run(ledger: Any, lang: str, face: FontFace) -> None:
    """No day and no program is in the file."""
    assert card_png(ledger, lang, face) == card_png(ledger, lang, FontFace(find_font()))


@pytest.mark.parametrize("card", ["decode-square", None])
def test_ink_stays_on_the_sheet(ledger: Any, card: str | None, face: FontFace) -> None:
    """With and without a figure, for a short and a very long title."""
    article = {k: v for k, v in ledger["article"].items() if k != "card" or card}
    for title in ("Why?", "Why " * 40 + "{{ f('semianalysis-x-post/x-speed') }}?", "為什麼" * 30):
        about = {**article, "title": {"en": title, "zh-TW": title}}
        image = drawn({**ledger, "article": about}, "zh-TW", face).convert("RGB")
        paper = image.getpixel((SIZE[0] - 4, 4))
        for x in range(20, SIZE[0], 7):
            assert image.getpixel((x, 2)) == image.getpixel((x, SIZE[1] - 3)) == paper
        for y in range(0, SIZE[1], 7):
            assert image.getpixel((SIZE[0] - 3, y)) == paper


def test_a_longer_title_is_set_smaller(ledger: Any, face: FontFace) -> None:
    """Down to the last size, and never over what stands below."""
    band = [int(light("accent")[i : i + 2], 16) for i in (1, 3, 5)]
    image = drawn(titled(ledger, "en", "Long words of a title " * 9), "en", face).convert("RGB")
    pixel: Any = image.getpixel((3, 300))
    assert all(abs(one - other) < 8 for one, other in zip(pixel, band, strict=True))
    assert list(TITLES) == sorted(TITLES, reverse=True)


def test_a_glyph_that_the_font_lacks_is_named(ledger: Any, face: FontFace) -> None:
    """An empty box in a title would go round the world."""
    with pytest.raises(FigureError, match="no glyph"):
        card_png(titled(ledger, "en", "\U00013000 at last"), "en", face)


def test_an_unknown_fact_in_the_title_is_named(ledger: Any, face: FontFace) -> None:
    """As in any other text."""
    with pytest.raises(FigureError, match="there is no fact 'x-sped'"):
        card_png(titled(ledger, "en", "{{ f('x-sped') }}?"), "en", face)
