"""Bad answers, from the server to the page: sources/ is untouched, the message is clear, status 1.

The servers' own bad days (too slow, too large, too many redirects) are played in test_fetch.py.
"""

from __future__ import annotations

import errno
import gzip
import json
import os
from pathlib import Path

import pytest
from tests.pull.bench import PAGE, YAML, Bench, tree
from tests.pull.server import Answering, Handler

from tieout import files

LOGIN = b"<!doctype html><title>Sign in</title><form><input name=p type=password></form>"
CAPTCHA = b'<!doctype html><title>Just a moment...</title><div class="cf-turnstile"></div>'
TABLE = PAGE[PAGE.index("<h2>Speeds") : PAGE.index("<p><sup>1</sup> The mean")]
ROW = "<tr><td>16</td><td>256.4</td><td>—</td><td>1.88×</td></tr>"
ROW_LINE = PAGE.count("\n", 0, PAGE.index(ROW)) + 1


def status(number: int, body: bytes = b"no", **headers: str) -> Answering:
    """A page that answers with a status."""
    return lambda handler: handler.reply(body, number, **headers)


def truncated(handler: Handler) -> None:
    """A gzip body whose end is missing, though its length is right."""
    handler.reply(gzip.compress(PAGE.encode())[:-30], Content_Encoding="gzip")


WHOLE = {
    "404": (status(404), "does not exist (status 404)"),
    "403": (status(403), "refuses the request (status 403)"),
    "login page with 200": (status(200, LOGIN), "a login page came"),
    "captcha with 200": (status(200, CAPTCHA), "a captcha came"),
    "empty body": (status(200, b""), "answers with an empty page"),
    "wrong charset": (
        status(200, "速度".encode("utf-16-le"), Content_Type="text/html; charset=ascii"),
        "is not ascii",
    ),
    "cut gzip": (truncated, "gzip body is cut off"),
    "JSON for a page": (status(200, b'{"message": "no"}'), "JSON came where a web page"),
    "redirect loop": (status(302, Location="/bench"), "redirects in a circle"),
    "redirect to a file": (status(302, Location="file:///etc/passwd"), "begins with 'file:'"),
    "redirect inside": (status(302, Location="https://192.168.0.1/"), "not a public address"),
}


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses between attempts take no time here."""
    monkeypatch.setattr("time.sleep", lambda _: None)


def refused(bench: Bench, says: str, source: str = "bench") -> str:
    """Pull; the outcome must be a message and nothing else. Returns the report."""
    before = bench.sources()
    outcome = bench.mini.run("pull", "--source", source)
    assert outcome.status == 1
    assert says in outcome.errors, outcome.errors
    assert f"sources/{source}/" in outcome.errors
    assert "Traceback" not in outcome.errors
    assert bench.sources() == before
    return bench.read(f"build/pull/{source}/changes.md")


@pytest.mark.parametrize("name", WHOLE)
def test_documents_that_are_not_the_page(bench: Bench, name: str) -> None:
    """Nothing is kept, nothing can be accepted, and the line of the address is named."""
    page, says = WHOLE[name]
    bench.web.pages["/bench"] = page
    report = refused(bench, says)
    assert "**not read**" in report
    assert not (bench.mini.root / "captures").exists()
    before = bench.sources()
    outcome = bench.mini.run("accept", "--source", "bench")
    assert outcome.status == 1
    assert "nothing is taken over" in outcome.errors
    assert bench.sources() == before


BROKEN_PAGES = {
    "table renamed": ((("<h2>Speeds</h2>", "<h2>Velocities</h2>"),), "Velocities"),
    "column renamed": ((("<th>New path (tok/s)</th>", "<th>Fast</th>"),), "Decode / Fast"),
    "two tables of one name": (((TABLE, TABLE * 2),), "found 2 such tables"),
    "row taken out": (((ROW, ""),), "found no row with GPUs"),
    "row twice": (((ROW, ROW * 2),), "found 2 rows"),
    "ragged row": (
        ((ROW, ROW.replace("<td>—</td>", "")),),
        f"line {ROW_LINE}: found a row of 3 cells",
    ),
    "phrase twice": (
        (("<h2>Accuracy</h2>", "<p>The change adds 7 lines of code.</p><h2>Accuracy</h2>"),),
        "found 2 texts between",
    ),
    "phrase gone": ((("The change adds", "It adds"),), "lines not found"),
    "figure no number": ((("<b>12,805</b>", "many"),), "'many'"),
    "figure in another unit": (
        (("<td>193.3<sup>1</sup></td>", "<td>5.2 ms</td>"),),
        "is printed in 'ms'",
    ),
    "cell emptied": ((("<td>193.3<sup>1</sup></td>", "<td>-</td>"),), "it prints '-'"),
}


@pytest.mark.parametrize("name", BROKEN_PAGES)
def test_pages_in_which_a_figure_is_not_where_it_was(bench: Bench, name: str) -> None:
    """Said for each figure, with what was found; the other figures are read all the same."""
    changes, says = BROKEN_PAGES[name]
    bench.serve(*changes)
    report = refused(bench, says)
    assert "## Not found" in report
    figures = json.loads(bench.read("build/pull/bench/changes.json"))["figures"]
    assert {one["id"]: one["status"] for one in figures}["bench/published"] == "same"
    assert not [one for one in figures if one["status"] in ("changed", "found")]


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "http://10.0.0.1/bench", "https://a:b@example.org/"]
)
def test_addresses_that_are_not_fetched(bench: Bench, address: str) -> None:
    """In source.yaml as after a redirect."""
    bench.mini.edit(YAML, bench.web.url("/bench"), address)
    before = bench.sources()
    outcome = bench.mini.run("pull", "--source", "bench")
    assert outcome.status == 1
    assert outcome.errors.startswith("sources/bench/source.yaml:") or "bench: url" in outcome.errors
    assert bench.sources() == before


def documented(bench: Bench, path: str, locate: str) -> None:
    """Make the single figure of the source stand in a file of another kind."""
    yaml = bench.mini.root / YAML
    text = yaml.read_text("utf-8")
    start = text.index("    locate: {before: The change adds")
    end = text.index("\n", start)
    yaml.write_text(text[:start] + f"    locate: {locate}" + text[end:], "utf-8")
    bench.mini.edit(
        YAML, "standing: transcribed", f"also: {bench.web.url(path)}\nstanding: transcribed"
    )


FILES = {
    "HTML for Markdown": ("/a.md", "{document: also, before: adds, after: lines}", PAGE.encode(),
                          "a web page came where markdown was expected"),
    "HTML for JSON": ("/a.json", "{document: also, pointer: /additions}", PAGE.encode(),
                      "a web page came where json was expected"),
    "JSON with a key twice": ("/a.json", "{pointer: /additions}",
                              b'{"additions": 12805,\n "additions": 1}', "twice"),
    "JSON with NaN": ("/a.json", "{pointer: /additions}", b'{"additions": NaN}', "NaN"),
    "JSON cut off": ("/a.json", "{pointer: /additions}", b'{"additions": 12805', "the end"),
    "YAML that explodes": (
        "/a.yaml", "{path: figures.additions}",
        b"a: &a [x, x, x, x, x, x, x, x, x]\n" + b"".join(
            f"{c}: &{c} [{', '.join(['*' + p] * 9)}]\n".encode()
            for p, c in zip("abcdefgh", "bcdefghi", strict=True)
        ) + b"figures: {additions: 12805}\n",
        "more than 50000 values"),
    "YAML with a tag": ("/a.yaml", "{path: additions}",
                        b"additions: !!python/object:os.system 12805\n", "tag"),
    "Markdown with a ragged row": (
        "/a.md", '{document: also, row: {what: lines}, column: count}',
        b"| what | count |\n|---|---|\n| lines | 12,805 | extra |\n", "line 3"),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_files_that_are_not_what_they_should_be(bench: Bench, name: str) -> None:
    """Refused as the project's own files are; no figure is taken from them."""
    path, locate, body, says = FILES[name]
    documented(bench, path, locate)
    bench.web.pages[path] = body
    refused(bench, says)


