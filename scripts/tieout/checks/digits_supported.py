"""No number shows more digits than are known, and none hides that it is approximate.

Every wording of the ledger is read back: a printed figure's must be the printed one, with its
bounds and its mark of approximation; a computed figure's must have just the digits that its bounds
support, or as a range hold them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tieout.checks.finding import Finding, Record, new_record, quoted
from tieout.checks.finished import Finished
from tieout.checks.precision import (
    half_up,
    has_digit,
    leading_unit,
    places,
    plain,
    supported_step,
)
from tieout.checks.reading import PARTS, Reading, UnreadError, read, read_day, unit_of
from tieout.checks.source_figures import source_figures
from tieout.checks.written import Written, well_formed, written_for

BLIND_SPOTS = (
    "numbers whose wording is in words rather than digits",
    "whether the bounds themselves are honest about how a source measured",
)
#: What is counted, and what is let pass.
COUNTED = ("wordings",)
EXEMPTED = ("worded without digits",)
#: A computed figure that is exact may be cut to this many digits, never to fewer.
LEAST_DIGITS = 4


def check(finished: Finished) -> Record:
    """Read every wording of the ledger back."""
    record = new_record("digits_supported", BLIND_SPOTS, COUNTED, EXEMPTED)
    written = written_for(finished, record)
    if written is not None:
        with well_formed(finished, record):
            _read_back(finished, written, record)
    return record


def _read_back(finished: Finished, written: Written, record: Record) -> None:
    wordings = {name: figure.wording for name, figure in source_figures(written).items()}
    shows = {
        name: str(entry.get("show", "value"))
        for name, entry in (written.article.data.get("derived") or {}).items()
    }
    for name, fact in finished.ledger["facts"].items():
        shown = "either" if name.startswith("claim/") else shows.get(name, "value")
        for lang in finished.ledger["article"]["languages"]:
            text = fact["text"].get(lang, "")
            record.counts["wordings"] += 1
            given = (wordings.get(name) or {}).get(lang)
            try:
                problems = list(
                    wording_faults(fact, text, given, shown, _pattern(fact, lang, written))
                )
            except UnreadError as error:
                if not any(character.isdecimal() for character in text + fact["printed"]):
                    record.exemptions[EXEMPTED[0]] += 1
                    continue
                problems = [str(error)]
            _report(record, finished, fact, (lang, text), problems)


def _report(
    record: Record,
    finished: Finished,
    fact: Mapping[str, Any],
    worded: tuple[str, str],
    problems: list[str],
) -> None:
    file, _, rest = str(fact["place"]).partition(":")
    line = rest.split(" ")[0]
    mend = "build the ledger again; if it stays, give the figure a wording that says what is known"
    for what in problems:
        text = f"{fact['id']}: the {worded[0]} wording '{worded[1]}' {what}"
        number = int(line) if line.isdecimal() else 1
        record.findings.append(Finding(file or finished.article, number, quoted(text), mend))


def _pattern(fact: Mapping[str, Any], lang: str, written: Written) -> str:
    entry = written.unit_entries.get(fact["unit"]) or {}
    return str((entry.get("wording") or {}).get(lang, "{n}"))


def wording_faults(
    fact: Mapping[str, Any], text: str, given: str | None, shown: str, pattern: str | None
) -> Iterator[str]:
    """What is wrong with one wording. Raises UnreadError.

    `given` is the wording that the source's folder asks for, `shown` is value, range or either,
    `pattern` the unit's wording; without it the unit is not looked at.
    """
    if fact["formula"] is None and not fact["printed"]:
        if text:
            yield "stands for a figure that was not captured"
        return
    if fact["unit"] == "date":
        if read_day(text) != read_day(fact["printed"]):
            yield f"is another day than {fact['printed']}"
        return
    if fact["unit"] == "id":
        if text != fact["printed"]:
            yield f"is not the name as printed, '{fact['printed']}'"
        return
    if fact["formula"] is not None:
        yield from _computed(fact, text, shown, pattern)
        return
    if given is not None and text != given:
        yield f"is not the one that the source's folder gives, '{given}'"
    reading = read(text, fact["kind"])
    yield from _as_printed(fact, reading)
    if given is None:
        yield from _unit(reading, pattern)


def _as_printed(fact: Mapping[str, Any], reading: Reading) -> Iterator[str]:
    """A printed figure's wording against its printed text."""
    printed = read(fact["printed"], fact["kind"])
    if reading.value != printed.value:
        yield f"has another value than '{fact['printed']}'"
    elif (reading.low, reading.high) != (printed.low, printed.high):
        yield f"is not as exact as '{fact['printed']}': it leaves other digits open"
    if printed.about and not reading.about:
        yield f"hides that '{fact['printed']}' is approximate"
    if fact["approximate"] != printed.about:
        yield f"belongs to a fact whose mark of approximation is not that of '{fact['printed']}'"


