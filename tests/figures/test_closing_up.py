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
