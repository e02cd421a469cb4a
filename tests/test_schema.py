"""The published schemas are sound; a departure is said in an editor's words, with its line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.mini_project import MINI, ROOT

from tieout.errors import TieoutError
from tieout.schema import FOLDER, load_schema, load_valid, problems
from tieout.yamlio import parse

NAMES = sorted(path.name.removesuffix(".schema.json") for path in FOLDER.glob("*.json"))
WRITTEN_BY_HAND = ("article", "conditions", "config", "source", "units", "vocabulary")
SOURCE = (MINI / "sources/bench/source.yaml").read_text("utf-8")
CONFIG = (MINI / "config.yaml").read_text("utf-8")
ARTICLE = (MINI / "templates/mini/article.yaml").read_text("utf-8")


def _properties(node: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(node, dict):
        for name, entry in node.get("properties", {}).items():
            yield f"{path}/{name}", entry
        for key, value in node.items():
            yield from _properties(value, f"{path}/{key}")


@pytest.mark.parametrize("name", NAMES)
def test_each_schema_is_a_schema(name: str) -> None:
    """An editor's tools can use it as it is."""
    schema = load_schema(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"]
    assert schema["description"]


@pytest.mark.parametrize("name", ["ledger", "checks"])
def test_everything_published_is_described(name: str) -> None:
    """A stranger can read the files that the build writes."""
    for path, entry in _properties(load_schema(name)):
        described = entry.get("description") or "$ref" in entry or "enum" in entry
        assert described or "anyOf" in entry, path


@pytest.mark.parametrize("name", WRITTEN_BY_HAND)
def test_descriptions_show_a_good_and_a_bad_example(name: str) -> None:
    """What an editor types is shown beside what to avoid."""
    for path, entry in _properties(load_schema(name)):
        text = entry.get("description", "")
        assert ("Good: " in text) == ("Bad: " in text), path
        assert "Good: " in text or path.count("/") > 1, path


@pytest.mark.parametrize(
    ("path", "schema"),
    [
        *((path, "source") for path in sorted(ROOT.glob("sources/*/source.yaml"))),
        *((path, "article") for path in sorted(ROOT.glob("templates/*/article.yaml"))),
        (ROOT / "config.yaml", "config"),
        *((ROOT / f"sources/{name}.yaml", name) for name in ("units", "conditions", "vocabulary")),
    ],
    ids=lambda value: value.parent.name if isinstance(value, Path) else value,
)
def test_the_files_of_this_project_follow_their_schemas(path: Path, schema: str) -> None:
    """Sources, articles and shared words."""
    load_valid(path, schema)


TEXTS = {"source": SOURCE, "article": ARTICLE, "config": CONFIG}
CASES = [
    ("source", "publisher:", "publishr:", "unknown key 'publishr'", "publisher"),
    ("source", "kind: vendor blog\n", "", "the file lacks kind", "add kind: …"),
    ("source", "{en: bench post, zh-TW: 測試文章}", "{en: a}", "no text in zh-TW", "zh-TW: …"),
    ("source", "standing: transcribed", "standing: transcribd", "is 'trans", "transcribed?"),
    ("source", "2026-10-16", "October 2026", "published is 'October", "2026-10-16"),
    ("source", "2026-10-16", "２０２６-10-16", "published is", "2026-10-16"),
    ("source", "https://e", "javascript:e", "url is", "full https address"),
    ("source", "speeds.csv", "../speeds.csv", "tables.speeds.file is", "without any path"),
    ("source", "speeds.csv", '"speeds.csv\\n"', "tables.speeds.file is", "without any path"),
    ("source", "official: true", "official: yes", "true or false", "true"),
    ("source", "  lines:\n", "  Lines!:\n", "the name 'Lines!'", "small letters"),
    ("source", "label: {en: new path, zh-TW: 新路徑}", "label:", "label is empty", "en:"),
    ("source", "        unit: ×\n", "", "columns.gain is a mapping", "unit: tok/s"),
    ("article", "languages: [zh-TW, en]", "languages: [zh-TW, fr]", "is 'fr'", "en, zh-TW"),
    ("article", "1.0.0", "v1", "version is 'v1'", "1.0.0"),
    ("article", "[bench, shout]", "bench", "should be a list", "vllm-megakernel-blog"),
    ("article", "[bench, shout]", "[]", "sources: [] ", "vllm-megakernel-blog"),
    ("article", 'near: "10%"', "near: close", "near is 'close'", "10%"),
    ("article", "show: range", "show: both", "is 'both'", "value, range"),
    ("article", "{fact: bench/speeds/small/new}, {", "193.3, {", "is '193.3'", "fact:"),
    ("article", "date: 2026-11-29", "published: soon\ndate: 2026-11-29", "is 'soon'", "2026-10-16"),
    ("config", "  address: https://tieout.example/\n", "", "lacks address", "add address: …"),
    ("config", "https://tieout", "tieout", "site.address is", "with https:// in front"),
    ("config", ".example/", ".example", "site.address is", "a slash at the end"),
    ("config", ".example/", ".example/../", "site.address is", "a slash at the end"),
    ("config", ".example/", ".example/?q=", "site.address is", "a slash at the end"),
    ("config", "kind: Organization", "kind: team", "is 'team'", "Organization, Person"),
    ("config", "{en: Tieout editors, ", "{", "no text in en", "en: …"),
]


@pytest.mark.parametrize(("name", "old", "new", "what", "mend"), CASES)
def test_a_departure_is_said_with_its_line(
    name: str, old: str, new: str, what: str, mend: str
) -> None:
    """File, line, what was found, and what to write instead."""
    text = TEXTS[name]
    assert old in text
    found = problems(parse(text.replace(old, new, 1), Path("a.yaml")), name)
    assert any(what in problem.what and mend in problem.mend for problem in found), found
    line = text.count("\n", 0, text.index(old)) + 1
    # What is lacking is missed in the mapping above it, or in the file as a whole.
    assert {problem.line for problem in found} <= {line, line - 1, 1}, found


def test_all_departures_are_said_in_order() -> None:
    """An editor mends a file in one go, from top to bottom."""
    text = SOURCE.replace("publisher:", "publishr:").replace("locator: header", "locater: header")
    found = problems(parse(text, Path("a.yaml")), "source")
    assert [problem.line for problem in found] == sorted(problem.line for problem in found)
    assert {"unknown key 'publishr'", "unknown key 'locater'"} <= {p.what for p in found}


@pytest.mark.parametrize("text", ["", "[]", "a", "null", "8"])
def test_what_is_no_mapping_is_said_to_be_none(text: str, tmp_path: Path) -> None:
    """An empty or upside-down file."""
    path = tmp_path / "a.yaml"
    path.write_text(text, "utf-8")
    for name in WRITTEN_BY_HAND:
        with pytest.raises(TieoutError, match="it should be a mapping"):
            load_valid(path, name)
