"""The sources list: who printed what, when, how it was read, and what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tieout.pages.content import Block
from tieout.pages.inline import Exempt, FactRef, Link, Mark, Part, Text, plain, to_html
from tieout.pages.inline_markdown import to_markdown
from tieout.pages.view import View, join_cjk


def sources_block(view: View) -> Block:
    """All sources of the article in its order."""
    html: list[str] = []
    markdown: list[str] = []
    for name, source in view.ledger["sources"].items():
        lines = _lines(name, source, view)
        body = "".join(f"<p>{to_html(line, view)}</p>" for line in lines)
        html.append(f'<li id="source-{name}">{body}</li>\n')
        texts = [to_markdown(line, view) for line in lines]
        markdown.append(f'- <a id="source-{name}"></a>' + "\\\n  ".join(texts))
    return Block(f'<ol class="sources">\n{"".join(html)}</ol>\n', "\n".join(markdown))


def _lines(name: str, source: Mapping[str, Any], view: View) -> list[list[Part]]:
    lines = [_title(source, view), _facts(name, source, view)]
    lines += [
        _address(source[key], view) for key in ("url", "original", "also", "file") if key in source
    ]
    for key in ("missing", "note"):
        if key in source:
            text = view.localized(source[key])
            lines.append([Text(view.word(key) + view.word("colon")), Text(text)])
    return lines


def _address(where: str | Mapping[str, str], view: View) -> list[Part]:
    """An address that can be opened, or a file at its commit."""
    if isinstance(where, str):
        return [Link(where, (Exempt(where, "address"),))]
    name = f"{where['repo']}/{where['path']} @ {where['commit'][:12]}"
    return [Text(view.word("file") + view.word("colon")), Exempt(name, "address")]


def _title(source: Mapping[str, Any], view: View) -> list[Part]:
    comma = view.word("comma")
    line: list[Part] = [Mark((plain(source["title"], "title", view),), "title"), Text(comma)]
    line.append(Text(view.localized(source["publisher"])))
    if "author" in source:
        line += [Text(comma), Text(source["author"])]
    return line


def _facts(name: str, source: Mapping[str, Any], view: View) -> list[Part]:
    vocabulary, colon, stop = view.ledger["vocabulary"], view.word("colon"), view.word("semicolon")
    kind = vocabulary["kinds"].get(source["kind"])
    line: list[Part] = [Text(view.localized(kind) if kind else source["kind"]), Text(stop)]
    line.append(Text(view.word("published") + colon))
    published = f"{name}/published"
    known = published in view.facts
    line.append(FactRef(published) if known else Text(view.word("unknown_day")))
    for key in ("read", "retrieved"):
        if key in source:
            line += [Text(stop + view.word(key) + colon), Exempt(source[key], "day-read")]
    state = Mark((Text(standing(source["standing"], view)),), f"standing {source['standing']}")
    line += [Text(stop + view.word("standing") + colon), state]
    if "via" in source:
        label = view.localized(view.source(source["via"])["label"])
        before = join_cjk(f"{view.word('via')} {label}").removesuffix(label)
        link = Link(f"#source-{source['via']}", (Text(label),))
        line += [Text(view.word("comma") + before), link]
    return line


def standing(name: str, view: View) -> str:
    """A standing in words."""
    return view.localized(view.ledger["vocabulary"]["standings"][name]["label"])
