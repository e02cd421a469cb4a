"""The drill itself: what it does to a project, and that it can fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.built import ARTICLE, built_article
from tests.checks.conftest import build
from tests.mini_project import ROOT, Mini, copy_mini

from tieout.checks import CHECKS
from tieout.drill import report, running
from tieout.drill.following import Place, State, _as_printed, dependents
from tieout.drill.judging import Outcome, name_of
from tieout.drill.kinds import KINDS
from tieout.drill.mutant import Kind, Mutant
from tieout.drill.project import Folders, copy_project
from tieout.drill.running import Plan, Result
from tieout.errors import TieoutError


@pytest.fixture(scope="module")
def mini(tmp_path_factory: pytest.TempPathFactory) -> Mini:
    """The small project with its finished files, verified. Never to be changed."""
    made = copy_mini(tmp_path_factory.mktemp("drill") / "mini")
    build(made)
    return made


def plan(mini: Mini, kinds: Sequence[Kind] = KINDS, count: int = 60, seed: int = 1) -> Plan:
    """A drill of the small project."""
    names = ("sources", "templates", "build", "figures")
    folders = Folders(*(mini.root / name for name in names))
    return Plan(folders, "mini", kinds, CHECKS, seed, count)


def kinds_named(*names: str) -> list[Kind]:
    """Kinds by name."""
    return [kind for kind in KINDS if kind.name in names]


def drill(made: Plan) -> list[Result]:
    """Run a drill in silence."""
    return running.run(made, lambda *_: None)


def survivors(results: list[Result]) -> list[str]:
    """What nobody noticed."""
    return list(report.survivors(results))


def test_small_project_withstands(mini: Mini) -> None:
    """Five of every kind of fault that it has room for."""
    even = [replace(kind, share=1) for kind in KINDS]
    results = drill(plan(mini, even, count=5 * len(KINDS)))
    assert survivors(results) == []
    assert len(results) > 4 * len(KINDS)


def test_article_withstands(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Two of every kind of fault, in the real article."""
    built = built_article(tmp_path_factory)
    folders = Folders(
        ROOT / "sources", ROOT / "templates", built.build, built.figures, ROOT / "config.yaml"
    )
    even = [replace(kind, share=1) for kind in KINDS]
    results = drill(Plan(folders, ARTICLE, even, CHECKS, 1, 2 * len(KINDS)))
    assert survivors(results) == []
    assert {kind.name for kind, _, _ in results} == {kind.name for kind in KINDS}


def test_missing_check_lets_faults_survive(mini: Mini) -> None:
    """A drill that nothing can fail would prove nothing."""
    digit, edited = kinds_named("a digit in a page", "an output file edited by hand")
    off = ("text_equals_ledger", "untagged", "wholeness")
    blind = [check for check in CHECKS if name_of(check) not in off]
    results = drill(replace(plan(mini, [digit, edited], count=20), checks=blind))
    lost = survivors(results)
    assert any("a digit in a page" in line and "no check finds anything" in line for line in lost)
    assert any("an output file edited by hand" in line for line in lost)
    assert all(line.startswith(("build/", "figures/")) for line in lost)


