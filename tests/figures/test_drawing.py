"""What a reader, a checker and the next build may rely on in every picture."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tieout.figures import FigureError, draw_all, facts_of
from tieout.figures.canvas import Canvas, Words
from tieout.figures.config import Entry, plain
from tieout.figures.drawing import KINDS, lay_out
from tieout.figures.facts import Facts
from tieout.figures.render import FontFace
from tieout.figures.style import LOST, TONES, WIDTH
from tieout.fonts import find_font

SVG = "{http://www.w3.org/2000/svg}"
Drawn = dict[tuple[str, str], ET.Element]
HERE = Path(__file__).parent


def ties(root: ET.Element) -> Iterator[tuple[str, dict[str, str]]]:
    """Every stretch of drawn text, with the attributes of the nearest element that ties it."""

    def walk(element: ET.Element, tie: dict[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
        tie = element.attrib if {"data-fact", "data-why"} & element.attrib.keys() else tie
        yield element.text or "", tie
        for child in element:
            yield from walk(child, tie)
            yield child.tail or "", tie

    for child in root:
        if child.tag not in (f"{SVG}title", f"{SVG}desc", f"{SVG}style", f"{SVG}defs"):
            yield from walk(child, {})


def test_fixture_has_every_kind(config: dict[str, Any]) -> None:
    assert {entry["kind"] for entry in config.values()} == set(KINDS)


def test_every_digit_is_a_fact_or_exempt(drawn: Drawn) -> None:
    """A number reaches a picture by no other door than the ledger."""
    for root in drawn.values():
        for text, tie in ties(root):
            assert tie or not re.search(r"\d", text), text


def test_text_of_a_fact_is_the_ledgers_to_the_letter(drawn: Drawn, ledger: dict[str, Any]) -> None:
    seen = set()
    for (_, lang), root in drawn.items():
        for element in root.iter():
            text = "".join(element.itertext()).strip("\n ")
            if "data-fact" in element.attrib and text:
                assert text == ledger["facts"][element.attrib["data-fact"]]["text"][lang]
            if "data-condition" in element.attrib:
                assert element.attrib["data-why"] == "condition"
                key = element.attrib["data-condition"]
                conditions = ledger["facts"][element.attrib["data-of"]]["conditions"]
                assert text == conditions[key][lang]
                seen.add(key)
    assert seen == {"gpus", "workload"}


def test_every_fact_shown_is_named_by_facts_of(drawn: Drawn, config: dict[str, Any]) -> None:
    for (name, _), root in drawn.items():
        shown = {e.attrib["data-fact"] for e in root.iter() if "data-fact" in e.attrib}
        named = set(facts_of(config[name]))
        about = {i for e in root.iter() for i in e.get("data-facts", "").split()}
        assert shown <= named
        assert about <= named
        assert name == "square-lost" or named == shown | about


def test_ids_are_unique_and_lead_to_marks(drawn: Drawn) -> None:
    for (name, _), root in drawn.items():
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert len(ids) == len(set(ids))
        by_id = {e.attrib["id"]: e for e in root.iter() if "id" in e.attrib}
        for own, element in by_id.items():
            if "data-fact" in element.attrib:
                assert own.split("--")[0] == element.attrib["data-fact"]
            else:
                assert own.startswith(f"{name}-")


def test_title_description_and_language(drawn: Drawn) -> None:
    for (name, lang), root in drawn.items():
        assert root.get("role") == "img"
        assert root.get("lang") == lang
        title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert title is not None
        assert title.text
        assert desc is not None
        assert desc.text
        assert root.get("aria-labelledby") == f"{name}-title {name}-desc"
        assert root.get("viewBox") == f"0 0 {WIDTH:g} {root.get('height')}"
    desc = drawn["ranges", "zh-TW"].find(f"{SVG}desc")
    assert desc is not None
    assert desc.text == "從 1.60 倍到 2.24 倍。"
    assert desc.get("data-facts") == "gain-small total"


def test_bounds_are_drawn_even_when_tiny(drawn: Drawn, ledger: dict[str, Any]) -> None:
    """A figure known to half a pixel still shows that it is not exact; an exact one shows none."""
    root = drawn["ranges", "en"]
    for name in ("gain-small", "gain-large", "total"):
        (mark,) = (e for e in root.iter() if e.get("id") == name)
        lines = [path for path in mark if path.get("fill") == "none"]
        assert len(lines) == 3, "the interval and both caps"
    steps = drawn["curve", "en"]
    assert ledger["facts"]["post/step"]["low"] == ledger["facts"]["post/step"]["high"]
    assert not [e for e in steps.iter() if e.get("id") == "post/step" and len(e) > 1]


def test_lost_figures_stay_visible(drawn: Drawn) -> None:
    for name in ("ranges", "square-lost", "conditions", "paired"):
        for lang in ("en", "zh-TW"):
            root = drawn[name, lang]
            assert LOST[lang] in [text for text, _ in ties(root)], name
            (mark,) = (e for e in root.iter() if e.get("id") == "post/old-large")
            assert any(path.get("stroke-dasharray") for path in mark)


def test_a_lost_figure_in_a_label_is_said_in_words(
    draw: Callable[..., ET.Element], config: Any
) -> None:
    label = {"en": "was {{ f('post/old-large') }}", "zh-TW": "原為 {{ f('post/old-large') }}"}
    root = draw({**config["paired"], "note": label}, "zh-TW")
    assert "原為未取得" in [text for text, _ in ties(root)]


def test_colours_are_properties_with_a_fallback(drawn: Drawn) -> None:
    """A page in dark mode restyles a picture; a program without custom properties still draws."""
    tones = {light for light, _ in TONES.values()}
    for root in drawn.values():
        for element in root.iter():
            for key in ("fill", "stroke"):
                value = element.get(key, "none")
                if value.startswith("#"):
                    assert value in tones
                    assert f"{key}: var(--fig-" in element.attrib["style"]


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_no_two_labels_overlap(ledger: dict[str, Any], config: dict[str, Any], lang: str) -> None:
    face = FontFace(find_font())
    for name, data in config.items():
        canvas = lay_out(Entry(data, Facts(ledger, lang), lang, (name,)), face)
        for (one, a), (other, b) in combinations(boxes(canvas), 2):
            apart = a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 1 or b[3] <= a[1] + 1
            assert apart, f"{name}: “{one}” lies on “{other}”"


def boxes(canvas: Canvas) -> list[tuple[str, tuple[float, float, float, float]]]:
    """Left, top, right and bottom of every line of text."""
    found = []
    for words in (ink for group in canvas.groups for ink in group.ink if isinstance(ink, Words)):
        style = words.style
        for number, line in enumerate(words.lines):
            text = plain(line).rstrip()
            wide = canvas.measure(style)(text)
            left = words.at[0] - wide * {"start": 0, "middle": 0.5, "end": 1}[style.anchor]
            y = words.at[1] + number * style.leading
            found.append((text, (left, y - 0.75 * style.size, left + wide, y + 0.1 * style.size)))
            assert -1 <= left <= WIDTH + 1 - wide, text
            assert y <= canvas.height
    return found


def test_a_missing_glyph_is_an_error(draw: Callable[..., ET.Element], config: Any) -> None:
    entry = {**config["paired"], "note": {"en": "fast 🚀", "zh-TW": "快"}}
    with pytest.raises(FigureError, match=r"figure 'one': .*🚀 \(U\+1F680\) in “fast 🚀”"):
        draw(entry)


def test_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    """Two fresh processes, seeded differently, write the same files."""
    code = (
        "import json, sys; from pathlib import Path; from tieout import yamlio;"
        "from tieout.figures import draw_all; here, out = map(Path, sys.argv[1:]);"
        "ledger = json.loads((here / 'ledger.json').read_text('utf-8'));"
        "draw_all(ledger, yamlio.load(here / 'figures.yaml').data, 'zh-TW', out)"
    )
    contents = []
    for seed in ("1", "2"):
        out = tmp_path / seed
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        subprocess.run([sys.executable, "-c", code, HERE, out], check=True, env=env)
        contents.append({path.name: path.read_bytes() for path in sorted(out.iterdir())})
    assert contents[0] == contents[1]
    assert contents[0]


def test_a_fault_leaves_the_former_files_in_place(
    ledger: dict[str, Any], config: dict[str, Any], tmp_path: Path
) -> None:
    draw_all(ledger, {"good": config["paired"]}, "en", tmp_path)
    before = (tmp_path / "good.en.svg").read_bytes()
    faulty = {"good": config["stacked"], "bad": {**config["paired"], "kind": "pie"}}
    with pytest.raises(FigureError):
        draw_all(ledger, faulty, "en", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["good.en.svg"]
    assert (tmp_path / "good.en.svg").read_bytes() == before


def test_circles_are_arcs_and_places_short(drawn: Drawn) -> None:
    """Six decimals a place weigh down the page and change no pixel."""
    outlines = [path.get("d", "") for root in drawn.values() for path in root.iter(f"{SVG}path")]
    assert [outline for outline in outlines if re.search(r"\.\d{3}", outline)] == []
    arcs = [outline for outline in outlines if " a " in outline]
    assert arcs
    assert [outline for outline in outlines if "C" in outline] == []
    for outline in arcs:
        form = r"M \S+ \S+ a (\S+) \1 0 1 1 0 (\S+) a \1 \1 0 1 1 0 -\2 z"
        match = re.fullmatch(form, outline)
        assert match, outline
        assert float(match[2]) == pytest.approx(2 * float(match[1]))


def test_hatching_is_a_small_tile_that_joins_its_neighbours(drawn: Drawn) -> None:
    """Every line that leaves the tile on one side enters it on the other."""
    patterns = [each for root in drawn.values() for each in root.iter(f"{SVG}pattern")]
    assert patterns
    for pattern in patterns:
        side = int(pattern.get("width", ""))
        outline = next(pattern.iter(f"{SVG}path")).get("d", "")
        sums = {int(x) + int(y) for x, y in re.findall(r"M (\S+) (\S+)", outline)}
        assert side <= 12
        assert {0, side, 2 * side} <= sums
        assert {each + side for each in sums if each <= side} <= sums
