"""An article's Markdown, parsed once; the tokens become HTML here, article.md in `standalone`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from tieout.errors import fail
from tieout.pages.content import Writer
from tieout.pages.headings import Heading, collect_headings, heading_anchors
from tieout.pages.markdown import build_markdown
from tieout.pages.placeholder import check_placed
from tieout.pages.stale import with_banners
from tieout.pages.tables import scroll_box

_LINE = re.compile(r"line (\d+): ")
_NO_TOC = re.compile(r'<sup class="footnote-ref">.*?</sup>|</?a\b[^>]*>')


@dataclass(frozen=True, slots=True)
class Body:
    """The parsed text of an article in one language, and its HTML."""

    tokens: list[Token]
    headings: list[Heading]
    html: str
    contents: list[tuple[Heading, str]]


def build_body(source: str, writer: Writer, path: Path, stale: Collection[str] = ()) -> Body:
    """Parse and render a template's Markdown; sections in `stale` get a banner.

    Raises TieoutError for what cannot stand there.
    """
    md = _parser(writer.view.word("scroll_hint"))
    environment = writer.environment()
    try:
        tokens = md.parse(source, environment)
        _refuse(tokens, environment, path)
        headings = collect_headings(tokens, path)
        tokens = with_banners(tokens, stale, writer, environment)
        html: str = md.renderer.render(tokens, md.options, environment)
        check_placed(source, html, environment)
    except ValueError as error:
        line = _LINE.match(str(error))
        what = str(error).removeprefix(line[0]) if line else str(error)
        mend = "put the call where text can stand"
        raise fail(path, int(line[1]) if line else 0, what, mend) from None
    contents = [(heading, _for_contents(heading, md, environment)) for heading in headings]
    return Body(tokens, headings, html, contents)


def _parser(hint: str) -> MarkdownIt:
    """The articles' Markdown with anchors, boxes around tables, and counted footnote marks."""
    md = build_markdown()
    heading_anchors(md)
    opening, closing = scroll_box(hint)

    def open_table(*_: Any) -> str:
        return f"{opening}<table>\n"

    def close_table(*_: Any) -> str:
        return f"</table>{closing}\n"

    md.add_render_rule("table_open", open_table)
    md.add_render_rule("table_close", close_table)
    md.add_render_rule("footnote_caption", _footnote_mark)
    md.add_render_rule("footnote_anchor", _footnote_arrow)
    return md


def _footnote_mark(
    _self: RendererHTML, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType
) -> str:
    number = tokens[idx].meta["id"] + 1
    return f'<span class="exempt" data-why="footnote">[{number}]</span>'


def _footnote_arrow(
    self: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
) -> str:
    """The way back from a note, without the space before it, which Chinese sets nowhere."""
    name = self.rules["footnote_anchor_name"](tokens, idx, options, env)
    again = f":{tokens[idx].meta['subId']}" if tokens[idx].meta["subId"] > 0 else ""
    return f'<a href="#fnref{name}{again}" class="footnote-backref">\u21a9\ufe0e</a>'


def _refuse(tokens: Sequence[Token], environment: Mapping[str, Any], path: Path) -> None:
    """Raise TieoutError for what a page of one file, checked number by number, cannot hold."""
    for block in tokens:
        line = block.map[0] + 1 if block.map else 0
        depth = 0
        if block.type == "block_placeholder" and block.level:
            what = "a figure, table or list of sources stands in a list, a quotation or a note"
            raise fail(path, line, what, "end it before the call, and put no space ahead of it")
        for token in block.children or ():
            if token.type == "image":
                what = f"an image in the text ({token.attrs.get('src', '')})"
                mend = "describe it under 'figures:' in article.yaml, write {{ figure('name') }}"
                raise fail(path, line, what, mend)
            if token.type == "link_open" and token.attrs.get("title"):
                what = f"a link with a title ('{token.attrs['title']}')"
                raise fail(path, line, what, "say it in the text: fingers and print cannot see it")
            href = str(token.attrs.get("href") or "")
            if token.type == "link_open" and href.startswith("#fact-"):
                mend = f"write {{{{ f('{unquote(href)[6:]}') }}}}, which shows and links the number"
                raise fail(path, line, f"a link to the entry of a fact by hand ({href})", mend)
            placed = token.type == "placeholder"
            linked = placed and "<a " in environment["inline_html"][token.meta["index"]]
            if depth and (linked or token.type == "link_open"):
                mend = "end the link before the number, source or address in it"
                raise fail(path, line, "a link inside a link", mend)
            depth += {"link_open": 1, "link_close": -1}.get(token.type, 0)


def _for_contents(heading: Heading, md: MarkdownIt, environment: dict[str, Any]) -> str:
    """A heading's words for the table of contents, where a link cannot hold another link."""
    rendered: str = md.renderer.render([heading.words], md.options, environment)
    return _NO_TOC.sub("", rendered)
