"""A page's account of its own checks: every number in it is what this run has counted.

The account stands in the section `checked` of page and Markdown, its numbers in slots. A draft has
them empty. What is published must show just what the checks count when they read it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tieout.checks.finding import Finding, Record, new_record
from tieout.checks.finished import Finished
from tieout.checks.panel_places import MEND
from tieout.checks.panel_places import check as places
from tieout.checks.shown import Lines, squeeze, text_of
from tieout.checks.slots import EMPTY, Slot, shown

NAME = "panel"
BLIND_SPOTS = ("whether these words describe the checks rightly",)
COUNTED = ("slots",)
#: The slot that tells what all checks have found together; published, it is nought.
FOUND = "found"


def counts_by_slot(records: Sequence[Record]) -> dict[str, int]:
    """What the records have counted, by the names of slots: check.count, exempt.reason, found."""
    counts = {FOUND: 0}
    for record in records:
        counts[FOUND] += len(record.findings)
        counts |= {f"{record.check}.{name}": count for name, count in record.counts.items()}
        for why, count in record.exemptions.items():
            counts[f"exempt.{why}"] = counts.get(f"exempt.{why}", 0) + count
    return counts


def check(
    finished: Finished, records: Sequence[Record], placed: Sequence[Record] | None = None
) -> Record:
    """Compare the accounts of all pages with the records of the other checks.

    `placed` are the records of `panel_places`, of all pages together, if it has looked already.
    """
    record = new_record(NAME, BLIND_SPOTS, COUNTED)
    record.counts["slots"] = sum(map(len, finished.slots.values()))
    # A finding of another check is not what the account is wrong about: it is not published then.
    counts = counts_by_slot([*records, record]) | {FOUND: 0}
    spots = [spot for each in (*records, record) for spot in each.blind_spots]
    for each in [places(finished)] if placed is None else placed:
        record.findings += each.findings
    for lang, (page, root) in finished.pages.items():
        markdown, text = finished.markdown[lang]
        for path, content in ((page, finished.texts[page]), (markdown, text)):
            for at, what in _slots(finished.slots[path], counts, finished.are_drafts):
                record.findings.append(Finding(str(path), Lines(content).at(at), what, MEND))
        if lang == "en":
            record.findings += _blind_spots(page, root, spots)
    return record


def _slots(
    slots: Sequence[Slot], counts: Mapping[str, int], are_drafts: bool
) -> Iterator[tuple[int, str]]:
    """Slots that do not hold what was counted, with their places; counts without a slot."""
    for slot in slots:
        if slot.name not in counts:
            yield slot.start, f"a slot names the count '{slot.name}', which no check has"
        elif are_drafts and slot.text != EMPTY:
            yield slot.start, f"the slot '{slot.name}' of a draft holds “{slot.text}”"
        elif not are_drafts and slot.text != shown(counts[slot.name]):
            right = shown(counts[slot.name])
            yield slot.start, f"the slot '{slot.name}' says “{slot.text}”, counted are {right}"
    absent = counts.keys() - {slot.name for slot in slots}
    if absent:
        yield 0, f"the account of the checks lacks the count '{min(absent)}'"


def _blind_spots(page: Path, root: Any, spots: Sequence[str]) -> Iterator[Finding]:
    """The English account names what the checks do not see, in their own words."""
    told = "".join(text_of(section) for section in root.xpath("//section[@id='checked']"))
    for spot in spots:
        if squeeze(spot) not in told:
            what = f"the account of the checks does not name the blind spot “{spot}”"
            yield Finding(str(page), 1, what, MEND)
