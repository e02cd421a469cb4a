"""Pictures inside the page: nothing runs, nothing loads, no id clashes, every number stays."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from lxml import html
from tests.mini_project import ROOT, Mini

from tieout.errors import TieoutError
from tieout.figures.style import TONES
from tieout.pages.svg import inline_svg

FRAME = (
    "<?xml version='1.0' encoding='utf-8'?>\n<!DOCTYPE svg>\n"
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    ' aria-labelledby="p-title"><title id="p-title">T</title>{}</svg>'
)


def place(tmp_path: Path, body: str) -> Path:
    """A picture with this inside."""
    path = tmp_path / "p.en.svg"
    path.write_text(FRAME.format(body), "utf-8")
    return path


@pytest.mark.parametrize(
    "body",
    [
        "<script>alert(1)</script>",
        '<g onload="alert(1)"/>',
        '<g ONCLICK="alert(1)"/>',
        "<foreignObject><p>x</p></foreignObject>",
        '<a href="#x"><text>8</text></a>',
        '<image href="https://a.b/x.png"/>',
        '<use href="https://a.b/x.svg#y"/>',
        '<use xlink:href="javascript:alert(1)"/>',
        '<path style="fill: url(https://a.b/x)"/>',
        '<path fill="URL( //a.b/x )"/>',
        '<animate attributeName="href" to="javascript:alert(1)"/>',
        '<h:p xmlns:h="http://www.w3.org/1999/xhtml">x</h:p>',
    ],
)
def test_what_could_run_or_load_is_refused(tmp_path: Path, body: str) -> None:
    with pytest.raises(TieoutError, match="could run or load something"):
        inline_svg(place(tmp_path, body), "p")


def test_entities_of_the_file_stay_closed(tmp_path: Path) -> None:
    """An XML file can name other files; their text must not reach the page."""
    secret = tmp_path / "secret"
    secret.write_text("123456", "utf-8")
    path = tmp_path / "p.en.svg"
    path.write_text(
        f'<!DOCTYPE svg [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
        '<svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
        "utf-8",
    )
    with pytest.raises(TieoutError):
        inline_svg(path, "p")


def test_missing_and_broken_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(TieoutError, match="missing or unreadable: run snakemake all"):
        inline_svg(tmp_path / "none.en.svg", "none")
    with pytest.raises(TieoutError, match=r"p\.en\.svg:3: the figure is broken"):
        inline_svg(place(tmp_path, "<g>"), "p")


def test_ids_in_use_are_the_figures_own_and_others_go(tmp_path: Path) -> None:
    body = (
        '<defs><pattern id="hatch"/><clipPath id="a"/></defs><symbol id="dot"/>'
        '<path fill="url(#hatch)"/><path clip-path="url(\'#a\')" style="fill: url( #hatch )"/>'
        '<use href="#dot"/><use xlink:href="#dot"/><g id="bench/x" data-fact="bench/x"/>'
    )
    drawn = inline_svg(place(tmp_path, body), "p")
    root = html.fragment_fromstring(drawn)
    assert root.xpath("//@id") == [
        *(f"figure-p--{name}" for name in ("title", "hatch", "a", "dot")),
    ]
    assert root.get("aria-labelledby") == "figure-p--title"
    assert drawn.count("url(#figure-p--hatch)") == 2
    assert drawn.count("url(#figure-p--a)") == 1
    assert drawn.count('"#figure-p--dot"') == 2
    assert root.xpath("//*[@data-fact='bench/x']")


def test_what_serves_a_picture_that_stands_alone_goes(tmp_path: Path) -> None:
    """Its dark tones would colour the whole page, and its fallback colours are never used."""
    body = (
        "<style>svg:root{--fig-ink:#fff}</style><!-- x --><defs>\n</defs>\n<g>\n"
        '<text fill="#000" style="fill: var(--fig-ink, #000); font-feature-settings: \'pwid\'">'
        "a <tspan>b</tspan> c</text></g>"
    )
    drawn = inline_svg(place(tmp_path, body), "p")
    assert drawn.endswith(
        '<text class="f-ink" style="font-feature-settings:\'pwid\'">'
        "a <tspan>b</tspan> c</text></svg>"
    )


def test_only_lines_drawn_alike_are_joined(tmp_path: Path) -> None:
    line = '<path d="M 0 1  L 2 3  " fill="none" style="stroke: var(--fig-ink, #000)"/>'
    other = line.replace("fig-ink", "fig-mid")
    filled = line.replace('fill="none"', "")
    drawn = inline_svg(place(tmp_path, f"<g data-fact='x'>{line * 2}{other}{filled * 2}</g>"), "p")
    assert [path.get("d") for path in html.fragment_fromstring(drawn).iter("path")] == [
        "M0 1L2 3M0 1L2 3",
        *["M0 1L2 3"] * 3,
    ]


def test_every_word_of_a_real_picture_stays(drawn: Mini) -> None:
    for lang in ("en", "zh-TW"):
        path = drawn.root / f"figures/mini/paths.{lang}.svg"
        before: Any = html.fromstring(path.read_bytes())
        after: Any = html.fragment_fromstring(inline_svg(path, "paths"))
        for query in ("//text", "//title", "//desc"):
            texts = [["".join(e.itertext()) for e in root.xpath(query)] for root in (before, after)]
            assert texts[0] == texts[1], query
        assert before.xpath("//@data-fact") == after.xpath("//@data-fact")


def test_tones_of_shapes_are_classes_that_the_style_sheet_has(drawn: Mini) -> None:
    """Every role filled, stroked, and as a line; nothing keeps a tone it was drawn with."""
    style = (ROOT / "templates/_layout/15-figures.css").read_text("utf-8")
    for role in TONES:
        tone = rf"var\(--fig-{role}\); \}}"
        assert re.search(rf"^\.f-{role} \{{ fill: {tone}", style, re.MULTILINE)
        assert re.search(rf"\.s-{role}, \.l-{role} \{{ stroke: {tone}", style)
        assert re.search(rf"\.l-{role}\b[^}}]*\{{ fill: none; \}}", style)
    for lang in ("en", "zh-TW"):
        root: Any = html.fragment_fromstring(
            inline_svg(drawn.root / f"figures/mini/paths.{lang}.svg", "paths")
        )
        names = {name for each in root.xpath("//@class") for name in each.split()}
        assert names
        for name in names:
            assert re.search(rf"\.{name}\b", style), name
        assert not root.xpath("//@fill[starts-with(., '#')] | //@stroke[starts-with(., '#')]")


def test_line_without_ground_is_one_class(tmp_path: Path) -> None:
    body = (
        '<path d="M 0 1 H 2" fill="none" stroke-dashoffset="0" style="stroke: var(--fig-mid, #1)"/>'
        '<path d="M 0 1 H 2" stroke-width="1.6" style="fill: var(--fig-paper, #fff); '
        'stroke: var(--fig-ink, #000)"/>'
    )
    assert inline_svg(place(tmp_path, body), "p").endswith(
        '<path d="M0 1H2" class="l-mid"/>'
        '<path d="M0 1H2" stroke-width="1.6" class="f-paper s-ink"/></svg>'
    )


def test_common_ink_of_words_is_left_to_the_style_sheet(tmp_path: Path) -> None:
    """Said once on the page; words of another tone keep it."""
    words = "".join(
        f'<text font-size="{size}" fill="#000" style="fill: var(--fig-{tone}, #000)">{tone}</text>'
        for tone, size in (("ink", "12px"), ("muted", "13px"))
    )
    drawn = inline_svg(place(tmp_path, words), "p")
    assert drawn.endswith(
        "<text>ink</text>{}</svg>".format('<text class="f-muted big">muted</text>')
    )
    style = (ROOT / "templates/_layout/10-style.css").read_text("utf-8")
    assert re.search(
        r"^figure svg \{[^}]* fill: var\(--fig-ink\); font-size: 12px;", style, re.MULTILINE
    )
