"""Bad input is refused as a person needs it: where, what, the mend; and nothing is written."""

from __future__ import annotations

import errno
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import yaml
from tests.mini_project import TESTS, Mini, Outcome, copy_mini

CASES: list[dict[str, Any]] = yaml.safe_load(
    (TESTS / "fixtures" / "bad-input.yaml").read_text("utf-8")
)
VERBS = ("ledger", "figures", "page", "verify")
ARTICLE, TEMPLATE = "templates/mini/article.yaml", "templates/mini/article.en.md.j2"
BENCH, CELLS = "sources/bench/source.yaml", "sources/bench/speeds.csv"
_MESSAGE = re.compile(r"[^\s:][^:\n]*:[1-9]\d*: .+: .+")


def _publishing(verb: str) -> list[str]:
    """What a build asks of verify."""
    return ["--publish"] if verb == "verify" else []


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Mini:
    """The small project with all its results."""
    mini = copy_mini(tmp_path_factory.mktemp("built") / "mini")
    for verb in VERBS:
        for lang in ("en", "zh-TW") if verb in ("figures", "page") else ("",):
            outcome = mini.run(verb, "mini", *([lang] if lang else _publishing(verb)))
            assert outcome.status == 0, outcome.errors
    return mini


@pytest.fixture
def mini(built: Mini, tmp_path: Path) -> Mini:
    """A copy of the built project that a test may spoil."""
    shutil.copytree(built.root, tmp_path / "mini", symlinks=True)
    return Mini(tmp_path / "mini")


def _build(mini: Mini, last: str) -> Outcome:
    """Run the verbs up to `last`; those before it must pass. Pictures are drawn only when asked."""
    verbs = [verb for verb in VERBS[: VERBS.index(last) + 1] if verb in (last, "ledger", "page")]
    for verb in verbs:
        before = mini.outputs()
        lang = ["en"] if verb in ("figures", "page") else _publishing(verb)
        outcome = mini.run(verb, "mini", *lang)
        if verb == last or outcome.status:
            break
    assert verb == last, f"{verb} refused already: {outcome.errors}"
    if outcome.status:
        assert mini.outputs() == before, "a refused run has changed its outputs"
    return outcome


def _refused(outcome: Outcome, where: str, says: list[str]) -> None:
    assert outcome.status == 1, outcome
    assert "Traceback" not in outcome.errors
    lines = outcome.errors.rstrip("\n").split("\n")
    assert all(_MESSAGE.fullmatch(line) for line in lines), lines
    found = [line for line in lines if line.startswith(f"{where}: ")]
    assert any(all(part in line for part in says) for line in found), (where, says, lines)


@pytest.mark.parametrize("case", CASES, ids=[case["name"].replace(" ", "-") for case in CASES])
def test_case(mini: Mini, case: dict[str, Any]) -> None:
    """Each line of bad-input.yaml."""
    mini.edit(case["file"], case["find"], case["put"])
    outcome = _build(mini, case["verb"])
    file = case.get("at", case["file"])
    line = case.get("line") or case["put"].strip("\n").split("\n")[0]
    _refused(outcome, f"{file}:{mini.line_of(file, line)}", case["says"])


def _write(file: str, content: bytes) -> Callable[[Mini], object]:
    return lambda mini: (mini.root / file).write_bytes(content)


def _folder(mini: Mini) -> None:
    (mini.root / CELLS).unlink()
    (mini.root / CELLS).mkdir()


def _gone(file: str) -> Callable[[Mini], object]:
    return lambda mini: (mini.root / file).unlink()


def _link(file: str) -> Callable[[Mini], None]:
    def link(mini: Mini) -> None:
        path = mini.root / file
        target = mini.root.parent / "elsewhere"
        path.rename(target)
        path.symlink_to(target)

    return link


def _zeros(file: str) -> Callable[[Mini], object]:
    return lambda mini: os.truncate(mini.root / file, 3_000_000)


