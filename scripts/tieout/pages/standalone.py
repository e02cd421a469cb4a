"""The parsed text of an article as Markdown that any renderer of GitHub's dialect shows alike.

The article's own rules for Chinese text are known to no other renderer. So line breaks between CJK
characters are already gone from the tokens, and where bare `**` or `*` would stay visible, tags
stand instead: each paragraph is read back by a plain parser to find out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from tieout.pages.content import Writer
from tieout.pages.inline_markdown import address, code, escape_markdown, guard_lines, to_markdown

STARS = {"strong": ("**", "**"), "em": ("*", "*")}
TAGS = {"strong": ("<strong>", "</strong>"), "em": ("<em>", "</em>")}
_INLINE = re.compile("\ue000([0-9]+)\ue001")
Signs = dict[str, tuple[str, str]]


def standalone(tokens: Sequence[Token], writer: Writer) -> str:
    """The whole text, blocks apart by a blank line."""
    return _Serializer(writer).blocks(SyntaxTreeNode(tokens).children)


class _Serializer:
    """Writes the nodes of a syntax tree."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self._block_rules: dict[str, Callable[[SyntaxTreeNode], str]] = {
            "paragraph": lambda node: guard_lines(self._words(node)),
            "heading": self._heading,
            "bullet_list": self._list,
            "ordered_list": self._list,
            "blockquote": lambda node: _prefixed(self.blocks(node.children), "> ", "> "),
            "fence": self._fence,
            "code_block": self._fence,
            "hr": lambda _: "___",  # of dashes, it would take in the mark of a list item
            "table": self._table,
            "block_placeholder": lambda node: writer.blocks[node.meta["index"]].markdown,
            "footnote_block": lambda node: self.blocks(node.children),
            "footnote": self._footnote,
        }

    def blocks(self, nodes: Sequence[SyntaxTreeNode], between: str = "\n\n") -> str:
        """Blocks one below the other; a comment keeps two lists from becoming one."""
        written: list[str] = []
        for index, node in enumerate(nodes):
            before = nodes[index - 1] if index else None
            if before and (before.type, before.markup) == (node.type, node.markup):
                written += ["<!-- -->"] if node.type.endswith("_list") else []
            written.append(self._block_rules[node.type](node))
        return between.join(written)

    def _heading(self, node: SyntaxTreeNode) -> str:
        words = self._words(node, "<br>").replace("\n", " ")
        return f'<a id="{node.attrs["id"]}"></a>\n\n{"#" * int(node.tag[1:])} {words}'

    def _list(self, node: SyntaxTreeNode) -> str:
        start = int(node.attrs.get("start", 1))
        items: list[str] = []
        tight = all(_is_tight(item) for item in node.children)
        for number, item in enumerate(node.children, start=start):
            mark = f"{number}{node.markup} " if node.type == "ordered_list" else f"{node.markup} "
            content = self.blocks(item.children, "\n" if tight else "\n\n")
            items.append(_prefixed(content, mark, " " * len(mark)))
        return ("\n" if tight else "\n\n").join(items)

    def _fence(self, node: SyntaxTreeNode) -> str:
        content = self._filled(node.content)
        if content and not content.endswith("\n"):
            content += "\n"
        fence = "```"
        while fence in content:
            fence += "`"
        return f"{fence}{node.info}\n{content}{fence}"

    def _table(self, node: SyntaxTreeNode) -> str:
        rows = [row for part in node.children for row in part.children]
        lines = [f"| {' | '.join(self._words(cell) for cell in row.children)} |" for row in rows]
        rule = "|".join(_aligned(str(cell.attrs.get("style", ""))) for cell in rows[0].children)
        return "\n".join([lines[0], f"|{rule}|", *lines[1:]])

    def _footnote(self, node: SyntaxTreeNode) -> str:
        inner = [child for child in node.children if child.type != "footnote_anchor"]
        return _prefixed(self.blocks(inner), f"[^{_label(node)}]: ", "    ")

    def _words(self, node: SyntaxTreeNode, line_break: str = "\\\n") -> str:
        """The running text of a block: with stars if a plain parser reads them, else with tags."""
        inline = [part for child in node.children for part in child.children]
        starred = self._inline(inline, {**STARS, "hardbreak": (line_break, "")})
        tagged = self._inline(inline, {**TAGS, "hardbreak": (line_break, "")})
        if starred == tagged:
            return starred
        kept, both = self.writer.kept, f"{starred}\0{tagged}"  # no text holds the sign between them
        return starred if kept.made("stars", both, lambda: _alike(starred, tagged)) else tagged

    def _inline(self, nodes: Sequence[SyntaxTreeNode], signs: Signs) -> str:
        written = ""
        for index, node in enumerate(nodes):
            text = self._inline_node(node, signs)
            if index and nodes[index - 1].type == "footnote_ref" and text.startswith(("(", ":")):
                text = f"\\{text}"  # else the mark before it opens a link or a note
            written += text
        return written

    def _inline_node(self, node: SyntaxTreeNode, signs: Signs) -> str:
        match node.type:
            case "text":
                return escape_markdown(node.content)
            case "placeholder":
                parts = self.writer.inline[node.meta["index"]].parts
                return to_markdown(parts, self.writer.view)
            case "softbreak":
                return "\n"
            case "hardbreak":
                return signs["hardbreak"][0]
            case "code_inline":
                return code(self._filled(node.content))
            case "strong" | "em":
                opening, closing = signs[node.type]
                return opening + self._inline(node.children, signs) + closing
            case "link":
                return self._link(node, signs)
            case "footnote_ref":
                return f"[^{_label(node)}]"
            case other:
                raise ValueError(f"no Markdown is known for '{other}'")

    def _link(self, node: SyntaxTreeNode, signs: Signs) -> str:
        title = str(node.attrs.get("title", "")).replace("\\", "\\\\").replace('"', '\\"')
        target = address(str(node.attrs["href"])) + (f' "{title}"' if title else "")
        return f"[{self._inline(node.children, signs)}]({target})"

    def _filled(self, text: str) -> str:
        """Code, with the figures in it as plain text."""
        placed = self.writer.inline
        return _INLINE.sub(lambda match: placed[int(match[1])].visible, text)


def _alike(one: str, other: str) -> bool:
    """Whether a plain parser reads the same."""
    alike: bool = _plain().renderInline(one) == _plain().renderInline(other)
    return alike


@cache
def _plain() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": True})


def _is_tight(item: SyntaxTreeNode) -> bool:
    """Whether a list item has no blank lines and needs none: words, then lists."""
    children = item.children
    hidden = not children or children[0].hidden
    return hidden and all(child.type.endswith("_list") for child in children[1:])


def _prefixed(text: str, first: str, rest: str) -> str:
    """A block whose first line follows a mark and whose other lines stand below its text."""
    lines = text.split("\n")
    below = [rest + line if line else rest.rstrip() for line in lines[1:]]
    return "\n".join([(first + lines[0]).rstrip(), *below])


def _aligned(style: str) -> str:
    align = style.rpartition("text-align:")[2]
    return {"left": " :-- ", "right": " --: ", "center": " :-: "}.get(align, " --- ")


def _label(node: SyntaxTreeNode) -> str:
    """The name of a footnote; one written in place (`^[…]`) has only its number."""
    return str(node.meta.get("label") or f"note-{node.meta['id'] + 1}")
