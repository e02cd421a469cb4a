"""The words around the article: contents, legend, folds, fields, and what is told of the checks.

They stand in no template and mostly not in the Markdown, so nothing else compares them: a legend
that calls the second-hand figures read, a heading of the contents that leads to another section.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tieout.checks.addresses import TAGS
from tieout.checks.finished import Finished
from tieout.checks.shown import any_of, localized, squeeze, taken_out, text_of, unlike
from tieout.checks.written import read_tree

Fault = tuple[int, str]
_NAMES = {"en": "English", "zh-TW": "正體中文"}
#: What stands in the body, in order, by tag and by class or id; scripts may follow.
_PARTS = (
    ("a", "skip"), ("header", ""), ("aside", "edition"), ("nav", "contents"), ("main", "article"),
    ("section", "checked"), ("section", "evidence"), ("template", "inspector-template"),
)  # fmt: skip
_SIGNS = ("←", "→", "×")


class FrameWords:
    """What the frame of a page in one language has to say."""

    def __init__(self, finished: Finished, lang: str, words: Mapping[str, str]) -> None:
        self.ledger, self.lang, self.words = finished.ledger, lang, words
        self.checks = finished.templates / "_layout" / "checks.yaml"

    def faults(self, root: Any) -> Iterator[Fault]:
        """Every part of the frame that is missing, in excess, or says something else."""
        (body,) = root.iterchildren("body")
        parts = [each for each in body if isinstance(each.tag, str) and each.tag != "script"]
        told = [(each.tag, each.get("class") or each.get("id") or "") for each in parts]
        if tuple(told) != _PARTS:
            odd = next((each for each in told if each not in _PARTS), told[-1] if told else "")
            yield 1, f"the page is not made of its parts in order (see {odd})"
        for element in (body, *body):
            loose = (element.text if element is body else element.tail) or ""
            if loose.strip():
                yield element.sourceline or 1, f"“{loose.strip()}” stands between the parts"
        yield from self._header(root)
        yield from self._legend(root)
        yield from self._contents(root)
        yield from self._folds(root)
        yield from self._fields(root)
        yield from self._checked(root)

    def _same(self, element: Any, shown: str, told: str) -> Iterator[Fault]:
        return unlike(element, "the page's frame says", shown, told)

    def _header(self, root: Any) -> Iterator[Fault]:
        words, article = self.words, self.ledger["article"]
        day = self.ledger["facts"]["version-day"]["text"][self.lang]
        edition = f"{words['version']}{article['version']}{words['comma']}{day}"
        kinds = []
        for element in root.iterfind(".//body/header/*"):
            kinds.append(element.get("class") or element.tag)
            if element.get("class") == "edition":
                yield from self._same(element, text_of(element), edition)
            elif element.tag == "nav":
                yield from self._languages(element)
        if [each for each in kinds if each != "languages"] != ["h1", "lead", "edition"]:
            yield 1, f"the page's head is made of {', '.join(kinds)}"
        for link in root.iterfind(".//body/a[@class='skip']"):
            yield from self._same(link, text_of(link), words["skip"])

    def _languages(self, nav: Any) -> Iterator[Fault]:
        others = [each for each in self.ledger["article"]["languages"] if each != self.lang]
        told = [(f"../{each}/index.html", TAGS[each], TAGS[each], _NAMES[each]) for each in others]
        shown = [
            (link.get("href"), link.get("lang"), link.get("hreflang"), text_of(link))
            for link in nav.iter("a")
        ]
        if shown != told or text_of(nav) != "".join(each[-1] for each in told):
            yield nav.sourceline or 1, "the links to other languages are not those of the article"

    def _legend(self, root: Any) -> Iterator[Fault]:
        """Each line under numbers is shown by its own look."""
        words = self.words
        keys = {None: "underline_read", "via": "underline_second_hand", "lost": "underline_lost"}
        said = words["semicolon"].join(words[key] for key in keys.values())
        for element in root.iterfind(".//body/aside"):
            yield from self._same(
                element, text_of(element), words["underlines"] + said + words["stop"]
            )
            shown = [(each.get("class"), text_of(each)) for each in element]
            if shown != [(kind, squeeze(words[key])) for kind, key in keys.items()]:
                yield element.sourceline or 1, "the legend shows a line that is another's"

    def _contents(self, root: Any) -> Iterator[Fault]:
        told = [(each.get("id"), _unnoted(each)) for each in root.iterfind(".//main/h2")]
        told += [(key, squeeze(self.words[key])) for key in ("checked", "evidence")]
        for nav in root.iterfind(".//nav[@id='contents']"):
            yield from self._same(
                nav, "".join(map(text_of, nav.iter("h2"))), self.words["contents"]
            )
            shown = [((link.get("href") or "")[1:], text_of(link)) for link in nav.iter("a")]
            if shown != told:
                odd = next((each for each in shown if each not in told), ("", ""))
                yield nav.sourceline or 1, f"the contents are not the headings (“{odd[1]}”)"
            if text_of(nav) != squeeze(self.words["contents"]) + "".join(text for _, text in shown):
                yield nav.sourceline or 1, "the contents say more than the headings"

    def _folds(self, root: Any) -> Iterator[Fault]:
        keys = {"data": "figure_data", "captured": "captured_fold"}
        legend = (self.words[f"captured_{each}"] for each in ("used", "unused", "lost"))
        told = self.words["semicolon"].join(legend)
        for fold in root.iter("details"):
            said = "".join(map(text_of, fold.iterfind("summary")))
            yield from self._same(fold, said, self.words[keys[fold.get("class") or "data"]])
            for line in fold.iterfind("p"):
                yield from self._same(line, text_of(line), told)

    def _fields(self, root: Any) -> Iterator[Fault]:
        """Fields, the inspector and the opening of the evidence have the layout's words alone."""
        known = {squeeze(text) for text in self.words.values()} | {*_SIGNS, ""}
        for part in root.xpath("//form | //body/template"):
            for text in part.itertext():
                if squeeze(text) not in known:
                    yield part.sourceline or 1, f"“{text.strip()}” is none of the layout's words"
        for section in root.iterfind(".//section[@id='evidence']"):
            opening = "".join(text_of(each) for each in section if each.tag in ("h2", "p"))
            told = self.words["evidence"] + self.words["evidence_lead"]
            yield from self._same(section, opening, told)

    def _checked(self, root: Any) -> Iterator[Fault]:
        """The account of the checks has the layout's words alone; `panel` knows its numbers."""
        data = read_tree(self.checks).data
        told = [texts[self.lang] for _, texts in localized(data, (self.lang, self.lang))]
        known = [*told, *self.words.values(), "…", self.ledger["article"]["version"]]
        fixed = ("make article", "make verify")
        for section in root.iterfind(".//section[@id='checked']"):
            day = self.ledger["facts"]["version-day"]["text"][self.lang]
            _, left = taken_out(text_of(section), [*fixed, *told, day])
            left = any_of(known, left).sub(" ", left).strip()
            if left.strip("…"):
                yield section.sourceline or 1, f"the account of the checks says “{left}”"


def _unnoted(heading: Any) -> str:
    """A heading without the marks of its notes, which the contents leave out."""
    return squeeze("".join(heading.xpath(".//text()[not(ancestor::sup)]")))
