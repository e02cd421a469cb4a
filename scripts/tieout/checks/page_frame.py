"""The page around its text: its language, its style sheet and script, and nothing that shows more.

A frame, a picture of dots, a bar or a field can show a number that stands in no text. A style sheet
or script that is not the layout's own was put there by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tieout.checks.finished import Finished

Fault = tuple[int, str]
LANGUAGE = {"en": "en", "zh-TW": "zh-Hant-TW"}
_SHOWING = (
    "iframe", "frame", "object", "embed", "applet", "canvas", "audio", "video", "base", "marquee",
    "meter", "progress", "portal", "{*}image", "{*}feImage",
)  # fmt: skip
_DATA = ("application/json", "application/ld+json")


def frame_faults(finished: Finished, lang: str, root: Any) -> Iterator[Fault]:
    """Everything wrong with a page's frame, each with its line."""
    told = root.get("lang")
    if told != LANGUAGE.get(lang, lang):
        yield 1, f"the page says that its language is '{told}', not '{LANGUAGE.get(lang, lang)}'"
    yield from _written(finished, root)
    for element in root.iter(*_SHOWING):
        tag = str(element.tag).rsplit("}", 1)[-1]
        yield element.sourceline or 1, f"a <{tag}> can show what stands in no text"
    for element in root.iter("img"):
        if not (element.get("src") or "").strip() or ":" in (element.get("src") or ""):
            yield element.sourceline or 1, "a picture that is no file beside the page"
    for element in root.iter("input", "button"):
        if any(character.isnumeric() for character in element.get("value") or ""):
            what = f"a field shows “{element.get('value')}”, which has no source"
            yield element.sourceline or 1, what
    for element in root.xpath("//main//svg[not(ancestor::svg)][not(@data-figure)]"):
        yield element.sourceline or 1, "a picture that is no figure of the article"


def _written(finished: Finished, root: Any) -> Iterator[Fault]:
    """Style sheets and scripts are those of the layout, letter by letter, without its comments."""
    from rcssmin import cssmin
    from rjsmin import jsmin

    layout = finished.templates / "_layout"
    styles = [each for each in root.iter("style") if next(each.iterancestors("svg"), None) is None]
    scripts = [each for each in root.iter("script") if each.get("type") not in _DATA]
    for kind, elements, name, small in (
        ("css", styles, "style sheet", cssmin),
        ("js", scripts, "script", jsmin),
    ):
        files = sorted(layout.glob(f"*.{kind}"))
        wanted = small("\n".join(path.read_text("utf-8-sig").strip() for path in files))
        shown = "".join((element.text or "").strip() for element in elements)
        if shown != wanted or any(element.get("src") for element in elements):
            line = elements[0].sourceline or 1 if elements else 1
            yield line, f"the {name} of the page is not that of {layout}/*.{kind}"