def test_a_file_at_a_commit_must_have_its_hash(bench: Bench) -> None:
    """A commit does not change, so other bytes are no change of the source but a fault."""
    root = bench.mini.root
    saved = root / "mirror" / "raw.githubusercontent.com" / "o" / "r" / ("a" * 40) / "a.json"
    saved.parent.mkdir(parents=True)
    saved.write_text('{"additions": 12900}', "utf-8")
    file = f"file: {{repo: o/r, path: a.json, commit: {'a' * 40}, sha256: {'b' * 64}}}"
    bench.mini.edit(YAML, "standing: transcribed", f"{file}\nstanding: transcribed")
    outcome = bench.mini.run("pull", "--source", "bench", "--mirror", "mirror")
    assert outcome.status == 1
    assert "a commit does not change" in outcome.errors


@pytest.mark.parametrize("where", ["captures", "build"])
def test_a_full_disk(bench: Bench, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    """Said as such; no half file is left, and what was there before is still there."""
    bench.mini.run("pull", "--source", "bench")
    bench.serve(("<b>12,805</b>", "<b>12,900</b>"))
    before = tree(bench.mini.root)
    stage = files._stage

    def full(path: Path, content: str | bytes) -> Path:
        if where in path.parts:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        return stage(path, content)

    monkeypatch.setattr(files, "_stage", full)
    outcome = bench.mini.run("pull", "--source", "bench")
    assert outcome.status == 1
    assert "No space left on device: check the path, its rights and the disk" in outcome.errors
    after = tree(bench.mini.root)
    assert {name for name in after if name.startswith(("sources", "build"))} == {
        name for name in before if name.startswith(("sources", "build"))
    }
    assert all(after[name] == before[name] for name in before)


def test_a_page_cannot_speak_to_the_terminal_or_the_report(bench: Bench) -> None:
    """Control characters and Markdown of a page stay text."""
    evil = "<td>193.3\x1b[2J`**[x](javascript:a)`</td>"
    bench.serve(("<td>193.3<sup>1</sup></td>", evil))
    report = refused(bench, "small/new not found")
    assert "\x1b" not in report
    outcome = bench.mini.run("pull", "--source", "bench")
    assert "\x1b" not in outcome.errors
