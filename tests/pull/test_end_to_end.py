"""A page that has changed, up to the rebuilt and verified article: what each step says and changes.

The page fills a cell that was lost, and the article computes a figure in its place.
"""

from __future__ import annotations

import datetime
import difflib

from tests.checks.conftest import VERBS
from tests.pull.bench import Bench

ARTICLE = "templates/mini/article.yaml"
PROSE = {lang: f"templates/mini/article.{lang}.md.j2" for lang in ("en", "zh-TW")}
CALL = '{{ f("bench/speeds/large/old") }}'


def today() -> str:
    """The day of a pull, as its report has it."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def built(bench: Bench) -> None:
    """Build and verify, as `snakemake all` does."""
    for verb, *lang in (*VERBS, ("verify",)):
        outcome = bench.mini.run(verb, "mini", *lang)
        assert outcome.status == 0, outcome.errors


def prose(bench: Bench, lang: str) -> list[str]:
    """The lines of the finished article above its evidence."""
    text = bench.read(f"build/mini/{lang}/article.md")
    return text[: text.index('<a id="fact-')].splitlines()


def changed(before: list[str], after: list[str]) -> list[str]:
    """The lines that are new."""
    diff = difflib.unified_diff(before, after, lineterm="", n=0)
    return [line[1:] for line in diff if line[0] == "+" and line[:3] != "+++"]


def rewrite(bench: Bench) -> None:
    """What an editor does: the printed figure in the prose, nothing called lost, a new version."""
    bench.mini.edit(ARTICLE, "version: 1.0.0\ndate: 2026-10-20", f"version: 1.1.0\ndate: {today()}")
    bench.mini.edit(ARTICLE, "    stands_for: bench/speeds/large/old\n", "")
    en = 'the old speed is lost; dividing gives {{ f("old-large") }}, so'
    bench.mini.edit(PROSE["en"], en, f"the old speed is {CALL}, so")
    zh = '大群組的舊速度未取得，相除得到\n{{ f("old-large") }}，因此'
    bench.mini.edit(PROSE["zh-TW"], zh, f"大群組的舊速度是\n{CALL}，因此")
    assert bench.mini.run("translated", "mini").status == 0


def test_from_the_page_to_the_article(bench: Bench) -> None:
    """Pull reports, accept writes, the build stops where the text is wrong, then says it anew."""
    bench.mini.edit(
        ARTICLE,
        "bench/speeds/large/gain}\n",
        "bench/speeds/large/gain}\n    stands_for: bench/speeds/large/old\n",
    )
    bench.mini.edit(ARTICLE, "date: 2026-11-29", "date: 2026-10-20")
    bench.mini.edit("sources/bench/source.yaml", "read: 2026-11-29", "read: 2026-10-19")
    built(bench)
    before = {lang: prose(bench, lang) for lang in PROSE}
    bench.serve(("<td>—</td>", "<td>136.4</td>"), ("<b>12,805</b>", "<b>12,900</b>"))

    assert bench.mini.run("pull", "--source", "bench").status == 0
    report = bench.read("build/pull/bench/changes.md")
    assert "`12,805` → **`12,900`**" in report
    assert "We looked at two sources and 12,900 lines." in report
    assert "## `mini` would not build with these changes" in report
    assert "which is captured now (136.4 tok/s)" in report

    accepted = bench.mini.run("accept", "--source", "bench")
    assert accepted.status == 0
    assert f"{ARTICLE}: dated 2026-10-20, before this pull ({today()})" in accepted.errors
    line = bench.mini.line_of(ARTICLE, "stands_for")
    outcome = bench.mini.run("ledger", "mini")
    assert outcome.status == 1
    assert outcome.errors == (
        f"{ARTICLE}:{line}: 'old-large' stands for bench/speeds/large/old, which is captured now "
        "(136.4 tok/s): show the printed figure, rewrite notes, captions and prose that call it "
        "lost, then remove 'stands_for:'\n"
    )
    assert before == {lang: prose(bench, lang) for lang in PROSE}

    rewrite(bench)
    built(bench)
    english = "\n".join(changed(before["en"], prose(bench, "en")))
    chinese = "\n".join(changed(before["zh-TW"], prose(bench, "zh-TW")))
    for said, text in ((english, "the old speed is"), (chinese, "大群組的舊速度是")):
        assert text in said
        assert "[12,900](#fact-bench/lines)" in said
        assert "[136.4 tok/s](#fact-bench/speeds/large/old)" in said
        assert "12,805" not in said


def test_verify_sees_a_stand_in_too(bench: Bench) -> None:
    """A ledger that was made before the cell was filled is not the last word."""
    stands = "bench/speeds/large/gain}\n    stands_for: {cell}\n"
    old = "bench/speeds/large/gain}\n"
    bench.mini.edit(ARTICLE, old, stands.replace("{cell}", "bench/speeds/large/old"))
    built(bench)
    bench.mini.edit(ARTICLE, "stands_for: bench/speeds/large", "stands_for: bench/speeds/small")
    outcome = bench.mini.run("verify", "mini")
    assert outcome.status == 1
    assert "'old-large' stands in for 'bench/speeds/small/old', which prints '122.4'" in (
        outcome.errors
    )
    bench.mini.edit(ARTICLE, "stands_for: bench/speeds/small/old", "stands_for: bench/speeds/smal")
    assert "which is no figure of a source" in bench.mini.run("ledger", "mini").errors
    assert "which is no figure" in bench.mini.run("verify", "mini").errors
