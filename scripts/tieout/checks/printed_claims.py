"""Every printed speed-up, share or change agrees with its own figures, or the article says so.

Each is recomputed from the two figures that its source prints beside it, and judged anew. One that
does not follow from them has to be spoken of: the text of every language shows what was printed
and what the figures give.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from tieout.checks.finding import Finding, Record, new_record, quoted
from tieout.checks.finished import LEDGER, PAGE, Finished
from tieout.checks.markdown_text import MarkdownText
from tieout.checks.page_tags import facts_in
from tieout.checks.precision import half_up
from tieout.checks.reading import Reading
from tieout.checks.shown import squeeze, text_of
from tieout.checks.source_figures import Figure, Relation, source_figures, source_relations
from tieout.checks.written import Written, well_formed, written_for

BLIND_SPOTS = (
    "comparisons for which no folder of a source names the figures compared",
    "whether the words around an inconsistent figure say rightly what is wrong with it",
)
#: What is counted, and what is let pass.
COUNTED = ("comparisons", "consistent", "consistent by rounding", "inconsistent")
EXEMPTED = ("a comparison whose own figures are not at hand",)
REBUILD = "build the ledger again, or undo the change"
_RESULTS: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = {
    "ratio": lambda a, b: a / b,
    "share": lambda a, b: a / b,
    "percent_change": lambda a, b: (b - a) / a,
    "reduction": lambda a, b: (a - b) / a,
    "difference": lambda a, b: b - a,
}
_COMPARING = ("×", "%", "pp", "成")


@dataclass(frozen=True, slots=True)
class Recomputed:
    """What two figures give: at their printed values, and between which bounds."""

    value: Fraction
    low: Fraction
    high: Fraction


def recompute(relation: str, a: Reading, b: Reading, factor: Fraction = Fraction(1)) -> Recomputed:
    """A comparison of two figures; `factor` takes a's unit over b's to that of the result.

    Each result is monotone in either figure, so its extremes lie at corners. Raises
    ZeroDivisionError where a divisor can be zero.
    """
    result = _RESULTS[relation]
    divisor = b if relation in ("ratio", "share") else a
    if relation != "difference" and divisor.low <= 0 <= divisor.high:
        raise ZeroDivisionError
    ends = product((a.low, a.high), (b.low, b.high))
    corners = [result(one, other) * factor for one, other in ends]
    value = result(_middle(a), _middle(b)) * factor
    return Recomputed(value, min(corners), max(corners))


def judge(printed: Reading, again: Recomputed) -> str:
    """Whether a printed comparison is what its figures give."""
    step, value = printed.step, _middle(printed)
    rounded = half_up(again.value, step) if step else again.value
    if rounded == value:
        return "consistent"
    if again.value * value < 0 or again.low > printed.high or printed.low > again.high:
        return "inconsistent"
    return "consistent_by_rounding"


def _middle(reading: Reading) -> Fraction:
    return (reading.low + reading.high) / 2 if reading.value is None else reading.value


def check(finished: Finished) -> Record:
    """Judge every printed comparison, and look for the inconsistent ones in the texts."""
    record = new_record("printed_claims", BLIND_SPOTS, COUNTED, EXEMPTED)
    written = written_for(finished, record) if finished.shares(LEDGER) else None
    if written is not None:
        with well_formed(finished, record):
            _Judge(finished, written, record).run()
    if finished.shares(PAGE):
        with well_formed(finished, record):
            _Pages(finished, record).run()
    return record


class _Told:
    """What is looked at: an article's verdicts, as its ledger has them."""

    def __init__(self, finished: Finished, record: Record) -> None:
        self.finished, self.record = finished, record
        self.verdicts: list[dict[str, str]] = finished.ledger["verdicts"]

    def _add(self, path: Path, line: int, what: str, mend: str) -> None:
        self.record.findings.append(Finding(str(path), line, quoted(what), mend))


