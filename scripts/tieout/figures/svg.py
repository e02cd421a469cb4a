"""From matplotlib's SVG to the picture that is shipped: named, tied to the ledger, restylable.

Every element that shows a fact carries `data-fact`: if it has text, the text is the ledger's, to
the letter. Any other text with a number carries `data-why`; a condition of a fact also says of
which fact (`data-of`) and which condition. Colours are CSS custom properties with a fallback, and
ids begin with the figure's name or are fact ids, so that no stranger's style or id is needed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from tieout.figures.canvas import Canvas, Group, Words
from tieout.figures.config import Run, Runs, plain
from tieout.figures.render import group_id
from tieout.figures.style import FALLBACK_FACES, WIDTH, property_of, variables

SVG = "http://www.w3.org/2000/svg"
COLOURS = ("fill", "stroke")
#: The side of a tile of hatching and the distance of its lines along it, in pixels.
TILE, HATCH = 12, 4
_URL = re.compile(r"url\(#([^)]+)\)")
_LINES = re.compile(r"\s*(?:[ML] \S+ \S+\s+)*(?:[ML] \S+ \S+|z)\s*")
_LONG = re.compile(r"-?\d+\.\d{3,}")
#: A circle as matplotlib writes it: eight curves from its top, the fourth of which ends below it.
_CIRCLE = re.compile(r"M (\S+) (\S+)\s+(?:C [^C]+){3}C(?: \S+){5} (\S+)\s+(?:C [^Cz]+){4}z\s*")


@dataclass(frozen=True, slots=True)
class About:
    """What is said of a picture: its title and its alternative text."""

    figure: str
    lang: str
    family: str
    title: Runs
    alt: Runs


def finish(raw: bytes, canvas: Canvas, about: About) -> bytes:
    """The finished file."""
    ET.register_namespace("", SVG)
    root = ET.fromstring(raw)
    parents = {child: parent for parent in root.iter() for child in parent}
    for gone in [*root.iter(_tag("metadata")), *root.iter(_tag("style"))]:
        parents[gone].remove(gone)
    _name(root, about.figure)
    drawn = {group_id(number): group for number, group in enumerate(canvas.groups)}
    elements = [(drawn[g.get("id", "")], g) for g in root.iter(_tag("g")) if g.get("id") in drawn]
    _tie(elements)
    for pattern in root.iter(_tag("pattern")):
        _tile(pattern)
    for element in root.iter():
        _recolour(element)
        _shorten(element)
    _head(root, canvas, about)
    ET.indent(root, " ")
    _set_words(elements)  # after indenting: white space inside text would show
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _tag(name: str) -> str:
    return f"{{{SVG}}}{name}"


def _name(root: ET.Element, figure: str) -> None:
    """Give definitions ids of this figure, and their users the same."""
    for element in root.iter():
        own = element.get("id")
        if own and not own.startswith("group-"):
            if element.tag == _tag("g"):
                del element.attrib["id"]
            else:
                element.set("id", f"{figure}-{own}")
        for key, value in element.attrib.items():
            if "url(#" in value:
                element.set(key, _URL.sub(rf"url(#{figure}-\1)", value))


def _tie(elements: Sequence[tuple[Group, ET.Element]]) -> None:
    """Facts, conditions and reasons on the groups; ids to marks first, then to texts."""
    count = Counter[str]()
    marks = [pair for pair in elements if not isinstance(pair[0].ink[0], Words)]
    for group, element in [*marks, *(pair for pair in elements if pair not in marks)]:
        del element.attrib["id"]
        if group.condition:
            ties = {"why": "condition", "of": group.fact, "condition": group.condition}
        else:
            ties = {"fact": group.fact, "why": group.why}
        element.attrib.update({f"data-{key}": value for key, value in ties.items() if value})
        if "fact" in ties and group.fact:
            count[group.fact] += 1
            nth = count[group.fact]
            element.set("id", group.fact if nth == 1 else f"{group.fact}--{nth}")


def _recolour(element: ET.Element) -> None:
    """Declarations become attributes; a colour is also a custom property, which pages override."""
    style = element.attrib.pop("style", "")
    for declaration in filter(None, map(str.strip, style.split(";"))):
        key, _, value = (part.strip() for part in declaration.partition(":"))
        if key != "font-family":
            element.set(key, value)
    tones = {key: element.get(key, "") for key in COLOURS}
    live = [f"{key}: {property_of(tone)}" for key, tone in tones.items() if tone.startswith("#")]
    if live:
        element.set("style", "; ".join(live))


def _tile(pattern: ET.Element) -> None:
    """A hatching repeats after a few pixels: matplotlib's tile has many times as many lines."""
    for element in (pattern, *pattern.iter(_tag("rect"))):
        element.attrib.update({"width": str(TILE), "height": str(TILE)})
    ends = range(0, 2 * TILE + 1, HATCH)
    for path in pattern.iter(_tag("path")):
        path.set("d", " ".join(f"M -1 {end + 1} L {end + 1} -1" for end in ends))


