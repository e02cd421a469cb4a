"""A banner under the heading of each section that another language has left behind."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from typing import Any

from markdown_it.token import Token

from tieout.pages.content import Block, Writer
from tieout.pages.inline_markdown import escape_markdown
from tieout.translations import TOP


def with_banners(
    tokens: Sequence[Token], stale: Collection[str], writer: Writer, environment: dict[str, Any]
) -> list[Token]:
    """The tokens with a block after the heading of each stale section; lines stay as they are."""
    if not stale:
        return list(tokens)
    words = writer.view.word("stale")
    html = f'<aside class="stale"><p>{escape(words)}</p></aside>\n'
    index = len(writer.blocks)
    writer.blocks.append(Block(html, f"> {escape_markdown(words)}"))
    environment["block_html"].append(html)
    marked = [_banner(index)] if TOP in stale else []
    anchor = ""
    for token in tokens:
        marked.append(token)
        if token.type == "heading_open":
            anchor = str(token.attrs.get("id", ""))
        elif token.type == "heading_close" and anchor in stale:
            marked.append(_banner(index))
    return marked


def _banner(index: int) -> Token:
    mark = f"\ue002{index}\ue003"
    return Token("block_placeholder", "", 0, markup=mark, meta={"index": index}, block=True)
