"""What is kept from one run to the next saves time, and can do nothing else.

A file that is damaged, out of date or out of reach must leave every byte of a page and every line
of a message as they would be without it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.mini_project import Mini

from tieout.basis import Basis
from tieout.errors import TieoutError
from tieout.pages import content, kept
from tieout.pages.content import Writer
from tieout.pages.kept import Kept
from tieout.pages.view import View

TEXT = "speed: 12\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of this test's own, and code that nobody has just changed."""
    monkeypatch.setattr(kept, "FOLDER", tmp_path / "pages")
    monkeypatch.setattr(Basis, "is_settled", lambda _: True)
    return tmp_path / "pages"


def made(name: str = "a/en", text: str = TEXT, answer: str = "first") -> str:
    """What is had for a text, by one who would make `answer` of it; kept for the next."""
    store = Kept(name)
    found: str = store.made("said", text, lambda: answer)
    store.keep()
    return found


def test_what_was_made_is_had_again_for_the_same_text_alone(folder: Path) -> None:
    assert made() == "first"
    assert made(answer="second") == "first"
    assert made(name="b/en", answer="second") == "second"
    assert made(text=f"{TEXT} ", answer="third") == "third"
    assert made(answer="fourth") == "fourth", "only what the last run asked for stays"
    assert len(list(folder.iterdir())) == 2


def test_a_kind_does_not_have_what_another_made() -> None:
    store = Kept("a/en")
    assert [store.made(kind, TEXT, lambda kind=kind: kind) for kind in ("one", "two")] == [
        "one",
        "two",
    ]


def test_nobody_spoils_for_others_what_he_was_given() -> None:
    """A page that writes into its words would change those of the next."""
    first, second = Kept("a/en"), Kept("a/en")
    words: dict[str, str] = first.made("words", TEXT, lambda: {"a": "b"})
    words["a"] = "spoilt"
    first.keep()
    assert second.made("words", TEXT, lambda: {}) == {"a": "b"}


def test_a_fault_is_not_kept() -> None:
    store = Kept("a/en")
    with pytest.raises(ValueError, match="no"):
        store.made("said", TEXT, lambda: int("no"))
    store.keep()
    assert made() == "first"


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_no_damage_is_taken_for_what_was_kept(folder: Path, data: st.DataObject) -> None:
    """marshal trusts what it reads: a flipped bit could end the process, or change a number."""
    for old in folder.glob("*"):
        old.unlink()
    made()
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    damaged = data.draw(
        st.sampled_from(
            [
                whole[:at],
                whole + b"\0",
                whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :],
                whole[at:] + whole[:at] if at else b"",
            ]
        )
    )
    path.write_bytes(damaged)
    assert made(answer="second") == "second"
    assert made(answer="third") == "second", "a whole file stands in its place again"


def test_what_other_code_made_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made()
    monkeypatch.setattr(kept, "_basis", lambda _: Basis(list, ()))
    assert made(answer="second") == "second"


def test_code_that_has_just_changed_keeps_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may not be the code that runs, and then the seal would name the wrong one."""
    monkeypatch.setattr(Basis, "is_settled", lambda _: False)
    made()
    assert not folder.exists()


@pytest.mark.parametrize("place", ["file", "folder", "nowhere"])
def test_a_folder_out_of_reach_breaks_nothing(
    place: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if place == "file":
        folder.write_text("in the way")
    elif place == "folder":
        made()
        (path,) = folder.iterdir()
        path.unlink()
        path.mkdir()
    else:
        monkeypatch.setattr(kept, "FOLDER", Path("/proc/self/fdinfo/pages"))
    assert made() == "first"
    assert made(answer="second") == "second"


def test_code_that_cannot_be_looked_at_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package may lie in an archive, where no file of it has a size and a time."""
    made()

    def gone(_: object) -> Basis:
        raise NotADirectoryError(20, "in an archive", "packages.zip/jinja2")

    monkeypatch.setattr(kept, "_basis", gone)
    assert made(answer="second") == "second"


@pytest.mark.parametrize("name", ["../../escape/en", "/etc/passwd", "a\0b", "\ud800", "x" * 5000])
def test_no_name_leads_out_of_the_folder(name: str, folder: Path) -> None:
    made(name)
    assert made(name, answer="second") == "first"
    assert [path.parent for path in folder.rglob("*")] == [folder]


def test_a_kept_document_has_its_lines(tmp_path: Path) -> None:
    """A fault found in it later is shown where it stands."""
    path = tmp_path / "words.yaml"
    path.write_text("# words\na:\n  en: one\n", "utf-8")
    for _ in range(2):
        store = Kept("a/en")
        document = store.document(path)
        assert document.data == {"a": {"en": "one"}}
        assert document.line("a", "en") == 3
        store.keep()
    path.write_text("a: 'one\n", "utf-8")
    with pytest.raises(TieoutError, match="broken YAML"):
        Kept("a/en").document(path)


def test_a_kept_template_names_the_same_line(
    view: Callable[[str], View],
    ledger: dict[str, Any],
    template: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A fact may leave the ledger while the template that names it stays as it was."""
    path = template("One.\n\n{{ f('bench/lines') }} lines.\n")
    first = Writer(view("en"))
    first.render(path)
    first.kept.keep()
    del ledger["facts"]["bench/lines"]

    def said(writer: Writer) -> str:
        with pytest.raises(TieoutError) as error:
            writer.render(path)
        return str(error.value)

    anew = said(Writer(view("en"), Kept("another/en")))
    monkeypatch.setattr(content, "_compiled", lambda _: pytest.fail("it was kept"))
    assert said(Writer(view("en"))) == anew
    assert ":3: unknown fact 'bench/lines'" in anew


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_a_page_is_the_same_with_and_without(drawn: Mini, folder: Path, lang: str) -> None:
    """First made, then kept, then damaged: not one byte of the page or of its record differs."""
    build = drawn.root / "build/mini"
    results = []
    for number in range(3):
        if number == 2:
            for path in folder.iterdir():
                path.write_bytes(path.read_bytes()[:-1])
        (build / f"records/page.{lang}.json").unlink(missing_ok=True)  # lest it be left as it is
        outcome = drawn.run("page", "mini", lang)
        assert outcome.status == 0, outcome.errors
        assert list(folder.iterdir())
        files = (build / lang / "draft.html", build / lang / "draft.md")
        record = json.loads((build / f"records/page.{lang}.json").read_text("utf-8"))
        names = [name for name in record["inputs"] if not name.startswith("scripts/")]
        results.append(([path.read_bytes() for path in files], names, record["outputs"]))
    assert results[0] == results[1] == results[2]
    assert not any(".cache" in name for name in results[0][1])