def _shorten(element: ET.Element) -> None:
    """Circles of two arcs, and places to a hundredth of a pixel: nobody can see more."""
    outline = element.get("d")
    if outline is None:
        return
    if circle := _CIRCLE.fullmatch(outline):
        top = float(circle[2])
        tall = float(circle[3]) - top
        half = f"a {tall / 2:.3f} {tall / 2:.3f} 0 1 1 0"
        outline = f"M {circle[1]} {circle[2]} {half} {tall:.3f} {half} {-tall:.3f} z"
    outline = _LONG.sub(lambda place: f"{round(float(place[0]), 2) or 0:g}", outline)
    if _LINES.fullmatch(outline):
        outline = " ".join(_straight(outline.split()))
    element.set("d", outline)


def _straight(words: Sequence[str]) -> Iterator[str]:
    """Lines along an axis name the place that changes alone."""
    at = ("", "")
    for place, word in enumerate(words):
        if word not in ("M", "L"):
            if word == "z":
                yield word
            continue
        x, y = words[place + 1 : place + 3]
        if word == "L" and y == at[1]:
            yield f"H {x}"
        elif word == "L" and x == at[0]:
            yield f"V {y}"
        else:
            yield f"{word} {x} {y}"
        at = (x, y)


def _head(root: ET.Element, canvas: Canvas, about: About) -> None:
    """Size, language, title, alternative text, fonts, and the dark tones when it stands alone."""
    faces = dict.fromkeys((about.family, *FALLBACK_FACES))
    height = f"{canvas.height:g}"
    attributes = {
        "viewBox": f"0 0 {WIDTH:g} {height}", "width": f"{WIDTH:g}", "height": height,
        "role": "img", "lang": about.lang, "data-figure": about.figure,
        "aria-labelledby": f"{about.figure}-title {about.figure}-desc",
        "font-family": ", ".join([*(f"'{face}'" for face in faces), "sans-serif"]),
        "stroke-linejoin": "round",
    }  # fmt: skip
    root.attrib.clear()
    root.attrib.update(attributes)
    if about.lang == "en":  # a Chinese face sets quotation marks as wide as a character
        root.set("style", "font-feature-settings: 'pwid'")
    said = []
    for kind, runs in (("title", about.title), ("desc", about.alt)):
        element = ET.Element(_tag(kind), {"id": f"{about.figure}-{kind}"})
        facts = " ".join(dict.fromkeys(run.fact for run in runs if run.fact))
        if facts:
            element.set("data-facts", facts)
        element.text = plain(runs)
        said.append(element)
    style = ET.Element(_tag("style"))
    # Inside a page the picture is not the root: the page's own properties reign there.
    dark = f"@media (prefers-color-scheme: dark){{svg:root{{{variables(dark=True)}}}}}"
    style.text = f"svg:root{{color-scheme:light dark}}{dark}"
    root[:0] = [*said, style]


def _set_words(elements: Sequence[tuple[Group, ET.Element]]) -> None:
    """Text as it reads: lines, and facts among other words."""
    for group, element in elements:
        written = [ink for ink in group.ink if isinstance(ink, Words)]
        for words, text in zip(written, element.iter(_tag("text")), strict=True):
            x, y = (f"{round(place, 2):g}" for place in words.at)
            text.attrib.pop("transform", None)
            text.attrib.update({"x": x, "y": y})
            if words.style.anchor != "start":
                text.set("text-anchor", words.style.anchor)
            text.text = None
            tied = bool(group.fact or group.why)
            for number, line in enumerate(words.lines):
                step = {"x": x, "dy": f"{words.style.leading:g}"} if number else {}
                only = len(words.lines) == 1
                _append(text if only else ET.SubElement(text, _tag("tspan"), step), line, tied)


def _append(parent: ET.Element, runs: Runs, tied: bool) -> None:
    """Runs as the content of an element: a fact gets a tspan, unless its group is tied already."""
    last: ET.Element | None = None
    for run in runs:
        if not tied and (run.fact or run.why):
            last = ET.SubElement(parent, _tag("tspan"), _ties(run))
            last.text = run.text
        elif last is None:
            parent.text = (parent.text or "") + run.text
        else:
            last.tail = (last.tail or "") + run.text


def _ties(run: Run) -> dict[str, str]:
    return {"data-fact": run.fact} if run.fact else {"data-why": run.why}
