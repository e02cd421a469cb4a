"""How the page was checked: what each check looks for, counts, lets pass and does not see.

The numbers are left open. Verify counts them, and fills them in when it publishes the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tieout.pages.content import Block
from tieout.pages.inline import Code, Exempt, FactRef, Inline, Part, Slot, Text, to_html
from tieout.pages.inline_markdown import to_markdown
from tieout.pages.view import View


def edition(view: View) -> Inline:
    """Version and day of the article."""
    version = Exempt(view.ledger["article"]["version"], "version")
    before, between = view.word("version") + " ", view.word("comma")
    return (Text(before), version, Text(between), FactRef("version-day"))


def checked_block(view: View, words: Mapping[str, Any]) -> Block:
    """The section below its heading; `words` is checks.yaml."""
    lead: list[Part] = [Text(view.word("checked_lead")), Slot("found"), Text(view.word("stop"))]
    again: list[Part] = [
        *(Code("make article"), Text(view.word("checked_build"))),
        *(Code("make verify"), Text(view.word("checked_verify"))),
    ]
    parts = [
        _paragraph(lead, view),
        _paragraph(edition(view), view),
        _checks(view, words["checks"]),
        _heading("checked_exempt", view),
        _exempt(view, words["exemptions"]),
        _heading("checked_unseen", view),
        _unseen(view, words["checks"]),
        _heading("checked_again", view),
        _paragraph(again, view),
    ]
    html = "\n".join(part.html for part in parts)
    return Block(html, "\n\n".join(part.markdown.strip() for part in parts))


def _paragraph(parts: Inline, view: View) -> Block:
    return Block(f"<p>{to_html(parts, view)}</p>", to_markdown(parts, view))


def _heading(key: str, view: View) -> Block:
    words = [Text(view.word(key))]
    return Block(f"<h3>{to_html(words, view)}</h3>", f"### {to_markdown(words, view)}")


def _checks(view: View, checks: Mapping[str, Any]) -> Block:
    """Each check: its name, what it looks for, what it has counted."""
    html: list[str] = []
    markdown: list[str] = []
    for check, entry in checks.items():
        name, looks_for = ([Text(view.localized(entry[key]))] for key in ("name", "looks_for"))
        counts: list[Part] = []
        for count, label in entry["counts"].items():
            mark = view.word("semicolon") if counts else ""
            counts += [Text(mark + view.localized(label) + view.word("colon"))]
            counts += [Slot(f"{check}.{count}")]
        html.append(
            f"<dt>{to_html(name, view)}</dt><dd>{to_html(looks_for, view)}</dd>"
            f"<dd>{to_html(counts, view)}</dd>"
        )
        markdown.append(
            f"- <strong>{to_markdown(name, view)}</strong>{view.word('colon')}"
            f"{to_markdown(looks_for, view)}\\\n  {to_markdown(counts, view)}"
        )
    return Block("<dl>\n" + "\n".join(html) + "\n</dl>", "\n".join(markdown))


def _exempt(view: View, reasons: Mapping[str, Any]) -> Block:
    """Numbers that were let pass, by reason."""
    colon = view.word("colon")
    items: list[Inline] = [
        [Text(view.localized(label) + colon), Slot(f"exempt.{why}")]
        for why, label in reasons.items()
    ]
    html = "".join(f"<li>{to_html(item, view)}</li>\n" for item in items)
    markdown = "\n".join(f"- {to_markdown(item, view)}" for item in items)
    return Block(f'<ul class="counts">\n{html}</ul>', markdown)


def _unseen(view: View, checks: Mapping[str, Any]) -> Block:
    """What each check does not see."""
    html: list[str] = []
    markdown: list[str] = []
    for entry in checks.values():
        spots = [view.localized(spot) for spot in entry["blind_spots"]]
        name = [Text(view.localized(entry["name"]))]
        told = [Text(view.word("colon") + view.word("semicolon").join(spots) + view.word("stop"))]
        html.append(f"<li><b>{to_html(name, view)}</b>{to_html(told, view)}</li>")
        markdown.append(f"- <strong>{to_markdown(name, view)}</strong>{to_markdown(told, view)}")
    return Block("<ul>\n" + "\n".join(html) + "\n</ul>", "\n".join(markdown))
