"""One language of an article: index.html and article.md from the ledger, template and figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from tieout.errors import fail
from tieout.pages.anchors import check_anchors
from tieout.pages.blocks import Blocks
from tieout.pages.body import Body, build_body
from tieout.pages.checked import checked_block, edition
from tieout.pages.content import Block, Writer, page_kept
from tieout.pages.fact_parts import Evidence, FactParts
from tieout.pages.inline import Inline, Part, Text, to_html, to_plain
from tieout.pages.inline_markdown import guard_lines, to_markdown
from tieout.pages.kept import Kept
from tieout.pages.layout import framed, joined
from tieout.pages.social import social_head
from tieout.pages.standalone import standalone
from tieout.pages.structured import Plain, structured_data
from tieout.pages.unquoted import unquoted, unquoted_page
from tieout.pages.view import View
from tieout.published import HTML_LANG, NAMES
from tieout.translations import stale_sections


@dataclass(frozen=True, slots=True)
class Paths:
    """Where the parts of a page are: article folder, layout folder, folder of the SVG files."""

    article: Path
    layout: Path
    figures: Path


@dataclass(frozen=True, slots=True)
class Page:
    """The finished texts of one language; `stale` are the sections with a banner, in order of name.

    The templates of the other languages, and translations.yaml, give a page nothing else.
    """

    html: str
    markdown: str
    stale: list[str]


@dataclass(frozen=True, slots=True)
class Opened:
    """A page whose text is set: what readers see first, before the frame around it is made."""

    view: View
    title: Inline
    description: Inline
    template: Path
    layout: Path
    blocks: Blocks
    body: Body
    stale: list[str]

    def finish(self) -> Page:
        """The whole page. Raises TieoutError."""
        view, kept = self.view, self.blocks.writer.kept
        view.use("version-day")
        checked = checked_block(view, kept.document(self.layout / "checks.yaml").data)
        machines = _for_machines(view, self.title, self.description, self.blocks)
        parts = FactParts(view)
        shown = parts.evidence()
        frame = _Frame(view, self.title, self.description, machines, checked, shown, parts, kept)
        html = frame.html(self.layout, self.body)
        check_anchors(html, self.template)
        markdown = frame.markdown(standalone(self.body.tokens, self.blocks.writer))
        drawn = [
            (svg, kept.made("bare", svg, partial(unquoted, svg)))
            for svg in self.blocks.writer.drawn
        ]
        whole = unquoted_page(html, [*drawn, (shown.html, shown.bare)])
        kept.keep()
        parts.keep()
        return Page(whole, markdown, sorted(self.stale))


def build_page(ledger: Mapping[str, Any], paths: Paths, lang: str) -> Page:
    """Render one language. Raises TieoutError naming the line of the template or article.yaml."""
    return open_page(ledger, paths, lang).finish()


def open_page(ledger: Mapping[str, Any], paths: Paths, lang: str) -> Opened:
    """Set the text of one language. Raises TieoutError as `build_page` does."""
    document = paths.article / "article.yaml"
    if lang not in ledger["article"]["languages"]:
        known = ", ".join(ledger["article"]["languages"])
        raise fail(document, 0, f"the article has no language '{lang}'", f"use one of {known}")
    kept = page_kept(ledger, lang)
    view = View(ledger, kept.document(paths.layout / "words.yaml").data, lang)
    writer = Writer(view, kept)
    blocks = Blocks(view, writer, document, paths.figures)
    writer.serve(blocks.makers())
    title = blocks.parts(ledger["article"]["title"], "title")
    description = blocks.parts(ledger["article"]["description"], "description")
    template = paths.article / f"article.{lang}.md.j2"
    languages = ledger["article"]["languages"]
    stale = stale_sections(paths.article, lang, languages, kept.document)
    body = build_body(writer.render(template), writer, template, stale)
    return Opened(view, title, description, template, paths.layout, blocks, body, stale)


def _for_machines(view: View, title: Inline, description: Inline, blocks: Blocks) -> str:
    """The head of the page for programs; all it names has an entry in the evidence."""
    headline, lead = Plain(*to_plain(title, view)), Plain(*to_plain(description, view))
    card = view.ledger["article"].get("card")
    shown: list[Part] = [Text(view.word("card_figure" if card else "card"))]
    if card:
        shown += blocks.parts(view.ledger["figures"][card]["alt"], "figures", card, "alt")
    alternative = Plain(*to_plain(shown, view))
    data = structured_data(view, headline, lead)
    return f"{social_head(view, headline, lead, alternative)}\n{data}"


@dataclass(frozen=True, slots=True)
class _Frame:
    """What stands around the article's text."""

    view: View
    title: Inline
    description: Inline
    machines: str
    checked: Block
    evidence: Evidence
    parts: FactParts
    kept: Kept

    def html(self, layout: Path, body: Body) -> str:
        """The whole page, one self-contained file."""
        from markupsafe import Markup
        from rcssmin import cssmin
        from rjsmin import jsmin

        view = self.view
        title, title_facts = to_plain(self.title, view)
        description, description_facts = to_plain(self.description, view)
        return framed(
            layout / "page.html.j2",
            self.kept,
            lang=HTML_LANG[view.lang],
            title=title,
            title_facts=" ".join(title_facts),
            description=description,
            description_facts=" ".join(description_facts),
            machines=Markup(self.machines),
            heading=Markup(to_html(self.title, view)),
            lead=Markup(to_html(self.description, view)),
            edition=Markup(to_html(edition(view), view)),
            style=Markup(cssmin(joined(layout, "css"))),
            script=Markup(jsmin(joined(layout, "js"))),
            contents=[(h.level, h.anchor, Markup(words)) for h, words in body.contents],
            others=self._others(),
            body=Markup(body.html),
            checked=Markup(self.checked.html),
            evidence=Markup(self.evidence.html),
            ledger=Markup(self.parts.embedded()),
            word=view.word,
        )

    def _others(self) -> list[tuple[str, str, str]]:
        return [
            (HTML_LANG[lang], f"../{lang}/index.html", NAMES[lang])
            for lang in self.view.ledger["article"]["languages"]
            if lang != self.view.lang
        ]

    def markdown(self, body: str) -> str:
        """article.md: title, lead, text, evidence."""
        view = self.view
        lead = to_markdown(self.description, view)
        note = to_markdown([Text(view.word("evidence_lead"))], view)
        parts = [
            f"# {to_markdown(self.title, view)}",
            guard_lines(lead),
            to_markdown(edition(view), view),
            body,
            '<a id="checked"></a>',
            f"## {view.word('checked')}",
            self.checked.markdown,
            '<a id="evidence"></a>',
            f"## {view.word('evidence')}",
            note,
            self.evidence.markdown,
        ]
        return "\n\n".join(part.strip() for part in parts) + "\n"
