"""A digit that a reader sees becomes another: in pages, Markdown, pictures, alternative texts."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from random import Random

from tieout.drill.mutant import Edit, Kind, Mutant, excerpt, in_turn, other_digit
from tieout.drill.project import Project
from tieout.drill.spans import Stretch, markdown_alts, markdown_stretches, stretches

#: Elements whose text is spoken or shown on demand.
_SPOKEN = ("title", "desc")
_ATTRIBUTE = re.compile(
    r"<(?!meta name=\"(?:viewport|color-scheme))[a-z]+[^>]*? "
    r"(?:alt|title|aria-label|content)=\"(?P<text>[^\"]*)\""
)
_COUNT = re.compile(r'<span data-why="counted"[^>]*>(?P<text>[^<]*)</span>')
Place = tuple[str, str, int]  # language, file, position
Groups = dict[Hashable, list[Place]]


def _of(stretch: Stretch, lang: str, file: str) -> list[Place]:
    return [
        (lang, file, stretch.start + at)
        for at, character in enumerate(stretch.text)
        if character in "0123456789"
    ]


def _changed(project: Project, rng: Random, groups: Groups) -> Iterator[Mutant]:
    """One digit after the other."""
    for lang, file, at in in_turn(groups, rng):
        text = project.text(file)
        digit = other_digit(text[at], rng)
        what = f"{text[at]} became {digit} in “{excerpt(text, at)}”"
        yield Mutant((Edit(file, at, text[at], digit),), what, lang)


def in_page(project: Project, rng: Random) -> Iterator[Mutant]:
    """Text of a page; each of its landmarks in turn."""
    groups: Groups = {}
    for lang in project.languages:
        file = project.page(lang)
        for stretch in stretches(project.text(file)):
            if stretch.element not in _SPOKEN:
                groups.setdefault((lang, stretch.landmark), []).extend(_of(stretch, lang, file))
    return _changed(project, rng, groups)


def in_markdown(project: Project, rng: Random) -> Iterator[Mutant]:
    """What is read of article.md; text, tables and evidence in turn."""
    groups: Groups = {}
    for lang in project.languages:
        file = project.markdown(lang)
        text = project.text(file)
        evidence = text.index('<a id="evidence"></a>')
        for part, start in markdown_stretches(text):
            line = text.rfind("\n", 0, start) + 1
            kind = "table" if text.startswith("|", line) else "text"
            places = _of(Stretch(part, start, "", ""), lang, file)
            groups.setdefault((lang, "evidence" if start > evidence else kind), []).extend(places)
    return _changed(project, rng, groups)


def in_picture(project: Project, rng: Random) -> Iterator[Mutant]:
    """Text of a figure's file."""
    groups: Groups = {}
    for lang in project.languages:
        for file in project.pictures(lang):
            for stretch in stretches(project.text(file)):
                if stretch.element not in _SPOKEN:
                    groups.setdefault(file, []).extend(_of(stretch, lang, file))
    return _changed(project, rng, groups)


def in_spoken_text(project: Project, rng: Random) -> Iterator[Mutant]:
    """Titles, alternative texts and descriptions, in pages, Markdown and pictures."""
    groups: Groups = {}
    for lang in project.languages:
        page, markdown = project.page(lang), project.markdown(lang)
        for file in (page, *project.pictures(lang)):
            found = [s for s in stretches(project.text(file)) if s.element in _SPOKEN]
            kind = "page" if file == page else "picture"
            for stretch in found:
                groups.setdefault((lang, kind), []).extend(_of(stretch, lang, file))
        for match in _ATTRIBUTE.finditer(project.text(page)):
            stretch = Stretch(match["text"], match.start("text"), "", "")
            groups.setdefault((lang, "attribute"), []).extend(_of(stretch, lang, page))
        for part, start in markdown_alts(project.text(markdown)):
            places = _of(Stretch(part, start, "", ""), lang, markdown)
            groups.setdefault((lang, "Markdown"), []).extend(places)
    return _changed(project, rng, groups)


def in_count(project: Project, rng: Random) -> Iterator[Mutant]:
    """A number in which a page or its Markdown tells what the checks have counted."""
    groups: Groups = {}
    for lang in project.languages:
        for file in (project.page(lang), project.markdown(lang)):
            for match in _COUNT.finditer(project.text(file)):
                stretch = Stretch(match["text"], match.start("text"), "", "")
                groups.setdefault(file, []).extend(_of(stretch, lang, file))
    return _changed(project, rng, groups)


_FIRST = ("text_equals_ledger", "untagged")
KINDS = (
    Kind("a digit in a page", "caught", 10, in_page, _FIRST),
    Kind("a digit in Markdown", "caught", 8, in_markdown, _FIRST),
    Kind("a digit in a picture", "caught", 8, in_picture, _FIRST),
    Kind("a digit in alternative text", "caught", 8, in_spoken_text, _FIRST),
    Kind("a count of the checks", "caught", 3, in_count, ("panel",)),
)
