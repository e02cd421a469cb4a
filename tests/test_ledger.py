"""The ledger is complete, ordered, the same on every run, and follows its published schema."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.mini_project import MINI, ROOT, Mini, copy_mini

from tieout.article import find_articles
from tieout.errors import TieoutError
from tieout.ledger import build_ledger
from tieout.ledger_json import to_json
from tieout.schema import load_schema
from tieout.yamlio import load

FONT = {"family": "Noto Sans TC", "version": "2.004"}
SITE = load(MINI / "config.yaml").data["site"]
ARTICLE, BENCH = "templates/mini/article.yaml", "sources/bench/source.yaml"


@pytest.fixture
def mini(tmp_path: Path) -> Mini:
    """A copy that a test may spoil."""
    return copy_mini(tmp_path / "mini")


def _json(mini: Mini) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(to_json(mini.ledger(), FONT, SITE))
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
    assert _faults(json.loads(to_json(ledger, FONT, SITE))) == []


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
    assert to_json(mini.ledger(), FONT, SITE) == to_json(mini.ledger(), FONT, SITE)


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
    text = to_json(mini.ledger(), FONT, SITE)
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


def test_sources_that_quote_one_another_are_refused(mini: Mini) -> None:
    """Then nobody read anything; said of each of them."""
    mini.edit(BENCH, "read: 2026-11-29\n", "")
    mini.edit(BENCH, "standing: transcribed", "standing: second-hand\nvia: shout")
    with pytest.raises(TieoutError) as caught:
        mini.ledger()
    said = str(caught.value).split("\n")
    assert "source.yaml:9: a circle of quotations: bench -> shout -> bench: name the" in said[0]
    assert "source.yaml:7: a circle of quotations: shout -> bench -> shout: name the" in said[1]


def test_what_was_read_is_quoted_through_nobody(mini: Mini) -> None:
    """A figure that rose to its own capture names no intermediary, the others still do."""
    pin = "{url: https://social.example/shout, day: 2026-11-29, sha256: " + "0" * 64 + "}"
    seal = sha256(("0" * 64 + "\nspeed\t257").encode()).hexdigest()
    shout = "sources/shout/source.yaml"
    mini.edit(
        shout,
        "via: bench\n",
        f"via: bench\nretrieved: 2026-11-29\ncaptures: [{pin}]\naccepted: {seal}\n",
    )
    mini.edit(shout, '    printed: "257"\n', '    printed: "257"\n    standing: captured\n')
    figure = "  likes: {printed: '14', unit: lines, kind: count, label: {en: likes, zh-TW: 讚數}}"
    mini.edit(shout, "figures:\n", f"figures:\n{figure}\n")
    facts = mini.ledger().facts
    assert (facts["shout/speed"].standing, facts["shout/speed"].via) == ("captured", None)
    assert (facts["shout/likes"].standing, facts["shout/likes"].via) == ("second-hand", "bench")


def test_what_the_article_sets_itself_says_so(mini: Mini) -> None:
    """It is no capture of anything; and it does not weaken what is computed from it."""
    entry = """derived:
  alone: {formula: n * 2, inputs: {n: lone-user}, unit: GPUs, label: {en: a, zh-TW: 乙}}
  mixed:
    {formula: l * n / n, inputs: {l: bench/lines, n: lone-user}, unit: lines,
     label: {en: b, zh-TW: 丙}}
"""
    mini.edit(ARTICLE, "derived:\n", entry)
    facts = _json(mini)["facts"]
    names = ("lone-user", "version-day", "alone", "mixed")
    standings = [facts[name]["standing"] for name in names]
    assert standings == ["set", "set", "set", "transcribed"]


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
    with pytest.raises(TieoutError, match=r"shout/source.yaml:9: the unit 'bits and bobs'"):
        mini.ledger()
