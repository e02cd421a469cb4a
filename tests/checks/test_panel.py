"""The account of the checks on a page: slots, what fills them, and every way to say it wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from tests import mini_project
from tests.mini_project import ROOT, Mini

from tieout.checks import CHECKS, panel
from tieout.checks.exemptions import REASONS
from tieout.checks.finding import Finding, Record
from tieout.checks.finished import Finished, read_finished
from tieout.checks.slots import EMPTY, emptied, filled, shown
from tieout.pages.inline import slot

LANGS = ("en", "zh-TW")
PAGE, MARKDOWN = Path("build/mini/en/index.html"), Path("build/mini/en/article.md")
WORDS = yaml.safe_load((ROOT / "templates/_layout/checks.yaml").read_text("utf-8"))


def read(drafts: bool = False) -> Finished:
    """The small project in the current folder."""
    return read_finished("mini", Path("build"), Path("figures"), drafts=drafts)


def records(finished: Finished) -> list[Record]:
    """What the other checks count."""
    return [check(finished) for check in CHECKS]


@pytest.fixture
def counted(mini: Mini) -> list[Record]:
    """What they count in the sound project, which is the current folder."""
    assert mini.root == Path.cwd()
    return records(read())


def spoilt(path: Path, old: str, new: str) -> Finished:
    """The project with one text of a file replaced."""
    text = path.read_text("utf-8")
    path.write_text(mini_project.spoilt(text, {"find": old, "put": new}), "utf-8")
    return read()


def said(finished: Finished, counted: list[Record]) -> list[str]:
    """The findings of the check."""
    return [str(finding) for finding in panel.check(finished, counted).findings]


def test_published_account_is_what_is_counted_and_drafts_count_alike(
    counted: list[Record],
) -> None:
    assert said(read(), counted) == []
    drafts = read(drafts=True)
    again = records(drafts)
    assert said(drafts, again) == []
    assert [r.to_json() for r in again] == [r.to_json() for r in counted]
    assert panel.check(drafts, again).to_json() == panel.check(read(), counted).to_json()


@pytest.mark.parametrize("path", [PAGE, MARKDOWN], ids=["page", "Markdown"])
@pytest.mark.parametrize(
    ("find", "put", "says"),
    [
        ("{slot}{n}<", "{slot}{m}<", "the slot 'untagged.texts' says “{m}”, counted are {n}"),
        ("{slot}{n}<", "{slot}…<", "the slot 'untagged.texts' says “…”"),
        ("{slot}{n}<", "{slot}<", "the slot 'untagged.texts' says “”"),
        ("{slot}{n}<", "{slot} {n}<", "the slot 'untagged.texts' says “ {n}”"),
        ('count="untagged.texts"', 'count="untagged.words"', "'untagged.words', which no check"),
        ('count="untagged.texts"', 'count="links.links"', "lacks the count 'untagged.texts'"),
        ('data-count="untagged.texts"', 'data-count="untagged.texts" ', "not written as slots"),
        ('data-count="untagged.texts"', "", "not written as slots"),
        ("{slot}{n}</span>", "{n}", "lacks the count 'untagged.texts'"),
        ("{h1}", "{h1}{slot}{n}</span>", "a slot stands outside the section 'checked'"),
        ('id="checked"', 'id="unchecked"', "there is no section 'checked'"),
    ],
)
def test_fault_is_found(counted: list[Record], path: Path, find: str, put: str, says: str) -> None:
    """A wrong number, a missing one, one in another place, one that is no slot."""
    count = next(r for r in counted if r.check == "untagged").counts["texts"]
    known = {
        "slot": slot("untagged.texts").partition(EMPTY)[0],
        "n": shown(count),
        "m": shown(count + 1),
        "h1": "<h1>" if path == PAGE else "# ",
    }
    finished = spoilt(path, find.format(**known), put.format(**known))
    found = [line for line in said(finished, counted) if says.format(**known) in line]
    assert found
    assert found[0].startswith(f"{path}:")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("</style>", ".checked { display: none }</style>", "cannot be seen"),
        ("numbers drawn as shapes", "numbers drawn in ink", "does not name the blind spot"),
    ],
)
def test_page_shows_its_account_and_what_no_check_sees(
    counted: list[Record], old: str, new: str, says: str
) -> None:
    assert any(says in line for line in said(spoilt(PAGE, old, new), counted))


def test_count_that_no_page_tells_and_filled_draft_are_found(counted: list[Record]) -> None:
    """A new count in a check needs its words; a draft cannot know any number."""
    counted[0].counts["letters"] = 3
    assert any("lacks the count 'untagged.letters'" in line for line in said(read(), counted))
    del counted[0].counts["letters"]
    drafts = read(drafts=True)
    path = Path("build/mini/en/draft.html")
    (first, *rest) = drafts.slots[path]
    filled_in = replace(drafts, slots=drafts.slots | {path: [replace(first, text="0"), *rest]})
    assert any("of a draft holds “0”" in line for line in said(filled_in, counted))


def test_finding_of_another_check_is_not_laid_to_the_account(counted: list[Record]) -> None:
    """An editor is told what to mend, not that the page says so."""
    counted[0].findings.append(Finding("a", 1, "b", "c"))
    assert said(read(), counted) == []


@given(st.dictionaries(st.sampled_from(["a.b", "exempt.x", "found"]), st.integers(0, 10**12)))
def test_filling_touches_nothing_but_slots(counts: dict[str, int]) -> None:
    """What was verified is what is published."""
    parts = [f"x{n:,}<span>{EMPTY}</span>{slot(name)}" for name, n in counts.items()]
    text = "<p>\n" + "\n".join(parts) + "\n</p>"
    done = filled(text, counts)
    again, slots = emptied(done)
    assert again == text
    assert [(s.name, s.text) for s in slots] == [(n, shown(c)) for n, c in counts.items()]
    assert all(text.startswith(slot(s.name), s.start) for s in slots)


def test_unknown_slot_is_not_filled() -> None:
    with pytest.raises(KeyError):
        filled(slot("a.c"), {"a.b": 1})


def test_every_check_count_reason_and_blind_spot_has_its_words(counted: list[Record]) -> None:
    """In both languages, no more and no less; the English blind spots word for word."""
    told = [*counted, panel.check(read(), counted)]
    assert list(WORDS["checks"]) == [record.check for record in told]
    for record in told:
        words = WORDS["checks"][record.check]
        assert set(words["counts"]) == set(record.counts), record.check
        assert tuple(spot["en"] for spot in words["blind_spots"]) == record.blind_spots
        texts = [words["name"], words["looks_for"], *words["counts"].values()]
        assert all(text.keys() == set(LANGS) for text in [*texts, *words["blind_spots"]])
    reasons = {why for record in told for why in record.exemptions}
    assert set(WORDS["exemptions"]) == reasons
    assert reasons >= {*REASONS, "code"}
    assert all(text.keys() == set(LANGS) for text in WORDS["exemptions"].values())
