"""The ledger embedded in a page, read as a stranger would: its form is checked, nothing believed.

What each part means stands in schemas/embedded.schema.json.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

COLUMNS = ["kind", "unit", "text", "value", "low", "high", "printed", "formula", "inputs"]
_KIND = ("origin", "standing", "kind", "approximate")
_DECIMAL = re.compile(r"-?[0-9]{1,60}(\.[0-9]{1,60})?", re.ASCII)
_FACTOR = re.compile(r"[0-9]{1,30}(/0*[1-9][0-9]{0,29})?", re.ASCII)
#: No page comes near these; a page that does is made to keep a machine busy.
MOST_FACTS, LONGEST_FORMULA = 20_000, 2_000
#: Units whose values are no numbers.
NO_NUMBERS = ("date", "id")


class EmbeddedError(ValueError):
    """A page without a ledger, or with a broken one; carries its line."""

    def __init__(self, line: int, what: str) -> None:
        self.line, self.what = line, what
        super().__init__(what)


@dataclass(frozen=True, slots=True)
class Embedded:
    """An embedded ledger: facts in the form of ledger.json, with text in one language, and lines.

    A fact has id, origin, standing, kind, approximate, unit, text, value, low, high, printed,
    formula and inputs.
    """

    article: str
    version: str
    language: str
    factors: dict[str, Fraction]
    facts: dict[str, dict[str, Any]]
    lines: dict[str, int]

    @property
    def ledger(self) -> dict[str, Any]:
        """As much of a ledger as the rules for tags ask for."""
        facts = {
            name: {**fact, "text": {self.language: fact["text"]}, "conditions": {}}
            for name, fact in self.facts.items()
        }
        return {"facts": facts, "sources": self._cells()}

    def _cells(self) -> dict[str, Any]:
        """What the tables of sources hold in the cells of these facts, as printed."""
        sources: dict[str, Any] = {}
        for name, fact in self.facts.items():
            parts = name.split("/")
            if len(parts) == 4 and fact["formula"] is None:
                source, table, row, column = parts
                tables = sources.setdefault(source, {"tables": {}})["tables"]
                cells = tables.setdefault(table, {"cells": {}})["cells"]
                cells.setdefault(row, {})[column] = fact["printed"]
        return sources


def read_embedded(root: Any) -> Embedded:
    """The embedded ledger of a page. Raises EmbeddedError."""
    found = root.xpath("//script[@id='ledger']")
    if len(found) != 1:
        what = "holds no ledger" if not found else "holds more than one ledger"
        raise EmbeddedError(1, f"the page {what}")
    script = found[0]
    text, line = script.text or "", script.sourceline or 1
    if script.get("type") != "application/json":
        raise EmbeddedError(line, "the ledger is no block of data (type application/json)")
    try:
        content = json.loads(text, object_pairs_hook=_once)
        return _read(content, _lines(text, line))
    except RecursionError:
        raise EmbeddedError(line, "the ledger is nested without end") from None
    except json.JSONDecodeError as error:
        at = line + error.lineno - 1
        raise EmbeddedError(at, f"the ledger is broken JSON ({error.msg})") from None
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise EmbeddedError(line, f"the ledger has not its form ({error})") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a name stands twice")
    return dict(pairs)


def _lines(text: str, first: int) -> dict[str, int]:
    """The line of each fact: it stands at the beginning of its own, below that of its group."""
    found: dict[str, int] = {}
    above = ""
    for number, row in enumerate(text.split("\n"), start=first):
        if match := re.match(r'\[("[^"\\]*"),\{', row):
            above = json.loads(match[1])
        elif match := re.match(r'("[^"\\]+"):\[', row):
            found[above + json.loads(match[1])] = number
    return found


def _read(content: Any, lines: dict[str, int]) -> Embedded:
    if content["schema"] != 2 or content["columns"] != COLUMNS:
        raise ValueError("it is of another version")
    language, rows = content["language"], _rows(content["facts"])
    if language not in ("en", "zh-TW"):
        raise ValueError("its language is not known")
    if len(rows) > MOST_FACTS:
        raise ValueError(f"it has more than {MOST_FACTS} facts")
    factors = {unit: _factor(factor) for unit, factor in content["units"]}
    units = [unit for unit, _ in content["units"]]
    names = list(rows)
    facts = {name: _fact(name, row, content["kinds"], units) for name, row in rows.items()}
    for name, fact in facts.items():
        fact["inputs"] = _inputs(name, fact["inputs"], names)
    return Embedded(content["article"], content["version"], language, factors, facts, lines)


def _rows(groups: list[Any]) -> dict[str, list[Any]]:
    """The rows of all facts, each by its whole id."""
    rows: dict[str, list[Any]] = {}
    for above, own in groups:
        for name, row in own.items():
            if not isinstance(above, str) or not isinstance(row, list):
                raise TypeError(f"'{name}' is no row of a group")
            if above + name in rows:
                raise ValueError(f"'{above}{name}' stands twice")
            rows[above + name] = row
    return rows


def _inputs(name: str, places: Mapping[str, Any], names: list[str]) -> dict[str, str]:
    """The facts that a formula is over; they are named by their places."""
    for place in places.values():
        if type(place) is not int:
            raise TypeError(f"an input of '{name}' is no fact")
        if not 0 <= place < len(names):
            raise ValueError(f"'{name}' is computed from fact {place}, which it does not have")
    return {alias: names[place] for alias, place in places.items()}


def _factor(text: str) -> Fraction:
    if not _FACTOR.fullmatch(text) or not Fraction(text):
        raise ValueError(f"'{text[:40]}' is no factor of a unit")
    return Fraction(text)


def _fact(name: str, row: list[Any], kinds: list[Any], units: list[str]) -> dict[str, Any]:
    cells = dict(zip(COLUMNS, [*row, *[None] * (len(COLUMNS) - len(row))], strict=True))
    which, unit = cells.pop("kind"), cells["unit"]
    if not (isinstance(which, int) and isinstance(unit, int) and min(which, unit) >= 0):
        raise ValueError(f"'{name}' names no kind or unit")
    fact = {"id": name, **dict(zip(_KIND, kinds[which], strict=True)), **cells}
    fact |= {"unit": units[unit], "inputs": cells["inputs"] or {}}
    for key in ("text", "value", "low", "high", "printed", "formula"):
        if not (isinstance(fact[key], str) or (fact[key] is None and key != "text")):
            raise TypeError(f"the {key} of '{name}' is no text")
    if len(fact["formula"] or "") > LONGEST_FORMULA:
        raise ValueError(f"the formula of '{name}' is longer than {LONGEST_FORMULA} characters")
    return _filled(fact)


def _filled(fact: dict[str, Any]) -> dict[str, Any]:
    """A fact whose bounds and print are told, where they follow from its value."""
    if fact["unit"] not in NO_NUMBERS:
        for key in ("value", "low", "high"):
            if fact[key] is not None and not _DECIMAL.fullmatch(fact[key]):
                raise ValueError(f"the {key} of '{fact['id']}' is no number")
        if fact["value"] is not None and fact["low"] is None and fact["high"] is None:
            fact["low"], fact["high"] = _bounds(fact["value"], fact["kind"])
    if fact["printed"] is None:
        fact["printed"] = (fact["value"] or "") if fact["formula"] is None else ""
    return fact


def _bounds(value: str, kind: str) -> tuple[str, str]:
    """What the digits of a value leave open: of a measure half a step of the last, else nothing."""
    if kind == "count":
        return value, value
    exact = Decimal(value)
    half = Decimal((0, (5,), int(exact.as_tuple().exponent) - 1))
    return f"{exact - half:f}", f"{exact + half:f}"


def embedded_faults(
    root: Any, ledger: Mapping[str, Any], lang: str, entries: list[str]
) -> Iterator[tuple[int, str]]:
    """Where the ledger in a page differs from ledger.json; `entries` are the facts of the page."""
    try:
        embedded = read_embedded(root)
    except EmbeddedError as error:
        yield error.line, error.what
        return
    top = root.xpath("//script[@id='ledger']")[0].sourceline or 1
    article = ledger["article"]
    frame = (embedded.article, embedded.version, embedded.language)
    if frame != (article["id"], article["version"], lang):
        yield top, f"the embedded ledger is that of {', '.join(map(str, frame))}"
    if sorted(embedded.facts) != sorted(entries):
        apart = sorted(set(embedded.facts) ^ set(entries))
        yield top, f"the embedded ledger and the entries differ in {', '.join(apart[:3])}"
    for unit, factor in embedded.factors.items():
        if str(factor) != ledger["factors"].get(unit, "1"):
            yield top, f"the embedded ledger has another size of the unit '{unit}'"
    for name, fact in embedded.facts.items():
        known = ledger["facts"].get(name)
        if known is None:
            yield embedded.lines.get(name, top), f"the embedded fact '{name}' is not in the ledger"
            continue
        meant = {**known, "text": known["text"][lang]}
        for key, value in fact.items():
            if value != meant[key]:
                what = f"the embedded {key} of '{name}' is {value!r}, the ledger's {meant[key]!r}"
                yield embedded.lines.get(name, top), what
