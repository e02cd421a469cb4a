"""What writers place on a line of its own: figures, tables, claims, verdicts, sources."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from lxml import html
from markdown_it import MarkdownIt
from tests.mini_project import Mini

from tieout.errors import TieoutError
from tieout.pages.blocks import Blocks
from tieout.pages.content import Block, Writer
from tieout.pages.inline import to_plain
from tieout.pages.row_labels import row_labels
from tieout.pages.view import View, WriterError

GITHUB = MarkdownIt("commonmark", {"html": True}).enable("table")
Makers = dict[str, Callable[..., Block]]
Make = Callable[..., Makers]


@pytest.fixture
def make(view: Callable[[str], View], drawn: Mini) -> Make:
    """The makers of a language; they read the ledger that the test may have spoilt."""

    def makers(lang: str = "en") -> Makers:
        seen = view(lang)
        document = drawn.root / "templates/mini/article.yaml"
        return Blocks(seen, Writer(seen), document, drawn.root / "figures/mini").makers()

    return makers


def page(block: Block) -> Any:
    """A block as the page has it."""
    return html.fragment_fromstring(block.html, "div")


def stranger(block: Block) -> Any:
    """A block of article.md as another renderer shows it."""
    return html.fragment_fromstring(GITHUB.render(block.markdown), "div")


def rows(root: Any) -> list[list[str]]:
    """Texts of all cells."""
    return [[c.text_content() for c in row.xpath("./th|./td")] for row in root.xpath(".//tr")]


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_figure_has_picture_caption_and_data(make: Make, lang: str) -> None:
    """Who cannot see the picture gets the same numbers, in the same order."""
    block = make(lang)["figure"]("paths")
    seen = page(block)
    assert seen.xpath("count(figure[@id='figure-paths']/svg)") == 1
    assert seen.xpath("count(figure/figcaption)") == 1
    assert seen.xpath("count(details/div[@id='data-paths']/table)") == 1
    assert [row[1] for row in rows(seen)][1:] == ["122.4 tok/s", "193.3 tok/s"]
    image = stranger(block).xpath("//img")[0]
    assert image.get("src") == f"../../../figures/mini/paths.{lang}.svg"
    assert "122.4 tok/s" in image.get("alt")
    assert image.getparent().get("data-facts") == "bench/speeds/small/old bench/speeds/small/new"
    assert rows(stranger(block)) == rows(seen)


@pytest.mark.parametrize(
    ("kind", "name", "what", "mend"),
    [
        ("figure", "path", "unknown figure 'path'", "did you mean paths"),
        ("figure", "zzz", "unknown figure 'zzz'", "describe it under 'figures:'"),
        ("table", "speed", "unknown table 'speed'", "did you mean speeds"),
        ("claim_table", "sped", "unknown claim 'sped'", "did you mean speed"),
    ],
)
def test_unknown_name_has_a_mend(make: Make, kind: str, name: str, what: str, mend: str) -> None:
    with pytest.raises(WriterError) as error:
        make()[kind](name)
    assert (error.value.what, mend in error.value.mend) == (what, True)


def test_table_shows_lost_cells_as_lost(make: Make) -> None:
    block = make()["table"]("speeds")
    assert rows(page(block)) == rows(stranger(block))
    assert rows(page(block))[2] == ["large", "256.4 tok/s", "not captured"]
    assert page(block).xpath("string(//a[@class='lost']/@href)") == "#fact-bench/speeds/large/old"


@pytest.mark.parametrize(
    "case",
    [
        (lambda table: table["rows"][1].pop(), "- [{text: {en: large", "2 cells under 3 heads"),
        (
            lambda table: table["rows"][0][1].update(fact="bench/nope"),
            "- [{text: {en: small",
            "unknown fact 'bench/nope'",
        ),
        (
            lambda table: table["caption"].update(en="{{ f('nope') }}"),
            "caption: {en: Speeds",
            "unknown fact 'nope'",
        ),
    ],
)
def test_mistake_in_the_article_file_has_its_line(
    make: Make, ledger: dict[str, Any], drawn: Mini, case: tuple[Callable[[Any], None], str, str]
) -> None:
    spoil, key, what = case
    spoil(ledger["tables"]["speeds"])
    with pytest.raises(TieoutError) as error:
        make()["table"]("speeds")
    (problem,) = error.value.problems
    assert what in problem.what
    assert problem.line == drawn.line_of("templates/mini/article.yaml", key)


def test_claim_stands_beside_its_nearest_figures(make: Make) -> None:
    """The claim first, then what is near; the readers' questions before the other conditions."""
    block = make()["claim_table"]("speed")
    seen = rows(page(block))
    assert seen[1][:3] == ["Value", "257 tok/s", "256.4 tok/s"]
    assert [row[0] for row in seen[1:5]] == [
        "Value", "Claim over this figure", "Verdict", "How many GPUs?",
    ]  # fmt: skip
    assert seen[2][1] == "–"
    assert page(block).xpath("string(//thead//th[2]/a/@href)") == "#source-shout"


