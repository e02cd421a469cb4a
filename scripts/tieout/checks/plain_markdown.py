"""article.md as a stranger's renderer shows it: GitHub's dialect, without this project's own rules.

What is wrong in the Markdown itself (a link that does not open, stars that stay visible) is then
wrong in what the checks see.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from mdit_py_plugins.footnote import footnote_plugin

from tieout.checks.finished import parse_html


def read_markdown(text: str) -> Any:
    """The rendered tree. Blocks carry `data-line`, their line in the Markdown file from 1."""
    md = MarkdownIt("commonmark", {"html": True}).enable("table").use(footnote_plugin)
    md.add_render_rule("footnote_caption", _footnote_mark)
    environment: dict[str, Any] = {}
    tokens = md.parse(text, environment)
    for token in tokens:
        if token.map and token.nesting >= 0:
            token.attrSet("data-line", str(token.map[0] + 1))
    rendered: str = md.renderer.render(tokens, md.options, environment)
    return parse_html(f"<html><body>{rendered}</body></html>")


def _footnote_mark(
    _self: RendererHTML, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType
) -> str:
    """The number that a renderer gives a note stands in no file."""
    return f'<span data-why="footnote">[{tokens[idx].meta["id"] + 1}]</span>'
