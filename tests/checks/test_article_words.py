"""The words of notes are held against the template as those of the text are."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.mini_project import Mini

from tieout.checks.finished import read_finished
from tieout.checks.text_equals_ledger import check

TEXT = """\
It ran.[^late] It ran again.[^early] A pattern is `[^a-z]`.

[^early]: Not the first of **its** kind.[^inner]
[^late]: On {{ f("bench/speeds/small/gpus") }} GPUs.
[^inner]: As they say.

"""


def found() -> list[str]:
    """What is found in the drafts."""
    folders = (Path("build"), Path("figures"), Path("templates"))
    return [str(each) for each in check(read_finished("mini", *folders, True)).findings]


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("Not the first", "The first"),
        ("As they say", "As we say"),
        ("It ran again", "It ran"),
        ("[^a-z]", "[a-z]"),
    ],
)
def test_a_word_of_a_note_that_is_another_is_found(mini: Mini, word: str, other: str) -> None:
    template = "templates/mini/article.en.md.j2"
    mini.edit(template, "## What was measured", f"{TEXT}## What was measured")
    assert mini.run("page", "mini", "en").status == 0
    assert found() == []
    for name in ("draft.html", "draft.md"):  # both alike: they do not tell of one another
        path = Path("build/mini/en") / name
        text = path.read_text("utf-8")
        spoilt = text.replace(word, other).replace(word.replace("[", "\\["), other)
        assert spoilt != text or name == "draft.md"
        path.write_text(spoilt, "utf-8")
    assert any("article.en.md.j2 “" in each for each in found())
