"""The claims of an article weighed again: which figures they meet, and under what conditions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from tieout.checks.computed_facts import Anew, Fields, differing
from tieout.checks.evaluating import agrees, to_decimal
from tieout.checks.source_figures import Figure

Said = tuple[Path, int, str]


def claim_findings(anew: Anew, ledger: Mapping[str, Any]) -> Iterator[Said]:
    """Where the ledger's claims are not what the figures give: file, line, what."""
    tree = anew.written.article
    entries: Mapping[str, Any] = tree.data.get("claims") or {}
    if list(ledger["claims"]) != list(entries):
        yield tree.path, tree.line("claims"), "the ledger has other claims than this file"
    for name, entry in entries.items():
        said: Mapping[str, Any] = ledger["claims"].get(name) or {}
        claim = anew.figures.get(str(entry.get("figure")))
        if claim is None or claim.reading is None:
            what = f"the claim '{name}' names no figure with a value"
            yield tree.path, tree.line("claims", name), what
            continue
        meant = _weigh(name, claim, entry, anew)
        for key, value in meant.items():
            same = (
                agrees(said.get(key), value)
                if isinstance(value, Decimal)
                else said.get(key) == value
            )
            if not same:
                what = f"the ledger's {key} of the claim '{name}' is not what the figures give"
                yield tree.path, tree.line("claims", name), what


def _weigh(name: str, claim: Figure, entry: Mapping[str, Any], anew: Anew) -> dict[str, Any]:
    near = Fraction(str(entry.get("near", "0")).removesuffix("%")) / 100
    official = {n for n, tree in anew.written.sources.items() if tree.data.get("official")}
    ranked: list[tuple[Fraction, str, dict[str, Any]]] = []
    for other in anew.candidates(claim, entry.get("also") or []):
        candidate = _candidate(name, claim, other, near)
        candidate["official"] = other.fields["source"] in official
        ranked.append((abs(_distance(claim, other)), other.id, candidate))
    ranked.sort(key=lambda one: one[:2])
    candidates = [candidate for _, _, candidate in ranked]
    return {
        "figure": claim.id,
        "near": to_decimal(near),
        "verdict": _overall(candidates),
        "candidates": candidates,
        "questions": {
            fact: _answers(anew.fields[fact], anew)
            for fact in (claim.id, *(candidate["fact"] for candidate in candidates))
        },
    }


def _distance(claim: Figure, other: Figure) -> Fraction:
    if claim.reading is None or other.reading is None:
        return Fraction(0)
    value = claim.reading.value or (claim.reading.low + claim.reading.high) / 2
    return value / (other.reading.value or Fraction(1)) - 1


def _candidate(name: str, claim: Figure, other: Figure, near: Fraction) -> dict[str, Any]:
    rows = [claim.fields["conditions"], other.fields["conditions"]]
    unstated = list(dict.fromkeys(key for row in rows for key in row if _unstated(row[key])))
    differs = [key for key in differing(rows) if key not in unstated]
    is_near = abs(_distance(claim, other)) <= near
    verdict = "near" if is_near else "far"
    one, two = claim.reading, other.reading
    if is_near and one and two and one.low <= two.high and two.low <= one.high:
        verdict = "match_other_conditions" if differs or unstated else "match"
    return {
        "fact": other.id,
        "distance": f"claim/{name}/{other.id}",
        "verdict": verdict,
        "differs": differs,
        "unstated": unstated,
    }


def _overall(candidates: list[dict[str, Any]]) -> str:
    met = [(c["official"], c["verdict"]) for c in candidates if c["verdict"].startswith("match")]
    if (True, "match") in met:
        return "found"
    if any(official for official, _ in met):
        return "found_other_conditions"
    return "found_elsewhere" if met else "not_found"


def _answers(fields: Fields, anew: Anew) -> dict[str, Any]:
    """The readers' questions answered for one figure."""
    conditions = fields["conditions"]
    questions: Mapping[str, Any] = anew.written.conditions.data.get("questions") or {}
    return {
        name: {
            "stated": all(
                k in conditions and not _unstated(conditions[k]) for k in question["keys"]
            ),
            "values": {key: conditions[key] for key in question["keys"] if key in conditions},
        }
        for name, question in questions.items()
    }


def _unstated(words: Mapping[str, str]) -> bool:
    return words.get("en") == "not stated"
