"""The pictures of figures.yaml over the facts of ledger.json, drawn once in each language."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tieout import yamlio
from tieout.figures import draw_all

HERE = Path(__file__).parent
LANGUAGES = ("en", "zh-TW")


@pytest.fixture(scope="session")
def ledger() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((HERE / "ledger.json").read_text("utf-8"))
    return data


@pytest.fixture(scope="session")
def config() -> dict[str, Any]:
    data: dict[str, Any] = yamlio.load(HERE / "figures.yaml").data
    return data


@pytest.fixture(scope="session")
def drawn(
    ledger: dict[str, Any], config: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> dict[tuple[str, str], ET.Element]:
    """(figure, language) -> the root of its file."""
    out = tmp_path_factory.mktemp("figures")
    paths = [path for lang in LANGUAGES for path in draw_all(ledger, config, lang, out)]
    names = [path.name.removesuffix(".svg").split(".") for path in paths]
    roots = [ET.parse(path).getroot() for path in paths]
    return {(name, lang): root for (name, lang), root in zip(names, roots, strict=True)}


@pytest.fixture
def draw(ledger: dict[str, Any], tmp_path: Path) -> Callable[..., ET.Element]:
    """Draw one entry: `draw(entry, lang)` gives the root of its file."""

    def one(entry: dict[str, Any], lang: str = "en") -> ET.Element:
        (path,) = draw_all(ledger, {"one": entry}, lang, tmp_path)
        return ET.parse(path).getroot()

    return one
