"""Soft line breaks between CJK characters.

A line break in the source becomes a space on the page. Chinese has no spaces between characters, so
the break goes if the nearest visible characters on both sides are CJK, or if that on one side is
full-width punctuation, which holds its own space beside Latin as well. Markup is not visible, and
neither is the reference mark of a footnote, which hangs on the text before it; a placeholder shows
its figure and an image its alternative text. Hard breaks stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from markdown_it.common.utils import MD_TRIM_CHARS
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType

from tieout.pages.cjk import ends_cjk, ends_spaced, starts_cjk, starts_spaced
from tieout.pages.placeholder import visible_text

# White space and the characters that take no room: soft hyphen, joiners, direction marks.
_INVISIBLE = MD_TRIM_CHARS + "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"


def cjk_softbreak(state: StateCore) -> None:
    """Core rule: drop the soft breaks that stand between CJK characters.

    It runs before `text_join`, which then makes one text of the two lines.
    """
    for token in state.tokens:
        if token.type == "inline" and token.children:
            token.children = _join_lines(token.children, state.env)


def _join_lines(tokens: list[Token], env: EnvType) -> list[Token]:
    for token in tokens:
        if token.children:
            token.children = _join_lines(token.children, env)
    if all(token.type != "softbreak" for token in tokens):
        return tokens
    texts = [_visible(token, env).strip(_INVISIBLE) for token in tokens]
    cjk_before = _running(texts, ends_cjk)
    cjk_after = _running(reversed(texts), starts_cjk)[::-1]
    spaced_before = _running(texts, ends_spaced)
    spaced_after = _running(reversed(texts), starts_spaced)[::-1]
    sides = zip(cjk_before, cjk_after, spaced_before, spaced_after, strict=True)
    goes = [(before and after) or one or other for before, after, one, other in sides]
    joined: list[Token] = []
    for token, closed in zip(tokens, goes, strict=True):
        if token.type != "softbreak" or not closed:
            joined.append(token)
        elif joined and joined[-1].type == "text":
            # A tab at the end of a line belongs to the break, and Markdown leaves it in.
            joined[-1].content = joined[-1].content.rstrip(" \t")
    return joined


def _running(texts: Iterable[str], is_cjk: Callable[[str], bool]) -> list[bool]:
    """For each text, whether the nearest non-empty one up to it passes `is_cjk`."""
    answers, last = [], False
    for text in texts:
        if text:
            last = is_cjk(text)
        answers.append(last)
    return answers


def _visible(token: Token, env: EnvType) -> str:
    if token.type in ("text", "text_special", "code_inline"):
        return token.content
    if token.type == "placeholder":
        text = visible_text(env, token.meta["index"])
        return token.markup if text is None else text
    return "".join(_visible(child, env) for child in token.children or ())
