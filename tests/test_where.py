"""Where a figure is used: every way of asking, and every kind of use, with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.mini_project import Mini, copy_mini

from tieout.ledger import build_ledger
from tieout.where import matches, report

LARGE = "bench/speeds/large/new"
CELLS = ("gpus", "new", "old", "gain")


@pytest.fixture(scope="module")
def mini(tmp_path_factory: pytest.TempPathFactory) -> Mini:
    """The small project; nothing here changes it."""
    return copy_mini(tmp_path_factory.mktemp("where") / "mini")


@pytest.mark.parametrize(
    ("question", "found"),
    [
        (LARGE, [LARGE]),
        ("bench/speeds:large:new", [LARGE]),
        ("256.4", [LARGE]),
        ("256.4 tok/s", [LARGE]),
        ("12,805", ["bench/lines"]),
        ("12805", ["bench/lines"]),
        ("２５６．４", [LARGE]),
        ("256.4　tok/s", [LARGE]),
        ("1.88x", ["bench/speeds/large/gain"]),
        ("1.88 x", ["bench/speeds/large/gain"]),
        ("1.88×", ["bench/speeds/large/gain"]),
        ("sources/bench/speeds.csv:3 (new)", [LARGE]),
        ("sources/bench/speeds.csv:3", [f"bench/speeds/large/{c}" for c in CELLS]),
        ("sources/bench/speeds.csv:33", []),
        ("5", []),
        ("128,05", []),
        (".*", []),
        ("(", []),
        ("257", ["shout/speed"]),
        ("shout", ["shout/speed"]),
        ("step-up", ["step-up"]),
        ("56.4", []),
        ("256", []),
        ("12", []),
        ("805", []),
        ("bench/speeds:large:nwe", []),
    ],
)
def test_ways_of_asking(
    mini: Mini, question: str, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A number is found whole: the digits of a longer one are another number."""
    monkeypatch.chdir(mini.root)
    names = [name for name in matches(mini.ledger(), question) if "claim/" not in name]
    assert names == found


def test_every_use_is_listed(mini: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
    """Directly, and through what is computed from it; sentences in both languages."""
    monkeypatch.chdir(mini.root)
    ledger = build_ledger("mini", Path("sources"), Path("templates"))
    article = "templates/mini/article"
    told = "\n".join(report(ledger, ["bench/speeds/small/old"], Path("templates")))
    for wanted in (
        "fact bench/speeds/small/old: 122.4 tok/s (sources/bench/speeds.csv:2 (old))",
        "formula step-up = large / small: ",
        f"en {article}.en.md.j2:6: For the larger group the old speed is lost",
        f"zh-TW {article}.zh-TW.md.j2:",
        "table speeds (",
        "table by-group (",
        "figure paths (",
    ):
        assert wanted in told
    assert "claim speed" in "\n".join(report(ledger, [LARGE], Path("templates")))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("bench/speeds:large:nww", "did you mean bench/speeds/large/new"),
        ("shoot", "did you mean shout"),
        ("999", "no article has '999'"),
        ("  ", "nothing was asked for"),
    ],
)
def test_a_question_without_answer(mini: Mini, question: str, said: str) -> None:
    """Status 1, and what may have been meant."""
    done = mini.run("where", question)
    assert done.status == 1
    assert said in done.errors


def test_an_article_that_does_not_build_says_so(tmp_path: Path) -> None:
    """Silence about it would read as "used nowhere"."""
    mini = copy_mini(tmp_path / "mini")
    mini.edit("templates/mini/article.yaml", "speed / gain", "speed / gone")
    done = mini.run("where", "256.4")
    assert done.status == 1
    assert "templates/mini/article.yaml:" in done.errors
