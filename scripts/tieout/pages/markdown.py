"""The Markdown of the articles: CommonMark, GFM tables, footnotes, and rules for Chinese text."""

from __future__ import annotations

from typing import Any

from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

from tieout.pages.cjk_emphasis import cjk_emphasis
from tieout.pages.cjk_softbreak import cjk_softbreak
from tieout.pages.placeholder import check_placed, placeholder_plugin


def build_markdown() -> MarkdownIt:
    """A new parser; its rules are its own, so a caller may add to them."""
    md = MarkdownIt("commonmark", {"html": False}).enable("table")
    md.use(footnote_plugin).use(placeholder_plugin)
    md.inline.ruler.at("emphasis", cjk_emphasis)
    md.core.ruler.before("text_join", "cjk_softbreak", cjk_softbreak)
    return md


def render(text: str, env: dict[str, Any] | None = None) -> str:
    """Render Markdown to HTML; `env`, which stays as it is, holds what the placeholders stand for.

    Raises ValueError, with the line where known, for a placeholder that is malformed, has no HTML,
    or would not reach the page.
    """
    own = dict(env or {})
    html: str = build_markdown().render(text, own)
    check_placed(text, html, own)
    return html
