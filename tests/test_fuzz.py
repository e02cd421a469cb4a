"""Any part of any file may be missing or of another kind: that is said, and never a crash."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from tests.mini_project import MINI, Mini, copy_mini

from tieout.errors import TieoutError
from tieout.ledger_json import to_json
from tieout.observations import observations
from tieout.pages.page import Paths, build_page
from tieout.yamlio import load

SITE = load(MINI / "config.yaml").data["site"]

FILES = (
    "sources/bench/source.yaml",
    "sources/shout/source.yaml",
    "sources/units.yaml",
    "sources/conditions.yaml",
    "sources/vocabulary.yaml",
    "templates/mini/article.yaml",
)
#: What takes the place of a part of a file; the first stands for its removal.
REPLACEMENTS: tuple[Any, ...] = (
    *("<removed>", None, [], {}, ["x"], {"x": "y"}, "", "x", "-1", "{{ x }}", True),
    *("<b>*x*</b>|`", "../x", {"en": "a", "zh-TW": "b"}, "é\u0301\u200b", "9" * 60),
)
EVERY = 23  # of all changes, one in so many is tried here; prime, so that all kinds have their turn


def paths(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every node of a tree, the root included."""
    yield path
    if isinstance(node, dict | list):
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            yield from paths(value, (*path, key))


def changed(tree: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The tree with another value at the end of a path, or without what stood there."""
    if not path:
        return None if value == "<removed>" else value
    copy = dict(tree) if isinstance(tree, dict) else list(tree)
    if len(path) == 1 and value == "<removed>":
        del copy[path[0]]
    else:
        copy[path[0]] = changed(tree[path[0]], path[1:], value)
    return copy


def changes(mini: Mini, every: int) -> Iterator[tuple[str, str]]:
    """Spoilt texts of all files, one in `every`, each with its file."""
    count = 0
    for file in FILES:
        tree = load(mini.root / file).data
        for path in paths(tree):
            for value in REPLACEMENTS:
                count += 1
                if count % every == 0:
                    yield file, json.dumps(changed(tree, path, value), ensure_ascii=False)


def build(mini: Mini) -> None:
    """Everything that needs no picture: the ledger, its tables, and the pages."""
    ledger = mini.ledger()
    observations(ledger)
    content = json.loads(to_json(ledger, {"family": "x", "version": "1"}, SITE))
    templates = mini.root / "templates"
    places = Paths(templates / "mini", templates / "_layout", mini.root / "figures/mini")
    for lang in content["article"]["languages"]:
        build_page(content, places, lang)


def try_all(mini: Mini, every: int) -> list[str]:
    """The changes that crash; a TieoutError or a result is what is wanted."""
    crashes: list[str] = []
    for file, text in changes(mini, every):
        before = (mini.root / file).read_text("utf-8")
        (mini.root / file).write_text(text, "utf-8")
        try:
            build(mini)
        except TieoutError as error:
            if not all(str(problem).count(": ") >= 2 for problem in error.problems):
                crashes.append(f"{file}: an unclear message: {error}")
        except Exception as error:
            crashes.append(f"{type(error).__name__}: {error} in {file}: {text[:3000]}")
        (mini.root / file).write_text(before, "utf-8")
    return crashes


@pytest.fixture(scope="module")
def mini(tmp_path_factory: pytest.TempPathFactory) -> Mini:
    """The small project with its pictures."""
    copy = copy_mini(tmp_path_factory.mktemp("fuzz") / "mini")
    for verb, args in (("ledger", ["mini"]), *(("figures", ["mini", x]) for x in ("en", "zh-TW"))):
        assert copy.run(verb, *args).status == 0
    return copy


def test_no_change_of_a_file_crashes(mini: Mini) -> None:
    """Null, lists, mappings, texts and nothing in the place of every kind of node."""
    assert try_all(mini, EVERY) == []


def test_most_changes_get_far(mini: Mini) -> None:
    """The test above would prove little if a file were refused before its change was seen."""
    for file in FILES:
        text = json.dumps(load(mini.root / file).data, ensure_ascii=False)
        before = (mini.root / file).read_text("utf-8")
        (mini.root / file).write_text(text, "utf-8")
        build(mini)
        (mini.root / file).write_text(before, "utf-8")


def test_paths_reach_every_node() -> None:
    """The test above would pass if it tried nothing."""
    tree = {"a": [{"b": "c"}], "d": "e"}
    assert list(paths(tree)) == [(), ("a",), ("a", 0), ("a", 0, "b"), ("d",)]
    assert changed(tree, ("a", 0, "b"), "<removed>") == {"a": [{}], "d": "e"}
    assert changed(tree, ("d",), None) == {"a": [{"b": "c"}], "d": None}
