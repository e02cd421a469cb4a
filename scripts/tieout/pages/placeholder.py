"""Placeholders: marks in Markdown source that stand for HTML which the page builder has ready.

An inline placeholder is U+E000, digits, U+E001; a block placeholder is U+E002, digits, U+E003,
alone on its line. The digits are an index into `env["inline_html"]` or `env["block_html"]`, whose
strings are inserted as they are. `env["placeholders"]` tells the text that the reader sees of each
inline one (attribute `visible`): it decides what happens beside the mark, and takes its place where
HTML cannot stand (alternative text, titles).

A figure must never vanish: `check_placed` fails if a mark of the source did not reach the page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

_INLINE = re.compile("\ue000([0-9]{1,9})\ue001")
_BLOCK = re.compile("\ue002([0-9]{1,9})\ue003")
_MARK = re.compile(f"{_INLINE.pattern}|{_BLOCK.pattern}")
_MARK_OR_STRAY = re.compile(f"{_MARK.pattern}|[\ue000-\ue003]")
# escape() would take the mark apart where a backslash stands before it.
_INLINE_OR_SLASHED = re.compile(rf"(\\?)({_INLINE.pattern})")
_LONGEST = 11


def placeholder_plugin(md: MarkdownIt) -> None:
    """Let `md` read and render placeholders."""
    md.core.ruler.after("normalize", "placeholder_check", _refuse_strays)
    md.block.ruler.before(
        "fence",
        "block_placeholder",
        _block,
        {"alt": ["paragraph", "reference", "blockquote", "list"]},
    )
    md.inline.add_terminator_char("\ue000")
    md.inline.ruler.before("escape", "placeholder", _inline)
    md.core.ruler.before("text_join", "placeholder_text", _fill_attributes)
    for name in ("placeholder", "block_placeholder"):
        md.add_render_rule(name, _render)
    for name in ("code_inline", "code_block", "fence"):
        md.add_render_rule(name, _render_code)


def visible_text(env: EnvType, index: int) -> str | None:
    """The text that the reader sees of an inline placeholder, or None if nobody has told it."""
    try:
        text: str = env["placeholders"][index].visible
    except LookupError:
        return None
    return text


def text_before(src: str, end: int, env: EnvType) -> str:
    """Up to two characters before `end`; of a placeholder those that the reader sees.

    A placeholder of unknown text gives its own mark, which Unicode counts as neither space nor
    punctuation: an ordinary letter.
    """
    window = src[max(0, end - _LONGEST) : end]
    if window.endswith("\ue001") and (match := _INLINE.search(window, window.rfind("\ue000"))):
        return (visible_text(env, int(match[1])) or match[0])[-2:]
    return window[-2:]


def text_after(src: str, start: int, end: int, env: EnvType) -> str:
    """Up to two characters from `start` to `end`; of a placeholder those that the reader sees."""
    if match := _INLINE.match(src, start, end):
        return (visible_text(env, int(match[1])) or match[0])[:2]
    return src[start : min(start + 2, end)]


def check_placed(source: str, html: str, env: EnvType) -> None:
    """Raise ValueError if a placeholder of `source` is not on the page, or a raw mark is."""
    lost = Counter(match[0] for match in _MARK.finditer(source)) - _placed(env)
    if lost:
        mark = min(lost, key=source.index)
        line = source.count("\n", 0, source.index(mark)) + 1
        where = (
            "a block placeholder stands alone on its line, not indented as code"
            if mark[0] == "\ue002"
            else "keep it out of link addresses, labels, and notes that nothing refers to"
        )
        raise ValueError(f"line {line}: placeholder {mark[1:-1]} is lost on the page: {where}")
    if _MARK_OR_STRAY.search(html):
        raise ValueError(
            "the page holds a raw character U+E000 to U+E003: write no character reference for it"
        )


def _refuse_strays(state: StateCore) -> None:
    for match in _MARK_OR_STRAY.finditer(state.src):
        if len(match[0]) == 1:
            line = state.src.count("\n", 0, match.start()) + 1
            raise ValueError(
                f"line {line}: stray character U+{ord(match[0]):04X}, reserved for placeholders:"
                " delete it"
            )


def _block(state: StateBlock, start_line: int, _end_line: int, silent: bool) -> bool:
    if state.is_code_block(start_line):
        return False
    line = state.src[state.bMarks[start_line] + state.tShift[start_line] : state.eMarks[start_line]]
    match = _BLOCK.fullmatch(line.rstrip(" \t"))
    if match is None:
        return False
    if not silent:
        token = state.push("block_placeholder", "", 0)
        token.map = [start_line, start_line + 1]
        token.markup, token.meta = match[0], {"index": int(match[1])}
        state.line = start_line + 1
    return True


def _inline(state: StateInline, silent: bool) -> bool:
    match = _INLINE_OR_SLASHED.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        state.append_pending(match[1])
        token = state.push("placeholder", "", 0)
        token.markup, token.meta = match[2], {"index": int(match[3])}
    state.pos = match.end()
    return True


def _fill_attributes(state: StateCore) -> None:
    """Put the visible text where HTML cannot stand: alternative text and titles."""
    for block in state.tokens:
        for token in _descend(block.children):
            if "title" in token.attrs:
                title = str(token.attrs["title"])
                token.attrs["title"] = _INLINE.sub(lambda m: _text(state.env, m[0]), title)
            if token.type == "image":
                for child in _descend(token.children):
                    if child.type == "placeholder":
                        child.type, child.content = "text", _text(state.env, child.markup)


def _descend(tokens: Sequence[Token] | None) -> Iterator[Token]:
    for token in tokens or ():
        yield token
        yield from _descend(token.children)


def _render(
    _self: RendererHTML, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: EnvType
) -> str:
    return _html(env, tokens[idx].markup)


def _render_code(
    self: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
) -> str:
    """Code keeps the marks as text; they survive escaping, so they are filled in afterwards."""
    html: str = getattr(RendererHTML, tokens[idx].type)(self, tokens, idx, options, env)
    start = html.index(">", html.index("<code")) + 1
    return html[:start] + _INLINE.sub(lambda match: _html(env, match[0]), html[start:])


def _html(env: EnvType, mark: str) -> str:
    key = "inline_html" if mark[0] == "\ue000" else "block_html"
    try:
        html: str = env[key][int(mark[1:-1])]
    except LookupError:
        raise ValueError(
            f"placeholder {mark[1:-1]} has no HTML: env[{key!r}] must hold it"
        ) from None
    _placed(env)[mark] += 1
    return html


def _text(env: EnvType, mark: str) -> str:
    text = visible_text(env, int(mark[1:-1]))
    if text is None:
        raise ValueError(
            f"placeholder {mark[1:-1]} stands in alternative text or a title, where only text can:"
            ' give its text in env["placeholders"]'
        )
    _placed(env)[mark] += 1
    return text


def _placed(env: EnvType) -> Counter[str]:
    """How often each mark has reached the page, counted while rendering."""
    placed: Counter[str] = env.setdefault("placed", Counter())
    return placed
