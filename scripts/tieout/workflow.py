"""What the Snakefile asks: which articles there are, what each reads, which code a room is."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "zh-TW")
#: What verify publishes of a language.
PUBLISHED = ("index.html", "article.md", "card.png")
#: What a build leaves of an article in every language at once.
RESULTS = (
    *("checks.json", "provenance.json", "ledger.json", "observations.csv", "datapackage.json"),
    "records/ledger.json",
)
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
#: Folders of build/, or of the site that is published, that hold what is no article.
TAKEN = ("archive", "compare", "figures", "logs", "pull")
#: An entry of article.yaml that a workflow asks for, with the lines that belong to it.
_ASKED = re.compile(r"^(?:languages|sources):.*\n(?:(?:[ \t#-].*)?\n)*", re.MULTILINE)
TEMPLATES, SOURCES, CODE = Path("templates"), Path("sources"), Path("scripts/tieout")
#: What counts as code below it.
CODE_KINDS = (".py", ".json", ".txt")


def articles() -> list[str]:
    """Every folder of templates/ with an article.yaml.

    Raises TieoutError for a name that is not allowed, which would reach a shell, and for prose
    without its article.yaml, which would be passed over in silence.
    """
    from tieout.errors import Problem, TieoutError

    found = {path.parent.name for path in TEMPLATES.glob("*/article.yaml")}
    problems = [
        Problem(
            f"{TEMPLATES}/{name}",
            1,
            f"the article name '{name}' is not allowed",
            "name the folder with small letters, digits and hyphens",
        )
        for name in sorted(found)
        if not _NAME.fullmatch(name) or name in TAKEN
    ]
    for name in sorted({path.parent.name for path in TEMPLATES.glob("*/article.*.j2")} - found):
        what, mend = "there is prose, but no article.yaml", "add article.yaml, or move the folder"
        problems.append(Problem(f"{TEMPLATES}/{name}/article.yaml", 1, what, mend))
    if problems:
        raise TieoutError(problems)
    return sorted(found)


def results(names: list[str]) -> list[str]:
    """What a build of these articles leaves: all that is missing is made again.

    Raises TieoutError where nothing can be written: Snakemake itself would fail without a mend.
    """
    for place in (Path(), Path(".snakemake")):
        if place.exists() and not os.access(place, os.W_OK):
            from tieout.errors import fail

            mend = "allow it (chmod u+w), or work in a copy of the project"
            raise fail(place, 0, "nothing can be written into this folder", mend)
    found: list[str] = []
    for name in names:
        folder = f"build/{name}"
        found += [f"{folder}/{file}" for file in RESULTS]
        found += published(languages(name), name)
        for lang in languages(name):
            found += [f"figures/{name}/index.{lang}.json"]
            found += [f"{folder}/{lang}/{file}" for file in ("draft.html", "draft.md")]
            found += [f"{folder}/records/{room}.{lang}.json" for room in ("figures", "page")]
    feeds = [f"feed.{lang}.xml" for lang in LANGUAGES]
    spanning = ["index.html", *feeds, "sitemap.xml", "robots.txt"] if names else []
    return [*found, *(f"build/{file}" for file in spanning)]


@cache
def _data(article: str) -> dict[str, Any]:
    """What a workflow asks of article.yaml: its languages and sources.

    Nothing when it is broken: the ledger job then says what is wrong.
    """
    from tieout.errors import TieoutError
    from tieout.files import read_text
    from tieout.yamlio import parse

    path = TEMPLATES / article / "article.yaml"
    try:
        text = read_text(path)
        data = parse(_asked(text), path).data
    except (TieoutError, OSError):
        return {}
    return data if isinstance(data, dict) else {}


def _asked(text: str) -> str:
    """The two entries that a workflow needs, cut out at the margin; else the whole text.

    To parse all of a long article.yaml takes longer than all else that a run without a change does
    for it. An alias in an entry leads out of it, and a key may be quoted: then all is parsed.
    """
    entries = [match[0] for match in _ASKED.finditer(text)]
    cut = "".join(entries)
    return cut if len(entries) == 2 and not set("&*!") & set(cut) else text


def languages(article: str) -> list[str]:
    """The languages of an article that this project knows."""
    listed = _data(article).get("languages")
    return [lang for lang in listed if lang in LANGUAGES] if isinstance(listed, list) else []


def template_files(article: str) -> list[str]:
    """What a page is made of: the frame of all pages, and what writers wrote for the article.

    All its languages: a page says where another one has moved on.
    """
    found = sorted((TEMPLATES / article).glob("*.j2"))
    found += sorted((TEMPLATES / article).glob("translations.yaml"))
    return [*layout_files(), *(path.as_posix() for path in found)]


def layout_files(templates: Path = TEMPLATES) -> list[str]:
    """The frame of all pages: its template, words, style sheets and scripts."""
    kinds = (".j2", ".yaml", ".css", ".js")
    found = sorted(path for path in (templates / "_layout").glob("*.*") if path.suffix in kinds)
    return [path.as_posix() for path in found]


def by_languages() -> list[tuple[list[str], list[str]]]:
    """The articles by the languages that they are written in."""
    found: dict[tuple[str, ...], list[str]] = {}
    for name in articles():
        found.setdefault(tuple(languages(name)), []).append(name)
    return [(list(langs), names) for langs, names in found.items()]


def published(langs: list[str], article: str = "{article}") -> list[str]:
    """The pages that readers open, in these languages."""
    folders = [f"build/{article}/{lang}" for lang in langs]
    return [f"{folder}/{file}" for folder in folders for file in PUBLISHED]


def written_files(article: str) -> list[str]:
    """What editors wrote for an article's ledger, its prose aside.

    Its article.yaml, all files of the sources that it lists, their kept bytes, shared words, and
    where the site is published.
    """
    listed = _data(article).get("sources")
    names = [str(name) for name in listed] if isinstance(listed, list) else []
    folders = [SOURCES / name for name in names if "/" not in name and ".." not in name]
    found = [path for folder in folders for path in sorted(folder.glob("*.*")) if path.is_file()]
    kept = [path for folder in folders for path in _captures(folder)]
    shared = [Path("config.yaml"), TEMPLATES / article / "article.yaml"]
    return [path.as_posix() for path in [*shared, *sorted(SOURCES.glob("*.yaml")), *found, *kept]]


def _captures(folder: Path) -> list[Path]:
    """The captures on this machine that a source pins: a build notices if one has changed."""
    from tieout.captures import kept_files

    described = folder / "source.yaml"
    return (
        kept_files(folder.name, described.read_text("utf-8", "replace"))
        if described.is_file()
        else []
    )


def room(script: str, *parts: str) -> list[str]:
    """The code of a rule: of its script and its rooms' Python, schema and word files, the newest.

    A result older than any of them is older than this one. Every job has its own list of inputs,
    and Snakemake looks at each of them: with all the code in it, half of a run that finds nothing
    to do went by on that.
    """
    found = [Path("scripts") / script]
    for part in parts:
        found += (path for path in CODE.glob(part) if path.suffix in CODE_KINDS)
    return [max(found, key=lambda path: (path.stat().st_mtime_ns, path)).as_posix()]
