"""Where speeds meet on a page, and that the check notices when it no longer sees them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html
from tests.mini_project import Mini

from tieout.checks import comparable
from tieout.checks.finished import Finished, read_finished

NEW, CLAIM = "bench/speeds/large/new", "shout/speed"
SEEN_NOTHING = "nothing that compares any was found"


def _page(finished: Finished, body: str) -> Finished:
    """The project with pages of another text."""
    root = html.document_fromstring(f"<html><body><main>{body}</main></body></html>")
    return replace(finished, pages={lang: (Path("page.html"), root) for lang in finished.pages})


def _speed(name: str) -> str:
    return f'<data data-fact="{name}">1 tok/s</data>'


def _said(finished: Finished) -> list[str]:
    return [str(finding) for finding in comparable.check(finished).findings]


@pytest.fixture
def finished(mini: Mini) -> Finished:
    """The small project, without its formulas."""
    found = read_finished("mini", Path("build"), Path("figures"))
    facts = {name: fact for name, fact in found.ledger["facts"].items() if not fact["inputs"]}
    assert mini.root.exists()
    return replace(found, ledger={**found.ledger, "facts": facts})


@pytest.mark.parametrize(
    "body",
    [
        f"<p>It runs at {_speed(NEW)}.</p>",
        f"<p>It runs at {_speed(NEW)}.</p><p>They claim {_speed(CLAIM)}.</p>",
        f"<p>It runs at {_speed(NEW)}, yes, {_speed(NEW)}.</p>",
        "<p>No speed.</p>",
    ],
)
def test_speeds_that_never_meet_are_no_fault(finished: Finished, body: str) -> None:
    """An article may cite one speed of a table that has many."""
    assert not any(SEEN_NOTHING in line for line in _said(_page(finished, body)))


@pytest.mark.parametrize(
    "body",
    [
        f"<p>\n{_speed(NEW)} is not {_speed(CLAIM)}</p>",
        f"<table><tr>\n<td>{_speed(NEW)}</td><td>{_speed(CLAIM)}</td></tr></table>",
        f"<figure>\n{_speed(NEW)}{_speed(CLAIM)}</figure>",
    ],
)
def test_speeds_that_meet_unseen_are_a_fault(
    finished: Finished, body: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the places of a page are no longer recognized, the check must not pass in silence."""
    monkeypatch.setattr(comparable, "scopes", lambda *_: iter(()))
    said = _said(_page(finished, body))
    assert any(line.startswith("page.html:1:") and SEEN_NOTHING in line for line in said), said
