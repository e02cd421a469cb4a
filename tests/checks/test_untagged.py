"""A number without a source cannot hide, wherever in the finished files it stands."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree, html
from tests.blocks import Block, block_id, read_blocks
from tests.checks.conftest import build
from tests.mini_project import Mini, copy_mini

from tieout.checks import untagged
from tieout.checks.exemptions import REASONS
from tieout.checks.finding import Finding, Record, quoted
from tieout.checks.finished import Finished, UnreadableError, read_finished

LANGS = ("en", "zh-TW")
PLACES = read_blocks("hiding-places.txt")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Mini:
    """The small article, finished by the real verbs; nobody may change it."""
    mini = copy_mini(tmp_path_factory.mktemp("checks") / "mini")
    build(mini)
    return mini


@pytest.fixture
def finished(built: Mini) -> Finished:
    """The finished files, read."""
    return read_finished("mini", built.root / "build", built.root / "figures")


def findings(finished: Finished) -> list[Finding]:
    """What the check finds."""
    return untagged.check(finished).findings


def with_text(finished: Finished, file: str, lang: str, text: str) -> Finished:
    """An article whose only text is this, in one of its files."""
    head, body = (text, "") if file == "head" else ("", text)
    page = f"<html><head>{head}</head><body>{body if file == 'page' else ''}</body></html>"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{text if file == "figure" else ""}</svg>'
    markdown = f"Words.\n\n{text}" if file == "markdown" else ""
    return replace(
        finished,
        pages={lang: (finished.pages[lang][0], html.document_fromstring(page))},
        markdown={lang: (finished.markdown[lang][0], markdown)},
        figures={lang: [(finished.figures[lang][0][0], etree.fromstring(svg))]},
    )


@pytest.mark.parametrize("case", PLACES, ids=map(block_id, PLACES))
def test_hiding_place(finished: Finished, case: Block) -> None:
    file = case.title.partition(":")[0]
    lang = "zh-TW" if case.title.endswith("zh-TW") else "en"
    found = [finding.what for finding in findings(with_text(finished, file, lang, case.given))]
    expected = [line for line in case.expected.split("\n") if line]
    missing = [line for line in expected if not any(line in what for what in found)]
    assert (missing, len(found)) == ([], len(expected)), f"line {case.line}: {found}"


def test_every_reason_has_a_case() -> None:
    """A new reason is a new way out: it must be shown to hold and to be refused."""
    shown = {name for name in REASONS if any(f'data-why="{name}"' in case.given for case in PLACES)}
    assert set(REASONS) - shown <= {"example", "idiom", "locator", "place", "formula", "address"}


def test_finished_article_is_in_order_and_everything_is_counted(finished: Finished) -> None:
    record = untagged.check(finished)
    assert record.findings == []
    assert record.counts["tagged"] > 200
    assert record.exemptions["own-count"] == 4  # one in each page and each Markdown file
    # Of each page: its view, its policy, and the two sides of its picture.
    assert record.exemptions["technical"] == 8
    assert record.counts["embedded ledgers left to another check"] == 2
    assert set(record.exemptions) <= {*REASONS, "code"}
    assert record.to_json()["passed"] is True
    assert record.blind_spots


@pytest.mark.parametrize("lang", LANGS)
def test_finding_has_its_line(finished: Finished, lang: str) -> None:
    """In the page the line of its block, in Markdown that of its paragraph."""
    path, tree = finished.pages[lang]
    lines = finished.texts[path].split("\n")
    at = next(n for n, line in enumerate(lines, 1) if line.startswith("<h2 id=answer"))
    lines[at - 1] = lines[at - 1].replace("<h2 ", "<p>842</p><h2 ")
    tree = html.document_fromstring("\n".join(lines))
    (found,) = findings(replace(finished, pages=finished.pages | {lang: (path, tree)}))
    assert (found.file, found.line) == (str(path), at)
    path, text = finished.markdown[lang]
    at = text[: text.index('<a id="answer">')].count("\n") + 1
    spoilt = text.replace('<a id="answer">', '842 <a id="answer">')
    (found,) = findings(replace(finished, markdown=finished.markdown | {lang: (path, spoilt)}))
    assert (found.file, found.line) == (str(path), at)


def test_wrong_digit_in_the_ledger_is_seen_everywhere(finished: Finished) -> None:
    """Page, Markdown and figures are each compared with the ledger, not with one another."""
    fact = finished.ledger["facts"]["bench/speeds/small/new"]
    fact["text"] = {lang: text.replace("193.3", "193.4") for lang, text in fact["text"].items()}
    files = Counter(Path(finding.file).name for finding in findings(finished))
    assert set(files) == {"index.html", "article.md", "paths.en.svg", "paths.zh-TW.svg"}


def test_finding_is_one_line_however_long_the_text() -> None:
    finding = Finding("a.html", 3, quoted("x\n" * 9000), "mend it")
    assert "\n" not in str(finding)
    assert len(str(finding)) < 250
    assert str(finding).startswith("a.html:3: x x")
    assert str(finding).endswith(": mend it")
    assert Record("c", findings=[finding]).to_json()["findings"][0]["line"] == 3


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("build/mini/ledger.json", None, r"ledger\.json:1: the file is missing: run snakemake all"),
        ("build/mini/ledger.json", "{", "broken JSON"),
        ("build/mini/ledger.json", "[]", "no ledger"),
        ("build/mini/ledger.json", '{"article": 1}', "no ledger"),
        ("build/mini/en/index.html", None, "the file is missing"),
        ("build/mini/en/index.html", " \n", "the page is empty"),
        ("build/mini/en/article.md", b"\xff", "not UTF-8"),
        ("figures/mini/paths.zh-TW.svg", "<svg>\n<g></svg>", r"zh-TW\.svg:2: broken SVG"),
    ],
)
def test_missing_or_broken_file_is_named(
    built: Mini, tmp_path: Path, file: str, content: str | bytes | None, message: str
) -> None:
    mini = copy_built(built, tmp_path)
    if content is None:
        (mini / file).unlink()
    else:
        (mini / file).write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(UnreadableError, match=message):
        read_finished("mini", mini / "build", mini / "figures")


def copy_built(built: Mini, tmp_path: Path) -> Path:
    """The finished files where a test may spoil them."""
    for name, content in built.outputs().items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return tmp_path
