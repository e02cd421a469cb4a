"""From a page that has changed to an article that says so: pull, report, accept, rebuild."""

from __future__ import annotations

import difflib
import json
from typing import Any

import pytest
from tests.pull.bench import CSV, PAGE, YAML, Bench, tree

CHANGED = (
    ("<td>193.3<sup>1</sup></td>", "<td>195.0<sup>1</sup></td>"),
    ("<td>—</td>", "<td>136.4</td>"),
    ("<b>12,805</b>", "<b>12,900</b>"),
)


def record(bench: Bench) -> dict[str, Any]:
    """The report of the last pull."""
    found: dict[str, Any] = json.loads(bench.read("build/pull/bench/changes.json"))
    return found


def statuses(bench: Bench) -> dict[str, str]:
    """What became of each figure."""
    return {one["id"].removeprefix("bench/"): one["status"] for one in record(bench)["figures"]}


def diff(before: str, after: str) -> list[str]:
    """The changed lines."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return [line for line in lines if line[0] in "+-" and line[:3] not in ("+++", "---")]


def test_a_page_that_says_what_is_kept(bench: Bench) -> None:
    """Every figure is found again: past scripts, hidden rows, spans, notes, markup and signs."""
    before = bench.sources()
    outcome = bench.mini.run("pull", "--source", "bench")
    assert outcome.status == 0, outcome.errors
    found = statuses(bench)
    assert found.pop("speeds/large/old") == "lost"
    assert set(found.values()) == {"same"}
    assert bench.sources() == before


def test_what_changed_and_what_that_touches(bench: Bench) -> None:
    """The report names the cells, the computed facts, and the sentences of both languages."""
    bench.serve(*CHANGED)
    before = bench.sources()
    assert bench.mini.run("pull", "--source", "bench").status == 0
    found = statuses(bench)
    assert found["speeds/small/new"] == found["lines"] == "changed"
    assert found["speeds/large/old"] == "found"
    assert list(found.values()).count("same") == 7
    touched = record(bench)["touched"]["bench/lines"]["mini"]
    assert [one["after"] for one in touched["sentences"]["en"]] == [
        "We looked at two sources and 12,900 lines."
    ]
    assert [one["after"] for one in touched["sentences"]["zh-TW"]] == [
        "我們看了兩個來源與 12,900 行程式。"
    ]
    assert touched["sentences"]["en"][0]["before"].endswith("12,805 lines.")
    small = record(bench)["touched"]["bench/speeds/small/new"]["mini"]
    assert (small["figures"], small["tables"]) == (["paths"], ["speeds"])
    report = bench.read("build/pull/bench/changes.md")
    for said in (
        "`193.3` → **`195.0`**",
        "not captured → **`136.4`**",
        "sources/bench/speeds.csv:2",
    ):
        assert said in report
    assert bench.sources() == before


def test_computed_facts_follow(bench: Bench) -> None:
    """A fact that is derived from a changed figure is shown before and after."""
    bench.serve(("<td>256.4</td>", "<td>300.8</td>"))
    bench.mini.run("pull", "--source", "bench")
    touched = record(bench)["touched"]["bench/speeds/large/new"]["mini"]
    assert {one["id"]: (one["before"], one["after"]) for one in touched["facts"]}["old-large"] == (
        "136 tok/s",
        "160 tok/s",
    )
    assert touched["claims"] == ["speed"]


def test_accept_writes_the_smallest_diff(bench: Bench) -> None:
    """Only the cells and the keys that change, comments and order kept; the day is noted."""
    bench.serve(*CHANGED)
    yaml, table, others = bench.read(YAML), bench.read(CSV), bench.sources()
    bench.mini.run("pull", "--source", "bench")
    outcome = bench.mini.run("accept", "--source", "bench")
    assert outcome.status == 0, outcome.errors
    assert diff(table, bench.read(CSV)) == [
        "-small,8,193.3,122.4,1.58",
        "-large,16,256.4,,1.88",
        "+small,8,195.0,122.4,1.58",
        "+large,16,256.4,136.4,1.88",
    ]
    changed = diff(yaml, bench.read(YAML))
    assert changed[:2] == ["+retrieved: " + record(bench)["day"], "-standing: transcribed"]
    assert changed[2] == "+standing: captured"
    assert changed[3].startswith("+accepted: ")
    assert changed[4] == "+captures:"
    assert changed[8:10] == ["+changes:", "+  - day: " + record(bench)["day"]]
    assert changed[-2:] == ['-    printed: "12,805"', '+    printed: "12,900"']
    assert len(changed) == 15
    now = bench.sources()
    assert {name for name in now if now[name] != others.get(name)} == {
        "bench/source.yaml",
        "bench/speeds.csv",
    }
    assert now.keys() == others.keys()


def test_the_rebuilt_article_says_so(bench: Bench) -> None:
    """The new figures are in the ledger as captured, and what follows from them is recomputed."""
    bench.serve(*CHANGED)
    bench.mini.run("pull", "--source", "bench")
    bench.mini.run("accept", "--source", "bench")
    facts = bench.mini.ledger().facts
    assert facts["bench/lines"].text == {"en": "12,900", "zh-TW": "12,900"}
    assert facts["bench/speeds/large/old"].printed == "136.4"
    assert {facts[name].standing for name in facts if name.startswith("bench/")} == {"captured"}
    assert bench.mini.run("ledger", "mini").status == 0
    assert bench.mini.run("pull", "--source", "bench").status == 0
    assert set(statuses(bench).values()) == {"same"}


def test_an_unchanged_page_is_accepted_too(bench: Bench) -> None:
    """Then only the standing rises; a second acceptance finds nothing to do."""
    table = bench.read(CSV)
    for _ in range(2):
        assert bench.mini.run("pull", "--source", "bench").status == 0
        assert bench.mini.run("accept", "--source", "bench").status == 0
    assert bench.read(CSV) == table
    assert bench.read(YAML).count("sha256:") == 1


def test_a_page_that_changed_elsewhere_is_no_change(bench: Bench) -> None:
    """New words, a moved row, an added column and an added table: every figure is still there."""
    bench.mini.run("pull", "--source", "bench")
    bench.mini.run("accept", "--source", "bench")
    yaml = bench.read(YAML)
    row = PAGE[PAGE.index("<tr><td>8</td>") : PAGE.index("<tr style=")]
    bench.serve(
        (row, ""),
        ("</tbody>", row.replace("</tr>", "<td>new</td></tr>") + "</tbody>"),
        ("<td>1.88×</td></tr>", "<td>1.88×</td><td>new</td></tr>"),
        ("<td>1.0×</td></tr>", "<td>1.0×</td><td>new</td></tr>"),
        ('<th rowspan="2">Gain</th>', '<th rowspan="2">Gain</th><th rowspan="2">Remark</th>'),
        ("All of them are sums", "<b>All</b> are sums"),
    )
    assert bench.mini.run("pull", "--source", "bench").status == 0
    assert set(statuses(bench).values()) == {"same", "lost"}
    assert bench.mini.run("accept", "--source", "bench").status == 0
    assert {line.split(":")[0].strip("+- ") for line in diff(yaml, bench.read(YAML))} == {
        "accepted",
        "sha256",
    }


def test_a_part_of_a_source_is_taken_over(bench: Bench) -> None:
    """What was not found keeps its standing; columns and figures rise by themselves."""
    bench.serve(("lines of code&nbsp;", "lines of text "), ("<td>—</td>", "<td>136.4</td>"))
    outcome = bench.mini.run("pull", "--source", "bench")
    assert outcome.status == 1
    assert bench.mini.run("accept", "--source", "bench").status == 0
    facts = bench.mini.ledger().facts
    assert facts["bench/lines"].standing == facts["bench/published"].standing == "transcribed"
    assert facts["bench/speeds/large/old"].standing == "captured"
    assert "standing: transcribed" in bench.read(YAML)


def test_second_hand_no_longer(bench: Bench) -> None:
    """Read in the original, a source needs no intermediary."""
    bench.mini.edit(YAML, "standing: transcribed", "standing: second-hand\nvia: shout")
    bench.mini.edit(YAML, "read: 2026-11-29\n", "")
    bench.mini.run("pull", "--source", "bench")
    bench.mini.run("accept", "--source", "bench")
    assert "via" not in bench.read(YAML)
    assert bench.mini.ledger().facts["bench/lines"].via is None


def test_nothing_is_accepted_twice_or_blindly(bench: Bench) -> None:
    """An acceptance speaks of the files and bytes that the pull saw, or not at all."""
    outcome = bench.mini.run("accept", "--source", "bench")
    assert "nothing has been pulled" in outcome.errors
    bench.serve(*CHANGED)
    bench.mini.run("pull", "--source", "bench")
    bench.mini.edit(CSV, "122.4", "122.5")
    before = bench.sources()
    outcome = bench.mini.run("accept", "--source", "bench")
    assert outcome.status == 1
    assert outcome.errors == (
        "sources/bench/speeds.csv:1: the file has changed since the pull: "
        "pull again: snakemake pull --config source=bench\n"
    )
    assert bench.sources() == before


def test_kept_bytes_are_guarded(bench: Bench) -> None:
    """A capture that no longer matches stops the acceptance, and a later build."""
    bench.mini.run("pull", "--source", "bench")
    [capture] = (bench.mini.root / "captures" / "bench").iterdir()
    whole = capture.read_bytes()
    before = bench.sources()
    capture.unlink()
    assert "kept bytes are missing" in bench.mini.run("accept", "--source", "bench").errors
    capture.write_bytes(whole[:-40])
    assert bench.mini.run("accept", "--source", "bench").status == 1
    assert bench.sources() == before
    capture.write_bytes(whole)
    assert bench.mini.run("accept", "--source", "bench").status == 0
    assert bench.mini.run("ledger", "mini").status == 0
    other = capture.with_name("0" * 64 + ".warc.gz")
    capture.rename(other)
    other.replace(capture)
    capture.write_bytes(whole[: len(whole) // 2])
    outcome = bench.mini.run("ledger", "mini")
    assert outcome.status == 1
    assert "captures/bench/" in outcome.errors
    assert "pull the source again" in outcome.errors
    capture.unlink()
    assert bench.mini.run("ledger", "mini").status == 0


def test_changes_that_would_not_load_are_not_taken_over(bench: Bench) -> None:
    """A unit that no longer fits is said in the words of the real file; sources/ stays whole."""
    bench.mini.edit(YAML, "unit: lines\n", "unit: lines\n    wording: {en: 12805}\n")
    bench.serve(("<b>12,805</b>", "<b>12,900</b>"))
    bench.mini.run("pull", "--source", "bench")
    bench.mini.edit("build/pull/bench/changes.json", '"text": "12,900"', '"text": "nothing"')
    before = bench.sources()
    outcome = bench.mini.run("accept", "--source", "bench")
    assert outcome.status == 1
    assert outcome.errors.startswith("sources/bench/source.yaml:")
    assert "nothing was taken over" in outcome.errors
    assert bench.sources() == before


def test_all_sources_at_once(bench: Bench) -> None:
    """Without a name every source is pulled; a post for people only is no failure."""
    bench.mini.edit("sources/shout/source.yaml", "https://social.example/shout", "https://x.com/a")
    outcome = bench.mini.run("pull")
    assert outcome.status == 0, outcome.errors
    assert "shout: 1 read by people only" in outcome.errors
    assert "transcriptions.yaml" in bench.read("build/pull/shout/changes.md")


@pytest.mark.parametrize("verb", ["pull", "accept"])
def test_an_unknown_source(bench: Bench, verb: str) -> None:
    """The nearest name is offered."""
    outcome = bench.mini.run(verb, "--source", "bensh")
    assert outcome.status == 1
    assert "did you mean bench?" in outcome.errors


def test_nothing_else_is_written(bench: Bench) -> None:
    """A pull writes its report and the bytes, and leaves no temporary file."""
    before = set(tree(bench.mini.root))
    bench.mini.run("pull", "--source", "bench")
    bench.mini.run("accept", "--source", "bench")
    added = set(tree(bench.mini.root)) - before
    assert {name.rsplit("/", 1)[0] for name in added} == {"build/pull/bench", "captures/bench"}
