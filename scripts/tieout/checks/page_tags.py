"""The tags of a page or picture: each can be seen, shows its fact and leads to its entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tieout.checks.captured import is_captured
from tieout.checks.evidence_rows import head_text, mark_of, row_text
from tieout.checks.finished import ARTICLE, EVIDENCE, WHOLE
from tieout.checks.page_text import belonging
from tieout.checks.shown import compared, out_of_order, spaced, squeeze, text_of
from tieout.checks.tags import is_own
from tieout.checks.visibility import Visibility

Fault = tuple[int, str]
#: Elements of a picture that hold letters; a shape beside them may well be as pale as the paper.
_LETTERS = ("{*}text", "{*}tspan")
#: Elements of a page with words of their own, but for what a script shows and pictures; by parts.
_WITH_WORDS = "//*[normalize-space(text())][not(ancestor-or-self::svg or ancestor::form)]"
_SHOWN = {
    ARTICLE: " | ".join(
        f"//body/{part}{_WITH_WORDS}"
        for part in ("header", "main", "aside", "nav", "section[not(@id='evidence')]")
    ),
    EVIDENCE: f"//*[@id='evidence']{_WITH_WORDS}",
}
_SHOWN[WHOLE] = " | ".join(_SHOWN.values())
#: What the page has and the Markdown has not: pictures, the words of a fold, fields to find by.
_APART = ("svg", "summary", "style", "script", "form")
#: The parts of a page that its Markdown has as well.
_READ = (
    *("//header/*[not(self::nav)]", "//main"),
    *("//section[@id='checked']", "//section[@id='evidence']"),
)


class Tags:
    """The tags of one tree or a part of it in one language; faults come with their line."""

    def __init__(self, root: Any, ledger: Mapping[str, Any], lang: str, part: str = WHOLE) -> None:
        self.root, self.ledger, self.lang, self.part = root, ledger, lang, part
        self.facts: Mapping[str, Any] = ledger["facts"]
        self.visibility = Visibility(root)
        self.belongs = belonging(root, part)
        self.tagged = list(filter(self.belongs, root.xpath("//*[@data-fact] | //data")))

    def faults(self, is_page: bool, conditions: bool = True) -> Iterator[Fault]:
        """Everything wrong with ids, style sheets, tags, and texts beside which facts are named.

        Without `conditions` those drawn in pictures are left out: only ledger.json has them.
        """
        if self.part != EVIDENCE:
            yield from self._ids()
            yield from self.visibility.written()
        for element in self.tagged:
            line = element.sourceline or 1
            name = element.get("data-fact") or ""
            if name not in self.facts:
                yield line, f"a tag names the fact '{name}', which the ledger does not have"
                continue
            yield from ((line, what) for what in self._tag(element, name))
        drawn = self.root.xpath("//*[@data-of]") if conditions else ()
        for element in filter(self.belongs, drawn):
            yield from self._condition(element)
        for element in filter(self.belongs, self.root.xpath("//*[@data-facts]")):
            yield from self._listed(element)
        if is_page:
            yield from self._links()
            yield from self._unseen()

    def _ids(self) -> Iterator[Fault]:
        seen: set[str] = set()
        for element in self.root.xpath("//*[@id]"):
            name = element.get("id")
            if name in seen:
                yield element.sourceline or 1, f"the id '{name}' stands twice"
            seen.add(name)

    def _tag(self, element: Any, name: str) -> Iterator[str]:
        text, told = text_of(element), squeeze(self.facts[name]["text"][self.lang])
        drawn = element.tag != "data"
        # A mark of a picture shows its fact by its place; a text must have its words.
        mark = drawn and not text and _local(element) not in ("text", "tspan")
        if mark and len(element):
            return
        if text != told:
            yield f"the tag of '{name}' reads “{text}”, the ledger says “{told}”"
        elif (said := spaced("".join(element.itertext()))) != spaced(
            self.facts[name]["text"][self.lang]
        ):
            yield f"the tag of '{name}' reads “{said}”, with other spaces than the ledger has"
        inner = element.iterdescendants(*(_LETTERS if drawn else "*")) if len(element) else ()
        for each in [element, *inner]:
            if hidden := self.visibility.why_hidden(each):
                yield f"the tag of '{name}' cannot be seen: {hidden}"
                break
        if not drawn:
            yield from self._data(element, name)

    def _data(self, element: Any, name: str) -> Iterator[str]:
        fact = self.facts[name]
        value = fact["value"] if fact["value"] is not None else f"{fact['low']}..{fact['high']}"
        if element.get("value") != value:
            yield f"the tag of '{name}' has the value '{element.get('value')}', not '{value}'"
        if "fact" not in (element.get("class") or "").split():
            yield f"the tag of '{name}' has not the class 'fact'"
        above = element.getparent()
        if is_own(element, name) and text_of(above) == text_of(element):
            return
        if above.get("href") == f"#fact-{name}" and text_of(above) == text_of(element):
            return
        if not any(True for _ in element.iterancestors("nav")):
            yield f"the tag of '{name}' is not a link to its entry, with nothing else in it"

    def _condition(self, element: Any) -> Iterator[Fault]:
        """A condition drawn in a picture."""
        of, key = element.get("data-of") or "", element.get("data-condition") or ""
        said = self.facts.get(of, {}).get("conditions", {}).get(key, {}).get(self.lang)
        if said is None:
            yield element.sourceline or 1, f"the fact '{of}' has no condition '{key}'"
        elif text_of(element) != squeeze(said):
            what = f"“{text_of(element)}” is not the condition '{key}' of '{of}', “{said}”"
            yield element.sourceline or 1, what

    def _listed(self, element: Any) -> Iterator[Fault]:
        """A title or alternative text: the facts named beside it stand in it, in order."""
        names = (element.get("data-facts") or "").split()
        text = element.get("content") or "".join(element.itertext())
        yield from ((element.sourceline or 1, what) for what in self.listed(names, text))

    def listed(self, names: list[str], text: str) -> Iterator[str]:
        """What is wrong with a text in which the facts named stand, each for the first time."""
        unknown = [name for name in names if name not in self.facts]
        if unknown:
            yield f"the fact '{unknown[0]}' is named beside a text, but not in the ledger"
            return
        wordings = [self.facts[name]["text"][self.lang] for name in names]
        if lacking := out_of_order(" ".join(text.split()), [w for w in wordings if w]):
            yield f"“{lacking}” does not stand where the facts named beside the text have it"

    def _unseen(self) -> Iterator[Fault]:
        """Words that a reader cannot see, each kind of hiding once."""
        told: set[str] = set()
        for element in filter(self.belongs, self.root.xpath(_SHOWN[self.part])):
            reason = self.visibility.why_hidden(element)
            if reason and reason not in told:
                told.add(reason)
                yield element.sourceline or 1, f"“{text_of(element)}” cannot be seen: {reason}"

    def _links(self) -> Iterator[Fault]:
        """A link to an entry holds the tag of that fact, or says that there is no number.

        A cell of a table shown as captured holds what the table does.
        """
        for link in filter(self.belongs, self.root.iter("a")):
            target = link.get("href") or ""
            if not target.startswith("#fact-"):
                continue
            name = target.removeprefix("#fact-")
            inner = [each.get("data-fact") for each in link.iterdescendants("data")]
            line = link.sourceline or 1
            if name not in self.facts:
                yield line, f"a link leads to the fact '{name}', which the ledger does not have"
            elif is_captured(link, self.ledger, name):
                continue
            elif self.facts[name]["text"][self.lang] and inner != [name]:
                yield line, f"the link to '{name}' does not hold the tag of that fact alone"


def _local(element: Any) -> str:
    return str(element.tag).rsplit("}", 1)[-1]


def links_in_order(root: Any) -> list[tuple[str, int]]:
    """Where the links of heading, text, checks and evidence lead, in order, with lines."""
    links = root.xpath(" | ".join(f"{part}//a" for part in _READ))
    return [(link.get("href") or "", link.sourceline or 1) for link in links if link.get("href")]


def facts_in(links: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """The facts among the targets of links, with lines."""
    mark = "#fact-"
    return [(to.removeprefix(mark), line) for to, line in links if to.startswith(mark)]


def reading_text(root: Any) -> tuple[str, list[tuple[int, int]]]:
    """What both forms of an article have in common, as `compared`: heading, text, checks, evidence.

    Also the lines: each with the position in the text at which it begins.
    """
    parts: list[str] = []
    lines: list[tuple[int, int]] = []
    size, mark = 0, mark_of(root)
    stack = root.xpath(" | ".join(_READ))[::-1]
    while stack:
        element = stack.pop()
        grid = element.tag == "table" and element.getparent().get("data-group") is not None
        if element.tag in ("figure", "details", "main", "section", "tbody") or grid:
            stack += reversed([part for part in element if not (grid and part.tag == "thead")])
        elif isinstance(element.tag, str) and element.tag not in _APART:
            piece = compared(_read(element, mark))
            lines.append((size, element.sourceline or 1))
            parts.append(piece)
            size += len(piece)
    return "".join(parts), lines


def _read(element: Any, mark: str) -> str:
    """The text of a part of the page; rows and heads of the evidence as article.md has them."""
    if (element.get("id") or "").startswith("fact-"):
        return row_text(element, mark)
    if element.get("class") == "shared":
        return head_text(element, mark)
    return "".join(element.itertext("*"))
