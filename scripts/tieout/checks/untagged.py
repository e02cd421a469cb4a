"""No number without a tag: in text, headings, tables, titles, attributes, figures, Markdown.

What a tag covers is cut out first: a fact's own element if it holds the ledger's wording, a counted
exemption whose reason holds, and, where markup is impossible (a title, alternative text), the
wording of the facts that are named beside it. What is left may hold no number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tieout.checks.captured import captured_cells, grid_names
from tieout.checks.excuses import MENDS, is_figure
from tieout.checks.exemptions import GAP, REASONS
from tieout.checks.finding import Record, new_record, quoted
from tieout.checks.finished import EVIDENCE, Finished
from tieout.checks.parting import part_of
from tieout.checks.plain_markdown import read_markdown
from tieout.checks.shown import squeeze
from tieout.checks.structured_text import REASON_OF_KEY, is_structured, read_structured, texts_of
from tieout.checks.tags import judge_tag
from tieout.checks.untagged_texts import MEND, NUMBER_CUT, Texts

#: Attributes that a reader meets: read aloud, shown on hover, shown by search engines.
ATTRIBUTES = frozenset((
    "alt", "title", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext",
    "aria-valuenow", "aria-valuemin", "aria-valuemax", "aria-placeholder", "aria-braillelabel",
    "aria-brailleroledescription", "content", "placeholder", "summary", "label", "caption", "abbr",
))  # fmt: skip
#: Elements that show a value of theirs, as text or as a length, and the attributes that hold it.
CONTROLS = frozenset(("input", "meter", "progress"))
CONTROL_VALUES = frozenset(("value", "min", "max", "low", "high", "optimum"))
#: Elements that do not end a run of text.
INLINE = frozenset((
    "a", "abbr", "b", "bdi", "cite", "code", "data", "em", "i", "kbd", "mark", "q", "s", "small",
    "span", "strong", "sub", "sup", "time", "tspan", "u", "var", "wbr",
))  # fmt: skip
HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
#: Elements whose text is never shown. A script may show what a template holds.
SILENT = frozenset(("script", "metadata"))
#: Elements that may carry an exemption: one around a section would hide whatever is in it.
EXEMPTING = frozenset(("span", "code", "g", "text", "tspan", "meta"))
#: Reasons of what the head of a page tells programs; `technical` covers the whole element.
OF_META = ("address", "day")
BLIND_SPOTS = (
    "numbers drawn as shapes rather than as text",
    "numbers in code that stands without a reason",
    "a name in the glossary that is used as a number",
    "number words outside the lists, and those of the other language",
)
#: What is counted, and what is let pass.
COUNTED = ("texts", "attributes", "structured", "tagged")
EXEMPTED = (*REASONS, "code")
_CONTENT = re.compile(r"(?<![-\w])content\s*:\s*([^;}]*)")


def check(finished: Finished) -> Record:
    """Look at every finished file of an article."""
    record = new_record("untagged", BLIND_SPOTS, COUNTED, EXEMPTED)
    for lang, (path, tree) in finished.pages.items():
        look = _Look(finished, lang, record)
        look.at(path, part_of(tree, finished.part))
        markdown, text = finished.markdown[lang]
        look.at(markdown, part_of(read_markdown(text), finished.part), linked=True)
        for drawn, picture in finished.figures[lang] if finished.part != EVIDENCE else ():
            look.at(drawn, picture)
        look.kept.keep(look.known)
    # The page and the Markdown show what one line of a template says.
    record.findings = sorted(set(record.findings))
    return record


class _Look(Texts):
    """Looks at the files of one language."""

    def __init__(self, finished: Finished, lang: str, record: Record) -> None:
        super().__init__(finished, lang, record)
        self.run: list[str] = []
        self.beside, self.linked = "", False
        self.heads: dict[Any, str] = {}
        self.ledger, self.grids = finished.ledger, grid_names(finished.pages[lang][1])
        self.cells: dict[Any, str] = {}

    def at(self, path: Path, root: Any, linked: bool = False) -> None:
        """A page, a figure, or rendered Markdown, where a link to an entry is itself the tag.

        Of page and Markdown it may be a part, None if there is no such.
        """
        if root is None:
            return
        self.path, self.line, self.entry, self.beside, self.anchor = path, 1, "", "", "top"
        self.own = ""
        self.linked, self.heads = linked, dict(_heads(root))
        self.cells = captured_cells(_grids(root), self.grids, self.ledger)
        self._walk(root)
        self._flush()

    def _walk(self, element: Any) -> None:
        tag = _bare(element.tag)
        own = dict(element.items())
        inline = tag in INLINE
        if not inline:
            self._flush()
            self.line = int(own.get("data-line") or element.sourceline or self.line)
        if "id" in own or "data-footnotes" in own or tag in HEADINGS:
            self._enter_entry(element, own, tag)
        if own:
            self._attributes(element, own, tag)
        if tag in SILENT:
            self._silent(element, own)
            return
        if tag == "td" and element in self.cells and self._captured(element):
            return
        if tag == "style":
            self._style(element)
        elif (own or tag == "code") and self._covered(element, own, tag):
            self.run.append(NUMBER_CUT if own.get("data-why") == "own-count" else GAP)
            for inner in element.iterdescendants("*"):
                self._attributes(inner, dict(inner.items()), "")
        elif tag in ("title", "desc"):
            text = "".join(element.itertext())
            self.run.append(self._without_facts(text, own.get("data-facts")))
        else:
            self._children(element)
        if not inline:
            self._flush()

    def _silent(self, element: Any, own: Mapping[str, str]) -> None:
        if own.get("id") == "ledger":  # text_equals_ledger compares it, number by number
            self.record.counts["embedded ledgers left to another check"] += 1
        if is_structured(element):
            self._structured(element, own.get("data-facts"))

    def _children(self, element: Any) -> None:
        if text := element.text:
            self.run.append(text)
        for child in element:
            if isinstance(child.tag, str):
                self._walk(child)
            if tail := child.tail:
                self.run.append(tail)

    def _enter_entry(self, element: Any, own: Mapping[str, str], tag: str) -> None:
        """Know in which fact's entry the text stands; a heading ends the last one.

        What stands between a heading of the evidence and the first entry under it is said of that
        fact too.
        """
        name = own.get("id", "")
        if name.startswith("fact-"):
            name = name.removeprefix("fact-")
            self.entry = name if name in self.facts else ""
            self.own = self.entry if self.linked else ""
        elif tag == "section" and "data-footnotes" in own:
            self.entry = self.own = ""  # notes of the text, which rendered Markdown has at its end
        elif tag in HEADINGS:
            self.entry, self.anchor = self.heads.get(element, ""), name
        elif tag == "a" and name:
            self.anchor = name  # the Markdown of a heading

    def _attributes(self, element: Any, own: Mapping[str, str], tag: str) -> None:
        """Look at the attributes that an element has of its `own`."""
        control = _bare(element.tag) in CONTROLS
        shown = [n for n in own if _is_shown(n) or (control and n in CONTROL_VALUES)]
        if not shown or (tag == "meta" and own.get("data-why") == "technical"):
            return
        named = own.get("data-facts")
        if named is None and tag == "img" and element.getparent() is not None:
            named = element.getparent().get("data-facts")  # Markdown names them around the image
        why = own.get("data-why", "") if tag == "meta" else ""
        for value in (own[name] for name in shown):
            if value.strip():
                self.record.counts["attributes"] += 1
                covered = self.exemptions.uncovered(why, value, "", "") if why in OF_META else value
                self._look(self._without_facts(covered, named))

    def _structured(self, element: Any, named: str | None) -> None:
        """Look at every text of the page's structured data; see `structured_text`.

        Titles of sources go first: the wording of a fact that stands in one belongs to it.
        """
        try:
            data = read_structured(element)
        except ValueError as error:
            self._find(f"structured data that is no JSON ({error})", "run snakemake all")
            return
        for key, value in texts_of(data):
            self.record.counts["structured"] += 1
            if why := REASON_OF_KEY.get(key):
                self._look(self._without(why, str(value)))
            elif isinstance(value, str):
                words = self._without_facts(self._without("title", value), named)
                self._look(self._without("condition", words))
            elif value is not None and not isinstance(value, bool):
                what = f"a bare number in structured data ('{key}': {value})"
                self._find(what, "write it in the wording of its fact")

    def _style(self, element: Any) -> None:
        """A style sheet can write: text of its own, and attributes."""
        for match in _CONTENT.finditer("".join(element.itertext())):
            if "attr(" in match[1]:
                what = f"the style sheet shows an attribute ('{quoted(match[0])}')"
                self._find(what, "write the text into the page")
            self._look(match[1])

    def _flush(self) -> None:
        if not self.run:
            return
        text = "".join(self.run)
        self.run.clear()
        if text.strip():
            self.record.counts["texts"] += 1
            self._look(text)

    def _covered(self, element: Any, own: Mapping[str, str], tag: str) -> bool:
        """Whether an element is a tag or code, which cover their text; counts and judges it."""
        why, fact = own.get("data-why"), own.get("data-fact")
        href = own.get("href", "") if self.linked else ""
        if why is None and fact is None and tag != "code" and not href.startswith("#fact-"):
            return False
        text = "".join(element.itertext())
        if why is not None:
            return self._exempt(why, text, tag)
        if self.linked and href.startswith("#fact-") and self._numbers(text):
            fact = href.removeprefix("#fact-")
        if fact is not None:
            return self._tagged(element, fact, text)
        if tag == "code" and not any("data-fact" in each.attrib for each in element.iter("*")):
            return self._code(text)
        return False

    def _captured(self, element: Any) -> bool:
        """Whether a cell of a table shown as captured holds what its source prints there."""
        text = "".join(element.itertext())
        if not self.cells[element] or squeeze(text) != squeeze(self.cells[element]):
            return False
        self.record.exemptions["as-printed"] += max(1, len(self._numbers(text)))
        return True

    def _code(self, text: str) -> bool:
        """Code covers its numbers; in an entry it is a place or a formula, and that of its fact."""
        numbers = self._numbers(text)
        if numbers and self.entry and self.exemptions.strange_code(text, self.entry):
            what = f"the code “{quoted(text)}” in the entry of '{self.entry}' is not in the ledger"
            self._find(what, "run snakemake all")
        elif not self.entry and is_figure(text):
            what = f"a figure in code has no source (“{quoted(text)}”)"
            self._find(what, MEND, (text, 0, len(text)))
        self.record.exemptions["code"] += len(numbers)
        return True

    def _tagged(self, element: Any, fact: str, text: str) -> bool:
        faults = list(judge_tag(element, fact, text, self.facts, self.lang))
        for what, mend in faults:
            self._find(what, mend)
        if fact in self.facts and text.strip():
            self.record.counts["tagged"] += not faults
            self.beside = fact
        return fact in self.facts

    def _exempt(self, why: str, text: str, tag: str) -> bool:
        if why not in REASONS:
            mend = f"use one of {', '.join(REASONS)}"
            self._find(f"an exemption for the unknown reason '{quoted(why)}'", mend)
            return False
        if tag not in EXEMPTING:
            self._find(f"an exemption around a whole <{tag}>", "put it around the number alone")
            return False
        numbers = self._numbers(text)
        place = self.entry, self.beside, "".join(self.run) if why == "example" else ""
        left = self.exemptions.uncovered(why, text, *place) if numbers else ""
        for number in self._numbers(left):
            what = f"the number '{number}' is exempt as '{why}', but the ledger does not have it"
            mend = MENDS.get(why, MEND)
            self._find(f"{what}, in “{quoted(text)}”", mend, (text, 0, len(text)))
        self.record.exemptions[why] += max(1, len(numbers))
        return True


def _grids(root: Any) -> list[Any]:
    """The tables that show a source as captured; in article.md, all below its evidence."""
    return list(root.xpath(
        "//table[@data-table] | //*[@id='evidence'][not(self::section)]/following::table"
    ))  # fmt: skip


def _heads(root: Any) -> Iterator[tuple[Any, str]]:
    """The headings of the evidence, each with the fact whose entry comes first below it."""
    waiting: list[Any] = []
    inside = False
    for element in root.iter("*"):
        name = element.get("id") or ""
        inside = inside or name == "evidence"
        if name.startswith("fact-"):
            fact = name.removeprefix("fact-")
            yield from ((heading, fact) for heading in waiting)
            waiting.clear()
        elif inside and element.tag in HEADINGS:
            waiting.append(element)


@cache
def _bare(tag: str) -> str:
    """A tag's name without its namespace."""
    return tag.rsplit("}", 1)[-1].lower()


@cache
def _is_shown(attribute: str) -> bool:
    return re.split("[}:]", attribute)[-1] in ATTRIBUTES
