"""The report of a pull for people: what changed, where, and what that touches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tieout.quoting import plain, quoted

_LANGUAGES = {"en": "English", "zh-TW": "正體中文"}
#: By status: what stands above the figures that no document bears out.
_NOT_THERE = {
    ("missing", "Not found"): "Nothing is lost: these figures stay as they are. Mend their "
    "`locate:` and pull again.",
    ("unread", "Not fetched"): "Nothing is lost: these figures stay as they are. Their document "
    "could not be read; see above.",
    ("lost", "Still not captured"): "These cells stay empty.",
    ("by hand", "Read by people only"): "Not readable by machine. Figures of pictures and posts "
    "belong into `transcriptions.yaml`, with two readers.",
}


def to_markdown(record: Mapping[str, Any]) -> str:
    """changes.md of a record, with the sentences in both languages."""
    parts = [
        f"# {record['source']}, pulled on {record['day']}",
        _summary(record["figures"]),
        *_documents(record["documents"]),
        *_absent(record["absent"]),
        *_changed(record),
        *_missing(record["figures"]),
        *_live(record["figures"]),
        *_faults(record["faults"]),
        _what_next(record),
    ]
    return "\n\n".join(parts) + "\n"


def counts(figures: Sequence[Mapping[str, Any]]) -> str:
    """How many figures have which status, in words."""
    words = {
        "same": "same",
        "changed": "changed",
        "found": "newly found",
        "missing": "not found",
        "unread": "not fetched",
        "lost": "still not captured",
        "by hand": "read by people only",
    }
    told = [
        f"{number} {word}"
        for status, word in words.items()
        if (number := sum(one["status"] == status for one in figures))
    ]
    return ", ".join(told) or "no figures"


def _summary(figures: Sequence[Mapping[str, Any]]) -> str:
    return f"{len(figures)} figures: {counts(figures)}."


def _documents(documents: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    yield "## Documents"
    if not documents:
        yield "No program can read this source: its figures are entered by hand."
        return
    lines = []
    for one in documents:
        name = f"{one['name']} (the present state)" if one["live"] else one["name"]
        if one["fault"]:
            lines.append(f"- {name}: **not read**. {quoted(one['url'])}: {plain(one['fault'])}")
            continue
        state = "the bytes are those kept" if one["as_kept"] else "bytes not kept before"
        moved = f", redirected to {quoted(one['final_url'])}" * (one["final_url"] != one["url"])
        hand = ", saved by hand" * one["saved_by_hand"]
        lines.append(
            f"- {name}: {quoted(one['url'])}{moved}, {one['bytes']} bytes of {one['day']}{hand}; "
            f"{state} (sha256 `{one['sha256'][:16]}…`)"
        )
        if one["pull_request"]:
            request = one["pull_request"]
            lines.append(
                f"  - “{plain(request['title'])}” by {plain(request['author'])}, merged "
                f"{plain(request['merged']) or 'not yet'}, last changed {plain(request['updated'])}"
            )
    yield "\n".join(lines)


def _absent(pins: Sequence[Mapping[str, str]]) -> Iterator[str]:
    if pins:
        yield "## Kept bytes that are not on this machine"
        yield (
            "Until they are fetched again, `captured` rests on the seal in source.yaml alone: "
            "nobody here can look into these bytes."
        )
        yield "\n".join(
            f"- {quoted(pin['url'])}, of {pin['day']} (sha256 `{pin['sha256'][:16]}…`)"
            for pin in pins
        )


def _changed(record: Mapping[str, Any]) -> Iterator[str]:
    for status, title in (("changed", "Changed"), ("found", "Newly found")):
        figures = [one for one in record["figures"] if one["status"] == status]
        if figures:
            yield f"## {title}"
        for one in figures:
            yield f"### `{one['id']}`"
            before = quoted(one["kept"]) if one["kept"] else "not captured"
            yield (
                f"{before} → **{quoted(one['text'])}**  \n"
                f"Stands in {one['document']}, line {one['line']}: {quoted(one['where'])}  \n"
                f"Kept in {quoted(one['place'])}"
            )
            for article, touched in record["touched"].get(one["id"], {}).items():
                yield from _touched(article, touched)


def _touched(article: str, touched: Mapping[str, Any]) -> Iterator[str]:
    """What a figure touches in one article; where no sentence or fact changes, its places only."""
    lines = [f"Article `{article}`:"]
    for fact in touched["facts"]:
        same = fact["before"] == fact["after"]
        after = "stays" if same else f"→ **{fact['after'] or 'cannot be computed'}**"
        lines.append(f"- fact `{fact['id']}`: {fact['before'] or 'not captured'} {after}")
    for part in ("figures", "tables", "claims"):
        if touched[part]:
            lines.append(f"- {part}: {', '.join(f'`{name}`' for name in touched[part])}")
    yield "\n".join(lines)
    for lang, sentences in touched["sentences"].items():
        if sentences:
            yield f"Sentences, {_LANGUAGES.get(lang, lang)}:"
            yield "\n".join(_sentence(one) for one in sentences)


def _sentence(one: Mapping[str, Any]) -> str:
    lines = [f"- `{one['file']}:{one['line']}`", f"  - {plain(one['before'], 2000)}"]
    if one["after"] and one["after"] != one["before"]:
        lines.append(f"  - → {plain(one['after'], 2000)}")
    return "\n".join(lines)


def _missing(figures: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for (status, title), lead in _NOT_THERE.items():
        absent = [one for one in figures if one["status"] == status and one["message"]]
        if absent:
            yield f"## {title}"
            yield lead
            yield "\n".join(
                f"- `{one['id']}` ({quoted(one['kept']) if one['kept'] else 'not captured'}): "
                f"{plain(one['message'], 600)}"
                for one in absent
            )


def _live(figures: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    looked = [one for one in figures if one["live"]]
    if not looked:
        return
    same = sum(one["live"] == "same" for one in looked)
    yield "## At the live address"
    yield f"{same} of {len(looked)} figures are as at the commit."
    others = [one for one in looked if one["live"] != "same"]
    if others:
        yield "\n".join(
            f"- `{one['id']}`: {quoted(one['text'])} at the commit, "
            + (one["live"] if one["live"].startswith("not ") else f"{quoted(one['live'])} now")
            for one in others
        )


def _faults(faults: Mapping[str, str]) -> Iterator[str]:
    for article, fault in faults.items():
        yield f"## `{article}` would not build with these changes"
        yield "After the acceptance, mend this:"
        yield "\n".join(f"- {plain(line, 600)}" for line in fault.splitlines())


def _what_next(record: Mapping[str, Any]) -> str:
    if any(one["status"] in ("same", "changed", "found") for one in record["figures"]):
        return f"To take this over: `snakemake accept --config source={record['source']}`"
    return "There is nothing to take over."
