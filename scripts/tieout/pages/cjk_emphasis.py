"""Emphasis next to CJK characters.

CommonMark lets `**` close only if what stands around it looks like the end of a word, judged by
spaces and punctuation. Chinese sets no spaces between words, so `**注意：**請看` stays raw. This
rule keeps CommonMark's test (section 6.2, left- and right-flanking runs) but for two answers: CJK
punctuation inside the mark never blocks it, and a CJK character outside always allows it. The idea
is that of the "CJK-friendly amendments" to CommonMark; unlike them, it leaves `_` and Hangul alone.
"""

from __future__ import annotations

from markdown_it.common.utils import isPunctChar, isWhiteSpace
from markdown_it.rules_inline import StateInline, emphasis

from tieout.pages.cjk import ends_cjk, starts_cjk
from tieout.pages.placeholder import text_after, text_before


def cjk_emphasis(state: StateInline, silent: bool) -> bool:
    """Inline rule in place of `emphasis`: the same marks, flanked by the rule above."""
    start, known = state.pos, len(state.delimiters)
    if not emphasis.tokenize(state, silent):
        return False
    if state.src[start] == "*":
        # The ends of the text count as white space, as CommonMark has it.
        before = text_before(state.src, start, state.env) or " "
        after = text_after(state.src, state.pos, state.posMax, state.env) or " "
        can_open, can_close = _flanks(before, after)
        for delimiter in state.delimiters[known:]:
            delimiter.open, delimiter.close = can_open, can_close
    return True


def _flanks(before: str, after: str) -> tuple[bool, bool]:
    """Whether a run of `*` between the two texts can open and can close emphasis."""
    space_before, space_after = isWhiteSpace(ord(before[-1])), isWhiteSpace(ord(after[0]))
    cjk_before, cjk_after = ends_cjk(before), starts_cjk(after)
    stop_before, stop_after = isPunctChar(before[-1]), isPunctChar(after[0])
    can_open = not space_after and (
        cjk_after or not stop_after or space_before or stop_before or cjk_before
    )
    can_close = not space_before and (
        cjk_before or not stop_before or space_after or stop_after or cjk_after
    )
    return can_open, can_close
