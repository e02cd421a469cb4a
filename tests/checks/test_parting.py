"""The parts of page and Markdown: together they are the whole, and each has its own state.

An answer about the evidence stands again as long as that is the same. So no change of it may be
without a trace in its state, and no text may belong to neither part.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.checks.finished import Finished, parse_html
from tieout.checks.parting import ARTICLE, EVIDENCE, PARTS, digests, part_of, span_of, whole
from tieout.checks.plain_markdown import read_markdown

PAGE = """<html lang="en"><head><title>Five</title></head><body>
<main><p id="one">Words <b>in</b> bold</p></main>{before}
<section id="evidence"><h2>Evidence</h2>
<table><tr id="fact-a"><td>403.2</td></tr></table></section>{after}
<footer>The end</footer></body></html>"""
MARKDOWN = """# Title

Words, and a [link](#fact-a).

## <a id="evidence"></a>Evidence

- <a id="fact-a"></a>403.2
"""


def of(page: str, markdown: str = MARKDOWN) -> Finished:
    """A finished article of one page."""
    root = parse_html(page)
    texts = {"en": (Path("p/draft.md"), markdown)}
    return Finished("p", {}, {"en": (Path("p/draft.html"), root)}, texts, {"en": []})


def changed(before: Finished, after: Finished) -> set[str]:
    """The files whose evidence is in another state."""
    one, other = digests(before), digests(after)
    assert one.keys() == other.keys()
    return {Path(whole(name)).name for name in one if one[name] != other[name]}


def shown(root: object) -> list[str]:
    """All texts of a tree in order; an element that is missing has none."""
    return [] if root is None else ["".join(each.split()) for each in root.itertext()]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("old", "new", "files"),
    [
        ("Words", "Word", set()),
        ("<b>", "<b class='x'>", set()),
        ("The end", "An end\n\n", set()),
        ('lang="en"', 'lang="fr"', {"draft.html"}),
        ("403.2", "403.3", {"draft.html"}),
        ("<td>", "<td class='x'>", {"draft.html"}),
        ('id="evidence"', 'id="evidence" hidden', {"draft.html"}),
        ('id="evidence"', 'id="other"', {"draft.html"}),
        ("</main>", '<p id="evidence">x</p></main>', {"draft.html"}),
        # A style anywhere may hide what stands there.
        ("</head>", "<style>td {display: none}</style></head>", {"draft.html"}),
        ('id="one"', 'id="one" style="--ink: white"', {"draft.html"}),
    ],
)
def test_a_changed_page_has_other_evidence_or_not(old: str, new: str, files: set[str]) -> None:
    page = PAGE.format(before="", after="")
    assert old in page
    assert changed(of(page), of(page.replace(old, new))) == files


@pytest.mark.parametrize(
    ("old", "new", "files"),
    [
        ("Words", "Word", set()),
        ("# Title", "# Title\n\nOne line more", set()),
        ("403.2", "403.3", {"draft.md"}),
        # What is defined anywhere may be called anywhere.
        ("# Title", "# Title\n\n[note]: x", {"draft.md"}),
        ("- <a", "[^note]: x\n\n- <a", {"draft.md"}),
    ],
)
def test_a_changed_markdown_file_has_other_evidence_or_not(
    old: str, new: str, files: set[str]
) -> None:
    page = PAGE.format(before="", after="")
    assert old in MARKDOWN
    assert changed(of(page), of(page, MARKDOWN.replace(old, new, 1))) == files


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # A note is shown at the end of all, with all of its lines.
        ("Text[^n].\n\n[^n]: One\n    and two", "Text[^n].\n\n[^n]: One\n    and 842"),
        ("Text[^n] and[^m].\n\n[^m]: M\n[^n]: N", "Text[^m] and[^n].\n\n[^m]: M\n[^n]: N"),
        # A definition may go on on the next line, and may stand in a quote or a list.
        ("[two words]:\n/one", "[two words]:\n/two"),
        ("Text", "> [two words]: /two"),
        ("- Text", "- [two words]: #fact-b"),
        # What is left open takes in all that follows.
        ("Text", "```\nText"),
        ("Text", "<!-- Text"),
        ("Text", "<script>Text"),
        ("Text", "<div hidden>\nText"),
    ],
)
def test_what_stands_ahead_of_the_evidence_of_a_markdown_file_may_change_it(
    before: str, after: str
) -> None:
    page = PAGE.format(before="", after="")
    one, other = (
        MARKDOWN.replace("Words, and", f"{text}\n\nWords, and") + "\n[two words] more\n"
        for text in (before, after)
    )
    assert changed(of(page, one), of(page, other)) == {"draft.md"}


def test_a_table_shown_as_captured_elsewhere_changes_how_the_evidence_is_read() -> None:
    """Tables of a Markdown file have no names: they have those of the page, in order."""
    page = PAGE.format(before="", after="")
    grid = '<table data-table="bench/speeds"></table></main>'
    assert changed(of(page), of(page.replace("</main>", grid))) == {"draft.md"}


@pytest.mark.parametrize(
    "page",
    [
        PAGE.format(before="", after=""),
        PAGE.format(before="<p>Between</p>", after=" tail <p>after</p>"),
        PAGE.format(before="loose", after='<section id="evidence">a second one</section>'),
        PAGE.replace(' id="evidence"', "").format(before="", after=""),
    ],
)
def test_parts_of_a_page_are_the_whole_of_it(page: str) -> None:
    root = parse_html(page)
    article, evidence = (shown(part_of(root, part)) for part in PARTS)
    assert sorted("".join(article + evidence)) == sorted("".join(shown(root)))
    inside = root.find(".//*[@id='evidence']")
    assert evidence == shown(inside)
    rest = part_of(root, ARTICLE)
    assert rest is not None
    lines = {each.get("id"): each.sourceline for each in root.iter() if each.get("id")}
    kept = {each.get("id"): each.sourceline for each in rest.iter() if each.get("id")}
    assert kept.items() <= lines.items()


@pytest.mark.parametrize(
    "text",
    [
        MARKDOWN,
        "Text alone\n",
        '> ## <a id="evidence"></a>In a quote\n\n- 403.2\n',
        '```\n## <a id="evidence"></a>In code\n```\n\n- 403.2\n',
        MARKDOWN + MARKDOWN,
    ],
)
def test_parts_of_a_markdown_file_are_the_whole_of_it(text: str) -> None:
    root = read_markdown(text)
    article, evidence = (shown(part_of(root, part)) for part in PARTS)
    assert "".join(article) + "".join(evidence) == "".join(shown(root))
    (start, at), (again, end) = (span_of(text, part) for part in PARTS)
    assert (start, at, end) == (0, again, len(text))


@given(st.integers(0, 10_000), st.characters(codec="utf-8", exclude_characters="\r"))
def test_evidence_has_another_state_whenever_it_is_read_otherwise(at: int, letter: str) -> None:
    page = PAGE.format(before="", after="")
    at %= len(page)
    before, after = of(page), of(page[:at] + letter + page[at + 1 :])
    if after.pages["en"][1] is not None:
        parts = [part_of(each.pages["en"][1], EVIDENCE) for each in (before, after)]
        assert bool(changed(before, after)) == (_plain(parts[0]) != _plain(parts[1]))


def _plain(root: object) -> list[object]:
    """All that a parser has read of an element, in order, and what it stands in."""
    if root is None:
        return []
    around = [(e.tag, e.items()) for e in root.iterancestors()]  # type: ignore[attr-defined]
    read = [(e.tag, e.items(), e.text, e.tail) for e in root.iter()]  # type: ignore[attr-defined]
    return [around, read[0][:3], *read[1:]]


def test_the_whole_is_what_no_part_was_asked_for() -> None:
    found = of(PAGE.format(before="", after=""))
    root = found.pages["en"][1]
    assert part_of(root, "") is root
    assert replace(found, part=EVIDENCE).part == EVIDENCE
    assert whole("a/b#evidence") == "a/b"
    assert whole("a#b/c") == "a#b/c"
