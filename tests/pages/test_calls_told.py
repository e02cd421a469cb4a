"""The list of calls that writers are sent to: complete, in both languages, and each call works."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from tests.mini_project import ROOT, Mini

from tieout.pages.blocks import Blocks
from tieout.pages.content import WRITER_REASONS, Writer
from tieout.pages.view import View


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_each_call_is_told_and_works_as_told(
    view: Callable[[str], View], drawn: Mini, lang: str
) -> None:
    """In the small project; the message that a call fails names this page."""
    told = (ROOT / "docs" / lang / "numbers-in-a-sentence.md").read_text("utf-8")
    rows = [line for line in told.splitlines() if line.startswith("| `")]
    calls = re.findall(r"\{\{ .*? \}\}", "\n".join(rows))
    seen = view(lang)
    writer = Writer(seen)
    document = drawn.root / "templates/mini/article.yaml"
    makers = Blocks(seen, writer, document, drawn.root / "figures/mini").makers()
    writer.serve(makers)
    assert {re.findall(r"\w+", call)[0] for call in calls} == {"f", "x", "cite", *makers}
    more = re.findall(r"`(\w+\(\"[^`]*\))`", "\n".join(rows))
    for call in [*calls, *(f"{{{{ {each} }}}}" for each in more)]:
        assert "\ue001" in writer._run(call) or "\ue003" in writer._run(call), call
    assert all(f"`{reason}`" in told for reason in WRITER_REASONS)
