"""Kept answers of checks: they change nothing but the time, and never outlive what they rest on."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.mini_project import SCRIPTS, copy_mini

from tieout.checks.finished import Finished, read_finished
from tieout.checks.parting import digests, named, whole
from tieout.checks.reuse import Answer, Kept
from tieout.checks.sharing import units

KEPT = "build/logs/mini.kept.json"
LANGS = ("en", "zh-TW")
PAGES = [f"{lang}/{file}" for lang in LANGS for file in ("index.html", "article.md")]
RESULTS = [f"build/mini/{file}" for file in ("checks.json", "provenance.json", *PAGES)]
UNITS = {unit.name for unit in units(LANGS) if unit.is_keepable}


def verb(root: Path, name: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Run the copy of a verb that lies in `root`, in a process of its own."""
    command = [sys.executable, f"scripts/{name}.py", "mini", *args]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


def verified(root: Path, *args: str) -> list[bytes]:
    """The results of verify, which has to pass and to publish."""
    done = verb(root, "verify", "--publish", *args)
    assert done.returncode == 0, done.stderr
    return [(root / name).read_bytes() for name in RESULTS]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small project with its own copy of the code, verified twice. Left as it was by all."""
    root = copy_mini(tmp_path_factory.mktemp("reuse") / "mini").root
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SCRIPTS, root / "scripts", ignore=skip)
    for name, *args in [("ledger",), *((v, lang) for v in ("figures", "page") for lang in LANGS)]:
        done = verb(root, name, *args)
        assert done.returncode == 0, done.stderr
    verified(root)
    verified(root, "--reuse", KEPT)
    return root


def kept(root: Path) -> dict[str, Any]:
    """The file of kept answers."""
    data: dict[str, Any] = json.loads((root / KEPT).read_text("utf-8"))
    return data


def finished(root: Path) -> Finished:
    """The drafts and all else that verify reads."""
    build, figures, templates = (root / room for room in ("build", "figures", "templates"))
    return read_finished("mini", build, figures, templates, drafts=True)


def known(root: Path) -> dict[str, Answer]:
    """The kept answers that hold for what lies there."""
    return Kept(root / KEPT).recall(digests(finished(root)))


def test_results_are_the_same_bytes_with_and_without_reuse(built: Path) -> None:
    fresh = verified(built)
    assert known(built).keys() == UNITS
    assert verified(built, "--reuse", KEPT) == fresh
    (built / KEPT).unlink()
    assert verified(built, "--reuse", KEPT) == fresh
    data = kept(built)
    for broken in ("{broken", "[]", json.dumps({**data, "files": [8]})):
        (built / KEPT).write_text(broken, "utf-8")
        assert verified(built, "--reuse", KEPT) == fresh


def test_a_damaged_answer_does_not_hold(built: Path) -> None:
    """Else a count that nobody counted would stand on the page."""
    path = built / KEPT
    text = path.read_text("utf-8")
    at = text.index('"texts": ') + len('"texts": ')
    try:
        for other in (text[:at] + "9" + text[at:], text[:-3] + "0" + text[-2:], text + " "):
            assert other != text
            path.write_text(other, "utf-8")
            assert known(built) == {}
        path.write_text(text, "utf-8")
        assert known(built).keys() == UNITS
    finally:
        path.write_text(text, "utf-8")


def test_after_a_changed_word_the_other_language_stands_and_results_agree(built: Path) -> None:
    path = built / "templates/mini/article.en.md.j2"
    before = path.read_bytes()
    try:
        path.write_bytes(before.rstrip(b"\n") + b"\n\nIndeed.\n")
        confirm = [sys.executable, "scripts/translated.py", "mini"]
        subprocess.run(confirm, cwd=built, check=True, capture_output=True)
        for lang in LANGS:
            assert verb(built, "page", lang).returncode == 0
        changed = {unit for unit in UNITS if " en" in unit and not unit.endswith(" evidence")}
        assert known(built).keys() == UNITS - changed
        assert verified(built, "--reuse", KEPT) == verified(built)
    finally:
        path.write_bytes(before)
        subprocess.run(confirm, cwd=built, check=True, capture_output=True)
        for lang in LANGS:
            verb(built, "page", lang)
        verified(built, "--reuse", KEPT)


def test_no_answer_outlives_a_changed_byte_of_what_it_rests_on(built: Path) -> None:
    """Even where time and size say that nothing has changed: finished files, sources, code."""
    data = kept(built)
    names = [file for file, _ in data["files"]]
    own = [file for file in names if file.startswith(str(built)) and whole(file) == file]
    assert len(own) > 30
    states = digests(finished(built))
    for name in own:
        path = Path(name)
        before, state = path.read_bytes(), path.stat()
        try:
            path.write_bytes(before[:-1] + bytes([before[-1] ^ 1]) if before else b"#")
            os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
            now = digests(finished(built)) if path.name.startswith("draft.") else states
            gone = {
                names.index(file) for file in (name, *(e for e in states if states[e] != now[e]))
            }
            resting = {u for u, unit in data["units"].items() if gone & {*unit["rests_on"]}}
            assert Kept(built / KEPT).recall(now).keys() == data["units"].keys() - resting
        finally:
            path.write_bytes(before)
            os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))


def test_every_answer_rests_on_its_files_and_on_its_code(built: Path) -> None:
    data = kept(built)
    names = [Path(file) for file, _ in data["files"]]
    for unit in (each for each in units(LANGS) if each.is_keepable):
        entry, check, lang, part = data["units"][unit.name], unit.check, unit.lang, unit.part
        rests_on = {names[number] for number in entry["rests_on"]}
        wanted = [f"scripts/tieout/checks/{module}.py" for module in (check, "finished", "finding")]
        wanted += ["scripts/verify.py", "build/mini/ledger.json"]
        texts = [f"build/mini/{lang}/{file}" for file in ("draft.html", "draft.md") if lang]
        wanted += [named(text, part) for text in texts]
        wanted += [f"figures/mini/paths.{lang}.svg"] if lang and part != "evidence" else []
        assert {built / name for name in wanted} <= rests_on, unit
        other = {"en": "zh-TW", "zh-TW": "en"}.get(lang)
        others = (f"build/mini/{other}/draft.html{end}" for end in ("", "#evidence"))
        assert not {built / name for name in others} & rests_on, unit


def test_lists_of_words_and_sources_are_among_what_answers_rest_on(built: Path) -> None:
    data = kept(built)
    names = {Path(file) for file, _ in data["files"]}
    for name in (
        "scripts/tieout/checks/mainland_terms.txt",
        "scripts/tieout/checks/zh_words.txt",
        "sources/bench/source.yaml",
        "sources/bench/speeds.csv",
        "sources/units.yaml",
        "templates/mini/article.yaml",
        "templates/_layout/words.yaml",
    ):
        assert built / name in names, name


def test_an_answer_from_kept_texts_rests_on_the_code_that_did_not_run(built: Path) -> None:
    """A page of known texts asks no rule: one that changes has to be asked again all the same."""
    assert any((built / ".cache/checks").iterdir())
    (built / KEPT).unlink()
    verified(built, "--reuse", KEPT)
    data = kept(built)
    names = [Path(name) for name, _ in data["files"]]
    for unit, files in {
        "untagged en article": ("numbers_en.py", "odd_numerals.py"),
        "typography zh-TW article": ("mainland_terms.txt", "taiwan.py", "typography_rules.py"),
    }.items():
        rests_on = {names[number] for number in data["units"][unit]["rests_on"]}
        assert {built / "scripts/tieout/checks" / file for file in files} <= rests_on
        assert any("opencc" in path.parts for path in rests_on)


def test_fault_is_found_as_without_reuse_and_is_not_kept(built: Path) -> None:
    page = built / "build/mini/en/draft.html"
    before = page.read_bytes()
    try:
        page.write_bytes(before.replace(b"</main>", b"<p>It reaches 842.</p></main>"))
        again = verb(built, "verify", "--publish", "--reuse", KEPT)
        fresh = verb(built, "verify", "--publish")
        assert (again.returncode, again.stderr) == (fresh.returncode, fresh.stderr)
        assert "'842'" in again.stderr
        assert "untagged en article" not in kept(built)["units"]
        assert "untagged en evidence" in kept(built)["units"]
        assert "untagged zh-TW article" in kept(built)["units"]
    finally:
        page.write_bytes(before)
        verified(built, "--reuse", KEPT)


def test_what_changed_while_the_checks_ran_is_not_kept(built: Path) -> None:
    """Its bytes now may not be those that were read."""
    store = Kept(built / KEPT)
    answers = store.recall(digests(finished(built)))
    touched = built / "build/mini/en/draft.md"
    touched.write_bytes(touched.read_bytes())
    left = json.loads(store.text(answers))["units"]
    assert left.keys() == {unit for unit in UNITS if " en" not in unit}


def test_all_articles_are_never_verified_from_kept_answers(built: Path) -> None:
    command = [sys.executable, "scripts/verify.py", "--all", "--reuse", KEPT]
    done = subprocess.run(command, cwd=built, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--all looks at everything anew" in done.stderr


def test_a_copy_of_the_project_is_judged_by_its_own_files(built: Path, tmp_path: Path) -> None:
    """Answers go along when a folder is copied, and do not stand for what is edited there."""
    copy = tmp_path / "copy"
    shutil.copytree(built, copy)
    draft = copy / "build/mini/en/draft.html"
    draft.write_text(
        draft.read_text("utf-8").replace("We looked at", "We looked at 71 of"), "utf-8"
    )
    done = verb(copy, "verify", "--publish", "--reuse", KEPT)
    assert done.returncode == 1
    assert "the number '71' has no source" in done.stderr
