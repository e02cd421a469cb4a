"""Sections and texts whose languages were confirmed to say the same, and those that moved since.

Reads translations.yaml, templates, article.yaml and sources for itself, and looks for the banner on
the pages: it stands under every stale section and under no other. A computed figure's label is
confirmed together with its formula: whoever changes one has to read whether the other still fits.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tieout.checks.finding import Finding, Record
from tieout.checks.finished import Finished
from tieout.checks.written import Tree, WrittenError, read_text, read_tree, written_for

_HEADING = re.compile(r"^#{2,4}\s.*\{#([a-z0-9-]+)\}\s*(?:#+\s*)?$")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")
_COMMENT = re.compile(r"\{%#.*?#%\}", re.DOTALL)
#: Parts of article.yaml whose entries are confirmed one by one.
_SINGLY = ("tables", "figures", "derived", "assumptions")
#: By name: language -> (fingerprint, line).
Prints = dict[str, dict[str, tuple[str, int]]]


def check_translations(finished: Finished, record: Record) -> None:
    """Add what is stale, and banners that are missing or out of place, to a record."""
    folder = finished.templates / finished.article
    path, langs = folder / "translations.yaml", list(finished.pages)
    written = written_for(finished, record) if len(langs) > 1 else None
    if written is None:
        return
    try:
        templates = {lang: folder / f"article.{lang}.md.j2" for lang in langs}
        prose = {lang: read_text(path) for lang, path in templates.items()}
        texts = _texts(written.article, langs)
        others = {f"sources/{name}": tree for name, tree in written.sources.items()}
        texts |= {name: _prints(tree.data, langs, 1) for name, tree in others.items()}
        now: dict[str, Prints] = {"sections": _sections(prose), "texts": texts}
        kept = _kept(path)
    except WrittenError as error:
        record.findings.append(error.finding)
        return
    if not path.is_file():
        what = "nobody has confirmed that the languages say the same"
        mend = f"read them side by side, then run make translated ARTICLE={finished.article}"
        record.findings.append(Finding(str(path), 1, what, mend))
    for part, prints in now.items():
        record.counts[f"{part} confirmed"] += len(prints)
        for name, by_lang in prints.items() if path.is_file() else ():
            file = others[name].path if name in others else written.article.path
            paths = templates if part == "sections" else dict.fromkeys(langs, file)
            finding = _judge(finished.article, name, by_lang, kept[part].get(name, {}), paths)
            record.findings += [finding] if finding else []
        for name in kept[part].keys() - prints.keys():
            what = f"'{name}' is recorded as translated, but there is no such text"
            mend = f"run make translated ARTICLE={finished.article}"
            record.findings.append(Finding(str(path), 1, what, mend))
    _banners(finished, record, now["sections"], kept["sections"])


def _judge(
    article: str,
    name: str,
    prints: Mapping[str, tuple[str, int]],
    kept: Mapping[str, str],
    paths: Mapping[str, Path],
) -> Finding | None:
    """What is wrong with one text, by what has changed since every language was read."""
    changed = [lang for lang, (print_, _) in prints.items() if kept.get(lang) != print_]
    if not changed:
        return None
    others = [lang for lang in prints if lang not in changed]
    mend = f"read the languages side by side, then run make translated ARTICLE={article}"
    where, what = changed[0], f"'{name}' has changed in every language since they were compared"
    if not kept:
        what = f"nobody has confirmed that '{name}' says the same in every language"
    elif others:
        where = others[0]
        what = f"'{name}' is stale in {where}: since they were compared {changed[0]} has changed"
        mend = f"bring it up to date in {where}, {mend}"
    return Finding(str(paths[where]), prints[where][1], what, f"{mend} SECTION={name}")


def _sections(texts: Mapping[str, str]) -> Prints:
    found: Prints = {}
    for lang, text in texts.items():
        blank = _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text)
        parts: dict[str, tuple[list[str], int]] = {"top": ([], 1)}
        anchor = "top"
        lines = blank.split("\n")
        for number, (line, named) in enumerate(zip(lines, _anchors(lines), strict=True), start=1):
            if named:
                anchor = named
                parts[anchor] = ([], number)
            parts[anchor][0].append(line)
        for name, (lines, number) in parts.items():
            if "".join(lines).strip():
                found.setdefault(name, {})[lang] = (_fingerprint("".join(lines)), number)
    return found


def _anchors(lines: list[str]) -> Iterator[str]:
    """Of each line the anchor that it has as a heading; code holds none."""
    fence = ""
    for line in lines:
        mark, heading = _FENCE.match(line), _HEADING.match(line)
        if mark and fence:  # ends with as many marks as it began with, and nothing behind them
            fence = "" if mark[1].startswith(fence) and not mark[2].strip() else fence
        elif mark and not (mark[1][0] == "`" and "`" in mark[2]):
            fence = mark[1]
        yield heading[1] if heading and not fence else ""


def _texts(article: Tree, langs: list[str]) -> Prints:
    found: Prints = {}
    for key, value in article.data.items():
        singly = key in _SINGLY and isinstance(value, dict)
        names = [(key, name) for name in value] if singly else [(key,)]
        for path in names:
            entry = value[path[-1]] if singly else value
            if prints := _prints(entry, langs, article.line(*path)):
                found["/".join(path)] = prints
    return found


def _prints(entry: Any, langs: list[str], line: int) -> dict[str, tuple[str, int]]:
    """Fingerprints of what an entry says per language; none where it says nothing."""
    texts = {lang: "".join(_of_lang(entry, lang)) for lang in langs}
    if not any(texts.values()):
        return {}
    formula = ""
    if isinstance(entry, dict) and isinstance(entry.get("formula"), str):
        named = {**(entry.get("inputs") or {}), **(entry.get("conditions") or {})}
        formula = entry["formula"] + "".join(f"{a}:{b}" for a, b in named.items()) + entry["unit"]
    return {lang: (_fingerprint(text + formula), line) for lang, text in texts.items()}


def _of_lang(node: Any, lang: str) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get(lang), str):
            yield node[lang]
            return
        node = list(node.values())
    for value in node if isinstance(node, list) else ():
        yield from _of_lang(value, lang)


def _fingerprint(text: str) -> str:
    bare = re.sub(r"\s+", "", unicodedata.normalize("NFC", text))
    return hashlib.sha256(bare.encode()).hexdigest()[:16]


def _kept(path: Path) -> dict[str, dict[str, dict[str, str]]]:
    data = read_tree(path).data if path.is_file() else {}
    return {part: dict(data.get(part) or {}) for part in ("sections", "texts")}


def _banners(
    finished: Finished, record: Record, now: Prints, kept: Mapping[str, Mapping[str, str]]
) -> None:
    for lang, (path, root) in finished.pages.items():
        due = {
            name
            for name, prints in now.items()
            if lang in prints
            and any(
                prints.get(other, ("", 1))[0] != kept.get(name, {}).get(other, "")
                for other in finished.pages
                if other != lang
            )
        }
        shown: set[str] = set()
        anchor = "top"
        main = next(root.iter("main"), root)
        for element in main.iter("h2", "h3", "h4", "aside"):
            if element.tag != "aside":
                anchor = element.get("id") or anchor
            elif element.get("class") == "stale":
                shown.add(anchor)
        record.counts["banners"] += len(shown)
        for name in sorted(due - shown):
            what = f"section '{name}' is stale, but the page does not say so"
            record.findings.append(Finding(str(path), 1, what, "run snakemake all"))
        for name in sorted(shown - due):
            what = f"the page calls section '{name}' stale, which it is not"
            record.findings.append(Finding(str(path), 1, what, "run snakemake all"))
