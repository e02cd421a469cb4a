"""How writers call the functions of a template, and what they may call a count of their own."""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import signature
from typing import Any

from tieout.amount import PrintedError
from tieout.numerals_en import read_english
from tieout.numerals_zh import read_chinese
from tieout.pages.view import WriterError

#: What a Chinese number word is counted with, where an article counts its own things.
_COUNTERS = "個組種項條張份次點列欄節篇段句步類層頁處道件位"


def is_own_count(text: str) -> bool:
    """Whether a text is a whole number below a hundred alone, in digits or in words.

    A counter belongs to a Chinese number word: 三 and 三組 are the same count.
    """
    if re.fullmatch("[0-9]{1,2}", text):
        return True
    try:
        amount = read_english(text, 0) or read_chinese(text, 0)
    except PrintedError:
        return False
    if amount is None or amount.unit or amount.value.denominator > 1 or amount.value >= 100:
        return False
    return text[amount.end :] in ("", *_COUNTERS)


def usage(name: str, maker: Callable[..., Any]) -> str:
    """How a function that places a block is called."""
    names = ", ".join(f'"{parameter}"' for parameter in signature(maker).parameters)
    return f"{name}({names})"


def called(
    name: str, function: Callable[..., str], how: str, maker: Callable[..., Any] | None = None
) -> Callable[..., str]:
    """A function for writers that tells them how it is called when they call it another way."""
    expected = signature(maker or function)

    def call(*args: Any, **named: Any) -> str:
        try:
            expected.bind(*args, **named)
        except TypeError as error:
            what = f"{name}(…) is called in another way than it can be ({error})"
            raise WriterError(what, f"write {how}") from None
        return function(*args, **named)

    return call
