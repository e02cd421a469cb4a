"""The ledger is complete, ordered, the same on every run, and follows its published schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.mini_project import ROOT, Mini, copy_mini

from tieout.article import find_articles
from tieout.errors import TieoutError
from tieout.ledger import build_ledger
from tieout.ledger_json import to_json
from tieout.schema import load_schema

FONT = {"family": "Noto Sans TC", "version": "2.004"}
ARTICLE, BENCH = "templates/mini/article.yaml", "sources/bench/source.yaml"


@pytest.fixture
def mini(tmp_path: Path) -> Mini:
    """A copy that a test may spoil."""
    return copy_mini(tmp_path / "mini")


def _json(mini: Mini) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(to_json(mini.ledger(), FONT))
    return content


def _faults(content: Any) -> list[str]:
    validator = Draft202012Validator(load_schema("ledger"))
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(content)]


def test_it_follows_its_schema(mini: Mini) -> None:
    """What is published is what is written."""
    assert _faults(_json(mini)) == []


@pytest.mark.parametrize("article", find_articles(ROOT / "templates"))
def test_each_article_follows_it(article: str) -> None:
    """Of every article of this project."""
    ledger = build_ledger(article, ROOT / "sources", ROOT / "templates")
    assert _faults(json.loads(to_json(ledger, FONT))) == []


def test_the_schema_is_strict(mini: Mini) -> None:
    """A key that is missing or new, and a number that is no text, are departures."""
    content = _json(mini)
    fact = content["facts"]["bench/speeds/small/new"]
    for change in ({"value": 193.3}, {"low": "1.9e2"}, {"standing": "known"}, {"extra": 1}):
        content["facts"]["bench/speeds/small/new"] = {**fact, **change}
        assert _faults(content), change
    content["facts"]["bench/speeds/small/new"] = {k: v for k, v in fact.items() if k != "unit"}
    assert _faults(content)


def test_the_same_input_gives_the_same_bytes(mini: Mini) -> None:
    """Wherever the project lies, as long as it is run from its own folder."""
    assert to_json(mini.ledger(), FONT) == to_json(mini.ledger(), FONT)


def test_facts_stand_in_order(mini: Mini) -> None:
    """Printed ones by source, then the article's own, each after its inputs."""
    content = _json(mini)
    facts = content["facts"]
    assert list(facts)[:4] == [
        f"bench/speeds/small/{name}" for name in ("gpus", "new", "old", "gain")
    ]
    assert list(content["sources"]) == ["bench", "shout"]
    seen: set[str] = set()
    for name, fact in facts.items():
        assert set(fact["inputs"].values()) <= seen, name
        assert fact["id"] == name
        seen.add(name)


def test_numbers_are_text(mini: Mini) -> None:
    """No figure of the ledger is a binary float."""
    text = to_json(mini.ledger(), FONT)
    json.loads(text, parse_float=lambda number: pytest.fail(f"{number} is a binary float"))


def test_two_articles_share_sources_and_nothing_else(mini: Mini) -> None:
    """A second article is new folders and no new code."""
    folder = mini.root / "templates" / "second"
    folder.mkdir()
    text = (mini.root / ARTICLE).read_text("utf-8")
    (folder / "article.yaml").write_text(text.replace("1.0.0", "2.0.0"), "utf-8")
    assert find_articles(mini.root / "templates") == ["mini", "second"]
    first = mini.ledger()
    second = build_ledger("second", mini.root / "sources", mini.root / "templates")
    assert first.facts["step-up"].text == second.facts["step-up"].text
    assert second.document.data["version"] == "2.0.0"


FAULTS = [
    (
        ARTICLE,
        "[bench, shout]",
        "[bench, shuot]",
        "there is no source 'shuot': did you mean shout?",
    ),
    (
        ARTICLE,
        "[bench, shout]",
        "[shout]",
        "quotes through 'bench', which the article does not list",
    ),
    (ARTICLE, "[bench, shout]", "[bench, shout, ../bench]", "there is no source '../bench'"),
    (ARTICLE, "date: 2026-11-29", "date: 2026-02-30", "write the day as 2026-10-16"),
    (BENCH, "kind: vendor blog", "kind: vendor blgo", "unknown kind 'vendor blgo': did you mean"),
]


@pytest.mark.parametrize(("file", "old", "new", "says"), FAULTS, ids=[f[3] for f in FAULTS])
def test_a_fault_is_said(mini: Mini, file: str, old: str, new: str, says: str) -> None:
    """Of the article or of its sources."""
    mini.edit(file, old, new)
    with pytest.raises(TieoutError) as caught:
        mini.ledger()
    assert says in str(caught.value)


def test_the_faults_of_all_sources_are_said_at_once(mini: Mini) -> None:
    """An editor sees the whole list."""
    mini.edit(BENCH, "unit: lines", "unit: line")
    mini.edit("sources/shout/source.yaml", "kind: social post\n", "")
    mini.edit(ARTICLE, "[bench, shout]", "[bench, shout, third]")
    with pytest.raises(TieoutError) as caught:
        mini.ledger()
    assert [problem.file.split("/")[-2] for problem in caught.value.problems] == [
        *("bench", "shout", "mini"),
    ]


def test_sources_may_not_disagree_about_a_unit(mini: Mini) -> None:
    """One name, one meaning; said of the source that comes second."""
    for name, word in (("bench", "kernels"), ("shout", "grains")):
        mini.edit(
            f"sources/{name}/source.yaml",
            "figures:\n",
            f"""units:
  bits and bobs: {{wording: {{en: "{{n}}", zh-TW: "{{n}}"}}, name: {{en: {word}, zh-TW: 物}}}}
figures:
  bobs: {{printed: "3", unit: bits and bobs, label: {{en: bobs, zh-TW: 物}}}}
""",
        )
    with pytest.raises(TieoutError, match=r"shout/source.yaml:10: the unit 'bits and bobs'"):
        mini.ledger()
