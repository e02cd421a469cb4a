"""Markdown -> HTML in which every element still names its line of the Markdown.

So one reader serves both formats: HTML inside Markdown (`<br>`, `<sup>`, `<details>`, comments,
hidden elements, whole tables) means there what it means on a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from tieout.extract.errors import ExtractError
from tieout.extract.gfm_table import ERRORS, gfm_table
from tieout.extract.html_tree import LINES, mark_lines


def marked_html(text: str) -> tuple[str, list[ExtractError]]:
    """HTML for `parse_html`, and the faults of tables that are no tables in it."""
    md = _build_gfm()
    env: dict[str, Any] = {}
    tokens = md.parse(text, env)
    for token in tokens:
        _mark(token)
    html: str = md.renderer.render(tokens, md.options, env)
    return html, env.get(ERRORS, [])


def _build_gfm() -> Any:
    """CommonMark with GFM's tables and strikethrough, and with footnotes.

    Without footnotes `[^1]` would become a link, and lose its brackets, where a definition stands.
    """
    from markdown_it import MarkdownIt
    from mdit_py_plugins.footnote import footnote_plugin

    md = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    md.block.ruler.at("table", gfm_table, {"alt": ["paragraph", "reference"]})
    md.use(footnote_plugin, inline=False, move_to_end=False)
    md.add_render_rule("footnote_ref", _render_footnote)
    md.add_render_rule("footnote_reference_open", _render_nothing)
    md.add_render_rule("footnote_reference_close", _render_nothing)
    return md


def _render_footnote(_self: Any, tokens: Sequence[Any], index: int, *_: Any) -> str:
    return f"<sup>{escape(tokens[index].meta['label'])}</sup>"


def _render_nothing(*_: Any) -> str:
    return ""


def _mark(token: Any) -> None:
    """Put a block's line into its tag, and those of raw HTML into all of its tags."""
    if token.map is None:
        return
    line = token.map[0] + 1
    if token.type == "html_block":
        token.content = mark_lines(token.content, line)
    elif token.type == "inline":
        _mark_inline(token.children, line)
    else:
        # A fence's text begins a line below it.
        token.attrSet(LINES, str(line + (token.type == "fence")))


def _mark_inline(children: list[Any], line: int) -> None:
    for child in children:
        if child.type == "html_inline":
            child.content = mark_lines(child.content, line)
        line += child.content.count("\n") + (child.type in ("softbreak", "hardbreak"))