EXPLODING = "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9) if n else 'x'}]\n" for n in range(9)
).encode()
FILES: list[tuple[str, str, Callable[[Mini], object], str, list[str]]] = [
    ("an empty article", "ledger", _write(ARTICLE, b""), f"{ARTICLE}:1", ["should be a mapping"]),
    ("an empty template", "page", _write(TEMPLATE, b" \n"), f"{TEMPLATE}:1", ["is empty", "write"]),
    ("no template", "page", _gone(TEMPLATE), f"{TEMPLATE}:1", ["is missing", "create it"]),
    ("no table", "ledger", _gone(CELLS), f"{CELLS}:1", ["is missing", "create it"]),
    ("an empty table", "ledger", _write(CELLS, b""), f"{CELLS}:1", ["the file is empty"]),
    (
        "Big5",
        "ledger",
        _write(CELLS, "id,速\n".encode("big5")),
        f"{CELLS}:1",
        ["not UTF-8", "save"],
    ),
    ("UTF-16", "ledger", _write(CELLS, "id,速\n".encode("utf-16")), f"{CELLS}:1", ["not UTF-8"]),
    ("UTF-16 YAML", "ledger", _write(BENCH, "a: 1".encode("utf-16-le")), f"{BENCH}:1", ["U+0000"]),
    ("NUL in a cell", "ledger", _write(CELLS, b"id,x\na,1\0"), f"{CELLS}:2", ["U+0000", "take it"]),
    ("NUL in a template", "page", _write(TEMPLATE, b"a\n\0b"), f"{TEMPLATE}:2", ["U+0000"]),
    ("escapes in YAML", "ledger", _write(BENCH, b'a: "\\0"'), f"{BENCH}:1", ["U+0000"]),
    ("deep YAML", "ledger", _write(ARTICLE, b"[" * 50), f"{ARTICLE}:1", ["nested deeper than"]),
    ("exploding YAML", "ledger", _write(ARTICLE, EXPLODING), f"{ARTICLE}:6", ["more than 50000"]),
    ("a huge file", "ledger", _zeros(CELLS), f"{CELLS}:1", ["larger than 2000000 bytes"]),
    ("a folder for a table", "ledger", _folder, f"{CELLS}:1", ["a folder stands"]),
    ("a link for a table", "ledger", _link(CELLS), f"{CELLS}:1", ["a symbolic link stands"]),
    ("a link for a source", "ledger", _link("sources/bench"), "sources/bench:1", ["symbolic link"]),
    ("a link for an article", "ledger", _link("templates/mini"), "templates/mini:1", ["symbolic"]),
    ("a link for a template", "page", _link(TEMPLATE), f"{TEMPLATE}:1", ["a symbolic link stands"]),
]


@pytest.mark.parametrize(
    ("verb", "spoil", "where", "says"),
    [case[1:] for case in FILES],
    ids=[case[0].replace(" ", "-") for case in FILES],
)
def test_file(
    mini: Mini, verb: str, spoil: Callable[[Mini], object], where: str, says: list[str]
) -> None:
    """Files that are not what they should be."""
    spoil(mini)
    _refused(_build(mini, verb), where, says)


@pytest.mark.parametrize("file", [ARTICLE, BENCH, CELLS, "sources/units.yaml", TEMPLATE])
def test_byte_order_mark_and_line_ends_do_not_matter(mini: Mini, file: str) -> None:
    """A file saved on Windows gives the same results, byte for byte."""
    before = mini.outputs()
    text = (mini.root / file).read_bytes()
    (mini.root / file).write_bytes(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))
    for verb in ("ledger", "page"):
        outcome = mini.run(verb, "mini", *(["en"] if verb == "page" else []))
        assert outcome == Outcome(0, "")
    changed = [name for name, content in mini.outputs().items() if content != before[name]]
    assert all("/records/" in name for name in changed), changed  # these hold hashes of the inputs


NAMES = [
    ("ledger", ["../mini"], "templates:1", "the article name '../mini' is not allowed"),
    ("ledger", ["."], "templates:1", "the article name '.' is not allowed"),
    ("ledger", ["mimi"], "templates/mimi/article.yaml:1", "did you mean mini?"),
    ("page", ["../mini", "en"], "templates:1", "the article name '../mini' is not allowed"),
    ("page", ["mini", "../en"], f"{ARTICLE}:1", "no language '../en'"),
    ("page", ["mini", "fr"], f"{ARTICLE}:1", "no language 'fr'"),
    ("figures", ["mini", "fr"], "build/mini/ledger.json:1", "no language 'fr'"),
    ("verify", ["../mini"], "templates:1", "the article name '../mini' is not allowed"),
    ("verify", ["mimi"], "templates/mimi/article.yaml:1", "did you mean mini?"),
]


