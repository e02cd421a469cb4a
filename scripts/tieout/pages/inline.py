"""Running text in parts, so that HTML, Markdown and plain text are three views of the same words.

Here are the parts, their HTML and their plain text; `inline_markdown` has their Markdown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tieout.pages.view import View, machine_value


@dataclass(frozen=True, slots=True)
class Text:
    """Plain words."""

    text: str


@dataclass(frozen=True, slots=True)
class FactRef:
    """A number of the ledger, shown in its own wording."""

    id: str


@dataclass(frozen=True, slots=True)
class OwnFact:
    """The number of an entry within that entry: a link to it would lead nowhere."""

    id: str


@dataclass(frozen=True, slots=True)
class Exempt:
    """A number that is no fact; `why` is one of the reasons the checks count."""

    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link around other parts; `href` is an address or an anchor of this page."""

    href: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """Words with a class of their own: a standing, a verdict, an inference."""

    parts: tuple[Part, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class Code:
    """An identifier or a formula; `why` is given when it may hold a number."""

    text: str
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Computed:
    """The formula of a computed fact, its inputs shown as what they are."""

    fact: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for what the checks count; verify fills it once nothing is found."""

    count: str


Part = Text | FactRef | OwnFact | Exempt | Link | Mark | Code | Computed | Slot
#: What stands in a slot of a draft, and its only form, by which verify knows it.
EMPTY = "…"


def slot(count: str) -> str:
    """A slot in HTML and in Markdown."""
    return f'<span data-why="counted" data-count="{escape(count)}">{EMPTY}</span>'


Inline = Sequence[Part]


def to_html(parts: Inline, view: View) -> str:
    """HTML; every text is escaped, whatever its source."""
    return "".join([_html(part, view) for part in parts])


def _html(part: Part, view: View) -> str:
    match part:
        case Text(text):
            return escape(text, quote=False)
        case Exempt(text, why):
            shown = escape(text, quote=False)
            return f'<span class="exempt" data-why="{escape(why)}">{shown}</span>'
        case FactRef(name):
            second_hand = view.fact(name)["standing"] == "second-hand"
            return fact_html(name, view, "via" if second_hand else "")
        case OwnFact(name):
            return data_html(name, view) or f'<span class="lost">{_shown(name, view)}</span>'
        case Link(href, inner):
            return f'<a href="{escape(href)}">{to_html(inner, view)}</a>'
        case Mark(inner, kind):
            look = f'"{escape(kind)}"' if " " in kind else escape(kind)
            return f"<span class={look}>{to_html(inner, view)}</span>"
        case Slot(count):
            return slot(count)
        case Code(text, why):
            reason = f' class="exempt" data-why="{escape(why)}"' if why else ""
            return f"<code{reason}>{escape(text, quote=False)}</code>"
        case Computed(name, inner):
            shown = to_html(inner, view)
            return f'<span class="computed" data-computed="{escape(name)}">{shown}</span>'


def fact_html(name: str, view: View, kind: str = "") -> str:
    """A fact as the contract has it, inside a link to its entry; a lost one says so.

    `kind` is the class of the link: only what a reader should see at once has a look of its own.
    """
    anchor = escape(f"#fact-{name}")
    if not (data := data_html(name, view)):
        return f'<a class="lost" href="{anchor}">{_shown(name, view)}</a>'
    look = f" class={escape(kind)}" if kind else ""
    return f'<a{look} href="{anchor}">{data}</a>'


def data_html(name: str, view: View) -> str:
    """The element that shows a fact's number; empty for a fact without one."""
    fact = view.use(name)
    if not view.text(name):
        return ""
    value, tie = escape(machine_value(fact)), escape(name)
    return f'<data class="fact" value="{value}" data-fact="{tie}">{_shown(name, view)}</data>'


def _shown(name: str, view: View) -> str:
    return escape(view.shown(name), quote=False)


def to_plain(parts: Inline, view: View) -> tuple[str, list[str]]:
    """Text for a place where markup is impossible, and the ids of the facts in it."""
    texts: list[str] = []
    facts: list[str] = []
    for part in parts:
        match part:
            case FactRef(name) | OwnFact(name):
                view.use(name)
                facts.append(name)
                texts.append(view.shown(name))
            case Text(text) | Exempt(text, _) | Code(text, _):
                texts.append(text)
            case Link(_, inner) | Mark(inner, _) | Computed(_, inner):
                text, names = to_plain(inner, view)
                texts.append(text)
                facts.extend(names)
    return "".join(texts), list(dict.fromkeys(facts))


def plain(text: str, why: str, view: View) -> Part:
    """Text that may hold digits: exempt for `why` when it does, plain words otherwise."""
    return Exempt(text, why) if view.holds_digits(text) else Text(text)
