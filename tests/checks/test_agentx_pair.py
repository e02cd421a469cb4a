"""The pair that the article is about, 403.2 against 223.7, may stand together only as declared."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.built import ARTICLE, Built, built_article

from tieout.checks.comparable import check
from tieout.checks.finished import Finished, read_finished

PAIR = {"vllm-megakernel-blog/agentx/specialized/speed", "vllm-megakernel-blog/agentx/stock/speed"}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """The finished article."""
    built: Built = built_article(tmp_path_factory)
    return read_finished(ARTICLE, built.build, built.figures, Path("templates"))


def _without(ledger: dict[str, Any], *, formulas: bool) -> dict[str, Any]:
    """The ledger without any declaration of the pair: in comparisons, or in formulas."""
    changed: dict[str, Any] = json.loads(json.dumps(ledger))
    if formulas:
        for fact in changed["facts"].values():
            if set(fact["inputs"].values()) >= PAIR:
                fact["differs"] = {}
    else:
        pairs = [each for each in changed["comparisons"] if set(each.get("facts", ())) >= PAIR]
        changed["comparisons"] = [each for each in changed["comparisons"] if each not in pairs]
        for each in changed["comparisons"]:
            each["differs"] = {k: v for k, v in each["differs"].items() if "facts" in each}
    return changed


def test_as_declared_nothing_is_found(finished: Finished) -> None:
    assert check(finished).findings == []


def test_the_ratio_stops_until_its_differences_are_declared(finished: Finished) -> None:
    changed = replace(finished, ledger=_without(finished.ledger, formulas=True))
    said = "\n".join(str(finding) for finding in check(changed).findings)
    assert "agentx-ratio computes with figures that differ in" in said
    assert "GPUs" in said
    assert "Engine path" in said


def test_the_pair_in_prose_stops_until_its_differences_are_declared(finished: Finished) -> None:
    """No declaration made for other figures of a list or a picture covers it."""
    bare = _without(_without(finished.ledger, formulas=True), formulas=False)
    said = [str(finding) for finding in check(replace(finished, ledger=bare)).findings]
    pair = [line for line in said if "403.2 tok/s" in line and "223.7 tok/s" in line]
    assert any("side by side" in line and "GPUs" in line for line in pair), said[:3]