def _unit(reading: Reading, pattern: str | None) -> Iterator[str]:
    if pattern is None:
        return
    sign = unit_of(pattern.replace("{n}", ""))
    if reading.unit != sign:
        yield f"reads in '{reading.unit}', not in '{sign}'"


def _computed(fact: Mapping[str, Any], text: str, shown: str, pattern: str | None) -> Iterator[str]:
    """A computed figure's wording against its bounds."""
    value, low, high = (Fraction(fact[key]) for key in ("value", "low", "high"))
    step = supported_step(low, high)
    digits = step is None or has_digit(value, step)
    if not text:
        if digits or shown != "value":
            yield "is empty, though digits are supported"
        return
    reading = read(text)
    yield from _unit(reading, pattern)
    if shown == "either" and reading.high > 0 and not re.search(r"[+±][^+±]+\Z", text):
        yield "is a distance above zero without its plus sign"
    if reading.value is None:
        if shown == "value" or (shown == "either" and digits):
            yield "is a range, where a value is asked for"
        yield from _range(reading, low, high)
        return
    if shown == "range" and step is not None:
        yield "is a value, where a range is asked for"
    if step is None:
        yield from _exact(reading, value)
    elif not digits:
        yield "has a digit, but its bounds support none"
    else:
        yield from _value(reading, value, step)
    if fact["approximate"] and not reading.about:
        yield "hides that it rests on approximate figures"
    if reading.about and not fact["approximate"] and (step or 0) * _scale(reading) <= 1:
        yield "is called approximate, though no figure below it is"


def _value(reading: Reading, value: Fraction, step: Fraction) -> Iterator[str]:
    scale = _scale(reading)
    rounded = half_up(value, step)
    if reading.value != rounded:
        meant = plain(rounded * scale, places(step * scale))
        yield f"is not the value with the digits that its bounds support, {meant}"
    elif reading.place < step and step * scale < 1:
        yield "has more digits than its bounds support"
    elif reading.place > step:
        yield "has fewer digits than its bounds support"
    elif step * scale > 1 and reading.step < step:
        yield "has zeros that look known: about, or a word of magnitude, is missing"


def _scale(reading: Reading) -> int:
    return int(10 ** PARTS.get(reading.unit, 0))


def _exact(reading: Reading, value: Fraction) -> Iterator[str]:
    if reading.value == value:
        return
    rounded = half_up(value, reading.place)
    if reading.value != rounded or not rounded:
        yield "is not its value"
    elif leading_unit(rounded) < reading.place * 10 ** (LEAST_DIGITS - 1):
        yield f"cuts an exact figure to fewer than {LEAST_DIGITS} digits"


def _range(reading: Reading, low: Fraction, high: Fraction) -> Iterator[str]:
    """A range holds the bounds, each end within a unit of the first digit of their width."""
    if low == high:
        yield "is a range of a figure that is exact"
        return
    hair, unit = max(abs(low), abs(high)) / 10**14, leading_unit(high - low)
    if reading.low > low + hair or reading.high < high - hair:
        yield f"does not hold its bounds, {float(low):.6g} to {float(high):.6g}"
    elif low - reading.low >= unit or reading.high - high >= unit:
        yield "is wider than its bounds by a whole digit"
