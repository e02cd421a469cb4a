"""templates/<article>/article.yaml -> what an article says it uses, computes, claims and shows."""

from __future__ import annotations

from pathlib import Path

from tieout.errors import Problem, TieoutError, fail, nearest
from tieout.names import NAME
from tieout.yamlio import Document

#: Id of the fact that is the day of the article's version.
VERSION_DAY = "version-day"


def find_articles(templates: Path) -> list[str]:
    """Every folder of templates/ with an article.yaml, in order of name."""
    return sorted(path.parent.name for path in templates.glob("*/article.yaml"))


def article_folder(templates: Path, name: str) -> Path:
    """The folder of an article. Raises TieoutError for a name that is unknown or leads away."""
    folder = templates / name
    if not NAME.fullmatch(name):
        mend = "name a folder of templates/, written with small letters, digits and hyphens"
        raise fail(templates, 0, f"the article name '{name}' is not allowed", mend)
    if folder.is_symlink():
        raise fail(
            folder, 0, "a symbolic link stands where an article should be", "copy the folder"
        )
    if not (folder / "article.yaml").is_file():
        hint = nearest(name, find_articles(templates))
        mend = hint or f"create {name}/article.yaml under {templates.name}/"
        raise fail(folder / "article.yaml", 0, f"there is no article '{name}'", mend)
    return folder


def load_article(templates: Path, name: str) -> Document:
    """Read and validate an article.yaml.

    Raises TieoutError for an article that is unknown, badly named, or departs from the schema.
    """
    from tieout import schema

    document = schema.load_valid(article_folder(templates, name) / "article.yaml", "article")
    problems = [*_name_problems(document), *_card_problems(document), *_day_problems(document)]
    if "figures" in document.data:
        problems += schema.problems(document, "figures", "figures")
    if problems:
        raise TieoutError(problems)
    return document


def _card_problems(document: Document) -> list[Problem]:
    """The figure on the picture for social networks is one of the article's."""
    figures = document.data.get("figures", {})
    card = document.data.get("card")
    if card is None or card in figures:
        return []
    mend = nearest(card, figures) or "name a figure, or leave 'card:' out"
    return [document.problem(("card",), f"there is no figure '{card}'", mend)]


def _day_problems(document: Document) -> list[Problem]:
    """The first version is no later than this one; days compare as they are written."""
    first, this = document.data.get("published", ""), document.data["date"]
    if first <= this:
        return []
    what = f"the first version ({first}) is later than this one ({this})"
    return [document.problem(("published",), what, "correct one of the days")]


def _name_problems(document: Document) -> list[Problem]:
    """Assumed and derived facts share one set of names."""
    taken = {VERSION_DAY: "the day of the version"}
    found: list[Problem] = []
    for part in ("assumptions", "derived"):
        for name in document.data.get(part, {}):
            if name in taken:
                what = f"'{name}' is the name of {taken[name]} already"
                found.append(document.problem((part, name), what, "rename one"))
            taken[name] = "an assumption"
    return found