def test_input_that_is_not_followed_survives(mini: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that stay as they were, though a figure changed, are what the kind is there to find."""
    made = plan(mini, kinds_named("a cell in sources/"), count=6)
    assert survivors(drill(made)) == []
    monkeypatch.setattr("tieout.drill.rooms._page", lambda *_: None)
    assert any("what shows it stayed" in line for line in survivors(drill(made)))


@pytest.mark.parametrize(
    ("content", "printed", "stayed"),
    [
        ('<tr><td class="used"><a href="#fact-a/b">1</a></td></tr>', "1", True),
        ('<tr><td class="used"><a href="#fact-a/b">1</a></td></tr>', "2", False),
        ('<tr><td><a href="#fact-a/b"><data data-fact="a/b">1</data></a></td></tr>', "1", False),
        ('<p><a href="#fact-a/b">1</a></p>', "1", False),
        ("\n| h |\n| --- |\n| k | [1](#fact-a/b) |", "1", True),
        ("| k | [1](#fact-a/b) |", "2", False),
        ("Text [1](#fact-a/b).", "1", False),
        ("| k | [1](#fact-a/c) |", "1", False),
    ],
)
def test_a_table_as_captured_shows_what_is_printed(
    content: str, printed: str, stayed: bool
) -> None:
    """A unit that changes another file leaves it as it was; a changed digit does not."""
    place = Place("draft.html", "en", content, frozenset({"a/b"}))
    assert _as_printed(place, "a/b", {"printed": "1"}, {"printed": printed}) == stayed


def test_embedded_ledger_is_a_place_a_fact(mini: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one place it would follow every change, and hide what did not."""
    project = copy_project(plan(mini).folders, "mini", mini.root.parent / "embedded")
    monkeypatch.chdir(project.root)
    page, _ = project.drafts("en")
    told = [p for p in State(project).places[page] if p.content.startswith("<script data-fact=")]
    assert all(len(place.facts) == 1 for place in told)
    (step_up,) = (place for place in told if place.facts == {"step-up"})
    assert '"small": "bench/speeds/small/old"' in step_up.content
    assert set(project.facts) >= {name for place in told for name in place.facts} > {"step-up"}


def test_what_depends_on_a_figure(mini: Mini) -> None:
    """What is computed from it, by however many steps, and what recomputes it."""
    project = copy_project(plan(mini).folders, "mini", mini.root.parent / "depending")
    gain = "bench/speeds/large/gain"
    assert dependents(project.ledger, [gain]) == {gain, "old-large", "step-up"}
    gain = "bench/speeds/small/gain"
    assert dependents(project.ledger, [gain]) == {gain, f"{gain}/recomputed"}
    assert dependents(project.ledger, ["bench/lines"]) == {"bench/lines"}


def test_room_that_breaks_is_no_catch(mini: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
    """A traceback tells an editor nothing."""

    def broken(_: str) -> None:
        raise ZeroDivisionError("1/0")

    monkeypatch.setattr("tieout.drill.rooms._ledger", broken)
    lost = survivors(drill(plan(mini, kinds_named("a unit"), count=2)))
    assert any("broke with ZeroDivisionError" in line for line in lost)


def test_unsound_project_is_refused(tmp_path: Path) -> None:
    """Whatever is found in it may have been there before."""
    spoiled = copy_mini(tmp_path / "mini")
    build(spoiled)
    page = spoiled.root / "build/mini/en/index.html"
    page.write_text(page.read_text("utf-8").replace("256.4 tok/s", "256.5 tok/s", 1), "utf-8")
    with pytest.raises(TieoutError, match="does not pass before anything is changed"):
        drill(plan(spoiled))
    assert Path.cwd() != tmp_path


def test_project_is_left_as_it_was(mini: Mini) -> None:
    """Everything happens in copies."""
    before = mini.outputs()
    drill(plan(mini, count=20))
    assert mini.outputs() == before


def test_same_seed_draws_the_same_mutants(mini: Mini) -> None:
    """A survivor can be met again."""
    project = copy_project(plan(mini).folders, "mini", mini.root.parent / "drawn")
    once, again = (running.draw(project, plan(mini)) for _ in range(2))
    assert once == again
    assert once != running.draw(project, plan(mini, seed=2))
    more = running.draw(project, plan(mini, count=120))
    assert {mutant.what for _, mutant in once} <= {mutant.what for _, mutant in more}


@pytest.mark.parametrize(("status", "code"), [("caught", 0), ("followed", 0), ("survived", 1)])
def test_survivor_fails_the_verb(
    mini: Mini, monkeypatch: pytest.MonkeyPatch, status: str, code: int
) -> None:
    mutant = Mutant((), "something was changed")
    outcome = Outcome(status, "", "nobody knows")  # type: ignore[arg-type]
    monkeypatch.setattr(running, "run", lambda *_: [(KINDS[0], mutant, outcome)])
    said = mini.run("drill", "mini")
    assert said.status == code
    assert ("something was changed: nobody knows" in said.errors) == bool(code)


def test_table_counts_no_mutant_that_changed_nothing() -> None:
    """Else a careless generator would make the checks look better than they are."""
    kind = KINDS[0]
    outcomes = [Outcome("caught", "untagged"), Outcome("equal"), Outcome("survived")]
    results = [(kind, Mutant((), "x"), outcome) for outcome in outcomes]
    _, line, whole = report.table(results, [kind])
    assert line.split()[5:9] == ["2", "1", "0", "1"]
    assert line.endswith("untagged 1 (1 that changed nothing)")
    assert whole.split()[:6] == ["in", "all", "2", "1", "0", "1"]
