"""Tables of judgement: claims beside candidates, printed comparisons beside recomputed ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from tieout.pages.inline import Exempt, FactRef, Inline, Link, Mark, Part, Text, plain
from tieout.pages.row_labels import row_labels
from tieout.pages.tables import Grid
from tieout.pages.view import View

#: How many candidates show their distance, unless more of them match or are near. Of the others
#: the verdict tells enough: each distance is a fact with an entry of its own.
MEASURED = 5
NOTHING = "–"


def claim_grid(name: str, claim: Mapping[str, Any], view: View) -> Grid:
    """A claim and all its candidates in columns; questions and other conditions in rows."""
    chosen = claim["candidates"]
    facts = [claim["figure"], *(candidate["fact"] for candidate in chosen)]
    groups = _condition_groups(view)
    labels = [view.word(key) for key in ("value", "distance", "verdict")]
    verdicts = [_verdict("claim_verdicts", claim["verdict"], view)]
    verdicts += [_verdict("candidate_verdicts", each["verdict"], view) for each in chosen]
    body: list[list[Inline]] = [
        [[FactRef(fact)] for fact in facts],
        [[Text(NOTHING)], *_distances(chosen)],
        [[verdict] for verdict in verdicts],
    ]
    # Counted from the first row and column of the table's body.
    marked = frozenset(
        (len(body) + row, 2 + column)
        for row, (_, keys) in enumerate(groups)
        for column, candidate in enumerate(chosen)
        if set(keys) & set(candidate["differs"])
    )
    labels += [label for label, _ in groups]
    body += [[_answer(fact, keys, view) for fact in facts] for _, keys in groups]
    rows = [[[Text(label)], *cells] for label, cells in zip(labels, body, strict=True)]
    heads: list[Inline] = [[Text(view.word("what"))], *(_column(fact, view) for fact in facts)]
    caption = [Text(view.word("claim_caption"))]
    note = _tolerance(claim["near"], view)
    return Grid(caption, heads, rows, note, anchor=f"claim-{name}", marked=marked)


def _tolerance(near: str, view: View) -> Inline:
    """What near and far mean here."""
    share = f"{(Decimal(near) * 100).normalize():f}%"
    before, after = view.word("near_before"), view.word("near_after")
    return [Text(before), Exempt(share, "tolerance"), Text(after)]


def _distances(candidates: Sequence[Mapping[str, Any]]) -> list[Inline]:
    """How far the claim is from each; the nearest come first."""
    close = sum(each["verdict"] != "far" for each in candidates)
    measured = max(MEASURED, close)
    return [
        [FactRef(each["distance"])] if index < measured else [Text(NOTHING)]
        for index, each in enumerate(candidates)
    ]


def _condition_groups(view: View) -> list[tuple[str, list[str]]]:
    """Each question with its conditions, then the other conditions one by one."""
    questions = view.ledger["questions"].values()
    groups = [(view.localized(question["label"]), list(question["keys"])) for question in questions]
    asked = {key for _, keys in groups for key in keys}
    for key, entry in view.ledger["conditions"].items():
        if key not in asked:
            groups.append((view.localized(entry["label"]), [key]))
    return groups


def _column(fact: str, view: View) -> list[Part]:
    entry = view.fact(fact)
    source = view.localized(view.source(entry["source"])["label"])
    where = Link(f"#source-{entry['source']}", (Text(source),))
    return [where, Text(view.word("colon") + view.localized(entry["label"]))]


def _answer(fact: str, keys: Sequence[str], view: View) -> Inline:
    """A question's answer for one figure: its conditions, once where they all say the same."""
    conditions = view.fact(fact)["conditions"]
    values = {key: view.localized(conditions[key]) for key in keys if key in conditions}
    if len(set(values.values())) < 2:
        return [plain(next(iter(values.values()), NOTHING), "condition", view)]
    parts: list[Part] = []
    for key, value in values.items():
        if conditions[key]["en"] == "not applicable":
            continue
        if parts:
            label = view.localized(view.ledger["conditions"][key]["label"])
            parts.append(Text(view.word("semicolon") + label + view.word("colon")))
        parts.append(plain(value, "condition", view))
    return parts


def verdict_grid(view: View, source: str | None = None) -> Grid:
    """Every printed comparison, or those of a source, beside the same from its own figures."""
    heads = [[Text(view.word(key))] for key in ("what", "as_printed", "recomputed", "verdict")]
    verdicts = [
        each
        for each in view.ledger["verdicts"]
        if source is None or each["printed"].startswith(f"{source}/")
    ]
    rows: list[list[Inline]] = []
    for label, entry in zip(
        row_labels([each["printed"] for each in verdicts], view), verdicts, strict=True
    ):
        printed, recomputed = FactRef(entry["printed"]), FactRef(entry["recomputed"])
        verdict = _verdict("verdicts", entry["verdict"], view)
        rows.append([label, [printed], [recomputed], [verdict]])
    anchor = "verdicts" if source is None else f"verdicts-{source}"
    return Grid([Text(view.word("verdict_caption"))], heads, rows, anchor=anchor)


def _verdict(kind: str, verdict: str, view: View) -> Mark:
    words = view.ledger["vocabulary"][kind][verdict]
    return Mark((Text(view.localized(words["label"])),), f"verdict {verdict}")
