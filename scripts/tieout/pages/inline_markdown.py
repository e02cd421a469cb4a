"""Parts of running text as Markdown that reads the same under any renderer of GitHub's dialect.

Whatever a source or a writer printed is escaped, so that it can become neither markup nor a link.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from tieout.pages.inline import (
    Code,
    Computed,
    Exempt,
    FactRef,
    Inline,
    Link,
    Mark,
    OwnFact,
    Part,
    Slot,
    Text,
    slot,
)
from tieout.pages.view import View

# `!` makes an image of the link after it; `$` opens mathematics on GitHub.
_SPECIAL = re.compile(r"[\\`*_\[\]<>|#~&$]|!$")
_LINE_START = re.compile(r"(?m)^([ \t]*)(?:([-+=])|(\d{1,9})([.)]))(?=[-=\s]|$)")
_SPACES = re.compile(r"[ \t]*\n[ \t\n]*")


@lru_cache(maxsize=8192)  # labels and conditions stand in many rows
def escape_markdown(text: str) -> str:
    """Text that Markdown shows as it is; line breaks become spaces."""
    return _SPECIAL.sub(r"\\\g<0>", _SPACES.sub(" ", text))


def guard_lines(text: str) -> str:
    """A finished paragraph none of whose lines opens a list or underlines a heading."""
    return _LINE_START.sub(
        lambda match: f"{match[1]}{match[3] or ''}\\{match[2] or match[4]}", text.lstrip()
    )


def to_markdown(parts: Inline, view: View) -> str:
    """Markdown that stands alone. Numbers without a source stand in a span, as in HTML."""
    return "".join([_markdown(part, view) for part in parts])


def _markdown(part: Part, view: View) -> str:
    match part:
        case Text(text):
            return escape_markdown(text)
        case Exempt(text, why):
            return exempt(escape_markdown(text), why)
        case FactRef(name):
            view.use(name)
            return f"[{escape_markdown(view.shown(name))}](#fact-{name})"
        case OwnFact(name):
            view.use(name)
            return escape_markdown(view.shown(name))
        case Link(href, inner):
            return f"[{to_markdown(inner, view)}]({address(href)})"
        case Mark(inner, _) | Computed(_, inner):
            return to_markdown(inner, view)
        case Slot(count):
            return slot(count)
        case Code(text, why):
            return exempt(code(text), why) if why else code(text)


def exempt(markdown: str, why: str) -> str:
    """A number with a reason. A comment would do, but at the start of a line it opens a block."""
    return f'<span data-why="{escape(why)}">{markdown}</span>'


def code(text: str) -> str:
    """A code span; tags where the text would end it, or end the cell it stands in."""
    if re.search(r"[`|\n]|^ | $", text) or not text:
        return f"<code>{escape_markdown(text)}</code>"
    return f"`{text}`"


def address(href: str) -> str:
    """The target of a link, in angle brackets where it would end too early."""
    href = re.sub(r"[\s<>\\]", lambda match: f"%{ord(match[0]):02X}", href)
    return f"<{href}>" if re.search(r"[()]", href) else href
