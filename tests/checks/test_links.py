"""Links that lead somewhere: in every form in which a page may have them, they are no finding."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.mini_project import Mini

from tieout.checks import links
from tieout.checks.finished import read_finished


@pytest.mark.parametrize(
    "target",
    [
        "../zh-TW/index.html",
        "../zh-TW/index.html#evidence",
        "index.html#evidence",
        "article.md",
        "article.md#anything",
        "../ledger.json",
        "#evidence",
        "mailto:editor@bench.example",
        "https://bench.org/a?b=c#d",
    ],
)
def test_a_link_that_leads_somewhere_is_sound(mini: Mini, target: str) -> None:
    path = mini.root / "build/mini/en/index.html"
    text = path.read_text("utf-8")
    link = f'<p><a href="{target}">there</a></p></main>'
    path.write_text(text.replace("</main>", link, 1), "utf-8")
    record = links.check(read_finished("mini", Path("build"), Path("figures")))
    assert [str(finding) for finding in record.findings] == []
