"""A number whose wording is Chinese closes up with the Chinese beside it, as in running text."""

from __future__ import annotations

import re
from copy import deepcopy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tieout.figures import draw_all
from tieout.figures.config import Entry, plain
from tieout.figures.facts import Facts

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("從 {{ f('post/new-small') }} 起", "從約 193 tok/s 起"),
        ("從 {{ f('gain-small') }} 到 {{ f('gain-small') }}", "從 1.6 倍到 1.6 倍"),
        ("共 {{ f('gain-small') }} {{ f('post/new-small') }}", "共 1.6 倍約 193 tok/s"),
        ("前後 不變，用 GPU 跑", "前後不變，用 GPU 跑"),
        ("「前」 {{ f('gain-small') }} （後） {{ f('gain-small') }}", "「前」1.6 倍（後）1.6 倍"),
        ("前，\nGPU {{ f('gain-small') }}\n", "前，GPU 1.6 倍"),
    ],
)
def test_wording_in_chinese_leaves_no_space_in_chinese(
    ledger: dict[str, Any], said: str, shown: str
) -> None:
    """A source may print about a number at any time; its pictures must not be written anew."""
    spoilt = deepcopy(ledger)
    spoilt["facts"]["post/new-small"]["text"]["zh-TW"] = "約 193 tok/s"
    spoilt["facts"]["gain-small"]["text"]["zh-TW"] = "1.6 倍"
    entry = Entry({}, Facts(spoilt, "zh-TW"), "zh-TW", ("one",))
    assert plain(entry.runs(said)) == shown


@pytest.mark.parametrize("kind", ["share", "waterfall"])
def test_label_and_its_number_close_up_in_chinese(
    ledger: dict[str, Any], config: dict[str, Any], tmp_path: Path, kind: str
) -> None:
    """The kinds that write a label and its number in one line do as running text does."""
    spoilt = deepcopy(ledger)
    for fact in spoilt["facts"].values():
        if fact["text"]["zh-TW"][:1].isdecimal():
            fact["text"]["zh-TW"] = f"約 {fact['text']['zh-TW']}"
    (path,) = draw_all(spoilt, {kind: config[kind]}, "zh-TW", tmp_path)
    texts = ["".join(text.itertext()) for text in ET.parse(path).iter(f"{SVG}text")]
    assert any("約" in text[1:] for text in texts)
    assert [text for text in texts if re.search(r"[\u4e00-\u9fff] 約", text)] == []


@pytest.mark.parametrize("kind", ["share", "waterfall"])
def test_label_that_ends_in_a_bracket_keeps_it(
    ledger: dict[str, Any], config: dict[str, Any], tmp_path: Path, kind: str
) -> None:
    """No space stands behind 」, and nothing else is lost with it."""
    bracketed = deepcopy(config[kind])
    for row in bracketed["rows"]:
        for each in (row, row.get("limit"), *row.get("parts", ())):
            if each and "label" in each:
                each["label"]["zh-TW"] += "「甲」"
    (path,) = draw_all(ledger, {kind: bracketed}, "zh-TW", tmp_path)
    texts = ["".join(text.itertext()) for text in ET.parse(path).iter(f"{SVG}text")]
    assert any(re.search(r"「甲」[0-9約]", text) for text in texts)
    assert [text for text in texts if re.search(r"「甲(?!」)|」 ", text)] == []
