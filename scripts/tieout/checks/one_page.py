"""One finished page, with nothing beside it, against the ledger that it carries.

Every derived fact is computed again, every printed one read again, and every number that a reader
sees compared. A page whose ledger and text were both forged alike is told apart only by its sources
or by the archive of its version.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from tieout.checks.computed_facts import weakest
from tieout.checks.digits_supported import wording_faults
from tieout.checks.embedded import NO_NUMBERS, Embedded, EmbeddedError, read_embedded
from tieout.checks.evaluating import Box, Evaluator, Formula, FormulaError, agrees, box, to_decimal
from tieout.checks.finding import Finding, Record, quoted
from tieout.checks.finished import parse_html
from tieout.checks.ledger_equals_source import computed_faults
from tieout.checks.page_tags import Tags
from tieout.checks.reading import UnreadError, read
from tieout.checks.shown import squeeze, text_of

BLIND_SPOTS = (
    "whether the sources print what the ledger says that they print",
    "a number of the ledger and every place that shows it, changed alike",
    "conditions, locators and numbers without a tag: make verify looks at those in the project",
)
MEND = "the page is not as it was built: take it from its archive, and replay that"
MAX_BYTES = 50_000_000
Fault = tuple[int, str]


def check_page(path: Path) -> Record:
    """Look at one page. Raises OSError when it cannot be read."""
    record = Record("one_page", blind_spots=BLIND_SPOTS)

    def add(line: int, what: str) -> None:
        record.findings.append(Finding(str(path), line, quoted(what), MEND))

    try:
        root = _parsed(path)
        embedded = read_embedded(root)
    except EmbeddedError as error:
        add(error.line, error.what)
        return record
    top = root.xpath("//script[@id='ledger']")[0].sourceline or 1
    for name, what in _facts(embedded, record):
        add(embedded.lines.get(name, top), f"{name}: {what}")
    for line, what in _shown(root, embedded, record):
        add(line, what)
    return record


def _parsed(path: Path) -> Any:
    if path.stat().st_size > MAX_BYTES:
        raise EmbeddedError(1, f"the page is larger than {MAX_BYTES} bytes")
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise EmbeddedError(1, "the page is not UTF-8") from None
    root = parse_html(text) if text.strip() else None
    if root is None:
        raise EmbeddedError(1, "the page is empty")
    return root


def _facts(embedded: Embedded, record: Record) -> Iterator[tuple[str, str]]:
    """What is wrong within the embedded ledger: prints, formulas, wordings."""
    evaluator = _evaluator(embedded)
    for name, fact in embedded.facts.items():
        if fact["formula"] is not None:
            record.counts["recomputed"] += 1
            yield from ((name, what) for what in _derived(name, fact, embedded, evaluator))
        elif fact["printed"] and fact["unit"] not in NO_NUMBERS:
            record.counts["read again"] += 1
            yield from ((name, what) for what in _printed(fact, record))
        elif not fact["printed"] and (fact["value"] or fact["low"]):
            yield name, "it has a value, but neither a print nor a formula"
        if (fact["origin"] == "derived") != (fact["formula"] is not None):
            yield name, f"its origin is {fact['origin']}, which its formula does not bear out"
        record.counts["wordings"] += 1
        yield from ((name, what) for what in _wording(name, fact, embedded.language))


def _evaluator(embedded: Embedded) -> Evaluator:
    formulas: dict[str, Formula] = {}
    boxes: dict[str, Box] = {}
    for name, fact in embedded.facts.items():
        if fact["formula"] is not None:
            formulas[name] = Formula(fact["formula"], fact["inputs"])
        elif fact["low"] is not None and fact["high"] is not None:
            low, high = Fraction(fact["low"]), Fraction(fact["high"])
            value = (low + high) / 2 if fact["value"] is None else Fraction(fact["value"])
            boxes[name] = box(value, low, high, embedded.factors[fact["unit"]])
    return Evaluator(formulas, boxes)


def _derived(
    name: str, fact: Mapping[str, Any], embedded: Embedded, evaluator: Evaluator
) -> Iterator[str]:
    parts = [embedded.facts[other] for other in fact["inputs"].values()]
    if fact["standing"] != weakest(parts):
        yield f"its standing is {fact['standing']}, that of its inputs {weakest(parts)}"
    if fact["approximate"] != any(part["approximate"] for part in parts):
        yield "its mark of approximation is not that of its inputs"
    try:
        yield from computed_faults(name, fact, embedded.factors[fact["unit"]], evaluator)
    except (FormulaError, TypeError, ValueError, RecursionError, MemoryError) as error:
        yield str(error) or "the formula is too deep"


def _printed(fact: Mapping[str, Any], record: Record) -> Iterator[str]:
    try:
        reading = read(fact["printed"], fact["kind"])
    except UnreadError as error:
        if any(character.isdecimal() for character in fact["printed"]):
            yield str(error)
        else:
            record.exemptions["a number printed in words"] += 1
        return
    ends = {"value": reading.value, "low": reading.low, "high": reading.high}
    for key, number in ends.items():
        said = fact[key]
        if said is not None if number is None else not agrees(said, to_decimal(number)):
            yield f"its {key} is {said}, but '{fact['printed']}' was printed"


def _wording(name: str, fact: Mapping[str, Any], lang: str) -> Iterator[str]:
    """What is wrong with a wording. Whether a value or a range is asked for is not known here."""
    text = fact["text"]
    shown = "either" if name.startswith("claim/") else "value"
    try:
        if shown == "value" and fact["formula"] is not None and read(text).value is None:
            shown = "range"
        for what in wording_faults(fact, text, None, shown, None):
            yield f"the {lang} wording '{text}' {what}"
    except UnreadError as error:
        if text and any(character.isdecimal() for character in text + fact["printed"]):
            yield str(error)
    except (TypeError, ValueError):
        yield "it has a wording, but not the numbers for it"


def _shown(root: Any, embedded: Embedded, record: Record) -> Iterator[Fault]:
    """What is wrong with what a reader sees: the tags, and the entry of each fact."""
    tags = Tags(root, embedded.ledger, embedded.language)
    record.counts["numbers shown"] += len(tags.tagged)
    yield from tags.faults(is_page=True, conditions=False)
    entries = {each.get("id"): each for each in root.xpath("//*[starts-with(@id, 'fact-')]")}
    for name, fact in embedded.facts.items():
        entry = entries.pop(f"fact-{name}", None)
        record.counts["entries"] += entry is not None
        if entry is None:
            yield embedded.lines.get(name, 1), f"'{name}' has no entry on the page"
            continue
        line, text = entry.sourceline or 1, text_of(entry)
        if fact["text"] and not entry.xpath(".//data[@data-fact=$name]", name=name):
            yield line, f"the entry of '{name}' does not show its number"
        if fact["formula"] is not None and squeeze(fact["formula"]) not in text:
            yield line, f"the entry of '{name}' does not show its formula, {fact['formula']}"
    for left, entry in entries.items():
        yield entry.sourceline or 1, f"the embedded ledger has no fact for the entry '{left}'"
