"""A figure's SVG file -> markup that can stand inside a page with others."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from tieout.errors import TieoutError, fail
from tieout.files import read_text
from tieout.pages.kept import Kept

#: What a drawing needs. Whatever else a file holds could run, load, or change the page.
ELEMENTS = frozenset((
    "svg", "g", "path", "text", "tspan", "title", "desc", "defs", "style", "rect", "circle",
    "ellipse", "line", "polyline", "polygon", "use", "clipPath", "mask", "pattern", "marker",
    "symbol", "linearGradient", "radialGradient", "stop",
))  # fmt: skip
_URL = re.compile(r"url\(\s*['\"]?#([^)'\"\s]+)['\"]?\s*\)")
# The page sets all colours of pictures, so none needs the tone it was drawn with.
_FALLBACK = re.compile(r"var\((--fig-[a-z]+),[^()]*\)")
_TONE = re.compile(r"(fill|stroke):var\(--fig-([a-z]+)\)")
_STEP = re.compile(r"\s*([A-Za-z])\s*")
#: How most words of a picture are drawn.
SIZES = (("big", "font-size", "13px"), ("bold", "font-weight", "700"))
INK, SMALL = "fill:var(--fig-ink)", "12px"
#: What a browser assumes; inside HTML it also knows the names of SVG without being told.
USUAL = {"stroke-dashoffset": "0", "stroke-linecap": "butt", "stroke-width": "1.0"}
#: What makes a picture anew that is not what was drawn.
REDRAW = "snakemake all --forcerun figures"
_LISTS = ("aria-labelledby", "aria-describedby")


def inline_svg(path: Path, name: str, kept: Kept | None = None) -> str:
    """The markup of a figure, its ids made unique to this page by the figure's name.

    Only ids that the picture itself refers to are kept; the fact of a mark stays in `data-fact`.
    Raises TieoutError when the file is missing, broken, or holds anything that could run.
    """
    try:
        text = read_text(path)
    except TieoutError:
        mend = f"run {REDRAW}, or correct its name"
        raise fail(path, 0, "the figure is missing or unreadable", mend) from None
    if kept is None:
        return _inlined(text, path, name)
    markup: str = kept.made(f"figure {name}", text, lambda: _inlined(text, path, name))
    return markup


@lru_cache(maxsize=256)
def _inlined(text: str, path: Path, name: str) -> str:
    """The same text gives the same markup: whoever sets a page again and again asks once."""
    from lxml import etree

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True
    )
    try:
        root: Any = etree.fromstring(text.encode("utf-8"), parser)
    except etree.XMLSyntaxError as error:
        what = f"the figure is broken ({error.msg})"
        raise fail(path, error.lineno or 0, what, REDRAW) from None
    for element in root.iter():
        _refuse(element, path)
    _slim(root)
    _rename(root, f"figure-{name}--", f"{name}-")
    markup: str = etree.tostring(root, encoding="unicode", with_tail=False)
    return markup.replace(' xmlns="http://www.w3.org/2000/svg"', "", 1)


def _local(name: str) -> str:
    return name.rsplit("}", 1)[-1]


def _refuse(element: Any, path: Path) -> None:
    fault = None
    if not isinstance(element.tag, str) or _local(element.tag) not in ELEMENTS:
        fault = f"<{_local(str(element.tag))}>"
    for key, value in element.attrib.items():
        local = _local(key).lower()
        link = local in ("href", "src")
        if local.startswith("on") or (link and not value.startswith("#")):
            fault = f'{local}="{value}"'
        if "(" in value and "url(" in _URL.sub("", value.lower()):
            fault = f'{local}="{value}"'
    if fault:
        what = f"the figure holds {fault}, which could run or load something"
        raise fail(path, element.sourceline or 0, what, REDRAW)


def _slim(root: Any) -> None:
    """Drop what serves only a picture that stands alone: dark tones, white space, fallbacks."""
    for element in list(root.iter()):
        local = _local(element.tag)
        if local == "style" or (local == "defs" and not len(element)):
            element.getparent().remove(element)
            continue
        if local == "text":
            _set_words(element)
        _classify(element)
        for key, usual in USUAL.items():
            if element.get(key) == usual:
                del element.attrib[key]
        if "d" in element.attrib:
            element.set("d", _STEP.sub(r"\1", element.get("d")).strip())
        if local not in ("text", "tspan", "title", "desc"):
            element.text = (element.text or "").strip() or None
        if local != "tspan":
            element.tail = (element.tail or "").strip() or None
    for group in list(root.iter("{*}g")):
        _merge_paths(group)
        if not group.attrib:
            _unwrap(group)


def _set_words(text: Any) -> None:
    """Size and weight by classes; the ink and size of most words are those of the whole picture."""
    if text.get("font-size") == SMALL:
        del text.attrib["font-size"]
    if _style_of(text) == INK:
        for key in ("style", "fill"):
            text.attrib.pop(key, None)
    names = [name for name, key, value in SIZES if text.get(key) == value]
    for name, key, _ in SIZES:
        if name in names:
            del text.attrib[key]
    if names:
        text.set("class", " ".join(names))


def _style_of(element: Any) -> str:
    """What an element declares, without the tones that it was drawn with, and without spaces."""
    style: str = element.get("style", "")
    if "var(" in style:
        style = _FALLBACK.sub(r"var(\1)", style)
    return style.replace(": ", ":").replace("; ", ";")


def _classify(element: Any) -> None:
    """The tones of a shape as classes of the page's style sheet; what else it declares stays.

    A line, which has no ground, is one class: `l-ink` is drawn in ink and filled with nothing.
    """
    kept: list[str] = []
    tones: dict[str, str] = {}
    for declaration in filter(None, _style_of(element).split(";")):
        if match := _TONE.fullmatch(declaration):
            tones[match[1]] = match[2]
            element.attrib.pop(match[1], None)
        else:
            kept.append(declaration)
    names = [f"{key[0]}-{tone}" for key, tone in tones.items()]
    if list(tones) == ["stroke"] and element.get("fill") == "none":
        del element.attrib["fill"]
        names = [f"l-{tones['stroke']}"]
    element.attrib.pop("style", None)
    if names:
        element.set("class", " ".join([*names, *element.get("class", "").split()]))
    if kept:
        element.set("style", ";".join(kept))


def _merge_paths(group: Any) -> None:
    """Make one path of neighbours that are drawn alike: the bars and caps of bounds."""
    for path in list(group)[1:]:
        before = path.getprevious()
        line = path.get("fill") == "none" or path.get("class", "").startswith("l-")
        if not line or path.tag != before.tag or len(path):
            continue
        if {**before.attrib, "d": ""} == {**path.attrib, "d": ""}:
            before.set("d", before.get("d") + path.get("d"))
            group.remove(path)


def _unwrap(group: Any) -> None:
    """Put the children of a group in its place."""
    parent = group.getparent()
    for child in list(group):
        group.addprevious(child)
    parent.remove(group)


def _rename(root: Any, prefix: str, own: str) -> None:
    """Give the ids in use a prefix, everywhere, in place of their `own`; drop the others."""

    def renamed(name: str) -> str:
        return prefix + name.removeprefix(own)

    used: set[str] = set()
    for element in root.iter():
        for key, value in element.attrib.items():
            found = _URL.findall(value) if "url(" in value else []
            if _local(key) == "href":
                found = [value[1:]]
            elif key in _LISTS:
                found = value.split()
            used.update(found)
    for element in root.iter():
        for key, value in element.attrib.items():
            if key == "id":
                if value in used:
                    element.set(key, renamed(value))
                else:
                    del element.attrib[key]
            elif _local(key) == "href":
                element.set(key, f"#{renamed(value[1:])}")
            elif key in _LISTS:
                element.set(key, " ".join(map(renamed, value.split())))
            elif "url(" in value:
                element.set(key, _URL.sub(lambda match: f"url(#{renamed(match[1])})", value))
