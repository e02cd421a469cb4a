"""A tag moves to another number, or is taken away: in a page, in Markdown, in a picture."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from random import Random

from tieout.drill.mutant import Edit, Kind, Mutant, in_turn
from tieout.drill.project import Project

_PAGE = re.compile(
    r'<a(?P<look>[^>]*)href=(?P<mark>"?)#fact-(?P<id>[^"\s>]+)(?P=mark)>'
    r'<data class=fact value=(?P<machine>"?)(?P<value>[^"\s>]*)(?P=machine) '
    r"data-fact=(?P=mark)(?P=id)(?P=mark)>(?P<text>[^<]*)</data></a>"
)
_MARKDOWN = re.compile(r"\[(?P<text>(?:\\.|[^\]\\])*)\]\(#fact-(?P<id>[^)\s]+)\)")
_PICTURE = re.compile(r' data-fact="(?P<id>[^"]+)"')
Tag = tuple[str, str, "re.Match[str]"]  # language, file, match


def _tags(project: Project, rng: Random) -> Iterator[Tag]:
    """The tags of pages, Markdown files and pictures in turn."""
    groups: dict[Hashable, list[Tag]] = {}
    for lang in project.languages:
        files = [("page", project.page(lang), _PAGE), ("text", project.markdown(lang), _MARKDOWN)]
        files += [("picture", file, _PICTURE) for file in project.pictures(lang)]
        for kind, file, pattern in files:
            for match in pattern.finditer(project.text(file)):
                groups.setdefault((lang, kind), []).append((lang, file, match))
    return in_turn(groups, rng)


def moved(project: Project, rng: Random) -> Iterator[Mutant]:
    """The number stays and its tag names another fact; or two numbers change their places."""
    names = list(project.facts)
    for lang, file, match in _tags(project, rng):
        other = rng.choice([name for name in names if name != match["id"]])
        if match.re is not _PICTURE and rng.random() < 0.5:
            yield from _exchanged(project, rng, lang, file, match)
            continue
        new = match[0].replace(match["id"], other)
        if match.re is _PAGE:
            fact = project.facts[other]
            value = fact["value"] or f"{fact['low']}..{fact['high']}"
            old = f"value={match['machine']}{match['value']}{match['machine']}"
            new = new.replace(old, f'value="{value}"')
        what = f"the tag of {match['id']} names {other}"
        yield Mutant((Edit(file, match.start(), match[0], new),), what, lang)


def _exchanged(
    project: Project, rng: Random, lang: str, file: str, match: re.Match[str]
) -> Iterator[Mutant]:
    """Two numbers of a file under each other's tag, unless they read alike."""
    near = project.text(file)[match.end() : match.end() + 4000]
    others = [each for each in match.re.finditer(near) if each["text"] != match["text"]]
    if others:
        other = rng.choice(others)
        start = match.end() + other.start("text")
        edits = (
            Edit(file, match.start("text"), match["text"], other["text"]),
            Edit(file, start, other["text"], match["text"]),
        )
        what = f"{match['text']} ({match['id']}) and {other['text']} have changed places"
        yield Mutant(edits, what, lang)


def removed(project: Project, rng: Random) -> Iterator[Mutant]:
    """The number stays as plain text."""
    for lang, file, match in _tags(project, rng):
        bare = "" if match.re is _PICTURE else match["text"]
        if match.re is _PAGE and rng.random() < 0.5:  # the tag goes, its link stays
            bare = f'<a{match["look"]}href="#fact-{match["id"]}">{match["text"]}</a>'
        what = f"the tag of {match['id']} was taken away"
        yield Mutant((Edit(file, match.start(), match[0], bare),), what, lang)


_FIRST = ("text_equals_ledger", "untagged", "links")
KINDS = (
    Kind("a tag moved to another number", "caught", 8, moved, _FIRST),
    Kind("a tag removed", "caught", 8, removed, _FIRST),
)