class _Judge(_Told):
    """Judges the comparisons of one article, and holds the ledger's verdicts against its own."""

    def __init__(self, finished: Finished, written: Written, record: Record) -> None:
        super().__init__(finished, record)
        self.written, self.figures = written, source_figures(written)

    def run(self) -> None:
        """Every comparison that a source names, in order."""
        relations = list(source_relations(self.written, self.figures))
        for relation in relations:
            self._judged(relation)
        printed = [relation.printed for relation in relations]
        if [verdict["printed"] for verdict in self.verdicts] != printed:
            what = "the ledger does not judge just the comparisons that the sources name, in order"
            self._add(self.written.article.path, 1, what, REBUILD)
        for figure in self.figures.values():
            if figure.fields["unit"] in _COMPARING and figure.printed and figure.id not in printed:
                self.record.exemptions[EXEMPTED[0]] += 1

    def _judged(self, relation: Relation) -> None:
        """Compare the ledger's verdict with one of our own."""
        self.record.counts["comparisons"] += 1
        at = (relation.file, relation.line)
        a, b, printed = (self.figures[name] for name in (relation.a, relation.b, relation.printed))
        if relation.relation not in _RESULTS or not (a.reading and b.reading and printed.reading):
            mend = "name two figures with a value, and one of " + ", ".join(_RESULTS)
            self._add(*at, f"'{relation.printed}' cannot be judged", mend)
            return
        try:
            factor = self._factor(relation.relation, a, b, printed)
            again = recompute(relation.relation, a.reading, b.reading, factor)
        except ZeroDivisionError:
            self._add(*at, f"'{relation.printed}' divides by zero", "name the right figures")
            return
        verdict = judge(printed.reading, again)
        said = next((v for v in self.verdicts if v["printed"] == relation.printed), {})
        meant = {
            "printed": relation.printed,
            "relation": relation.relation,
            "a": relation.a,
            "b": relation.b,
            "recomputed": f"{relation.printed}/recomputed",
            "verdict": verdict,
        }
        if said != meant:
            wrong = [f"{key} '{said.get(key)}'" for key in meant if said.get(key) != meant[key]]
            what = (
                f"the ledger judges '{relation.printed}' with {', '.join(wrong)}; it is {verdict}"
            )
            self._add(*at, what, REBUILD)
        self.record.counts[verdict.replace("_", " ")] += 1

    def _factor(self, relation: str, a: Figure, b: Figure, printed: Figure) -> Fraction:
        """From the figures' units to that of the result."""
        one, other, result = (
            self.written.factor(str(figure.fields["unit"])) for figure in (a, b, printed)
        )
        if relation == "difference":
            return one / result
        return one / other / result if relation in ("ratio", "share") else 1 / result


class _Pages(_Told):
    """What the pages say of the ledger's verdicts."""

    def run(self) -> None:
        """Each language: what is inconsistent is spoken of, and the tables are right."""
        for lang in self.finished.pages:
            for verdict in self.verdicts:
                if verdict["verdict"] == "inconsistent":
                    self._spoken_of(lang, verdict["printed"])
            self._table(lang)

    def _spoken_of(self, lang: str, printed: str) -> None:
        """An inconsistent figure and what it should be stand in the text of a language."""
        path, root = self.finished.pages[lang]
        markdown, source = self.finished.markdown[lang]
        shown = {path: set(_in_prose(root)), markdown: set(_in_markdown(source))}
        wanted = (printed, f"{printed}/recomputed")
        template = self.finished.templates / self.finished.article / f"article.{lang}.md.j2"
        for file, facts in shown.items():
            if lacking := [name for name in wanted if name not in facts]:
                what = f"'{printed}' is inconsistent, and {file} does not show {lacking}"
                mend = (
                    f"say so in the text, with {{{{ f('{wanted[0]}') }}}} and the recomputed value"
                )
                self._add(template, 1, what, mend)

    def _table(self, lang: str) -> None:
        """The tables of verdicts of a page: of all sources, or whole for the source it names."""
        path, root = self.finished.pages[lang]
        for table in root.xpath("//*[@id='verdicts' or starts-with(@id, 'verdicts-')]//tbody"):
            anchor = str(table.xpath("string(ancestor::*[starts-with(@id, 'verdicts')][1]/@id)"))
            of = anchor.removeprefix("verdicts").removeprefix("-")
            meant = [v for v in self.verdicts if not of or v["printed"].split("/")[0] == of]
            rows = list(table.iter("tr"))
            if (of and not meant) or len(rows) != len(meant):
                what = f"the table '{anchor}' has {len(rows)} rows, not {len(meant)}"
                self._add(path, table.sourceline or 1, what, "run snakemake all")
            for row, verdict in zip(rows, meant, strict=False):
                label = self.finished.ledger["vocabulary"]["verdicts"][verdict["verdict"]]["label"]
                facts = row.xpath(".//@data-fact")
                told = text_of(row[-1])
                if facts != [verdict["printed"], verdict["recomputed"]] or told != squeeze(
                    label[lang]
                ):
                    what = f"the verdict on '{verdict['printed']}' is shown as “{told}” of {facts}"
                    self._add(path, row.sourceline or 1, what, "run snakemake all")


def _in_prose(root: Any) -> Iterator[str]:
    """Facts in the running text of a page: no table, no figure, no evidence."""
    for tag in root.xpath("//main//data[@data-fact]"):
        if not any(True for _ in tag.iterancestors("table", "figure", "details")):
            yield tag.get("data-fact")


def _in_markdown(source: str) -> Iterator[str]:
    text = MarkdownText(source)
    lines = source.split("\n")
    last = text.lines.at(text.evidence)
    for name, line in facts_in(text.links):
        if line < last and not lines[line - 1].startswith("|"):
            yield name
