"""The rooms of the project in one warm process: what the scripts call, without their start."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from tieout.drill.project import Project
from tieout.errors import TieoutError
from tieout.files import write_atomic, write_together


def confirm(article: str) -> None:
    """Renew translations.yaml, as `make translated` does."""
    from tieout.translations import FILE, present, to_yaml

    templates = Path("templates")
    write_atomic(templates / article / FILE, to_yaml(present(article, templates, Path("sources"))))


def rebuild(project: Project, changed: Collection[str], confirmed: bool) -> None:
    """Make again what the changed files reach, in the current folder. Raises TieoutError.

    With confirmed translations a template reaches its own page alone.
    """
    made_from = [name for name in changed if name.startswith(("sources/", "templates/"))]
    if confirmed and made_from:
        confirm(project.article)
    templates = {project.template(lang): lang for lang in project.languages}
    if any(name not in templates for name in made_from):
        _ledger(project.article)
        for lang in project.languages:
            _figures(project.article, lang)
    elif confirmed:
        for name in made_from:
            _page(project.article, templates[name])
        return
    for lang in project.languages if made_from else ():
        _page(project.article, lang)


def _ledger(article: str) -> None:
    from tieout.fonts import find_font
    from tieout.ledger import build_ledger
    from tieout.ledger_json import to_json
    from tieout.observations import datapackage, observations
    from tieout.schema import load_valid

    site = load_valid(Path("config.yaml"), "config").data["site"]
    ledger = build_ledger(article, Path("sources"), Path("templates"))
    font, table = find_font(), observations(ledger)
    folder = Path("build") / article
    write_together(
        {
            folder / "ledger.json": to_json(
                ledger, {"family": font.family, "version": font.version}, site
            ),
            folder / "observations.csv": table,
            folder / "datapackage.json": datapackage(ledger, table),
        }
    )


def _figures(article: str, lang: str) -> None:
    from tieout.errors import fail
    from tieout.figures import FigureError, draw_all
    from tieout.ledger_file import read_ledger

    ledger = read_ledger(Path("build") / article / "ledger.json")
    try:
        draw_all(ledger, ledger["figures"], lang, Path("figures") / article, card=True)
    except FigureError as error:
        file = Path("templates") / article / "article.yaml"
        raise fail(file, 0, error.what, error.mend) from None


def _page(article: str, lang: str) -> None:
    from tieout.ledger_file import read_ledger
    from tieout.pages.page import Paths, build_page

    templates = Path("templates")
    paths = Paths(templates / article, templates / "_layout", Path("figures") / article)
    out = Path("build") / article
    page = build_page(read_ledger(out / "ledger.json"), paths, lang)
    files = {out / lang / "draft.html": page.html, out / lang / "draft.md": page.markdown}
    write_together(dict(files))


__all__ = ["TieoutError", "confirm", "rebuild"]
