"""Which text of the other language each section was made from.

`translations.yaml` beside an article's templates keeps a fingerprint of each section, of each text
of article.yaml and of the texts of each source, per language, from the day an editor last read both
and found that they say the same. Where one language has changed since, the other is stale until it
is confirmed again. The label of a computed figure is confirmed together with its formula.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tieout.files import read_text
from tieout.yamlio import Document, load

FILE = "translations.yaml"
#: Names the text before the first heading.
TOP = "top"
#: Kinds of entries of article.yaml that are confirmed one by one; any other kind as a whole.
SINGLY = ("tables", "figures", "derived", "assumptions")
_HEADING = re.compile(r"(?m)^#{2,4}[ \t].*\{#([a-z0-9-]+)\}[ \t]*(?:#+[ \t]*)?$")
#: Code, in which a line that looks like a heading is none.
_FENCE = re.compile(
    r"^ {0,3}(`{3,}(?=[^`\n]*$)|~{3,}).*?(?:^ {0,3}\1[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE
)
_COMMENT = re.compile(r"\{%#.*?#%\}", re.DOTALL)
#: Lines of a file as it is written.
_PART = re.compile(r"(sections|texts):(?: \{\})?")
_ENTRY = re.compile(r"  ([a-z0-9][a-z0-9/_-]{0,199}): \{([^{}]*)\}")
_PRINT = re.compile(r'([A-Za-z]{1,9}(?:-[A-Za-z]{1,9})?): "([0-9a-f]{16})"')
#: Of a longer file yamlio tells whether it may be so long.
_USUAL = 100_000
_HEAD = """\
# Fingerprints of texts that an editor has read in both languages and found to say the same.
# Written by `make translated`; not by hand, since nobody has read anything then.
"""
_WRITTEN = "delete the file, read both languages, and run make translated"
Prints = dict[str, dict[str, str]]


def fingerprint(text: str) -> str:
    """The first 16 hex digits of the SHA-256 of a text, however its lines are broken."""
    plain = "".join(unicodedata.normalize("NFC", _COMMENT.sub("", text)).split())
    return hashlib.sha256(plain.encode("utf-8")).hexdigest()[:16]


def sections(text: str) -> dict[str, str]:
    """A template cut at its headings: text by anchor, the heading included."""
    seen = _FENCE.sub(_blank, _COMMENT.sub(_blank, text))
    cuts = [(TOP, 0), *((match[1], match.start()) for match in _HEADING.finditer(seen))]
    ends = [start for _, start in cuts[1:]] + [len(text)]
    found = {anchor: text[start:end] for (anchor, start), end in zip(cuts, ends, strict=True)}
    return {anchor: part for anchor, part in found.items() if part.strip()}


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def present(article: str, templates: Path, sources: Path) -> dict[str, Prints]:
    """Fingerprints, now, of everything that an article says per language. Raises TieoutError."""
    from tieout.article import load_article

    data = load_article(templates, article).data
    languages = data["languages"]
    whole = {
        f"sources/{name}": load(sources / name / "source.yaml").data for name in data["sources"]
    }
    return {
        "sections": present_sections(templates / article, languages),
        "texts": present_texts(data, languages) | _prints(whole, languages),
    }


def present_sections(folder: Path, languages: Iterable[str]) -> Prints:
    """Fingerprints, now, of each section of the templates. Raises TieoutError."""
    found: Prints = {}
    for lang in languages:
        for anchor, text in sections(read_text(folder / f"article.{lang}.md.j2")).items():
            found.setdefault(anchor, {})[lang] = fingerprint(text)
    return found


def present_texts(data: Mapping[str, Any], languages: Iterable[str]) -> Prints:
    """Fingerprints, now, of each entry of article.yaml that has texts per language."""
    found: Prints = {}
    for key, value in data.items():
        singly = key in SINGLY and isinstance(value, Mapping)
        entries = (
            {f"{key}/{name}": entry for name, entry in value.items()} if singly else {key: value}
        )
        found |= _prints(entries, languages)
    return found


def _prints(entries: Mapping[str, Any], languages: Iterable[str]) -> Prints:
    """Fingerprints of entries that have texts per language."""
    found: Prints = {}
    for name, entry in entries.items():
        texts = {lang: "\n".join(_texts(entry, lang)) for lang in languages}
        if any(texts.values()):
            said_of = _computed(entry)
            found[name] = {lang: fingerprint(text + said_of) for lang, text in texts.items()}
    return found


def _computed(entry: Any) -> str:
    """What the label of a computed figure is said of; empty for other entries."""
    if not isinstance(entry, Mapping) or not isinstance(entry.get("formula"), str):
        return ""
    parts = {**(entry.get("inputs") or {}), **(entry.get("conditions") or {})}
    told = [f"{name}: {value}" for name, value in parts.items()]
    return "\n".join(["", entry["formula"], *told, entry["unit"]])


def _texts(node: Any, lang: str) -> Iterator[str]:
    if isinstance(node, Mapping):
        if isinstance(node.get(lang), str):
            yield node[lang]
        else:
            for value in node.values():
                yield from _texts(value, lang)
    elif isinstance(node, list):
        for value in node:
            yield from _texts(value, lang)


def confirmed(folder: Path, read: Callable[[Path], Document] = load) -> dict[str, Prints]:
    """What translations.yaml keeps, by `sections` and `texts`; empty where there is no file.

    Raises TieoutError where the file is not as `make translated` writes it.
    """
    path = folder / FILE
    if not path.is_file() and not path.is_symlink():
        return {"sections": {}, "texts": {}}
    if known := as_written(read_text(path)):
        return known
    document = read(path)
    kept = _mapping(document, (), _or_empty(document.data))
    return {
        part: {
            name: {
                lang: _text(document, (part, name, lang), mark)
                for lang, mark in _mapping(document, (part, name), prints).items()
            }
            for name, prints in _mapping(document, (part,), _or_empty(kept.get(part))).items()
        }
        for part in ("sections", "texts")
    }


def as_written(text: str) -> dict[str, Prints]:
    """What a file says that is, letter by letter, as `to_yaml` writes it; empty for any other.

    A page asks for nothing else that would take a YAML library, whose import takes longer than to
    find that the page is as it was.
    """
    kept: dict[str, Prints] = {}
    entries: Prints = {}
    for line in text.split("\n") if len(text) <= _USUAL else ():
        if entry := _ENTRY.fullmatch(line):
            entries[entry[1]] = dict(_PRINT.findall(entry[2]))
        elif part := _PART.fullmatch(line):
            entries = kept.setdefault(part[1], {})
    both = {part: kept.get(part, {}) for part in ("sections", "texts")}
    return both if to_yaml(both) == text else {}


def _or_empty(value: Any) -> Any:
    """A key without a value holds nothing."""
    return {} if value is None else value


def _mapping(document: Document, key: tuple[str, ...], value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise document.fail(key, f"{'.'.join(key) or 'the file'} is no mapping", _WRITTEN)
    return value


def _text(document: Document, key: tuple[str, ...], value: Any) -> str:
    if not isinstance(value, str):
        raise document.fail(key, f"{'.'.join(key)} is no fingerprint", _WRITTEN)
    return value


def stale_sections(
    folder: Path, lang: str, languages: Iterable[str], read: Callable[[Path], Document] = load
) -> list[str]:
    """Sections whose text in `lang` may no longer say what the other languages say.

    Either another language has changed since all were confirmed, or nobody has confirmed them yet.
    `read` reads translations.yaml.
    """
    known = list(languages)
    if len(known) < 2:
        return []
    kept = confirmed(folder, read)["sections"]
    return [
        anchor
        for anchor, prints in present_sections(folder, known).items()
        if lang in prints
        and any(
            prints.get(other) != kept.get(anchor, {}).get(other) for other in known if other != lang
        )
    ]


def to_yaml(kept: Mapping[str, Prints]) -> str:
    """The text of translations.yaml."""
    lines = [_HEAD.rstrip()]
    for part, entries in kept.items():
        lines.append(f"{part}:" if entries else f"{part}: {{}}")
        for name, prints in entries.items():
            inner = ", ".join(f'{lang}: "{mark}"' for lang, mark in sorted(prints.items()))
            lines.append(f"  {name}: {{{inner}}}")
    return "\n".join(lines) + "\n"
