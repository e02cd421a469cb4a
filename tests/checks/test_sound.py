"""What an editor may write passes every check, however unusual it is.

A finding in a sound article stops its publication, and no edit that its mend names takes it away.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.checks.conftest import VERBS
from tests.mini_project import TESTS, Mini

from tieout.yamlio import load

SOUND: dict[str, list[dict[str, Any]]] = load(TESTS / "checks" / "sound.yaml").data


@pytest.mark.parametrize("name", SOUND)
def test_nothing_is_found_in_a_sound_article(mini: Mini, name: str) -> None:
    for file in SOUND[name]:
        for edit in file["edits"]:
            mini.edit(file["file"], edit["old"], edit["new"])
    verbs = (("translated",), *VERBS)
    said = [mini.run(verb, "mini", *args) for verb, *args in verbs]
    assert [(each.status, each.errors) for each in said] == [(0, "")] * len(said)
    assert mini.run("site").status == 0
