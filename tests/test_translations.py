"""Which text a translation was made from: fingerprints, the verb, and the banner on the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html
from tests.mini_project import ROOT, Mini, copy_mini

from tieout.checks import parity
from tieout.checks.finished import read_finished
from tieout.translations import (
    as_written,
    confirmed,
    fingerprint,
    sections,
    stale_sections,
    to_yaml,
)
from tieout.yamlio import Document, load, parse

LANGUAGES = ("zh-TW", "en")
FOLDER = Path("templates/mini")
ENGLISH, CHINESE = "templates/mini/article.en.md.j2", "templates/mini/article.zh-TW.md.j2"


@pytest.fixture
def mini(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mini:
    """The small project, with its ledger and figures, as the current folder."""
    made = copy_mini(tmp_path / "mini")
    monkeypatch.chdir(made.root)
    for verb, *args in (("ledger",), ("figures", "en"), ("figures", "zh-TW")):
        assert made.run(verb, "mini", *args).status == 0
    return made


def findings(mini: Mini) -> list[str]:
    """What the check says once the pages are written anew."""
    for lang in LANGUAGES:
        assert mini.run("page", "mini", lang).status == 0
    drafts = read_finished("mini", Path("build"), Path("figures"), drafts=True)
    return [str(finding) for finding in parity.check(drafts).findings]


def banners(mini: Mini, lang: str) -> int:
    """How many sections a page calls stale."""
    page = (mini.root / f"build/mini/{lang}/draft.html").read_text("utf-8")
    return len(html.document_fromstring(page).xpath("//aside[@class='stale']"))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text(st.characters(categories=("L", "N", "P")), min_size=1), min_size=1),
    st.lists(st.sampled_from([" ", "\n", "\n  ", "\r\n", "\t"]), min_size=1),
)
def test_fingerprint_knows_words_and_not_lines(words: list[str], spaces: list[str]) -> None:
    """Wrapping a paragraph anew is no change; one character more is."""
    broken = "".join(word + spaces[i % len(spaces)] for i, word in enumerate(words))
    assert fingerprint(broken) == fingerprint(" ".join(words))
    assert fingerprint(broken + "x") != fingerprint(broken)


def test_code_and_comments_hold_no_headings() -> None:
    """A heading shown as code, or taken out for a while, begins no section."""
    text = "Top.\n\n```md\n## A {#a}\n```\n{%#\n## B {#b}\n#%}\n## C {#c} ##\n~~~\n## D {#d}\n"
    assert list(sections(text)) == ["top", "c"]


def test_template_is_cut_at_its_headings() -> None:
    text = "Lead.\n\n## One {#one}\n\nText.\n\n### Two {#two}\nMore.\n"
    assert sections(text) == {
        "top": "Lead.\n\n",
        "one": "## One {#one}\n\nText.\n\n",
        "two": "### Two {#two}\nMore.\n",
    }
    assert list(sections("## One {#one}\n")) == ["one"]


NAMES = st.one_of(
    st.from_regex(r"[a-z0-9/_-]{1,12}", fullmatch=True),
    st.sampled_from(["top", "null", "true", "1e3", "tables/a", "a: b", "'", "#", "<<", "x" * 1100]),
)
PRINTS = st.dictionaries(
    st.sampled_from(["en", "zh-TW", "no", "~", "e n"]),
    st.one_of(st.from_regex(r"[0-9a-f]{16}", fullmatch=True), st.sampled_from(["", "a", '"'])),
    max_size=3,
)
FILES = st.fixed_dictionaries(
    {part: st.dictionaries(NAMES, PRINTS, max_size=4) for part in ("sections", "texts")}
)


@settings(max_examples=400, deadline=None)
@given(FILES, st.data())
def test_what_is_read_without_yaml_is_what_yaml_reads(
    kept: dict[str, dict[str, dict[str, str]]], data: st.DataObject
) -> None:
    """As it was written, or with an edit by hand: either both say the same, or YAML is asked."""
    text = to_yaml(kept)
    at = data.draw(st.integers(0, len(text)))
    to = data.draw(st.integers(at, min(len(text), at + 30)))
    put = data.draw(
        st.sampled_from(["", text[at:to] * 2, " ", "\n", "#", ":", "{", '"', "- ", "é"])
    )
    for each in (text, text[:at] + put + text[to:]):
        if found := as_written(each):
            read = parse(each, Path("translations.yaml")).data
            assert found == {part: read[part] or {} for part in ("sections", "texts")}
            assert to_yaml(found) == each


def test_a_file_as_it_is_written_asks_for_no_yaml(mini: Mini) -> None:
    """Also that of each article here; a file edited by hand is read all the same."""

    def refuse(path: Path) -> Document:
        raise AssertionError(path)

    for path in (mini.root / FOLDER, *(ROOT / "templates").glob("*/translations.yaml")):
        folder = path if path.is_dir() else path.parent
        found = confirmed(folder, refuse)
        assert found == load(folder / "translations.yaml").data
        assert len(found["sections"]) > 1
    path = mini.root / FOLDER / "translations.yaml"
    before = confirmed(mini.root / FOLDER)
    path.write_text(path.read_text("utf-8") + "# by hand\n", "utf-8")
    assert confirmed(mini.root / FOLDER) == before
    with pytest.raises(AssertionError):
        confirmed(mini.root / FOLDER, refuse)


def test_other_language_is_stale_until_confirmed(mini: Mini) -> None:
    """The language that changed is the new one; the other gets the banner and the finding."""
    assert findings(mini) == []
    mini.edit(ENGLISH, "Is it so?", "Is it true?")
    assert stale_sections(FOLDER, "zh-TW", LANGUAGES) == ["answer"]
    assert stale_sections(FOLDER, "en", LANGUAGES) == []
    (found,) = findings(mini)
    line = mini.line_of(CHINESE, "{#answer}")
    assert found.startswith(f"{CHINESE}:{line}: 'answer' is stale in zh-TW")
    assert found.endswith("make translated ARTICLE=mini SECTION=answer")
    assert (banners(mini, "zh-TW"), banners(mini, "en")) == (1, 0)
    assert "> 這一節的另一種語言版本" in (mini.root / "build/mini/zh-TW/draft.md").read_text(
        "utf-8"
    )
    assert mini.run("translated", "mini", "answer").status == 0
    assert findings(mini) == []
    assert (banners(mini, "zh-TW"), banners(mini, "en")) == (0, 0)


def test_both_changed_both_need_confirming(mini: Mini) -> None:
    mini.edit(ENGLISH, "Is it so?", "Is it true?")
    mini.edit(CHINESE, "是真的嗎？", "真的嗎？")
    (found,) = findings(mini)
    assert "'answer' has changed in every language since they were compared" in found
    assert (banners(mini, "zh-TW"), banners(mini, "en")) == (1, 1)


def test_confirming_one_section_confirms_no_other(mini: Mini) -> None:
    mini.edit(ENGLISH, "Is it so?", "Is it true?")
    mini.edit(ENGLISH, "A post claims", "The post claims")
    assert mini.run("translated", "mini", "top").status == 0
    assert stale_sections(FOLDER, "zh-TW", LANGUAGES) == ["answer"]


def test_text_of_the_article_is_confirmed_too(mini: Mini) -> None:
    mini.edit("templates/mini/article.yaml", "zh-TW: 新路徑的速度", "zh-TW: 新路徑速度")
    (found,) = findings(mini)
    assert "'tables/speeds' is stale in en" in found
    assert mini.run("translated", "mini", "tables/speeds").status == 0
    assert findings(mini) == []


def test_formula_is_confirmed_with_its_label(mini: Mini) -> None:
    """Exchanged inputs give another figure of the same unit; only its label tells what it is."""
    mini.edit(
        "templates/mini/article.yaml",
        "inputs: {large: old-large, small: bench/speeds/small/old}",
        "inputs: {large: bench/speeds/small/old, small: old-large}",
    )
    (found,) = findings(mini)
    assert found.startswith(f"{FOLDER}/article.yaml:")
    assert "'derived/step-up' has changed in every language since they were compared" in found
    assert mini.run("translated", "mini", "derived/step-up").status == 0
    assert findings(mini) == []


def test_text_of_a_source_is_confirmed_too(mini: Mini) -> None:
    mini.edit("sources/bench/source.yaml", "en: A made-up source.", "en: A source, made up.")
    (found,) = findings(mini)
    assert found.startswith("sources/bench/source.yaml:1: 'sources/bench' is stale in zh-TW")
    assert mini.run("translated", "mini", "sources/bench").status == 0
    assert findings(mini) == []


def test_figure_of_a_source_needs_no_confirming(mini: Mini) -> None:
    """A number is said in both languages by the ledger; nobody has to read it twice."""
    mini.edit("sources/bench/source.yaml", 'printed: "12,805"', 'printed: "12,806"')
    assert findings(mini) == []


def test_without_a_record_everything_is_unconfirmed(mini: Mini) -> None:
    (mini.root / "templates/mini/translations.yaml").unlink()
    (found,) = findings(mini)
    assert found.startswith("templates/mini/translations.yaml:1: nobody has confirmed")
    assert banners(mini, "en") == 3 + 1  # the headings, and what stands above the first
    assert mini.run("translated", "mini").status == 0
    assert findings(mini) == []


def test_unknown_section_is_refused(mini: Mini) -> None:
    before = (mini.root / "templates/mini/translations.yaml").read_bytes()
    outcome = mini.run("translated", "mini", "anser")
    assert (outcome.status, "did you mean answer?" in outcome.errors) == (1, True)
    assert (mini.root / "templates/mini/translations.yaml").read_bytes() == before


def test_writing_again_gives_the_same_bytes(mini: Mini) -> None:
    before = (mini.root / "templates/mini/translations.yaml").read_bytes()
    assert mini.run("translated", "mini").status == 0
    assert (mini.root / "templates/mini/translations.yaml").read_bytes() == before


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("[]", 1, "the file is no mapping"),
        ("sections: x", 1, "sections is no mapping"),
        ("sections:\n  top: x", 2, "sections.top is no mapping"),
        ("texts:\n  title:\n    en: [x]", 3, "texts.title.en is no fingerprint"),
    ],
)
def test_file_that_nobody_wrote_so_is_refused(mini: Mini, text: str, line: int, what: str) -> None:
    """A hand that slips in this file must not break the page with a traceback."""
    (mini.root / FOLDER / "translations.yaml").write_text(text, "utf-8")
    outcome = mini.run("page", "mini", "en")
    assert outcome.status == 1
    assert outcome.errors.startswith(f"{FOLDER}/translations.yaml:{line}: {what}: delete the file")
