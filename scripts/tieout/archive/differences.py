"""What changed from one version of an article to another, and why, as far as somebody said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from tieout.archive.snapshot import Snapshot
from tieout.archive.wording import worded

#: What a figure says. A change here needs a reason, in `changes:` or in a figure it rests on.
VALUE = ("printed", "value", "low", "high", "unit")
#: What is computed alike: while these stay, a computed figure follows its inputs.
_COMPUTED = ("formula", "inputs", "unit", "kind", "origin")
#: Where a fact is kept moves with every line above it.
_PASSING = ("place",)
VERSION_DAY = "version-day"
Localized = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Change:
    """A fact that changed: which fields, from what to what, and why.

    `reason` is what an editor wrote, by language; `follows` the changed facts that it rests on.
    """

    fact: str
    label: Localized
    place: str
    fields: tuple[str, ...]
    old: Mapping[str, Any]
    new: Mapping[str, Any]
    reason: Localized
    follows: tuple[str, ...]

    @property
    def is_value(self) -> bool:
        """Whether what the figure says has changed."""
        return any(name in VALUE for name in self.fields)

    @property
    def is_explained(self) -> bool:
        """Whether a change of value has a reason."""
        return not self.is_value or bool(self.reason or self.follows)


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence or caption that was reworded, added (no `old`) or removed (no `new`)."""

    lang: str
    place: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that changed between two versions."""

    old: Snapshot
    new: Snapshot
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[Change, ...] = ()
    texts: tuple[Text, ...] = ()
    pictures: tuple[tuple[str, str], ...] = ()
    checks: tuple[tuple[str, str, str, str], ...] = ()
    reasons: tuple[tuple[str, Mapping[str, Any]], ...] = field(default=())

    @property
    def unexplained(self) -> list[Change]:
        """Changes of value that nobody gave a reason for."""
        return [change for change in self.changed if not change.is_explained]


def compare(old: Snapshot, new: Snapshot) -> Comparison:
    """Compare two versions of one article."""
    told = [entry for _, entry in old.changes()]
    reasons = [(source, entry) for source, entry in new.changes() if entry not in told]
    languages = dict.fromkeys([*old.ledger["article"]["languages"], *_languages(new)])
    return Comparison(
        old,
        new,
        added=tuple(name for name in new.facts if name not in old.facts),
        removed=tuple(name for name in old.facts if name not in new.facts),
        changed=tuple(_changed(old, new, reasons)),
        texts=tuple(text for lang in languages for text in _texts(old, new, lang)),
        pictures=tuple(_pictures(old.pictures(), new.pictures())),
        checks=tuple(_checks(old.checks(), new.checks())),
        reasons=tuple(reasons),
    )


def _languages(snapshot: Snapshot) -> list[str]:
    return list(snapshot.ledger["article"]["languages"])


def _changed(
    old: Snapshot, new: Snapshot, reasons: Sequence[tuple[str, Mapping[str, Any]]]
) -> Iterator[Change]:
    written = {
        f"{source}/{name}" if source else str(name): entry["reason"]
        for source, entry in reasons
        for name in entry["figures"]
    }
    both = [name for name in new.facts if name in old.facts]
    moved = {n for n in both if any(old.facts[n][k] != new.facts[n][k] for k in VALUE)}
    for name in both:
        before, after = old.facts[name], new.facts[name]
        keys = dict.fromkeys([*before, *after])
        fields = [k for k in keys if k not in _PASSING and before.get(k) != after.get(k)]
        if not fields:
            continue
        reason = written.get(name, {})
        if name == VERSION_DAY:
            reason = reason or {
                "en": "a new version has its own day",
                "zh-TW": "新版本有自己的日期",
            }
        alike = bool(after["formula"]) and all(before[key] == after[key] for key in _COMPUTED)
        follows = [one for one in after["inputs"].values() if alike and one in moved]
        yield Change(
            *(name, after["label"], after["place"], tuple(fields), before, after),
            reason,
            tuple(dict.fromkeys(follows)),
        )


def _texts(old: Snapshot, new: Snapshot, lang: str) -> Iterator[Text]:
    """Sentences of the prose, then captions and labels; a number that changed rewords nothing."""
    before, after = old.prose(lang), new.prose(lang)
    steps = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for step, a, b, c, d in steps:
        if step == "equal":
            continue
        for index in range(max(b - a, d - c)):
            was = before[a + index] if a + index < b else ""
            now = after[c + index] if c + index < d else ""
            yield _text(old, new, lang, "", (was, now))
    told, tells = old.texts(lang), new.texts(lang)
    for place in dict.fromkeys([*told, *tells]):
        if told.get(place) != tells.get(place):
            yield _text(old, new, lang, place, (told.get(place, ""), tells.get(place, "")))


def _text(old: Snapshot, new: Snapshot, lang: str, place: str, pair: tuple[str, str]) -> Text:
    was, now = pair
    return Text(lang, place, worded(was, old.ledger, lang), worded(now, new.ledger, lang))


def _pictures(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    for name in sorted({*old, *new}):
        if name not in old:
            yield name, "added"
        elif name not in new:
            yield name, "removed"
        elif old[name] != new[name]:
            yield name, "changed"


def _checks(
    old: Mapping[str, Mapping[str, Any]], new: Mapping[str, Mapping[str, Any]]
) -> Iterator[tuple[str, str, str, str]]:
    """Check, what, before, after: what each looked at, let pass, and cannot see."""
    for name in dict.fromkeys([*old, *new]):
        if name not in old or name not in new:
            there = ("not run", "run") if name not in old else ("run", "not run")
            yield (name, "the check", *there)
            continue
        for part in ("counts", "exemptions"):
            was, now = old[name][part], new[name][part]
            for key in sorted({*was, *now}):
                if was.get(key, 0) != now.get(key, 0):
                    what = f"{key} ({'looked at' if part == 'counts' else 'exempt'})"
                    yield name, what, str(was.get(key, 0)), str(now.get(key, 0))
        for blind in sorted({*old[name]["blind_spots"]} ^ {*new[name]["blind_spots"]}):
            there = (
                ("blind to", "no more") if blind in old[name]["blind_spots"] else ("", "blind to")
            )
            yield (name, blind, *there)
