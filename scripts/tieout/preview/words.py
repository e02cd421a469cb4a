"""What a preview itself says to the person at the browser, in the language of the page."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any


@cache
def words(lang: str) -> dict[str, str]:
    """The words of words.yaml in `lang`, by their keys."""
    from tieout.yamlio import load

    found: dict[str, Any] = load(Path(__file__).with_name("words.yaml")).data
    return {key: said[lang] for key, said in found.items()}


def passed_over(article: str, only: str, lang: str) -> str:
    """What stands in the place of an article while `only` another is previewed."""
    return words(lang)["passed_over"].format(article=article, only=only)
