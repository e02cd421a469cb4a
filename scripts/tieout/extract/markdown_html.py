"""Markdown -> HTML in which every element still names its line of the Markdown.

So one reader serves both formats: HTML inside Markdown (`<br>`, `<sup>`, `<details>`, comments,
hidden elements, whole tables) means there what it means on a page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any

from tieout.extract.errors import ExtractError
from tieout.extract.gfm_table import ERRORS, TABLE, gfm_table
from tieout.extract.html_tree import LINES, mark_lines

#: What can begin markup within a block: all rules of CommonMark, strikethrough and footnotes begin
#: with one of these, or are the two spaces of a hard line break.
_INLINE = re.compile(r"[\\`~*_\[<&]|  \n")


def marked_html(text: str, *, prose: bool = True) -> tuple[str, list[ExtractError]]:
    """HTML for `parse_html`, and the faults of tables that are no tables in it.

    Without `prose`, paragraphs in which no element can stand are left empty: a reader of tables
    has no use for them.
    """
    md = _build_gfm()
    env: dict[str, Any] = {}
    tokens = md.parse(text, env)
    parts: list[str] = []
    done = 0
    for at, token in enumerate(tokens):
        if token.type == "inline":
            heads = tokens[at - 1].type == "heading_open"
            _read_inline(token, md, env, wanted=prose or heads or "<" in token.content)
        elif token.type == TABLE:
            parts.append(md.renderer.render(tokens[done:at], md.options, env))
            parts.append(_table(token, md, env))
            done = at + 1
        _mark(token)
    parts.append(md.renderer.render(tokens[done:], md.options, env))
    return "".join(parts), env.get(ERRORS, [])


def _read_inline(token: Any, md: Any, env: dict[str, Any], *, wanted: bool) -> None:
    """Read the markup within a block's text; text without any is taken as it stands."""
    from markdown_it.token import Token

    if wanted and _INLINE.search(token.content):
        md.inline.parse(token.content, md, env, token.children)
    elif wanted:
        token.children = [Token("text", "", 0, content=token.content)]


def _table(token: Any, md: Any, env: dict[str, Any]) -> str:
    """A table's HTML, in which each row names its line."""
    rows = token.meta["rows"]
    parts = [f'<table {LINES}="{rows[0][0] + 1}"><thead>']
    for number, cells in rows:
        tag = "td" if len(parts) > 1 else "th"
        inner = f"</{tag}><{tag}>".join(_cell(cell, number + 1, md, env) for cell in cells)
        row = f'<tr {LINES}="{number + 1}">' + (f"<{tag}>{inner}</{tag}>" if cells else "")
        parts.append(row + ("</tr>" if tag == "td" else "</tr></thead><tbody>"))
    return "".join([*parts, "</tbody></table>\n"])


def _cell(text: str, line: int, md: Any, env: dict[str, Any]) -> str:
    if not _INLINE.search(text):
        return escape(text)
    children: list[Any] = []
    md.inline.parse(text, md, env, children)
    _mark_inline(children, line)
    rendered: str = md.renderer.renderInline(children, md.options, env)
    return rendered


def _build_gfm() -> Any:
    """CommonMark with GFM's tables and strikethrough, and with footnotes.

    Without footnotes `[^1]` would become a link, and lose its brackets, where a definition stands.
    Text within blocks is read afterwards, as far as it is wanted.
    """
    from markdown_it import MarkdownIt
    from mdit_py_plugins.footnote import footnote_plugin

    md = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    md.block.ruler.at("table", gfm_table, {"alt": ["paragraph", "reference"]})
    md.use(footnote_plugin, inline=False, move_to_end=False)
    md.add_render_rule("footnote_ref", _render_footnote)
    md.add_render_rule("footnote_reference_open", _render_nothing)
    md.add_render_rule("footnote_reference_close", _render_nothing)
    return md.disable(["inline", "text_join"])


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
        elif child.type == "text_special":  # an escape or an entity, which markup no longer touches
            child.type = "text"
        line += child.content.count("\n") + (child.type in ("softbreak", "hardbreak"))