@pytest.mark.parametrize(("verb", "args", "where", "says"), NAMES)
def test_names_on_the_command_line(
    mini: Mini, verb: str, args: list[str], where: str, says: str
) -> None:
    """An article or language that does not exist, or leads out of its folder."""
    before = mini.outputs()
    _refused(mini.run(verb, *args), where, [says])
    assert mini.outputs() == before


NASTY = (
    """<script>alert("1")</script> <img src=x onerror=alert(2)> **bold** [a](javascript:b) | `c"""
)


@pytest.mark.parametrize("field", ["title", "note", "label"])
def test_markup_in_a_source_is_text(mini: Mini, field: str) -> None:
    """Whatever a source is called, its reader sees just that, in HTML and in Markdown."""
    old = {
        "title": "title: A Bench of Decode Paths",
        "note": "en: A made-up source.",
        "label": "label: {en: lines added",
    }[field]
    quoted = "'" + NASTY.replace("'", "''") + "'"
    new = old.rpartition(": ")[0] + f": {quoted}"
    mini.edit(BENCH, old, new)
    _build(mini, "page")
    html = (mini.root / "build/mini/en/draft.html").read_text("utf-8")
    text = (mini.root / "build/mini/en/draft.md").read_text("utf-8")
    assert "<script>alert" not in html
    assert "<img src=x" not in html
    assert "**bold**" in html  # shown as it stands, not made bold
    assert not re.search(r"(?<!\\)<(script|img)", text)
    assert not re.search(r"(?<!\\)\*\*bold", text)
    assert "[a](javascript" not in text


@pytest.mark.parametrize("verb", ["ledger", "page", "figures", "verify"])
def test_a_folder_that_cannot_be_written(
    mini: Mini, verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Said with the file that was to be written. Root may write anywhere, so it is pretended."""
    if verb == "page":  # one that is as it was is not written
        template = mini.root / TEMPLATE
        template.write_text(template.read_text("utf-8") + "\nMore.\n", "utf-8")
    before = mini.outputs()
    for path in (mini.root / "build/mini", mini.root / "build/mini/en", mini.root / "figures/mini"):
        path.chmod(0o555)
    if os.getuid() == 0:
        refusal = PermissionError(errno.EACCES, "Permission denied")
        monkeypatch.setattr(tempfile, "mkstemp", Mock(side_effect=refusal))
    lang = ["en"] if verb in ("figures", "page") else _publishing(verb)
    outcome = mini.run(verb, "mini", *lang)
    target = {
        "ledger": "build/mini/ledger.json",
        "page": "build/mini/en/draft.html",
        "figures": "figures/mini/paths.en.svg",
        "verify": "build/mini/zh-TW/index.html",
    }[verb]
    _refused(outcome, f"{target}:1", ["Permission denied", "check the path, its rights"])
    assert mini.outputs() == before


@pytest.mark.parametrize("verb", ["ledger", "page"])
def test_a_folder_where_a_result_should_be(mini: Mini, verb: str) -> None:
    """None of the results that belong together is written."""
    target = mini.root / (
        "build/mini/datapackage.json" if verb == "ledger" else "build/mini/en/draft.md"
    )
    target.unlink()
    target.mkdir()
    before = mini.outputs()
    outcome = mini.run(verb, "mini", *(["en"] if verb == "page" else []))
    _refused(outcome, f"{target.relative_to(mini.root)}:1", ["a folder stands"])
    assert mini.outputs() == before


LEDGER = "build/mini/ledger.json"
AS_TYPED = [
    ("ledger mini", ARTICLE, b"version: one"),
    ("figures mini en", LEDGER, b"{"),
    ("page mini en", LEDGER, b"[]"),
    ("verify mini --publish", LEDGER, b"{}"),
]


@pytest.mark.parametrize(("typed", "file", "content"), AS_TYPED)
def test_as_a_person_would(mini: Mini, typed: str, file: str, content: bytes) -> None:
    """The scripts in a process of their own: status 1, a message, no traceback."""
    (mini.root / file).write_bytes(content)
    _refused(mini.type(*typed.split()), f"{file}:1", [])
