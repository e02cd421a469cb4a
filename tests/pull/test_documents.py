"""Which documents a source has, what kind each is, and what a pull request tells of itself."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.mini_project import ROOT
from tests.pull.bench import YAML, Bench

from tieout.pull.documents import Document, documents_of
from tieout.pull.failure import FetchError
from tieout.pull.github import read_pull_request
from tieout.pull.page import Page
from tieout.pull.sites import read_sites
from tieout.units import load_units

COMMIT = "c" * 40
FILE = {"repo": "o/r", "path": "docs/a b.md", "commit": COMMIT}
RAW = f"https://raw.githubusercontent.com/o/r/{COMMIT}/docs/a%20b.md"
HEAD = "https://raw.githubusercontent.com/o/r/HEAD/docs/a%20b.md"

CASES: list[tuple[dict[str, Any], list[tuple[str, str, str, bool]]]] = [
    ({"file": FILE}, [("file", RAW, "markdown", False), ("live", HEAD, "markdown", True)]),
    (
        {"file": FILE, "url": f"https://github.com/o/r/blob/{COMMIT}/docs/a b.md"},
        [("file", RAW, "markdown", False), ("live", HEAD, "markdown", True)],
    ),
    (
        {"file": FILE, "url": "https://a.example/post"},
        [
            ("file", RAW, "markdown", False),
            ("live", "https://a.example/post", "html", True),
        ],
    ),
    (
        {"url": "https://a.example/post", "also": "https://a.example/post.md"},
        [
            ("url", "https://a.example/post", "html", False),
            ("also", "https://a.example/post.md", "markdown", False),
        ],
    ),
    (
        {"api": "https://api.github.com/repos/o/r/pulls/1", "url": "https://github.com/o/r/pull/1"},
        [("api", "https://api.github.com/repos/o/r/pulls/1", "json", False)],
    ),
    (
        {"url": "https://a.example/", "documents": {"chart": {**FILE, "path": "a.svg"}}},
        [
            ("url", "https://a.example/", "html", False),
            ("chart", f"https://raw.githubusercontent.com/o/r/{COMMIT}/a.svg", "text", False),
        ],
    ),
    ({"url": "https://x.com/a/status/1"}, []),
    ({}, []),
]


@pytest.mark.parametrize(("meta", "expected"), CASES)
def test_documents(meta: dict[str, Any], expected: list[tuple[str, str, str, bool]]) -> None:
    """Files at their commit and as they are now, pages, an API; nothing of a post on X."""
    found = [(one.name, one.url, one.kind, one.live) for one in documents_of(meta)]
    assert found == expected


def test_every_source_of_the_article_can_be_looked_for() -> None:
    """Whatever a program could read has a locator, and each locator names a document there is."""
    units = load_units(ROOT / "sources" / "units.yaml")
    without: set[str] = set()
    for folder in sorted(path.parent for path in ROOT.glob("sources/*/source.yaml")):
        yaml, sites = read_sites(folder, units)
        names = {one.name for one in documents_of(yaml.data) if not one.live}
        names |= {"body"} if "api" in names else set()
        for site in sites:
            if site.locate is None:
                without.add(site.id)
            else:
                assert site.locate.get("document") in (None, *names), site.id
    by_people = ("semianalysis-x-post/", "commissioning-article/")
    assert {one for one in without if not one.startswith(by_people)} == {
        "inferencex-golden-al/published",
        "inferencex-golden-al-block/published",
        "inferencex-metrics/published",
        "vllm-pr-61867/pr-lines-added-rounded",
    }


def page(text: str, kind: str, url: str = "https://a.example/") -> Page:
    """A document as a pull holds it."""
    return Page(Document("url", url, kind, ("url",)), text)


def test_source_code_is_read_as_it_stands() -> None:
    """Braces, quotes and tags are text there."""
    code = page("stats: [\n  { value: '142k', label: 'median <b>input</b>' },\n]", "text")
    found = code.find({"before": "{ value: '", "after": "', label: 'median <b>input"})
    assert (found.text, found.line) == ("142k", 2)


def test_parts() -> None:
    """A key that is a figure, a number within a word, a day in an address."""
    data = page("kimi-k3:\n  thinking_on:\n    7: 3.78\n", "yaml")
    assert data.find({"path": "kimi-k3.thinking_on.7"}, "key").text == "7"
    assert data.find({"path": ["kimi-k3", "thinking_on", "7"]}, "key").text == "7"
    prose = page("<p>On MI355X (TP8), layer mode</p>", "html")
    assert prose.find({"before": "MI355X (", "after": "), layer"}, "digits").text == "8"
    dated = page("<p>x</p>", "html", "https://a.example/blog/2026-10-16-post")
    assert dated.find({}, "address").text == "2026-10-16"


PULL: dict[str, Any] = {
    "number": 61867,
    "title": "Kimi K3 Specialized Decode",
    "user": {"login": "somebody"},
    "merged_at": "2026-10-16T14:03:11Z",
    "updated_at": "2026-10-20T08:00:00Z",
    "additions": 12805,
    "changed_files": 50,
    "body": "## DSpark\r\n\r\n| GPUs | Speed (tok/s) |\r\n| --- | --- |\r\n| 8 | 193.3 |\r\n",
}


def test_a_pull_request_is_read_and_its_edits_are_noticed(bench: Bench) -> None:
    """Numbers from the API, the table from the description; an edit changes the pin, no figure."""
    bench.mini.edit(YAML, "url: " + bench.web.url("/bench"), "api: " + bench.web.url("/pulls/1"))
    text = bench.read(YAML)
    old = "locate: {before: The change adds, after: lines of code}"
    text = text.replace(old, "locate: {pointer: /additions}").replace(
        "{heading: Speeds}", "{heading: DSpark}"
    )
    text = text.replace("{before: Published, after: by the}", "{pointer: /merged_at}")
    text = text.replace("column: Decode / New path", "column: Speed")
    (bench.mini.root / YAML).write_text(text, "utf-8")
    bench.web.pages["/pulls/1"] = json.dumps(PULL).encode()
    assert bench.mini.run("pull", "--source", "bench").status == 1
    figures = json.loads(bench.read("build/pull/bench/changes.json"))["figures"]
    status = {one["id"]: one["status"] for one in figures}
    assert status["bench/lines"] == status["bench/published"] == "same"
    assert status["bench/speeds/small/new"] == "same"
    assert status["bench/speeds/small/gain"] == "missing"
    assert bench.web.requests[-1][1]["Accept"] == "application/vnd.github+json"
    bench.mini.run("accept", "--source", "bench")
    first = bench.read(YAML)
    assert "updated: 2026-10-20T08:00:00Z" in first
    assert "body_sha256: " in first
    edited = {**PULL, "updated_at": "2026-11-01T00:00:00Z", "body": PULL["body"] + "Thanks."}
    bench.web.pages["/pulls/1"] = json.dumps(edited).encode()
    bench.mini.run("pull", "--source", "bench")
    bench.mini.run("accept", "--source", "bench")
    second = bench.read(YAML)
    assert "updated: 2026-11-01T00:00:00Z" in second
    assert second.count("body_sha256: ") == 1
    assert "somebody" in bench.read("build/pull/bench/changes.md")


@pytest.mark.parametrize("text", ["[]", '{"message": "Not Found"}', "{", '{"title": "a"}'])
def test_answers_that_are_no_pull_request(text: str) -> None:
    """Said with the shape that the address should have."""
    with pytest.raises(FetchError, match="no pull request"):
        read_pull_request(text)


def test_a_pull_request_without_a_description() -> None:
    """GitHub says null then."""
    found = read_pull_request(json.dumps({**PULL, "body": None, "merged_at": None}))
    assert (found.body, found.merged) == ("", "")