def test_conditions_that_differ_are_marked_in_both_forms(make: Make) -> None:
    """A speed of a user beside one of a system: the very thing a reader must not miss."""
    block = make()["claim_table"]("speed")
    marked = [cell.text_content() for cell in page(block).xpath("//td[@class='differs']")]
    assert marked == ["the whole group"] * 3
    plain = [text for row in rows(stranger(block)) for text in row if "≠" in text]
    assert plain == ["the whole group ≠"] * 3


@pytest.mark.parametrize("many", [0, 1, 16])
def test_every_candidate_stands_beside_its_claim(
    make: Make, ledger: dict[str, Any], many: int
) -> None:
    """Who leaves out the far ones decides for the reader what the claim may be about."""
    claim = ledger["claims"]["speed"]
    claim["candidates"] = (claim["candidates"] * 16)[:many]
    seen = page(make()["claim_table"]("speed"))
    assert seen.xpath("count(//thead//th)") == 2 + many


@pytest.mark.parametrize(("close", "distant", "shown"), [(1, 9, 5), (7, 9, 7), (0, 2, 2)])
def test_distances_stand_beside_all_that_is_near(
    make: Make, ledger: dict[str, Any], close: int, distant: int, shown: int
) -> None:
    """Each distance brings an entry of its own: of what is far, the verdict says enough."""
    claim = ledger["claims"]["speed"]
    near = next(each for each in claim["candidates"] if each["verdict"] == "near")
    far = next(each for each in claim["candidates"] if each["verdict"] == "far")
    claim["candidates"] = [near] * close + [far] * distant
    distances = rows(page(make()["claim_table"]("speed")))[2][2:]
    assert [text != "–" for text in distances] == [True] * shown + [False] * (
        close + distant - shown
    )


def test_printed_comparisons_stand_beside_recomputed_ones(make: Make) -> None:
    block = make()["verdict_table"]()
    assert rows(page(block))[1][1:] == ["1.58×", "1.58×", "consistent"]
    assert page(block).xpath("string(//span[@class='verdict consistent'])") == "consistent"


def test_printed_comparisons_of_one_source_stand_alone(make: Make, ledger: dict[str, Any]) -> None:
    """An article that quotes two sources may show of each what it printed, under its own anchor."""
    other = {**ledger["verdicts"][0], "printed": "shout/speed"}
    ledger["verdicts"].append(other)
    block = make()["verdict_table"]("shout")
    assert page(block).xpath("//tbody//@data-fact") == ["shout/speed", other["recomputed"]]
    assert page(block).xpath("count(//*[@id='verdicts-shout'])") == 1
    assert rows(stranger(block)) == rows(page(block))
    assert len(rows(page(make()["verdict_table"]()))) == 3


@pytest.mark.parametrize(
    ("source", "mend"), [("bensh", "did you mean bench"), ("shout", "name one of bench")]
)
def test_a_source_without_printed_comparisons_has_a_mend(
    make: Make, source: str, mend: str
) -> None:
    with pytest.raises(WriterError) as error:
        make()["verdict_table"](source)
    assert (f"'{source}'" in error.value.what, mend in error.value.mend) == (True, True)


HOSTILE = "<script>alert(1)</script> | `x` ](javascript:alert(1)) **b** &lt; 8"


