"""The ledger: every fact of an article, complete and in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from tieout.article import VERSION_DAY, load_article
from tieout.claims import Claim, weigh_claims
from tieout.comparisons import Comparison, read_comparisons
from tieout.conditions import Vocabulary, load_vocabulary
from tieout.derive import Deriver
from tieout.errors import Problem, TieoutError, nearest, shown
from tieout.facts import Fact, from_figure
from tieout.names import NAME
from tieout.printed import PrintedError, read_date
from tieout.recompute import Verdict, judge_relations
from tieout.schema import load_valid
from tieout.source_reader import load_source
from tieout.sources import LANGUAGES, Place, Source
from tieout.standing import circle_problems, intermediary
from tieout.units import UnitError, Units, load_units
from tieout.wording import word_date
from tieout.yamlio import Document


@dataclass(frozen=True, slots=True)
class Ledger:
    """All facts of one article by id, its sources in order, claims and verdicts.

    `factors` has what one of a unit is in base units, for each unit of a fact where that is not 1.
    """

    article: str
    document: Document
    words: Vocabulary
    vocabulary: dict[str, Any]
    sources: dict[str, Source]
    facts: dict[str, Fact]
    claims: tuple[Claim, ...]
    verdicts: tuple[Verdict, ...]
    comparisons: tuple[Comparison, ...]
    factors: dict[str, Fraction]


def build_ledger(article: str, sources: Path, templates: Path) -> Ledger:
    """Read an article and its sources, derive, weigh the claims, judge the printed relations.

    Raises TieoutError with every problem that one pass can find.
    """
    document = load_article(templates, article)
    words = load_vocabulary(sources / "conditions.yaml")
    units = load_units(sources / "units.yaml")
    vocabulary = load_valid(sources / "vocabulary.yaml", "vocabulary").data
    loaded = _load_sources(document, sources, words, units)
    _check_kinds(loaded, vocabulary["kinds"])
    units = _all_units(loaded, units)
    facts = _printed(document, loaded)
    facts[VERSION_DAY] = _version_day(document, units)
    deriver = Deriver(document, facts, units, words)
    facts = deriver.run()
    verdicts = judge_relations(loaded, facts, deriver)
    claims = weigh_claims(document, loaded, facts, units)
    compared = read_comparisons(document, facts, words)
    factors = _factors(facts.values(), units)
    return Ledger(
        article, document, words, vocabulary, loaded, facts, claims, verdicts, compared, factors
    )


def _factors(facts: Iterable[Fact], units: Units) -> dict[str, Fraction]:
    used = dict.fromkeys(fact.unit.id for fact in facts if fact.unit.is_number)
    found = {unit: units.base(unit)[0] for unit in used}
    return {unit: factor for unit, factor in found.items() if factor != 1}


def _load_sources(
    document: Document, folder: Path, words: Vocabulary, units: Units
) -> dict[str, Source]:
    loaded: dict[str, Source] = {}
    problems: list[Problem] = []
    known = sorted(path.parent.name for path in folder.glob("*/source.yaml"))
    for index, name in enumerate(document.data["sources"]):
        line = document.line("sources", index)
        if not NAME.fullmatch(name) or name not in known:
            mend = nearest(name, known) or f"create sources/{name}/source.yaml or remove it"
            what = f"there is no source '{name}'"
            problems.append(Problem(shown(document.path), line, what, mend))
            continue
        try:
            loaded[name] = load_source(folder / name, words, units)
        except TieoutError as error:
            problems.extend(error.problems)
    for source in loaded.values():
        via = source.meta.get("via")
        if via and via not in document.data["sources"]:
            what = f"the source quotes through '{via}', which the article does not list"
            mend = f"add '{via}' to the article's sources"
            problems.append(source.document.problem(("via",), what, mend))
    problems += circle_problems({name: source.document for name, source in loaded.items()})
    if problems:
        raise TieoutError(problems)
    return loaded


def _check_kinds(sources: Mapping[str, Source], kinds: Mapping[str, Any]) -> None:
    problems: list[Problem] = []
    for source in sources.values():
        kind = source.meta["kind"]
        if kind not in kinds:
            mend = nearest(kind, kinds) or f"use one of {', '.join(kinds)}"
            problems.append(source.document.problem(("kind",), f"unknown kind '{kind}'", mend))
    if problems:
        raise TieoutError(problems)


def _all_units(sources: Mapping[str, Source], units: Units) -> Units:
    """The shared units and those that the sources add."""
    for source in sources.values():
        try:
            units = units.with_added({f.unit.id: f.unit for f in source.figures.values()})
        except UnitError as error:
            mend = "name it apart, or move it to sources/units.yaml"
            raise source.document.fail(("units",), str(error), mend) from None
    return units


def _printed(document: Document, sources: Mapping[str, Source]) -> dict[str, Fact]:
    claimed = {entry["figure"] for entry in document.data.get("claims", {}).values()}
    facts: dict[str, Fact] = {}
    problems: list[Problem] = []
    for source in sources.values():
        for figure in source.figures.values():
            try:
                via = intermediary(source.meta, figure.standing)
                facts[figure.id] = from_figure(figure, via, figure.id in claimed)
            except TieoutError as error:
                problems.extend(error.problems)
    if problems:
        raise TieoutError(problems)
    return facts


def _version_day(document: Document, units: Units) -> Fact:
    """The day of the article's version, so that the page can print it as a fact."""
    line = document.line("date")
    try:
        day = read_date(str(document.data["date"]))
    except PrintedError as error:
        raise document.fail(("date",), str(error), "write the day as 2026-10-16") from None
    return Fact(
        id=VERSION_DAY,
        origin="assumed",
        unit=units["date"],
        kind="count",
        label={"en": "day of this version", "zh-TW": "本版日期"},
        standing="set",
        place=Place(shown(document.path), line),
        printed=str(document.data["date"]),
        day=day,
        text={lang: word_date(day, lang) for lang in LANGUAGES},
    )
