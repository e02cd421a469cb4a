"""What hides a number from a reader, and what does not."""

from __future__ import annotations

import pytest
from lxml import html

from tieout.checks.visibility import Visibility

PAGE = (
    "<html><head><style>{rules}</style></head><body><main><p class='a b' style='{style}'>"
    "<a href='#x'><data id='it' class='fact'>12</data></a></p></main></body></html>"
)


def hidden(rules: str = "", style: str = "") -> str:
    """What hides the number of the page, if anything does."""
    root = html.document_fromstring(PAGE.format(rules=rules, style=style))
    return Visibility(root).why_hidden(root.find(".//data"))


@pytest.mark.parametrize(
    "style",
    [
        "display:none",
        "DISPLAY : None !important",
        "visibility: hidden",
        "opacity:0",
        "opacity: .0",
        "opacity:0%",
        "font-size:0px",
        "font: 0/1 a",
        "color: transparent",
        "color:#fff0",
        "color: rgba(1, 2, 3, 0)",
        "-webkit-text-fill-color: transparent",
        "clip: rect(0,0,0,0)",
        "clip-path: circle(0)",
        "width:1px; height:1px",
        "max-height: 0",
        "position:absolute; left:-999em",
        "text-indent: -100%",
        "margin-left: -5000px",
        "transform: translateX(-9999px)",
        "transform: scaleX(-1)",
        "scale: 0",
        "zoom: 0",
        "filter: opacity(0)",
        "content-visibility: hidden",
        "unicode-bidi: bidi-override",
        "mask: url(x)",
        "line-height: 0",
        "opacity: .01",
        "font-size: 1px",
        "font-size: .1em",
        "zoom: .01",
        "mix-blend-mode: screen",
        "transform: matrix(0,0,0,0,0,0)",
        "transform: rotate3d(0,1,0,90deg)",
        "rotate: y 90deg",
        "direction: rtl",
        "writing-mode: vertical-rl",
        "flex-direction: row-reverse",
        "order: 3",
        "font-variant-position: super",
        'font-feature-settings: "sups"',
        "letter-spacing: -1em",
        "filter: blur(20px)",
        "color: #fff",
        "color: #123; background: #123",
        "color: color-mix(in srgb, red 0%, transparent)",
        "color: oklch(0 0 0 / 0)",
        "text-decoration: line-through",
        "text-transform: full-width",
        "-webkit-line-clamp: 1",
        "d\\69splay: none",
    ],
)
def test_styles_that_hide(style: str) -> None:
    """Each is a way to put a tag out of sight beside a number without one."""
    assert hidden(style=style)


@pytest.mark.parametrize(
    "style",
    [
        "display:block",
        "opacity: 0.8",
        "font: 1rem/1.5 serif",
        "font-size: .9rem",
        "color: var(--ink)",
        "margin: 0 auto",
        "margin: -1px",
        "width: 100%",
        "max-width: 40rem",
        "transform: rotate(3deg)",
        "clip-path: none",
        "left: 0",
        "text-indent: 1em",
        "border-top: 0",
        "opacity: .45",
        "font-size: .7em",
        "letter-spacing: .02em",
        "transform: translateX(-50%)",
        "transform: matrix(1,0,0,1,4,5)",
        "rotate: 3deg",
        "color: #fff; background: #123",
        "filter: grayscale(1)",
        "text-decoration: underline dotted",
        "text-transform: uppercase",
        "mix-blend-mode: normal",
    ],
)
def test_styles_that_do_not(style: str) -> None:
    """An ordinary style must not stop a build."""
    assert not hidden(style=style)


@pytest.mark.parametrize(
    "rules",
    [
        ".a{display:none}",
        "p.a.b , x{display:none}",
        "main > p data{opacity:0}",
        "main p:hover data{opacity:0}",
        "body *{visibility:hidden}",
        "#it{font-size:0}",
        "[class]{display:none}",
        "@media (min-width: 1px){data{display:none}}",
        "@supports (display:grid){@media screen{data{display:none}}}",
        "main{p{display:none}}",
        ":root{--x:none}data{display:var(--x)}",
        "h2 + p data{display:none}",
        "/* } */ data{display:none}",
        "x::after{content:'}'} data{display:none}",
    ],
)
def test_rules_that_hide(rules: str) -> None:
    """Selectors are read generously: what might hide, hides."""
    assert hidden(rules)


@pytest.mark.parametrize(
    "rules",
    [
        ".c{display:none}",
        "nav data{display:none}",
        "p.a.c{display:none}",
        "@media print{data{display:none}}",
        "data::before{display:none}",
        "p{color:red}",
    ],
)
def test_rules_that_do_not(rules: str) -> None:
    """Rules for other elements, and for paper, leave the number to be seen."""
    assert not hidden(rules)


@pytest.mark.parametrize(
    ("rules", "writes"),
    [
        ("p::after{content:'12'}", True),
        ("p::after{content:'十二'}", True),
        (r"p::after{content:'\31\32'}", True),
        ("p::after{content:attr(data-x)}", True),
        ("p::after{content:counter(n)}", True),
        ("p::after{content:var(--x)}", True),
        ("p::after{content:url(12.png)}", True),
        ("q{quotes:'1' '2'}", True),
        ("ol{list-style-type:'12'}", True),
        ("p::after{content:' ≠'}", False),
        ("p{font-family:'Source Serif 4'}", False),
        ("p{width:12px}", False),
    ],
)
def test_what_a_style_sheet_writes(rules: str, writes: bool) -> None:
    """Text that stands in no element has no source."""
    root = html.document_fromstring(PAGE.format(rules=rules, style=""))
    assert bool(list(Visibility(root).written())) is writes