@pytest.mark.parametrize("key", ["title", "author", "note"])
def test_text_of_a_source_is_shown_not_run(make: Make, ledger: dict[str, Any], key: str) -> None:
    text = {"en": HOSTILE, "zh-TW": HOSTILE} if key == "note" else HOSTILE
    ledger["sources"]["bench"][key] = text
    block = make()["sources_list"]()
    for root in (page(block), stranger(block)):
        assert HOSTILE in root.text_content()
        assert not root.xpath("//script|//code|//strong|//table|//a[contains(@href,'javascript')]")


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_source_says_who_when_and_how_it_was_read(make: Make, lang: str) -> None:
    block = make(lang)["sources_list"]()
    for root in (page(block), stranger(block)):
        bench, shout = root.xpath(".//li")
        assert root.xpath("//*[@id='source-bench']")
        assert bench.xpath("string(.//a[@href='https://engine.example/bench'])").startswith("https")
        assert bench.xpath("string(.//a[starts-with(@href,'#fact-bench/published')])")
        assert "2026-11-29" in bench.text_content()
        assert shout.xpath("count(.//a[@href='#source-bench'])") == 1  # through whom it is quoted
    assert page(block).xpath("string(//span[@class='standing second-hand'])")


def test_source_may_have_more_than_one_address(make: Make, ledger: dict[str, Any]) -> None:
    file = {"repo": "a/b", "path": "c.md", "commit": "0123456789abcdef" * 2 + "01234567"}
    ledger["sources"]["bench"].update(also="https://mirror.example/x", file=file)
    text = page(make()["sources_list"]()).text_content()
    assert "https://mirror.example/x" in text
    assert "a/b/c.md @ 0123456789ab" in text


def same_name(ledger: dict[str, Any], *names: str) -> None:
    for name in names:
        ledger["facts"][name]["label"] = {"en": "speed", "zh-TW": "速度"}


@pytest.mark.parametrize(
    ("lang", "marks"),
    [
        ("en", ("(bench post; GPUs: 8)", "(bench post; GPUs: 16)", "(the post)")),
        ("zh-TW", ("（測試文章；GPU 數：8）", "（測試文章；GPU 數：16）", "（貼文）")),
    ],
)
def test_rows_of_one_name_are_told_apart(
    view: Callable[[str], View], ledger: dict[str, Any], lang: str, marks: tuple[str, ...]
) -> None:
    """By source, then by what differs in one source; a row of its own name stays as it is."""
    names = ("bench/speeds/small/new", "bench/speeds/large/new", "shout/speed")
    ledger["sources"]["shout"]["label"] = {"en": "the post", "zh-TW": "貼文"}
    same_name(ledger, *names)
    seen = view(lang)
    *labels, other = (to_plain(each, seen)[0] for each in row_labels((*names, "bench/lines"), seen))
    assert [label.removeprefix("speed ").removeprefix("速度") for label in labels] == [*marks]
    assert other == seen.localized(ledger["facts"]["bench/lines"]["label"])


def test_no_two_rows_of_a_data_table_read_alike(make: Make, ledger: dict[str, Any]) -> None:
    same_name(ledger, "bench/speeds/small/old", "bench/speeds/small/new")
    heads = [row[0] for row in rows(page(make()["figure"]("paths")))]
    assert heads[1:] == ["speed (Engine path: old path)", "speed (Engine path: new path)"]


def test_no_two_printed_comparisons_read_alike(make: Make, ledger: dict[str, Any]) -> None:
    first = ledger["verdicts"][0]
    ledger["facts"]["shout/speed"]["label"] = ledger["facts"][first["printed"]]["label"]
    ledger["verdicts"].append({**first, "printed": "shout/speed"})
    heads = [row[0] for row in rows(page(make()["verdict_table"]()))]
    assert len(set(heads)) == len(heads) == 3


@pytest.mark.parametrize(("near", "shown"), [("0.1", "10%"), ("0.025", "2.5%"), ("1", "100%")])
def test_claim_says_how_near_is_near(
    make: Make, ledger: dict[str, Any], near: str, shown: str
) -> None:
    ledger["claims"]["speed"]["near"] = near
    block = make()["claim_table"]("speed")
    assert page(block).xpath("string(//p[@class='note']/span[@data-why='tolerance'])") == shown
    assert f"within {shown} of it" in stranger(block).text_content()
