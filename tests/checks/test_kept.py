"""What checks keep of texts changes nothing but the time, and counts for nothing once in doubt."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from tests.checks.test_typography import said
from tests.mini_project import Mini, spoilt

from tieout.basis import Basis
from tieout.checks import kept, load
from tieout.checks.finding import Record
from tieout.checks.finished import read_finished
from tieout.checks.kept import KeptTexts, allow, forbid
from tieout.checks.sharing import Unit, units
from tieout.checks.written import read_tree

HERE = Path(__file__).parent
#: The checks that keep something of texts, or read what editors wrote.
CHECKS = ("untagged", "typography", "text_equals_ledger", "parity")
CASES: list[dict[str, Any]] = [
    case
    for name in ("spoiled.yaml", "faults.yaml")
    for case in yaml.safe_load((HERE / name).read_text("utf-8"))
    if case["check"] in ("untagged", "parity")
]
#: Faults of type, by language.
TYPE: list[tuple[str, str]] = [
    (lang, case["html"])
    for lang, cases in yaml.safe_load((HERE / "typography.yaml").read_text("utf-8")).items()
    for case in cases
    if "says" in case
]
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Where things are kept; code that was just checked out counts as long there."""
    monkeypatch.setattr(kept, "FOLDER", tmp_path / "kept")
    monkeypatch.setattr(Basis, "is_settled", lambda _: True)
    allow()
    yield tmp_path / "kept"
    forbid()


def looked(check: str) -> list[Record]:
    """The records of the units of a check, of what lies in the current folder."""
    found = read_finished("mini", Path("build"), Path("figures"))
    mine: list[Unit] = [unit for unit in units(found.pages) if unit.check == check]
    return [load(check)(unit.given(found)) for unit in mine]


@pytest.mark.usefixtures("folder")
@given(known=st.dictionaries(st.text() | st.binary() | st.tuples(st.text(), st.text()), PLAIN))
def test_what_was_kept_is_what_comes_back(known: dict[Any, Any]) -> None:
    """Whatever the texts are."""
    KeptTexts("a", "b").keep(known)
    again = KeptTexts("a", "b")
    assert {text: again.get(text) for text in known} == known
    assert all(text in again for text in known)
    assert KeptTexts("a").get("b") is None


@pytest.mark.parametrize("place", [0, 31, 32, -1])
def test_a_damaged_file_counts_for_nothing(folder: Path, place: int) -> None:
    """A turned bit anywhere, in the seal or behind it."""
    KeptTexts("a").keep({"text": ["5"]})
    (file,) = folder.iterdir()
    data = bytearray(file.read_bytes())
    data[place] ^= 1
    file.write_bytes(data)
    assert KeptTexts("a").get("text") is None
    file.write_bytes(b"")
    assert KeptTexts("a").get("text") is None


@pytest.mark.usefixtures("folder")
def test_what_another_version_of_a_check_has_kept_counts_for_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Code and lists of words alike: a term that was added is looked for in every text."""
    code = tmp_path / "code"
    shutil.copytree(Path(kept.__file__).parent, code, ignore=shutil.ignore_patterns("__pycache__"))

    def basis() -> Basis:
        return Basis(lambda: [p for p in code.iterdir() if p.suffix in (".py", ".txt")], ("yaml",))

    monkeypatch.setattr(kept, "_basis", basis)
    for name in ("mainland_terms.txt", "typography_rules.py", "numbers_en.py"):
        KeptTexts("a").keep({"text": ["5"], name: []})
        assert KeptTexts("a").get("text") == ["5"]
        with (code / name).open("a") as stream:
            stream.write("\n# another\n")
        assert KeptTexts("a").get("text") is None


def test_code_that_has_just_changed_keeps_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What runs may be the code of before."""
    monkeypatch.setattr(Basis, "is_settled", lambda _: False)
    KeptTexts("a").keep({"text": ["5"]})
    assert not folder.exists()


def test_nothing_is_kept_or_used_without_leave(folder: Path) -> None:
    """`make verify` looks at everything anew, and so does the drill."""
    KeptTexts("a").keep({"text": ["5"]})
    forbid()
    assert KeptTexts("a").get("text") is None
    KeptTexts("b").keep({"text": ["5"]})
    assert len(list(folder.iterdir())) == 1


def test_the_makers_are_all_code_and_word_lists_of_the_checks() -> None:
    """One that was left out could change, and what it said of texts would stand."""
    inside = Path(kept.__file__).parent.rglob("*")
    files = {p for p in inside if p.is_file() and "__pycache__" not in p.parts}
    assert {*kept._makers()} == files
    assert len(files) > 80


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.usefixtures("mini", "folder")
def test_a_second_look_counts_what_the_first_did(check: str) -> None:
    """And what a look without anything kept does."""
    first = [record.to_json() for record in looked(check)]
    assert [record.to_json() for record in looked(check)] == first
    forbid()
    assert [record.to_json() for record in looked(check)] == first


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
@pytest.mark.usefixtures("folder")
def test_what_was_kept_of_sound_pages_hides_no_fault(mini: Mini, case: dict[str, Any]) -> None:
    """All that is wrong is found beside texts that were faultless before, and once it is kept."""
    looked(case["check"])
    for file in filter(None, [case["file"], case.get("also")]):
        path = mini.root / file
        path.write_text(spoilt(path.read_text("utf-8"), case), "utf-8")
    found = [[str(each) for each in record.findings] for record in looked(case["check"])]
    assert [[str(each) for each in r.findings] for r in looked(case["check"])] == found
    forbid()
    anew = [[str(each) for each in record.findings] for record in looked(case["check"])]
    assert found == anew
    assert any(anew)


@pytest.mark.parametrize(("lang", "text"), TYPE, ids=[text[:40] for _, text in TYPE])
@pytest.mark.usefixtures("folder")
def test_a_fault_of_type_is_found_beside_kept_texts(lang: str, text: str) -> None:
    """And again, since a page with a fault keeps nothing."""
    sound = {"en": "Fine words.", "zh-TW": "好的文字。"}[lang]
    assert said(lang, f"{sound}</p><p>{sound}") == []
    assert said(lang, sound) == []
    found = said(lang, f"{sound}</p><p>{text}")
    assert found == said(lang, f"{sound}</p><p>{text}")
    forbid()
    assert found == said(lang, f"{sound}</p><p>{text}") != []


def test_a_changed_yaml_file_is_parsed_again(folder: Path, tmp_path: Path) -> None:
    """Each file has one place; broken files have none."""
    path = tmp_path / "a.yaml"
    for text, data in [("a: 1\n", {"a": "1"}), ("b: [x, *y]\n", None), ("a: 2\n", {"a": "2"})]:
        path.write_text(text)
        if data is None:
            with pytest.raises(Exception, match="broken YAML"):
                read_tree(path)
        else:
            one, other = read_tree(path), read_tree(path)
            assert (one.data, one.lines) == (other.data, other.lines) == (data, {("a",): 1, (): 1})
    assert len(list(folder.iterdir())) == 1
